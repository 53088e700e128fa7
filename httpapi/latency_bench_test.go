// How long readers wait while page views come in as fast as they can be made durable, beside how
// long they wait without them.

package httpapi_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkReadBesideViews reads one review at a steady pace (an open loop: requests are due at fixed times, and how long one took
// counts from when it was due) in short turns with and without page views at full speed (a closed loop of 32 connections, each
// view durable when it is answered). Turns are short, many, and alternate which of both comes first; p99-ratio is of all turns
// together, p99-ratio-median that of the turns one by one. The generators share the processors, and the collector, with the server.
func BenchmarkReadBesideViews(b *testing.B) {
	const (
		rate  = 500 // reads a second
		turn  = time.Second
		turns = 6                      // of each kind
		pause = 200 * time.Millisecond // for what a turn leaves behind
	)
	s := benchSite(b)
	ours := strings.TrimPrefix(s.url, "http://")
	read := []byte("GET /api/reviews/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n")
	track := fmt.Appendf(nil, "POST /api/track HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		len(view), view)
	load(b, ours, read, 200, 32, 2_000) // warm
	load(b, ours, track, 204, 32, 2_000)
	var alone, beside []time.Duration
	views := 0
	p99 := func(all []time.Duration) time.Duration {
		slices.Sort(all)
		return all[int(.99*float64(len(all)-1))]
	}
	var ratios []float64
	for b.Loop() {
		for n := range turns {
			var without, with []time.Duration
			quiet := func() {
				time.Sleep(pause)
				without = paced(b, ours, read, 200, rate, turn)
			}
			if n%2 == 0 {
				quiet()
			}
			stop := make(chan struct{})
			done := make(chan int, 1)
			go func() { done <- fullSpeed(b, ours, track, 204, 32, stop) }()
			time.Sleep(pause)
			with = paced(b, ours, read, 200, rate, turn)
			close(stop)
			views += <-done
			if n%2 == 1 {
				quiet()
			}
			ratios = append(ratios, p99(with).Seconds()/p99(without).Seconds())
			alone, beside = append(alone, without...), append(beside, with...)
		}
	}
	slices.Sort(ratios)
	slices.Sort(alone)
	slices.Sort(beside)
	at := func(all []time.Duration, share float64) time.Duration { return all[int(share*float64(len(all)-1))] }
	b.ReportMetric(float64(at(alone, .5).Microseconds()), "p50-µs-alone")
	b.ReportMetric(float64(at(alone, .99).Microseconds()), "p99-µs-alone")
	b.ReportMetric(float64(at(beside, .5).Microseconds()), "p50-µs-beside")
	b.ReportMetric(float64(at(beside, .99).Microseconds()), "p99-µs-beside")
	b.ReportMetric(at(beside, .99).Seconds()/at(alone, .99).Seconds(), "p99-ratio")
	b.ReportMetric(ratios[len(ratios)/2], "p99-ratio-median")
	b.ReportMetric(float64(views)/float64(b.N)/turns/(turn+pause).Seconds(), "views/s")
}

// paced sends request at a steady rate a second and returns how long each took from when it was due. Where a connection is
// still busy then, the request goes out late, and the wait counts.
func paced(tb testing.TB, address string, request []byte, status, rate int, lasting time.Duration) []time.Duration {
	tb.Helper()
	const connections = 8
	every := time.Second / time.Duration(rate)
	began := time.Now()
	return together(tb, connections, func(i int) (took []time.Duration, err error) {
		c, err := connect(address, status)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		for due := began.Add(time.Duration(i) * every); due.Sub(began) < lasting; due = due.Add(connections * every) {
			time.Sleep(time.Until(due))
			if err := c.ask(request); err != nil {
				return nil, err
			}
			took = append(took, time.Since(due))
		}
		return took, nil
	})
}

// fullSpeed sends request over the connections, each time as soon as the last answer is there, until stop is closed, and says
// how many were answered.
func fullSpeed(tb testing.TB, address string, request []byte, status, connections int, stop <-chan struct{}) int {
	tb.Helper()
	return len(together(tb, connections, func(int) (sent []struct{}, err error) {
		c, err := connect(address, status)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		for {
			select {
			case <-stop:
				return sent, nil
			default:
			}
			if err := c.ask(request); err != nil {
				return nil, err
			}
			sent = append(sent, struct{}{})
		}
	}))
}

// together runs one n times at once and returns what all found.
func together[T any](tb testing.TB, n int, one func(i int) ([]T, error)) []T {
	tb.Helper()
	var group sync.WaitGroup
	found, errs := make([][]T, n), make([]error, n)
	for i := range n {
		group.Go(func() { found[i], errs[i] = one(i) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		tb.Error(err)
	}
	return slices.Concat(found...)
}
