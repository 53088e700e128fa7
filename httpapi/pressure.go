// Pressure: how much more is asked than the process gets done, and who is turned away for it.
//
// What is late when processors are short are goroutines that could run. The Go runtime measures how long they wait; times the rate
// of requests that is how many wait (Little's law). While many do, and for long, a level rises, and the level says which share of
// which class of requests is refused at once: page views first, then what would have to be made (pages, lists), at last what is
// ready. When they don't, it falls faster than it rose. Nothing has to run for it: requests measure.

package httpapi

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// class is what a request is to the server when it can't do everything.
type class uint8

const (
	classNeeded class = iota // never refused: health, the admin, bots, writes
	classViews               // page views: browsers keep them and send them again
	classMade                // public reads that are not ready: a page to render, a list to put together
	classReady               // public reads that are
	classes
)

var classNames = [classes]string{"needed", "views", "made", "ready"}

const (
	pressureSpan   = 20 * time.Millisecond // between two measurements, at least
	longestWait    = 5 * time.Millisecond  // of one goroutine in ten: more is pressure (of threads' waits, which are in the kernel, nothing is seen),
	mostInLine     = 16                    // if so many requests wait; a few that wait on a crowded machine would gain nothing
	fullShare      = 1000                  // of a class: all of its requests
	pressureRise   = 40                    // a span, when waits are just too long; up to four times as much when they are longer
	pressureFall   = 100                   // a span
	highestLevel   = uint32(classes-1) * fullShare
	pressureSilent = 10 * time.Second // between two lines of log
)

// pressure is the level. It is safe for concurrent use.
type pressure struct {
	wait    func() time.Duration // nil: there is none
	level   atomic.Uint32        // thousandths of a class
	came    atomic.Int64         // requests since the last measurement
	next    atomic.Int64         // when the next is due, in nanoseconds since began
	began   time.Time
	warn    func(wait time.Duration, waiting float64)
	warned  time.Time
	last    time.Time
	measure sync.Mutex
}

func newPressure(wait func() time.Duration, warn func(wait time.Duration, waiting float64)) *pressure {
	now := time.Now()
	return &pressure{wait: wait, warn: warn, began: now, last: now}
}

// note counts a request and measures when it is time.
func (p *pressure) note(now time.Time) {
	if p.wait == nil {
		return
	}
	p.came.Add(1)
	if now.Sub(p.began).Nanoseconds() < p.next.Load() || !p.measure.TryLock() {
		return
	}
	defer p.measure.Unlock()
	span := now.Sub(p.last)
	if span < pressureSpan {
		return
	}
	p.last = now
	p.next.Store((now.Sub(p.began) + pressureSpan).Nanoseconds())
	wait := p.wait()
	waiting := float64(p.came.Swap(0)) / span.Seconds() * wait.Seconds()
	level := p.level.Load()
	if wait <= longestWait || waiting < mostInLine {
		fall := min(int64(level), int64(span/pressureSpan)*pressureFall)
		p.level.Store(level - uint32(fall))
		return
	}
	p.level.Store(min(highestLevel, level+uint32(min(4, float64(wait)/float64(longestWait))*pressureRise)))
	if now.Sub(p.warned) > pressureSilent {
		p.warned = now
		p.warn(wait, waiting)
	}
}

// refuses reports whether a request of a class is to be refused: by lot, in the share that the level says.
func (p *pressure) refuses(c class) bool {
	level := p.level.Load()
	if level == 0 || c == classNeeded {
		return false
	}
	share := int64(level) - int64(c-1)*fullShare
	return share > 0 && rand.Int64N(fullShare) < share
}
