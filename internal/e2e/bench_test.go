// What the built program costs: the time from start to ready with a million events, memory, the
// rebuild of analytics, and lists out of many reviews. `make bench` runs it on bin/candor.

package e2e

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/internal/openlog"
	"candor/projections"
)

// manyEvents is how many page views the log of these benchmarks holds.
const manyEvents = 1_000_000

// bigLog makes a data folder with manyEvents page views and warm read models, once for all benchmarks.
var bigLog = sync.OnceValues(func() (dir string, err error) {
	dir, err = os.MkdirTemp("", "candor-bench-")
	if err != nil {
		return "", err
	}
	ctx := context.Background()
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := appendPageViews(ctx, d.Log, manyEvents); err != nil {
		return "", err
	}
	models, err := projections.Open(ctx, projections.Config{Dir: datadir.Folder(dir).Models(), Log: d, Logger: zerolog.Nop()})
	if err != nil {
		return "", err
	}
	return dir, errors.Join(models.WaitCaughtUp(ctx), models.Close())
})

// appendPageViews appends n views of 400 pages by 5,000 visitors over 30 days, as the batcher would.
func appendPageViews(ctx context.Context, log events.Log, n int) error {
	const batch = 500
	countries := []string{"CH", "DE", "US", "JP", "BR", "Unknown"}
	visitors := make([]uuid.UUID, 5000)
	for i := range visitors {
		visitors[i] = uuid.New()
	}
	start := time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)
	for from := 0; from < n; from += batch {
		ps := make([]events.Proposed, 0, batch)
		var at time.Time
		for i := from; i < min(from+batch, n); i++ {
			at = start.Add(time.Duration(from) * 30 * 24 * time.Hour / time.Duration(n))
			visitor := visitors[i*7919%len(visitors)]
			p, err := events.Encode(events.Envelope{
				Event: events.PageViewed{Event: "page_view", Page: "/reviews/" + strconv.Itoa(i*31%400+1), Referrer: "https://example.com/",
					SessionID: "session-" + strconv.Itoa(i%20000), VisitorID: visitor, Country: countries[i%len(countries)],
					Browser: "Firefox", System: "Linux", Device: "desktop", At: at},
				Metadata: events.Metadata{CorrelationID: "bench-" + strconv.Itoa(i),
					Actor: events.Actor{Kind: events.ActorVisitor, ID: visitor.String()}},
			})
			if err != nil {
				return err
			}
			ps = append(ps, p)
		}
		if _, err := log.Append(ctx, events.PageViewStream(at), events.Any, ps...); err != nil {
			return err
		}
	}
	return nil
}

// program is bin/candor, or the benchmark says how to get it.
func program(b *testing.B) string {
	b.Helper()
	path, err := filepath.Abs(filepath.Join("bin", "candor"))
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		b.Fatalf("run make build first: %v", err)
	}
	return path
}

// started is a server process and how long it took to be ready.
type started struct {
	cmd   *exec.Cmd
	url   string
	ready time.Duration
}

func start(b *testing.B, dir string) *started {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := listener.Addr().String()
	_ = listener.Close()
	s := &started{cmd: exec.Command(program(b), "serve", "--addr", addr, "--data", dir, "--track-budget", "0"), url: "http://" + addr}
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { // it must not run beside the next benchmark, whatever becomes of this one
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
	})
	for {
		if answer, err := http.Get(s.url + "/readyz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Since(began) > 5*time.Minute {
			b.Fatal("not ready after five minutes")
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.ready = time.Since(began)
	return s
}

func (s *started) stop(b *testing.B) {
	b.Helper()
	_ = s.cmd.Process.Signal(os.Interrupt)
	if err := s.cmd.Wait(); err != nil {
		b.Fatalf("the server ended with %v", err)
	}
}

// rssAnon is the anonymous memory of a process in MiB: what it holds itself, without mapped files.
func rssAnon(b *testing.B, pid int) float64 {
	b.Helper()
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0 // ended
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "RssAnon:"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			return float64(kib) / 1024
		}
	}
	return 0
}

