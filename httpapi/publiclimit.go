// The limits of what anybody may write: contact messages and subscriptions, by address. All instances of a site count together what
// comes from those who write a lot.

package httpapi

import (
	"net/netip"

	"candor/commands"
	"candor/httpapi/client"
)

// bounded counts a public write against its address. After publicTold (10) of an address an instance tells the others, and looks
// at the log up to there; so it lets in at most that many more than the limit. While the log is away it counts by itself.
func (x *exchange) bounded(l *limiter[netip.Addr], name string) error {
	from, now := commands.Network(x.clientAddr()), x.Clock()
	subject, err := x.Commands.LimitSubject(x.request.Context(), from)
	if err != nil {
		subject = ""
	}
	turn := &x.publicTurns[client.Hash(from)%uint64(len(x.publicTurns))]
	turn.Lock() // nobody from there is let in while the others are told
	defer turn.Unlock()
	var others []use
	if subject != "" {
		for _, c := range x.Models.Access.LimitCalls(name, subject, now.Add(-publicSpan)) {
			if !x.Commands.OwnUse(c.ID) {
				others = append(others, use{c.At, c.Cost})
			}
		}
	}
	if a := l.take(now, from, 1, others...); !a.ok {
		return x.limitedTo(name, "Too many requests from this address. Please try again in a minute.", a.wait)
	}
	if subject == "" {
		return nil
	}
	if calls := l.owe(from, publicTold); calls > 0 {
		if told, err := x.Commands.TellLimit(x.request.Context(), name, subject, calls); err == nil {
			x.passed(told.Position, x.Models.Access)
		}
	}
	return nil
}
