// The pace of page views: readers go before counters.
//
// A page view costs as much as several reads, and many come at once: a batch that is durable makes all who wait for it runnable
// in one moment, and a read that comes just then waits behind them. So while somebody reads, page views are let in a few at a time,
// on ticks of a millisecond (the least that a processor with nothing to do sleeps): between two ticks processors are free
// for whoever comes. Where there are none, as while garbage is collected, a page view that is let in late sees it, and all
// give way for a moment. While nobody reads they come as they like.

package httpapi

import (
	"runtime"
	"sync"
	"time"

	"candor/commands"
)

const (
	paceTick   = time.Millisecond
	backlogged = 2                      // page views of a backlog for a place: without a request each, they cost less
	longestRow = 250 * time.Millisecond // a page view that would have to wait longer is refused
	lateTurn   = 250 * time.Microsecond // a turn that comes later says that processors are wanted
	giveWay    = 4 * time.Millisecond   // for how long then
)

// pacePlaces is how many page views a tick lets in: three for two processors, which is 1,500 a second for each. (Reads' p99 beside page
// views as fast as they were let in, as a ratio of that without: 2.1 with eight, 1.4 with four, 1.1 to 1.2 with three.)
var pacePlaces = (3*runtime.NumCPU() + 1) / 2

// pace says when page views go on. It is safe for concurrent use.
type pace struct {
	*Readers

	mu    sync.Mutex
	tick  int64         // that the next page view goes on at
	taken int           // places of it
	held  time.Duration // until when all give way
}

// waitMore lets a request go on in which there are so many page views, of which one has waited.
func (p *pace) waitMore(views int) error {
	if places := views / backlogged; places > 1 {
		return p.wait(places)
	}
	return nil
}

// wait lets a request go on that takes so many places, when it is its turn. Its error is Unavailable: too many are before it.
func (p *pace) wait(places int) error {
	for again := range 2 {
		now := time.Since(p.began)
		turn, err := p.turn(now, places)
		if again == 0 && err != nil {
			return err
		}
		if turn <= 0 {
			return nil
		}
		time.Sleep(turn)
		if !p.givesWay(now+turn, time.Since(p.began)) {
			return nil
		}
	}
	return nil // it has given way once
}

// givesWay says whether a page view takes another turn whose turn was due and has come now, both counted from began.
func (p *pace) givesWay(due, now time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now-due > lateTurn && p.held < now {
		p.held = now + giveWay
	}
	return p.held > now
}

// turn says how long a request that comes now, counted from began, has to wait. Those behind it wait for all of its places.
func (p *pace) turn(now time.Duration, places int) (time.Duration, error) {
	if !p.here(now) {
		return 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	tick := int64(max(now, p.held) / paceTick)
	switch {
	case p.tick < tick:
		p.tick, p.taken = tick, 0
	case time.Duration(p.tick)*paceTick-now > longestRow:
		return 0, &commands.Error{Kind: commands.Unavailable, Message: "Too many page views at once. Please try again.", RetryAfter: time.Second}
	}
	wait := time.Duration(p.tick)*paceTick - now
	p.taken += places
	p.tick, p.taken = p.tick+int64(p.taken/pacePlaces), p.taken%pacePlaces
	return wait, nil
}
