// Lists are bounded: one copy for all who ask, however slowly they read.

package httpapi_test

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/internal/eventually"
)

const longReviews = 614

// addLongReviews publishes 614 reviews of 20 KB, which compress to little more than half.
func (s *site) addLongReviews() {
	s.Helper()
	random := rand.New(rand.NewSource(1))
	var adding sync.WaitGroup
	free := make(chan struct{}, 16)
	for i := range longReviews {
		noise := make([]byte, 10_000)
		random.Read(noise)
		id := events.ReviewID(i + 1)
		content := events.ReviewContent{ProductName: fmt.Sprint("P", i), ProductBrand: "B", CategoryID: 1, Title: fmt.Sprint("T", i),
			Content: hex.EncodeToString(noise), Rating: 4, AuthorName: "A"}
		free <- struct{}{}
		adding.Go(func() {
			defer func() { <-free }()
			var all []events.Envelope
			for _, e := range []events.Event{events.ReviewCreated{ReviewID: id, At: s.clock.Now(), ReviewContent: content},
				events.ReviewPublished{ReviewID: id, At: s.clock.Now()}} {
				all = append(all, events.Envelope{ID: uuid.New(), Event: e, Metadata: events.Metadata{CorrelationID: "start", CausationID: "start",
					Actor: events.System}})
			}
			chained, err := events.Chain("", all...)
			if err == nil {
				_, err = s.log.Append(s.Context(), id.Stream(), events.NoStream, chained...)
			}
			if err != nil {
				s.Error(err)
			}
		})
	}
	adding.Wait()
	s.caughtUp()
}

// liveHeap returns how many bytes live, once what works in the background, such as the search index, has ended: when the figure stays.
func liveHeap() int64 {
	last := int64(math.MaxInt64)
	for deadline := time.Now().Add(waitTime); ; time.Sleep(100 * time.Millisecond) {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // the first leaves what pools hold
		runtime.ReadMemStats(&m)
		now := int64(m.HeapAlloc)
		if last-now < 1<<20 && now-last < 1<<20 || time.Now().After(deadline) {
			return now
		}
		last = now
	}
}

// heapGrowsAtMost waits until the live heap has grown by at most limit bytes: what works in the background may begin late.
func heapGrowsAtMost(t *testing.T, before, limit int64) {
	t.Helper()
	eventually.Holds(t, func() error {
		if grown := liveHeap() - before; grown > limit {
			return fmt.Errorf("%d MiB more live, want at most %d", grown>>20, limit>>20)
		}
		return nil
	})
}

