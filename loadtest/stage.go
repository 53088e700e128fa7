// A stage is a span of open-loop load: requests begin at moments chosen beforehand (a Poisson process), whether or not
// earlier ones have been answered, and each latency counts from the moment at which its request should have begun. So
// a server that stands still for a second shows in every request of that second (no coordinated omission).

package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"
)

const (
	maxConnections = 1000             // at most, to the server; a reader who finds none waits, and the wait counts
	timeout        = 5 * time.Second  // then a reader gives up: before the request is sent, or while it is answered
	longest        = 60 * time.Second // that a histogram tells

	lookPause   = 500 * time.Millisecond  // between two looks at the server's process
	scrapePause = 2500 * time.Millisecond // and at its /metrics
)

// arrival is one request that somebody wants to make.
type arrival struct {
	at   time.Time // when it should begin
	kind *kind
}

// generator makes requests to one server. It is used for one stage after another.
type generator struct {
	*mix
	client *fasthttp.HostClient
}

func newGenerator(m *mix, address string) *generator {
	return &generator{mix: m, client: &fasthttp.HostClient{
		Addr: address, MaxConns: maxConnections, ReadTimeout: timeout, WriteTimeout: timeout, MaxIdleConnDuration: time.Minute,
		ReadBufferSize: 16 << 10, NoDefaultUserAgentHeader: true, MaxIdemponentCallAttempts: 1,
		RetryIfErr: func(*fasthttp.Request, int, error) (bool, bool) { return false, false },
	}}
}

// result is what a stage measured.
type result struct {
	name     string
	rate     float64 // asked for, a second
	lasted   time.Duration
	offered  int
	groups   map[string]*group
	late     *hdrhistogram.Histogram // how much later than wanted the generator handed requests out, µs
	crowded  int                     // requests that found no connection free
	own      time.Duration           // processor time of the generator
	first    vitals
	last     vitals
	watched  time.Duration // from first to last
	peak     vitals        // the most of each that was seen
	failures map[string]int
}

// group is the figures of requests of one group.
type group struct {
	mu                sync.Mutex
	latency           *hdrhistogram.Histogram // µs; of answers other than refusals
	refusal           *hdrhistogram.Histogram // µs; of 429 and 503
	statuses          map[int]int
	gaveUp            int
	withoutRetryAfter int // refusals without Retry-After
}

func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, longest.Microseconds(), 3) }

func (g *group) note(took time.Duration, status int, retryAfter bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	us := min(max(1, took.Microseconds()), longest.Microseconds())
	g.statuses[status]++
	switch status {
	case fasthttp.StatusServiceUnavailable, fasthttp.StatusTooManyRequests:
		_ = g.refusal.RecordValue(us)
		if !retryAfter {
			g.withoutRetryAfter++
		}
	default:
		_ = g.latency.RecordValue(us)
	}
}

// giveUp counts a reader who gave up; the timeout counts as a latency.
func (g *group) giveUp(took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gaveUp++
	_ = g.latency.RecordValue(min(took, longest).Microseconds())
}

// run loads the server at a rate, in requests a second, and watches how it does.
func (g *generator) run(ctx context.Context, name string, rate float64, lasts time.Duration, server *process) *result {
	over := make(chan struct{})
	defer time.AfterFunc(lasts, func() { close(over) }).Stop()
	return g.until(ctx, over, name, rate, server)
}

// until is run for as long as over is open.
func (g *generator) until(ctx context.Context, over <-chan struct{}, name string, rate float64, server *process) *result {
	r := &result{name: name, rate: rate, groups: map[string]*group{}, late: newHistogram(), failures: map[string]int{}}
	for _, name := range groupNames {
		r.groups[name] = &group{latency: newHistogram(), refusal: newHistogram(), statuses: map[int]int{}}
	}
	arrivals := make(chan arrival, int(rate*2*timeout.Seconds())+maxConnections) // more never wait: they give up
	var free atomic.Int64
	var crowded atomic.Int64
	var mu sync.Mutex // of failures
	var workers sync.WaitGroup
	for range maxConnections {
		workers.Go(func() {
			w := newRequester(g)
			free.Add(1)
			for a := range arrivals {
				if free.Add(-1) <= 0 {
					crowded.Add(1)
				}
				group := r.groups[a.kind.group]
				if waited := time.Since(a.at); waited > timeout {
					group.giveUp(waited)
				} else if status, retryAfter, err := w.do(a.kind); err != nil {
					group.giveUp(time.Since(a.at))
					mu.Lock()
					r.failures[err.Error()]++
					mu.Unlock()
				} else {
					group.note(time.Since(a.at), status, retryAfter)
				}
				free.Add(1)
			}
		})
	}
	watching, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { r.watch(watching, server) })
	cpu := ownCPU()
	began := time.Now()
	for next := began; !ended(over) && ctx.Err() == nil; r.offered++ {
		if wait := time.Until(next); wait > 0 {
			time.Sleep(wait)
		}
		_ = r.late.RecordValue(max(1, min(time.Since(next), longest).Microseconds()))
		arrivals <- arrival{next, g.pick()}
		next = next.Add(time.Duration(rand.ExpFloat64() / rate * float64(time.Second)))
	}
	r.lasted = time.Since(began)
	close(arrivals)
	workers.Wait()
	r.own = ownCPU() - cpu
	stop()
	watch.Wait()
	r.crowded = int(crowded.Load())
	return r
}

func ended(over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	default:
		return false
	}
}

// watch looks at the server a few times a second, and at its /metrics every now and then: these take both programs a processor for some
// milliseconds, and what takes one for a hundredth of the time decides about the 99th percentile.
func (r *result) watch(ctx context.Context, server *process) {
	pid, _ := server.running()
	var began, scraped time.Time
	look := func() {
		url := ""
		if time.Since(scraped) >= scrapePause {
			url, scraped = server.url, time.Now()
		}
		v, err := vitalsOf(pid, url)
		if err != nil && v.RSSAnon == 0 {
			return
		}
		if r.first.CPU == 0 {
			r.first, began = v, time.Now()
		}
		r.last, r.watched = v, time.Since(began)
		r.peak.most(v)
	}
	for look(); ; look() {
		select {
		case <-ctx.Done():
			scraped = time.Time{}
			look()
			return
		case <-time.After(lookPause):
		}
	}
}

// cores is how many processors the server kept busy while it was watched, which is until the last answer.
func (r *result) cores() float64 {
	return (r.last.CPU - r.first.CPU).Seconds() / max(r.watched.Seconds(), 0.001)
}

// sum puts groups together.
func (r *result) sum(names ...string) *group {
	s := &group{latency: newHistogram(), refusal: newHistogram(), statuses: map[int]int{}}
	for _, name := range names {
		s.merge(r.groups[name])
	}
	return s
}

// merge adds another group's figures.
func (g *group) merge(o *group) {
	g.latency.Merge(o.latency)
	g.refusal.Merge(o.refusal)
	g.gaveUp += o.gaveUp
	g.withoutRetryAfter += o.withoutRetryAfter
	for status, n := range o.statuses {
		g.statuses[status] += n
	}
}

// refused is how many were told to come again.
func (g *group) refused() int { return int(g.refusal.TotalCount()) }

// answered is how many got what they asked for, or were told rightly that they can't have it.
func (g *group) answered() int { return int(g.latency.TotalCount()) - g.gaveUp }

func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
