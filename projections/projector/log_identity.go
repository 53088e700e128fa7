// Other logs: a file follows only the log that it was made from. After a node was away, its address may lead to a restored backup
// or another node. Applying its events to the file would mix two histories.

package projector

import (
	"context"
	"fmt"
	"time"
)

const (
	logAttempts   = 3                      // tries with a log that ends before our last event, until it counts as another one
	logPause      = 100 * time.Millisecond // between them: a cluster's follower may lag
	otherLogPause = 2 * time.Second        // between two checks of another log: the right one may be back
)

// checkLogIdentity compares the file with the log: the last event that was applied must be where it was. It waits for a log that is away.
// An event that was erased and scavenged proves nothing; the other read models have others. Errors: ErrOtherLog, ctx's.
func (p *Projector) checkLogIdentity(ctx context.Context, g *generation) error {
	m := g.state()
	for attempt := 1; m.LastEvent > 0; attempt++ {
		r, found, err := p.log.At(ctx, m.LastEvent)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			g.interrupted(time.Now(), err)
			attempt = 0
		case found && (r.Position != m.LastEvent || m.LastID == [16]byte{} || r.ID == m.LastID):
			g.identified()
			return nil
		case found:
			return fmt.Errorf("%w: at position %d it has the event %s, and the read model has applied %s",
				ErrOtherLog, m.LastEvent, r.ID, m.LastID)
		case attempt >= logAttempts:
			return fmt.Errorf("%w: it ends before position %d, which the read model has applied", ErrOtherLog, m.LastEvent)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(logPause):
		}
	}
	g.identified()
	return nil
}

// awaitLogIdentity logs that the log is another one, and returns when it no longer is; false: ctx has ended.
func (p *Projector) awaitLogIdentity(ctx context.Context, g *generation) bool {
	for logged := false; ; {
		err := p.checkLogIdentity(ctx, g)
		switch {
		case err == nil:
			return true
		case ctx.Err() != nil:
			return false
		}
		g.fail(err)
		if !logged {
			logged = true
			p.logger.Error().Err(err).
				Msg("ANOTHER LOG: none of its events are applied, and nothing is written to it. Connect the right log, or rebuild the read models from this one: candor rebuild")
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(otherLogPause):
		}
	}
}

// identified records that the log is the file's own.
func (g *generation) identified() {
	g.seen.Store(time.Now().UnixNano())
	g.known.Store(true)
	g.fail(nil)
}

// unknown records that the log may be another one from now on: a file without applied events fits any.
func (g *generation) unknown() {
	known := g.state().LastEvent == 0
	if g.known.Swap(known) || g.asked.Load() == 0 {
		g.asked.Store(time.Now().UnixNano())
	}
}

// interrupted records that the log is away, and until when it was not.
func (g *generation) interrupted(since time.Time, why error) {
	g.missing(since)
	g.unknown()
	g.fail(why)
	g.setLive(false)
}
