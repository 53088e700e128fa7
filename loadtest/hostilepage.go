// Hostile inputs beside readers: how long a cached page takes, in turns without and with them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	pageReaders   = 32
	pagePause     = 100 * time.Millisecond // between two reads of one of them, on average
	hostileTurn   = 15 * time.Second
	hostileFactor = 3.0 // the p99 with hostile inputs, to that without, is below
	cachedPage    = "/reviews/1"
)

// hostile reads a cached page in turns without and with hostile inputs, of which one is sent every second. Its error says if a reader got
// no page, if the server gave an answer that it shouldn't, or if pages took too long.
func (l *load) hostile(ctx context.Context) error {
	turns := max(1, int(l.For/(2*hostileTurn)))
	turn := l.For / time.Duration(2*turns)
	a := newAttacker(l.keys[0], l.Inputs, l.server.url)
	for range a.inputs { // what each makes the first time, it makes before the figures are taken
		a.sendNext(ctx)
	}
	l.server.settle(ctx)
	if _, err := l.readPage(ctx, turn/2); err != nil { // rendered, and connections made
		return err
	}
	without, with := newHistogram(), newHistogram()
	var ratios []float64
	for range turns {
		calm, err := l.readPage(ctx, turn)
		if err != nil {
			return err
		}
		attacking, stop := context.WithCancel(ctx)
		var attack sync.WaitGroup
		attack.Go(func() { a.run(attacking) })
		hurt, err := l.readPage(ctx, turn)
		stop()
		attack.Wait()
		if err != nil {
			return err
		}
		without.Merge(calm)
		with.Merge(hurt)
		ratios = append(ratios, p99Of(hurt)/p99Of(calm))
	}
	slices.Sort(ratios)
	ratio := p99Of(with) / p99Of(without)
	fmt.Fprintf(l.out, "\n## A cached page beside hostile inputs\n\n%d readers, %d turns of %v each without and with one hostile input a second.\n\n| | pages | p50 ms | p99 ms | max ms |\n|---|---|---|---|---|\n", pageReaders, turns, turn)
	for i, h := range []*hdrhistogram.Histogram{without, with} {
		name := []string{"without", "with"}[i]
		fmt.Fprintf(l.out, "| %s | %d | %.2f | %.2f | %.2f |\n", name, h.TotalCount(), float64(h.ValueAtQuantile(50))/1000,
			p99Of(h)/1000, float64(h.Max())/1000)
	}
	fmt.Fprintf(l.out, "\nThe p99 with, to that without: %.2f (all turns), and %.2f (the median of the turns).\n\n",
		ratio, ratios[len(ratios)/2])
	for _, name := range slices.Sorted(maps.Keys(a.statuses)) {
		fmt.Fprintf(l.out, "- %s: %d\n", strings.TrimPrefix(name, "hostile "), a.statuses[name])
	}
	if ratio >= hostileFactor {
		return fmt.Errorf("with hostile inputs a cached page's p99 is %.2f times that without, %.0f or more", ratio, hostileFactor)
	}
	return a.verdict(false)
}

func p99Of(h *hdrhistogram.Histogram) float64 { return float64(max(1, h.ValueAtQuantile(99))) }

// readPage has readers read the cached page for a while, each at a pace that varies, and returns how long they took.
func (l *load) readPage(ctx context.Context, lasts time.Duration) (*hdrhistogram.Histogram, error) {
	ctx, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	client := &http.Client{Timeout: timeout, Transport: &http.Transport{MaxIdleConnsPerHost: pageReaders}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	all, failed := newHistogram(), []error(nil)
	var readers sync.WaitGroup
	for range pageReaders {
		readers.Go(func() {
			for due := time.Now().Add(rand.N(pagePause)); ; due = due.Add(pagePause/2 + rand.N(pagePause)) {
				if now := time.Now(); due.Before(now) { // the page before took longer than the pause, which counts once
					due = now
				}
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Until(due)):
				}
				err := readOnce(client, l.server.url+cachedPage)
				took := min(time.Since(due), longest)
				mu.Lock()
				_ = all.RecordValue(max(1, took.Microseconds()))
				if err != nil {
					failed = append(failed, err)
				}
				mu.Unlock()
			}
		})
	}
	readers.Wait()
	if len(failed) > 0 {
		return nil, fmt.Errorf("%d of %d readers got no page: %w", len(failed), all.TotalCount(),
			errors.Join(failed[:min(3, len(failed))]...))
	}
	return all, nil
}

// readOnce reads a page to its end; any status but 200 is an error.
func readOnce(client *http.Client, url string) error {
	got, err := client.Get(url)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if _, err := io.Copy(io.Discard, got.Body); err != nil {
		return err
	}
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", url, got.Status)
	}
	return nil
}
