package rpc

// Passwords that were guessed wrong: how many a network may try, and what the log is told of them.

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	maxGuesses  = 10 // wrong passwords that a network may try in any guessSpan
	guessSpan   = time.Second
	reportEvery = 10 * time.Second // how often the log is told of networks that go on guessing
	maxReported = 20               // networks that are named then, those with the most guesses
	maxSuspects = 1024             // networks that are remembered to be named
)

// GuessReport tells what has come from a network since the last report.
type GuessReport struct {
	Network netip.Prefix // the zero Prefix stands for all networks that are too many to be named
	Guesses int          // passwords that were wrong, or were not looked at because others had been
	Refused int          // of these, passwords that were not looked at
}

// Guesses counts wrong passwords by network: /24 of IPv4, /48 of IPv6. It is safe for concurrent use.
type Guesses struct {
	clock  func() time.Time
	report func(GuessReport) // is not called twice at a time

	mu       sync.Mutex
	wrong    map[netip.Prefix][]time.Time // in the last guessSpan, oldest first
	suspects map[netip.Prefix]*suspect
	others   GuessReport // of networks beyond maxSuspects
	named    int         // reports that did not wait for the timer, since it ran last
	timer    *time.Timer // nil: there is nothing to report
	swept    time.Time
	closed   bool
}

// suspect is a network whose guesses are to be reported.
type suspect struct {
	GuessReport
	named bool // it was reported already, and goes on
}

// NewGuesses returns a count that begins with nothing. report is called as soon as a network has used up what it may try, and then at
// most every reportEvery for each.
func NewGuesses(clock func() time.Time, report func(GuessReport)) *Guesses {
	return &Guesses{clock: clock, report: report, wrong: map[netip.Prefix][]time.Time{}, suspects: map[netip.Prefix]*suspect{}}
}

// try has right called to compare a password, unless the address's network has tried too many wrong ones. It holds others up meanwhile, so
// that none slips past while the last one allowed is compared.
func (g *Guesses) try(from netip.Addr, right func() bool) (allowed bool) {
	network := networkOf(from)
	now := g.clock()
	g.mu.Lock()
	defer g.mu.Unlock()
	// A clock that goes back must not lock anybody out: what is ahead of it counts as gone.
	recent := slices.DeleteFunc(g.wrong[network], func(at time.Time) bool { return now.Sub(at) >= guessSpan || at.After(now) })
	allowed = len(recent) < maxGuesses
	if allowed && right() {
		g.keep(network, recent)
		return true
	}
	if allowed {
		recent = append(recent, now)
	}
	g.keep(network, recent)
	g.sweep(now)
	g.count(network, allowed)
	return allowed
}

func (g *Guesses) keep(network netip.Prefix, recent []time.Time) {
	if len(recent) == 0 {
		delete(g.wrong, network)
		return
	}
	g.wrong[network] = recent
}

// sweep forgets networks whose guesses are over, once in a guessSpan.
func (g *Guesses) sweep(now time.Time) {
	if now.Sub(g.swept) < guessSpan && !g.swept.After(now) {
		return
	}
	g.swept = now
	for network, recent := range g.wrong {
		if last := recent[len(recent)-1]; now.Sub(last) >= guessSpan || last.After(now) {
			delete(g.wrong, network)
		}
	}
}

// count notes a guess for the next report, and reports a network that has used up what it may try.
func (g *Guesses) count(network netip.Prefix, looked bool) {
	if g.timer == nil && !g.closed {
		g.timer = time.AfterFunc(reportEvery, g.due)
	}
	s := g.suspects[network]
	if s == nil && len(g.suspects) >= maxSuspects {
		g.others.Guesses++
		if !looked {
			g.others.Refused++
		}
		return
	}
	if s == nil {
		s = &suspect{GuessReport: GuessReport{Network: network}}
		g.suspects[network] = s
	}
	s.Guesses++
	if looked {
		return
	}
	s.Refused++
	if !s.named && g.named < maxReported {
		s.named = true
		g.named++
		g.report(s.GuessReport)
		s.Guesses, s.Refused = 0, 0
	}
}

// due reports what has come since the last time, and goes on while there is something.
func (g *Guesses) due() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.flush()
	g.timer = nil
	if len(g.suspects) > 0 && !g.closed {
		g.timer = time.AfterFunc(reportEvery, g.due)
	}
}

// flush reports all that was not reported, and forgets networks that have stopped. The mutex is held.
func (g *Guesses) flush() {
	var reports []GuessReport
	for network, s := range g.suspects {
		if s.Guesses == 0 {
			delete(g.suspects, network)
			continue
		}
		reports = append(reports, s.GuessReport)
		s.Guesses, s.Refused = 0, 0
	}
	slices.SortFunc(reports, func(a, b GuessReport) int {
		return cmp.Or(cmp.Compare(b.Guesses, a.Guesses), a.Network.Addr().Compare(b.Network.Addr()))
	})
	for i, r := range reports {
		if i < maxReported {
			g.report(r)
			continue
		}
		g.others.Guesses += r.Guesses
		g.others.Refused += r.Refused
	}
	if g.others.Guesses > 0 {
		g.report(g.others)
	}
	g.others, g.named = GuessReport{}, 0
}

// Close reports what was not reported yet.
func (g *Guesses) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	if g.timer != nil {
		g.timer.Stop()
	}
	g.flush()
}

// networkOf is what guesses are counted for; the zero Prefix is everybody's whose address is unknown.
func networkOf(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap().WithZone("")
	bits := 24
	if addr.Is6() {
		bits = 48
	}
	network, _ := addr.Prefix(bits) // fails for the zero Addr alone
	return network
}
