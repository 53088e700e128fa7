// Positions: reading one's own writes, whichever instance answers.
//
// An answer to a write tells where in the log it stands, in Candor-Position, and to the admin's browser in a cookie, too. A request that
// brings such a position is answered once this instance's read models show it. So a client behind a load balancer writes at one instance
// and reads at another as if there were one. Answers stay as they are, and as cacheable as they are: a position changes when a request is
// answered, not with what.
//
// A position counts only where it comes with a valid session or key, and only as far as the log goes. One beyond the log's head is of
// another log, as a cookie is that a browser has from before a backup was restored, and is ignored.

package httpapi

import (
	"context"
	"strconv"
	"time"

	"candor/events"
)

const (
	positionHeader = "Candor-Position"

	positionUse   = time.Minute     // how long a browser sends it back: any instance has passed it by then, or is at fault
	PositionWait  = 2 * time.Second // for the read models; an instance that lags longer answers what it has
	positionWaits = 64              // requests that wait at a time
)

// Settled tells the client where a write stands and waits for the read models, as passed does.
func (c *Call) Settled(p events.Position, models ...ReadModel) bool {
	c.SetPosition(p)
	return c.Passed(p, models...)
}

// SetPosition says to the admin and to bots which position shows what they did.
func (c *Call) SetPosition(p events.Position) {
	if p == 0 || c.status != 0 || c.Actor.Kind != events.ActorAdmin && c.Actor.Kind != events.ActorBot {
		return
	}
	p = max(p, c.shown) // later than p where answers have crossed
	text := strconv.FormatUint(uint64(p), 10)
	c.Set(positionHeader, text)
	if c.Actor.Kind == events.ActorAdmin {
		c.Cookies.Set(c, c.Cookies.Position, text, int(positionUse/time.Second))
	}
}

// Passed waits until the read models have applied p, and reports whether they did in time. The
// write itself is durable either way.
func (c *Call) Passed(p events.Position, models ...ReadModel) bool {
	if p == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), c.WriteTime)
	defer cancel()
	for _, m := range models {
		if err := m.WaitFor(ctx, p); err != nil {
			c.Logger.Warn().Err(err).Str("request_id", c.ID).Uint64("position", uint64(p)).Msg("a read model lags behind a write")
			return false
		}
	}
	return true
}

// waitForReaders is how long a write waits for the read models (design.md: bounded), unless Config says otherwise.
const waitForReaders = 5 * time.Second
