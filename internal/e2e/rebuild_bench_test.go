package e2e

import (
	"io"
	"net/http"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkReadsBesideRebuild compares the latency of reads while the server rebuilds analytics from a million page views with
// that of the same reads alone. Reads come at a steady rate; each counts from the moment when it was due.
func BenchmarkReadsBesideRebuild(b *testing.B) {
	const alonePhase = 10 * time.Second
	dir := must[string](b)(bigLog())
	s := start(b, dir)
	defer s.stop(b)
	pacedReads(b, s.url, time.After(time.Second)) // warm up
	var alone, beside []time.Duration
	var rebuilding time.Duration
	for b.Loop() {
		alone = append(alone, pacedReads(b, s.url, time.After(alonePhase))...)
		ended := make(chan time.Time)
		go func() {
			defer close(ended)
			began := time.Now()
			if out, err := exec.Command(program(b), "rebuild", "analytics", "--data", dir).CombinedOutput(); err != nil {
				b.Errorf("%v: %s", err, out)
			}
			rebuilding += time.Since(began)
		}()
		beside = append(beside, pacedReads(b, s.url, ended)...)
	}
	p99 := func(all []time.Duration) time.Duration {
		slices.Sort(all)
		return all[len(all)*99/100]
	}
	b.ReportMetric(float64(p99(alone).Microseconds()), "p99-µs-alone")
	b.ReportMetric(float64(p99(beside).Microseconds()), "p99-µs-beside")
	b.ReportMetric(p99(beside).Seconds()/p99(alone).Seconds(), "p99-ratio")
	b.ReportMetric(rebuilding.Seconds()/float64(b.N), "s/rebuild")
}

// pacedReads requests the list of reviews at a steady rate until end, and returns how long each request took.
func pacedReads(b *testing.B, url string, end <-chan time.Time) []time.Duration {
	b.Helper()
	const interval = 5 * time.Millisecond
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	var (
		mu       sync.Mutex
		took     []time.Duration
		requests sync.WaitGroup
	)
	for due := time.Now(); ; due = due.Add(interval) {
		select {
		case <-end:
			requests.Wait()
			return took
		case <-time.After(time.Until(due)):
		}
		requests.Go(func() {
			answer, err := client.Get(url + "/api/reviews?limit=30")
			if err != nil {
				b.Error(err)
				return
			}
			defer answer.Body.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
				b.Errorf("status %d, %v", answer.StatusCode, err)
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, time.Since(due))
		})
	}
}
