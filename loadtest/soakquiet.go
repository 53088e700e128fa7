// Quiet points of a soak: the load pauses, everybody catches up, and the figures are taken that must not grow.

package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// quiet is how everything was at one of them.
type quiet struct {
	after  string
	at     time.Time
	events int // page views acknowledged so far
	vitals map[string]vitals
	since  map[string]time.Time // start of the process
	files  map[string][]string
	bytes  map[string]int64
}

// Growth that is none: what a process that has done more keeps at the ready, within bounds of its own.
const (
	moreGoroutines = 12
	moreFDs        = 12
	moreRSSAnon    = 24.0 // MiB, besides cached answers, whose caches have bounds of their own
	moreUnsettled  = 96.0 // MiB, with engines at the ready
)

// cachedCost is how many bytes a byte of a cached answer takes. Go collects garbage when there is half as much of it as of live memory
// (cmd/candor/memory.go).
const cachedCost = 1.5

// Growth counts if it lasts: a server renders pages ahead up to a minute or two after the last change, and keeps its engines for another
// minute.
const (
	lastingGrowth = 4 * time.Minute
	growthPause   = 20 * time.Second
)

// quiet pauses the load, waits until all processes are idle and for the settling time after that, and notes the figures.
func (s *soak) quiet(ctx context.Context, after string) error {
	s.pause()
	defer s.resume()
	for _, p := range s.instances {
		if err := p.awaitReady(ctx); err != nil {
			return err
		}
	}
	for _, p := range s.all() { // what was asked for before the pause is rendered still, and applied
		p.settle(ctx)
	}
	if err := s.sleep(ctx, s.settle); err != nil {
		return err
	}
	q, err := s.figures(after)
	for end := time.Now().Add(lastingGrowth); err == nil && len(s.grown(q)) > 0 && time.Now().Before(end); {
		if err = s.sleep(ctx, growthPause); err == nil {
			q, err = s.figures(after)
		}
	}
	if err != nil {
		return err
	}
	fmt.Println(q)
	for _, what := range s.grown(q) {
		s.fault("%s", what)
	}
	s.quiets = append(s.quiets, q)
	return nil
}

// figures are those of now.
func (s *soak) figures(after string) (quiet, error) {
	q := quiet{after: after, at: time.Now(), vitals: map[string]vitals{}, since: map[string]time.Time{},
		files: map[string][]string{}, bytes: map[string]int64{}}
	s.mu.Lock()
	_, q.events = counts(s.views)
	s.mu.Unlock()
	for _, p := range s.all() {
		pid, since := p.running()
		v, err := vitalsOf(pid, p.url)
		for range 5 { // the least of a few: a collection of garbage may be due
			time.Sleep(300 * time.Millisecond)
			again, failed := vitalsOf(pid, p.url)
			if failed == nil && again.Goroutines <= v.Goroutines {
				v = again
			}
		}
		if err != nil {
			return q, fmt.Errorf("the figures of %s: %w", p.name, err)
		}
		q.vitals[p.name], q.since[p.name] = v, since
		if q.files[p.name], q.bytes[p.name], err = filesIn(s.line.folder(p.name)); err != nil {
			return q, err
		}
		q.files[p.name] = slices.DeleteFunc(q.files[p.name], ofCopies.MatchString)
	}
	return q, nil
}

// ofCopies matches the smaller copies of pictures, and the marks of those that are worked on or have failed. Under load they are made
// later, a process that is killed leaves its mark until the next try, and one that is killed over a picture again and again gives that
// picture up.
var ofCopies = regexp.MustCompile(`^/renditions/v\d+/(tried/[0-9a-f]{64}|[0-9a-f]{2}/[0-9a-f]{64}/(\d+|failed))$`)

// grown returns what is more now than at the last quiet point: a process that lived through all that lies between must hold no more, and no
// folder may gather files.
func (s *soak) grown(now quiet) (all []string) {
	if len(s.quiets) == 0 {
		return nil
	}
	before := s.quiets[len(s.quiets)-1]
	more := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for name, v := range now.vitals {
		if !now.since[name].Equal(before.since[name]) {
			continue
		}
		b := before.vitals[name]
		if v.Goroutines > b.Goroutines+moreGoroutines {
			more("%s: %d goroutines after %s, %d before", name, v.Goroutines, now.after, b.Goroutines)
		}
		if v.FDs > b.FDs+moreFDs {
			more("%s: %d descriptors after %s, %d before", name, v.FDs, now.after, b.FDs)
		}
		allowed := moreRSSAnon
		if s.settle < settleTime {
			allowed = moreUnsettled
		}
		if v.RSSAnon-cachedCost*v.Cached > b.RSSAnon-cachedCost*b.Cached+allowed {
			more("%s: %.0f MiB after %s, %.0f before, of answers %.0f and %.0f", name, v.RSSAnon, now.after, b.RSSAnon, v.Cached, b.Cached)
		}
	}
	for name, files := range now.files {
		if len(files) > len(before.files[name]) {
			more("%s: %d files after %s, %d before: %s", name, len(files), now.after, len(before.files[name]), strings.Join(files, " "))
		}
	}
	return all
}

func (q quiet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, after %s: %d page views acknowledged\n", q.at.Format(time.TimeOnly), q.after, q.events)
	for _, name := range []string{"node", "a", "b"} {
		v := q.vitals[name]
		fmt.Fprintf(&b, "  %-4s up %6s, RssAnon %5.1f MiB, heap %5.1f MiB, answers %4.1f MiB, %4d goroutines, %3d descriptors, %2d threads, %d files, %.1f MiB on disk\n", name,
			q.at.Sub(q.since[name]).Round(time.Second), v.RSSAnon, v.Heap, v.Cached, v.Goroutines, v.FDs, v.Threads, len(q.files[name]),
			float64(q.bytes[name])/(1<<20))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