// This test measures memory, so it runs alone.
func TestListsOfManyLongReviews(t *testing.T) {
	long(t, "it measures memory with hundreds of long reviews")
	s := newSiteLogging(t, nil)
	s.addLongReviews()

	// HEAD is first, so that nothing is compressed yet: then a compressed answer has no length.
	compressed := with("Accept-Encoding", "gzip")
	head := s.do("HEAD", "/api/reviews", "", compressed).is(200)
	if head.header.Get("Content-Length") != "" || head.header.Get("Content-Encoding") != "gzip" || head.header.Get("X-Total-Count") != "614" ||
		head.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("HEAD of a list that nobody has asked for: %v", head.header)
	}
	plainHead := s.do("HEAD", "/api/reviews", "").is(200)

	before := liveHeap()
	address := strings.TrimPrefix(s.url, "http://")
	for i := range 30 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		coding := ""
		if i%2 == 0 {
			coding = "Accept-Encoding: gzip\r\n"
		}
		if _, err := fmt.Fprintf(c, "GET /api/reviews HTTP/1.1\r\nHost: %s\r\n%s\r\n", address, coding); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(c, make([]byte, 15)); err != nil { // the status: it is being sent
			t.Fatal(err)
		}
	}
	heapGrowsAtMost(t, before, 32<<20) // by 30 clients that don't read

	plain := s.do("GET", "/api/reviews", "").is(200)
	var items []json.RawMessage
	if plain.decode(&items); len(items) != longReviews || len(plain.body) < 12_000_000 {
		t.Errorf("without limit the list has %d items and %d bytes", len(items), len(plain.body))
	}
	if plain.header.Get("ETag") != plainHead.header.Get("ETag") ||
		plain.header.Get("Content-Length") != plainHead.header.Get("Content-Length") {
		t.Errorf("GET %v, HEAD %v", plain.header, plainHead.header)
	}
	zipped := s.do("GET", "/api/reviews", "", compressed).is(200)
	r, err := gzip.NewReader(strings.NewReader(zipped.body))
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(r); err != nil || string(body) != plain.body {
		t.Errorf("compressed it is another list (%v)", err)
	}
	if zipped.header.Get("ETag") != head.header.Get("ETag") {
		t.Errorf("GET %v, HEAD %v", zipped.header, head.header)
	}
	if again := s.do("HEAD", "/api/reviews", "", compressed).is(200); again.header.Get("Content-Length") != fmt.Sprint(len(zipped.body)) {
		t.Errorf("HEAD of a list that is cached: %v", again.header)
	}
	s.do("GET", "/api/reviews", "", compressed, with("If-None-Match", zipped.header.Get("ETag"))).is(304)
	s.do("GET", "/api/reviews", "", with("If-None-Match", plain.header.Get("ETag"))).is(304)

	for _, path := range []string{"/api/reviews", "/api/news", "/api/products", "/api/admin/reviews", "/api/admin/news"} {
		s.do("GET", path+"?limit=1001", "", s.asAdmin()).problem(400, "limit")
		s.do("GET", path+"?limit=1000", "", s.asAdmin()).is(200)
	}

	t.Run("beyond the bound", func(t *testing.T) { s.fillLists(t) })
}

// stalled is a client that has stopped reading.
type stalled struct {
	*httptest.ResponseRecorder
	begun, end chan struct{}
	once       sync.Once
}

func (w *stalled) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.begun) })
	<-w.end
	return len(p), nil
}

// fillLists asks for one list after the other, each another one and from another address, and reads none.
func (s *site) fillLists(t *testing.T) {
	end := make(chan struct{})
	var serving sync.WaitGroup
	var refused *http.Response
	for n := 1; n < 60 && refused == nil; n++ {
		w := &stalled{ResponseRecorder: httptest.NewRecorder(), begun: make(chan struct{}), end: end}
		done := make(chan struct{})
		serving.Go(func() {
			defer close(done)
			r := httptest.NewRequestWithContext(t.Context(), "GET", fmt.Sprint("/api/reviews?offset=", n), nil)
			r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", n)
			s.server.Handler.ServeHTTP(answering{w}, r)
		})
		select {
		case <-w.begun:
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("no answer within a minute")
		}
		select {
		case <-done:
			refused = w.Result()
		default:
		}
	}
	if refused == nil {
		t.Fatal("59 large lists were sent at once")
	}
	if refused.StatusCode != 503 || refused.Header.Get("Retry-After") == "" ||
		refused.Header.Get("Content-Type") != "application/problem+json" || refused.Header.Get("X-Total-Count") != "" {
		t.Errorf("beyond the bound: %d %v", refused.StatusCode, refused.Header)
	}
	heapGrowsAtMost(t, 0, 192<<20)
	s.do("GET", "/api/reviews?limit=10", "").is(200)
	s.do("GET", "/api/admin/reviews?sort=title", "", s.asAdmin()).problem(503)
	close(end)
	serving.Wait()
	s.do("GET", "/api/reviews?offset=59", "").is(200)
	s.do("GET", "/api/admin/reviews?sort=title", "", s.asAdmin()).is(200)
}

// answering blocks only what is no problem: a refusal is read.
type answering struct{ *stalled }

func (w answering) Write(p []byte) (int, error) {
	if w.Code == http.StatusServiceUnavailable {
		return w.ResponseRecorder.Write(p)
	}
	return w.stalled.Write(p)
}
