package e2e

import (
	"fmt"
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
	const (
		readers  = 8
		interval = 40 * time.Millisecond // between two requests of one reader
	)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readers}}
	defer client.CloseIdleConnections()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-end
	}()
	took := make([][]time.Duration, readers)
	began := time.Now()
	var reading sync.WaitGroup
	for i := range readers {
		reading.Go(func() {
			for due := began.Add(time.Duration(i) * interval / readers); ; due = due.Add(interval) {
				select {
				case <-ended:
					return
				case <-time.After(time.Until(due)):
				}
				if err := readAll(client, url+"/api/reviews?limit=30"); err != nil {
					b.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(due))
			}
		})
	}
	reading.Wait()
	return slices.Concat(took...)
}

// readAll reads a document to its end.
func readAll(client *http.Client, url string) error {
	answer, err := client.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}
