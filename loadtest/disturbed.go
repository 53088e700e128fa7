// Disturbed: reads at a steady rate, far below what the server can do, in turns without and with something that goes on beside them.
// Turns alternate, so that what else the machine does, and what the server has learned, is in both.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	disturbedTurns = 3
	floodBatch     = 100 // page views in one request while a million come in
	floodLines     = 4   // connections they come over
	floodInterval  = 25 * time.Millisecond
)

// disturbance is what goes on beside reads, once.
type disturbance func(ctx context.Context) error

// disturbed measures reads of the API in turns, and writes the table. prepare makes what each turn's disturbance needs, before the turn, so
// that the reads have the processors to themselves. Only the API is read: a page that is asked for the first time is rendered, which keeps
// a processor busy whether or not there is a disturbance.
func (l *load) disturbed(ctx context.Context, g *generator, title, name string, prepare func() disturbance) error {
	reads := newGenerator(g.only(apiReads...), l.address)
	l.server.settle(ctx)
	// the first turn would have all new connections, and what earlier stages left to do
	reads.run(ctx, "warm-up", l.Reads, l.Stage/2, l.server)
	l.server.settle(ctx)
	var without, with []*result
	for range disturbedTurns {
		disturb := prepare()
		without = append(without, l.stage(ctx, reads, "without", l.Reads))
		over, failed := make(chan struct{}), make(chan error, 1)
		go func() {
			defer close(over)
			failed <- disturb(ctx)
		}()
		r := reads.until(ctx, over, name, l.Reads, l.server)
		fmt.Fprintln(os.Stderr, r)
		with = append(with, r)
		if err := <-failed; err != nil {
			return err
		}
		l.server.settle(ctx)
	}
	alone, beside := together("without", without), together(name, with)
	err := l.table(title, append(append(without, with...), alone, beside))
	_, failed := fmt.Fprintf(l.out, "\nReads' p99 with, to that without: %.2f (all turns), and turn by turn %s.\n",
		ratio(beside, alone), ratios(with, without))
	return errors.Join(err, failed)
}

// ratio compares the 99th percentiles of the API's reads.
func ratio(a, b *result) float64 {
	p99 := func(r *result) float64 { return float64(r.sum(apiReads...).latency.ValueAtQuantile(99)) }
	return p99(a) / max(1, p99(b))
}

func ratios(a, b []*result) string {
	var all []string
	for i := range a {
		all = append(all, fmt.Sprintf("%.2f", ratio(a[i], b[i])))
	}
	return strings.Join(all, ", ")
}

// together is several turns as one.
func together(name string, turns []*result) *result {
	t := &result{name: name + ", all turns", groups: map[string]*group{}, late: newHistogram()}
	for _, name := range groupNames {
		t.groups[name] = &group{latency: newHistogram(), refusal: newHistogram(), statuses: map[int]int{}}
	}
	for _, r := range turns {
		for name, g := range t.groups {
			g.merge(r.groups[name])
		}
		t.rate = r.rate
		t.late.Merge(r.late)
		t.lasted += r.lasted
		t.offered += r.offered
		t.own += r.own
		t.last.CPU += r.last.CPU - r.first.CPU
		t.watched += r.watched
		t.peak.most(r.peak)
	}
	return t
}

// spin measures reads while a program that has nothing to do with Candor keeps a processor busy, at the lowest priority. What reads lose by
// that is the system's doing.
func (l *load) spin(ctx context.Context, g *generator, _ int) error {
	disturb := func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, l.Stage)
		defer cancel()
		// More than the lowest: this program itself may have a high priority, which nice counts from.
		err := exec.CommandContext(ctx, "nice", "-n", "39", "sh", "-c", "while :; do :; done").Run()
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("the busy loop has ended: %w", err)
	}
	return l.disturbed(ctx, g, "Reads while another program computes at the lowest priority", "beside a busy loop",
		func() disturbance { return disturb })
}

// rebuild measures reads while a read model is built anew, from the rebuild's beginning to its end.
func (l *load) rebuild(ctx context.Context, g *generator, views int) error {
	disturb := func(ctx context.Context) error {
		began := time.Now()
		_, err := l.line.candor(ctx, "--data", l.folder, "rebuild", "analytics")
		fmt.Fprintf(os.Stderr, "a rebuild took %v beside the reads\n", time.Since(began).Round(10*time.Millisecond))
		return err
	}
	return l.disturbed(ctx, g, "Reads while a read model is rebuilt",
		fmt.Sprintf("while analytics is rebuilt from %d page views", views), func() disturbance { return disturb })
}

// million measures reads while so many page views come in.
func (l *load) million(ctx context.Context, g *generator, views int) error {
	return l.disturbed(ctx, g, fmt.Sprintf("Reads while %d page views come in, in requests of %d", views, floodBatch),
		"while page views come in", func() disturbance {
			bodies := make([]string, views/disturbedTurns/floodBatch)
			for i := range bodies {
				bodies[i] = backlog(floodBatch)
			}
			return func(ctx context.Context) error { return l.flood(ctx, bodies) }
		})
}

// flood sends page views, floodBatch in each body, as fast as they are taken, with short pauses.
func (l *load) flood(ctx context.Context, bodies []string) error {
	var sent, refused atomic.Int64
	began := time.Now()
	var lines sync.WaitGroup
	failed := make(chan error, floodLines)
	for range floodLines {
		lines.Go(func() {
			c := newCaller(l.server.url)
			for n := sent.Add(1) - 1; ctx.Err() == nil && n < int64(len(bodies)); n = sent.Add(1) - 1 {
				c.address = randomAddress(oftenVisitors)
				for taken := false; !taken && ctx.Err() == nil; {
					var err error
					if taken, err = c.sendBacklog(bodies[n]); err != nil {
						failed <- err
						return
					}
					if !taken {
						refused.Add(1)
						time.Sleep(time.Second)
					}
				}
				time.Sleep(floodInterval)
			}
		})
	}
	lines.Wait()
	close(failed)
	views := len(bodies) * floodBatch
	fmt.Fprintf(os.Stderr, "%d page views came in at %.0f a second, %d requests refused\n", views,
		float64(views)/time.Since(began).Seconds(), refused.Load())
	return <-failed
}

// sendBacklog sends page views in one request; false: they are to come again.
func (c *caller) sendBacklog(body string) (taken bool, err error) {
	request, err := http.NewRequest(http.MethodPost, c.urls[0]+"/api/track", strings.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", c.address)
	got, err := c.http.Do(request)
	if err != nil {
		return false, err
	}
	defer got.Body.Close()
	_, err = io.Copy(io.Discard, got.Body)
	return got.StatusCode == http.StatusNoContent, err
}
