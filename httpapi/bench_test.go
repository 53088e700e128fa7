// Benchmarks: the hot calls against bare net/http handlers that do the least possible, side by
// side in one sitting. They report requests a second of both and their ratio.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"candor/events"
	"candor/internal/logwriter"

	"github.com/google/uuid"
)

// BenchmarkReadReview reads one review of 5 KB over 32 connections.
func BenchmarkReadReview(b *testing.B) {
	s := benchSite(b)
	s.compare(b, "/api/reviews/1", 4_000)
}

// BenchmarkReadList reads a list of 30 reviews, 150 KB, over 32 connections.
func BenchmarkReadList(b *testing.B) {
	s := benchSite(b)
	s.compare(b, "/api/reviews?limit=30", 1_000)
}

// benchSite is a site with 40 reviews of 5 KB, logging to a file.
func benchSite(b *testing.B) *site {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "access.log"))
	if err != nil {
		b.Fatal(err)
	}
	lines := logwriter.New(file)
	b.Cleanup(func() {
		_ = lines.Close()
		_ = file.Close()
		if n := lines.Dropped(); n > 0 {
			b.Errorf("%d log lines were dropped", n)
		}
	})
	s := newSiteLogging(b, lines)
	admin := s.asAdmin()
	for i := range 40 {
		s.do("POST", "/api/reviews", fmt.Sprintf(
			`{"productName":"P%d","productBrand":"B","categoryId":1,"title":"T","content":%q,"authorName":"A","isPublished":true}`,
			i, strings.Repeat("All work and no play. ", 206)), admin).is(201)
	}
	return s
}

// compare reads path from the site and the same bytes from a bare handler, in turns.
func (s *site) compare(b *testing.B, path string, n int) {
	b.Helper()
	const connections = 32
	want := s.do("GET", path, "").is(200)
	body, etag := []byte(want.body), want.header.Get("ETag")
	length := strconv.Itoa(len(body))
	bare := serve(b, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", length)
		h.Set("ETag", etag)
		_, _ = w.Write(body)
	}))
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n")
	s.race(b, bare, request, 200, connections, n)
	b.ReportMetric(float64(len(body)), "bytes/answer")
}

// race sends request to the site and to the bare server in short turns, so that what else the
// machine does slows both alike.
func (s *site) race(b *testing.B, bare string, request []byte, status, connections, n int) {
	b.Helper()
	ours := strings.TrimPrefix(s.url, "http://")
	load(b, bare, request, status, connections, n) // both warm
	load(b, ours, request, status, connections, n)
	var bareSeconds, ourSeconds, rounds float64
	var bareCPU, ourCPU time.Duration
	for b.Loop() {
		c := cpuTime(b)
		bareSeconds += 1 / load(b, bare, request, status, connections, n)
		bareCPU += cpuTime(b) - c
		c = cpuTime(b)
		ourSeconds += 1 / load(b, ours, request, status, connections, n)
		ourCPU += cpuTime(b) - c
		rounds++
	}
	requests := rounds * float64(n)
	b.ReportMetric(float64(bareCPU.Microseconds())/requests, "bare-cpu-µs/req")
	b.ReportMetric(float64(ourCPU.Microseconds())/requests, "cpu-µs/req")
	b.ReportMetric(rounds/ourSeconds, "req/s")
	b.ReportMetric(rounds/bareSeconds, "bare-req/s")
	b.ReportMetric(bareSeconds/ourSeconds, "ratio")
}

// cpuTime is the processor time of this process, server and load generator.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// viewsBefore is how many page views of today the log holds before BenchmarkTrack sends more.
const viewsBefore = 1_000_000

// view appends n page views of today by 5,000 visitors, and waits until the read models show them.
func (s *site) view(b *testing.B, n int) {
	b.Helper()
	const batch = 500
	visitors := make([]uuid.UUID, 5000)
	for i := range visitors {
		visitors[i] = uuid.New()
	}
	now := s.clock.Now()
	for from := 0; from < n; from += batch {
		views := make([]events.Proposed, 0, batch)
		for i := from; i < min(from+batch, n); i++ {
			visitor := visitors[i*7919%len(visitors)]
			p, err := events.Encode(events.Envelope{
				Event: events.PageViewed{Event: "page_view", Page: "/reviews/" + strconv.Itoa(i*31%400+1),
					SessionID: "session-" + strconv.Itoa(i%20000), VisitorID: visitor,
					Country: "Unknown", Browser: "Firefox", System: "Linux", Device: "desktop", At: now},
				Metadata: events.Metadata{CorrelationID: "bench-" + strconv.Itoa(i),
					Actor: events.Actor{Kind: events.ActorVisitor, ID: visitor.String()}},
			})
			if err != nil {
				b.Fatal(err)
			}
			views = append(views, p)
		}
		if _, err := s.log.Append(b.Context(), events.PageViewStream(now), events.Any, views...); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.models.WaitCaughtUp(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTrack sends page views that are durable when answered, against a handler that decodes
// the same body and throws it away. The log already holds many.
func BenchmarkTrack(b *testing.B) {
	for _, connections := range []int{32, 128} {
		b.Run(strconv.Itoa(connections), func(b *testing.B) {
			s := benchSite(b)
			s.view(b, viewsBefore)
			bare := serve(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var v struct {
					Event, Page, UserAgent, Referrer, SessionID string
					Metadata                                    *string
				}
				body, err := io.ReadAll(r.Body)
				if err == nil {
					err = json.Unmarshal(body, &v)
				}
				if err != nil {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
				w.WriteHeader(http.StatusNoContent)
			}))
			request := fmt.Appendf(nil, "POST /api/track HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(view), view)
			s.race(b, bare, request, 204, connections, 10_000)
		})
	}
}