// peakWhile is the most RssAnon seen while work runs.
func peakWhile(b *testing.B, pid int, work func()) float64 {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	peak := 0.0
	for {
		peak = max(peak, rssAnon(b, pid))
		select {
		case <-done:
			return peak
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func must[T any](b *testing.B) func(T, error) T {
	return func(v T, err error) T {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

// BenchmarkStartWithAMillionEvents reports the time from the start of the process to readiness, and
// its memory when idle, under reads and under page views.
func BenchmarkStartWithAMillionEvents(b *testing.B) {
	dir := must[string](b)(bigLog())
	var total time.Duration
	for b.Loop() {
		s := start(b, dir)
		total += s.ready
		b.StopTimer()
		s.stop(b)
		b.StartTimer()
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms-to-ready")
	s := start(b, dir)
	defer s.stop(b)
	time.Sleep(3 * time.Second)
	b.ReportMetric(rssAnon(b, s.cmd.Process.Pid), "MiB-idle")
	b.ReportMetric(peakWhile(b, s.cmd.Process.Pid, func() { load(s.url, http.MethodGet, "/api/categories", "") }), "MiB-reads")
	view := `{"event":"page_view","page":"/reviews/1","userAgent":"Mozilla/5.0 Firefox/130.0","referrer":"","sessionId":"s","metadata":null}`
	b.ReportMetric(peakWhile(b, s.cmd.Process.Pid, func() { load(s.url, http.MethodPost, "/api/track", view) }), "MiB-views")
}

// load sends requests over 32 connections for five seconds.
func load(url, method, path, body string) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var connections sync.WaitGroup
	for range 32 {
		connections.Go(func() {
			for ctx.Err() == nil {
				request, err := http.NewRequest(method, url+path, strings.NewReader(body))
				if err != nil {
					return
				}
				request.Header.Set("Content-Type", "application/json")
				if answer, err := client.Do(request); err == nil {
					_, _ = bufio.NewReader(answer.Body).WriteTo(discard{})
					_ = answer.Body.Close()
				}
			}
		})
	}
	connections.Wait()
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkRebuildAnalytics compares building analytics from a million page views with a subscription
// that only counts them, in turn, and reports the memory of `candor rebuild analytics` doing it.
func BenchmarkRebuildAnalytics(b *testing.B) {
	dir := must[string](b)(bigLog())
	ctx := context.Background()
	d := must[*openlog.Handle](b)(openlog.ServeFolder(ctx, datadir.Folder(dir), openlog.Access{}, nodeserver.Config{Logger: zerolog.Nop()}))
	models := must[*projections.Models](b)(projections.Open(ctx, projections.Config{Dir: b.TempDir(), Log: d, Logger: zerolog.Nop()}))
	if err := models.WaitCaughtUp(ctx); err != nil {
		b.Fatal(err)
	}
	yardstick := must[*esdb.Client](b)(officialClient(d.Server))
	var counting, building time.Duration
	for b.Loop() {
		began := time.Now()
		if n := must[int](b)(count(ctx, yardstick)); n < manyEvents {
			b.Fatalf("counted %d", n)
		}
		counting += time.Since(began)
		began = time.Now()
		if err := models.Rebuild(ctx, "analytics", nil); err != nil {
			b.Fatal(err)
		}
		building += time.Since(began)
	}
	b.ReportMetric(float64(manyEvents)*float64(b.N)/counting.Seconds(), "counted/s")
	b.ReportMetric(float64(manyEvents)*float64(b.N)/building.Seconds(), "built/s")
	b.ReportMetric(counting.Seconds()/building.Seconds(), "ratio")
	b.ReportMetric(building.Seconds()/float64(b.N), "s/rebuild")
	if err := errors.Join(yardstick.Close(), models.Close(), d.Close()); err != nil {
		b.Fatal(err)
	}
	rebuild := exec.Command(program(b), "rebuild", "analytics", "--data", dir)
	if err := rebuild.Start(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(peakWhile(b, rebuild.Process.Pid, func() { _ = rebuild.Wait() }), "MiB-peak")
	if !rebuild.ProcessState.Success() {
		b.Fatal("candor rebuild failed")
	}
}

// officialClient is what any program would use to follow the node.
func officialClient(n *nodeserver.Server) (*esdb.Client, error) {
	config, err := esdb.ParseConnectionString(n.ConnectionString())
	if err != nil {
		return nil, err
	}
	config.RootCAs = x509.NewCertPool()
	config.RootCAs.AppendCertsFromPEM(n.CACertPEM())
	config.Logger = esdb.NoopLogging()
	return esdb.NewClient(config)
}

// count counts the page views of the log with a subscription of the official client.
func count(ctx context.Context, client *esdb.Client) (n int, err error) {
	sub, err := client.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: 500, CheckpointInterval: 1,
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{events.PageViewPrefix}}})
	if err != nil {
		return 0, err
	}
	defer sub.Close()
	for {
		switch e := sub.Recv(); {
		case e.EventAppeared != nil:
			n++
		case e.CaughtUp != nil:
			return n, nil
		case e.SubscriptionDropped != nil:
			return n, e.SubscriptionDropped.Error
		}
	}
}

// BenchmarkListOfManyReviews compares a page of 30 out of 20,000 stored reviews with one out of 1,000. Pages are asked for at ever new
// offsets, so that no answer is ready. (With more reviews, most of the time would be the search index's, which takes milliseconds for
// each.)
func BenchmarkListOfManyReviews(b *testing.B) {
	few, many := reviewsSite(b, 1_000), reviewsSite(b, 20_000)
	var took [2]time.Duration
	n := 0
	for b.Loop() {
		for i, s := range []*started{few, many} {
			began := time.Now()
			for range 100 {
				n++
				get(b, s.url+"/api/reviews?limit=30&offset="+strconv.Itoa(n*7%900))
			}
			took[i] += time.Since(began)
		}
	}
	b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "ratio")
	b.ReportMetric(float64(took[1].Microseconds())/100/float64(b.N), "µs/list")
}

func get(b *testing.B, url string) {
	b.Helper()
	answer, err := http.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	var items []json.RawMessage
	if err := json.NewDecoder(answer.Body).Decode(&items); err != nil || len(items) != 30 {
		b.Fatalf("%s: %d items, %v", url, len(items), err)
	}
}

// reviewsSite serves n published reviews of 5 KB.
func reviewsSite(b *testing.B, n int) *started {
	b.Helper()
	dir := b.TempDir()
	ctx := context.Background()
	d := must[*openlog.Handle](b)(openlog.Open("", datadir.Folder(dir), zerolog.Nop()))
	numbers := make(chan int)
	var writers sync.WaitGroup
	for range 64 {
		writers.Go(func() {
			for i := range numbers {
				id := events.ReviewID(i)
				at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Second)
				ps, err := events.Chain("", events.Envelope{Event: events.ReviewCreated{ReviewID: id, At: at, ReviewContent: events.ReviewContent{
					ProductName: "Slate", ProductBrand: "Tarnholt " + strconv.Itoa(i%50), CategoryID: events.CategoryID(i%4 + 1),
					Title:   "Review " + strconv.Itoa(i),
					Content: strings.Repeat("A sentence of this review. ", 170), Rating: 4.2, AuthorName: "Ada"}}},
					events.Envelope{Event: events.ReviewPublished{ReviewID: id, At: at}})
				if err == nil {
					_, err = d.Append(ctx, id.Stream(), events.NoStream, ps...)
				}
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	for i := range n {
		numbers <- i + 1
	}
	close(numbers)
	writers.Wait()
	if err := d.Close(); err != nil {
		b.Fatal(err)
	}
	s := start(b, dir)
	b.Cleanup(func() { s.stop(b) })
	return s
}
