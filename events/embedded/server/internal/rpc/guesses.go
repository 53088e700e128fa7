package rpc

// Passwords that were guessed wrong: how many a network may try.

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	maxGuesses = 10 // wrong passwords that a network may try in guessSpan
	guessSpan  = time.Second
	// reportEvery is the average time between two lines of log about guesses, of which maxReports may come at once.
	reportEvery = 10 * time.Second
	maxReports  = 20
)

// Guesses limits wrong passwords by network: /24 of IPv4, /48 of IPv6. It is safe for concurrent use.
type Guesses struct {
	clock  func() time.Time
	report func(network netip.Prefix, guesses int)

	mu      sync.Mutex
	limits  map[netip.Prefix]*rate.Limiter // of networks that have guessed in the last guessSpan
	swept   time.Time
	reports *rate.Limiter
	untold  int
}

// NewGuesses returns a limit that nobody has used. report is told of a guess and of how many there were since it was called last.
func NewGuesses(clock func() time.Time, report func(network netip.Prefix, guesses int)) *Guesses {
	return &Guesses{clock: clock, report: report, limits: map[netip.Prefix]*rate.Limiter{},
		reports: rate.NewLimiter(rate.Every(reportEvery), maxReports)}
}

// try has right called to compare a password, unless the address's network has tried too many wrong ones. It holds others up meanwhile, so
// that none slips past while the last one allowed is compared.
func (g *Guesses) try(from netip.Addr, right func() bool) (allowed bool) {
	network := networkOf(from)
	now := g.clock()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sweep(now)
	limit := g.limits[network]
	allowed = limit == nil || limit.TokensAt(now) >= 1
	if allowed && right() {
		return true
	}
	if limit == nil {
		limit = rate.NewLimiter(rate.Every(guessSpan/maxGuesses), maxGuesses)
		g.limits[network] = limit
	}
	limit.AllowN(now, 1)
	if g.untold++; g.reports.AllowN(now, 1) {
		g.report(network, g.untold)
		g.untold = 0
	}
	return allowed
}

// sweep forgets networks that may try as many as any, once in a guessSpan, and all when the clock has gone back: guesses of a time to come
// would shut them out until then.
func (g *Guesses) sweep(now time.Time) {
	if since := now.Sub(g.swept); since < 0 {
		clear(g.limits)
	} else if since < guessSpan {
		return
	}
	g.swept = now
	maps.DeleteFunc(g.limits, func(_ netip.Prefix, l *rate.Limiter) bool { return l.TokensAt(now) >= maxGuesses })
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
