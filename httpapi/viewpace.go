// The pace of page views: readers go before counters.
//
// A page view costs as much as several reads, and many come at once: a batch that is durable makes all who wait for it runnable
// in one moment, and a read that comes just then waits behind them. So while somebody reads, page views are let in a few at a time,
// on ticks of a millisecond (the least that a processor with nothing to do sleeps): between two ticks processors are free
// for whoever comes. While nobody reads they come as they like.

package httpapi

import (
	"runtime"
	"sync"
	"time"

	"candor/commands"
)

const (
	paceTick   = time.Millisecond
	pacePlaces = 4                      // page views a tick and processor
	longestRow = 250 * time.Millisecond // a page view that would have to wait longer is refused
)

// pace says when page views go on. It is safe for concurrent use.
type pace struct {
	*Readers

	mu    sync.Mutex
	tick  int64 // that the next page view goes on at
	taken int   // places of it
}

// wait lets a page view go on when it is its turn. Its error is Unavailable: too many are before it.
func (p *pace) wait() error {
	turn, err := p.turn(time.Since(p.began))
	if turn > 0 {
		time.Sleep(turn)
	}
	return err
}

// turn says how long a page view that comes now, counted from began, has to wait.
func (p *pace) turn(now time.Duration) (time.Duration, error) {
	if !p.here(now) {
		return 0, nil
	}
	tick := int64(now / paceTick)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.tick < tick:
		p.tick, p.taken = tick, 0
	case time.Duration(p.tick)*paceTick-now > longestRow:
		return 0, &commands.Error{Kind: commands.Unavailable, Message: "Too many page views at once. Please try again.", RetryAfter: time.Second}
	case p.taken == pacePlaces*runtime.NumCPU():
		p.tick, p.taken = p.tick+1, 0
	}
	p.taken++
	return time.Duration(p.tick)*paceTick - now, nil
}
