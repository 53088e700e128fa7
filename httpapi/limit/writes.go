// The limit of what anybody may write: contact messages and subscriptions, by address.

package limit

import (
	"context"
	"net/netip"
	"time"

	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
	"candor/projections/access"
)

const (
	publicWrites = 30 // messages, and subscriptions, that an address has in any publicSpan
	publicSpan   = time.Minute

	maxUnreportedWrites = 10 // writes of an address that an instance admits before it notifies the others
)

// Writes counts public writes of one kind by network. All instances of a site count together what comes from networks that write a lot:
// after 10 writes of one an instance notifies the others and reads the log up to there, so that it admits at most that many more than the
// limit. While the log is away each counts by itself.
type Writes struct {
	name     string
	commands *rooms.Handlers
	access   *access.Reader
	limiter  *Limiter[netip.Addr]
	locks    locks
}

// NewWrites returns counts that begin with what the log says of the limit with that name.
func NewWrites(name string, h *rooms.Handlers, uses *access.Reader) *Writes {
	return &Writes{name: name, commands: h, access: uses, limiter: New[netip.Addr](publicWrites, publicSpan), locks: newLocks()}
}

// Name returns the limit's name.
func (w *Writes) Name() string { return w.name }

// Take counts a write from an address. shown waits until the read model of access shows a position, and reports whether it does.
func (w *Writes) Take(ctx context.Context, now time.Time, addr netip.Addr, shown func(events.Position) bool) Allowance {
	from := traffic.Network(addr)
	subject, err := w.commands.Access.LimitSubject(ctx, from)
	if err != nil {
		subject = ""
	}
	unlock, err := lockOf(ctx, &w.locks, from) // nothing from there is admitted while the others are being notified
	if err != nil {
		return Allowance{Wait: time.Second}
	}
	defer unlock()
	var others []Use
	if subject != "" {
		for _, c := range w.access.LimitCalls(w.name, subject, now.Add(-publicSpan)) {
			if !w.commands.Access.OwnUse(c.ID) {
				others = append(others, Use{c.At, c.Cost})
			}
		}
	}
	a := w.limiter.Take(now, from, 1, others...)
	if !a.OK || subject == "" {
		return a
	}
	if writes := w.limiter.Report(from, maxUnreportedWrites); writes > 0 {
		if recorded, err := w.commands.Access.TellLimit(ctx, w.name, subject, writes); err == nil {
			shown(recorded.Position)
		}
	}
	return a
}
