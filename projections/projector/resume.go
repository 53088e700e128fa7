// Resuming: a subscription that the server has dropped continues from its position. That is no outage: a server drops slow
// subscribers, and accepts appends as before. Until the subscription has caught up again, the read model may be out of date, which
// AsOf reports.

package projector

import (
	"context"
	"time"

	"candor/events"
)

// resumeTime is how long a read model may take to catch up after its subscription was dropped, until it no longer counts as
// caught up.
const resumeTime = 10 * time.Second

// resume prepares g for the events after an interruption. If they may come from another node, it first waits until that is
// known to have the same log. Errors: ErrOtherLog, ctx's.
func (p *Projector) resume(ctx context.Context, g *generation, m events.Message) error {
	g.dropped.Add(1)
	g.resuming.CompareAndSwap(0, time.Now().UnixNano())
	g.missing(m.Since)
	if m.ByServer {
		return nil
	}
	g.unknown()
	return p.checkLogIdentity(ctx, g)
}

// resumed records that the subscription has caught up again.
func (g *generation) resumed() { g.resuming.Store(0) }

// resumesForLong reports whether the subscription was dropped and has not caught up for a long time.
func (g *generation) resumesForLong() bool {
	since := g.resuming.Load()
	return since != 0 && time.Since(time.Unix(0, since)) > resumeTime
}

// upToDateNow reports whether the subscription follows the log.
func (g *generation) upToDateNow() bool { return g.live.Load() && g.resuming.Load() == 0 }
