// Other logs: a file goes on following only the log that it was made from. After a node was away, what answers at its address may
// be a restored backup, or another node altogether. Applied to what the file holds, its events would make a site that never was.

package projections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"candor/events"
)

const (
	logAttempts   = 3                      // looks at a log that ends before our last event, until it counts as another one
	logPause      = 100 * time.Millisecond // between them: a cluster's follower may lag
	otherLogPause = 2 * time.Second        // until another log is looked at again: the right one may be back
)

// recognise compares the file with the log: the last event that was applied must be where it was. It waits for a log that is away.
// An event that is gone, erased and scavenged, tells nothing; the other read models have theirs. Errors: ErrOtherLog, ctx's.
func (p *projector) recognise(ctx context.Context, g *generation) error {
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
			g.recognised()
			return nil
		case found:
			return fmt.Errorf("%w: at position %d it has the event %s, and the read model has applied %s", ErrOtherLog, m.LastEvent, r.ID, m.LastID)
		case attempt >= logAttempts:
			return fmt.Errorf("%w: it ends before position %d, which the read model has applied", ErrOtherLog, m.LastEvent)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(logPause):
		}
	}
	g.recognised()
	return nil
}

// untilRecognised says loudly that the log is another one, and returns when it no longer is; false: ctx has ended.
func (p *projector) untilRecognised(ctx context.Context, g *generation) bool {
	for said := false; ; {
		err := p.recognise(ctx, g)
		switch {
		case err == nil:
			return true
		case ctx.Err() != nil:
			return false
		}
		g.fail(err)
		if !said {
			said = true
			p.logger.Error().Err(err).Msg("ANOTHER LOG: nothing of it is applied, and nothing is written to it. Connect the right log, or make the read models anew from this one: candor rebuild")
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(otherLogPause):
		}
	}
}

// recognised says that the log is the file's own.
func (g *generation) recognised() {
	g.seen.Store(time.Now().UnixNano())
	g.known.Store(true)
	g.fail(nil)
}

// unknown says that the log may be another one from now on: any will do for a file that nothing was applied to.
func (g *generation) unknown() {
	known := g.state().LastEvent == 0
	if g.known.Swap(known) || g.asked.Load() == 0 {
		g.asked.Store(time.Now().UnixNano())
	}
}

// interrupted says that the log is away, and until when it was not.
func (g *generation) interrupted(since time.Time, why error) {
	g.missing(since)
	g.unknown()
	g.fail(why)
	g.setLive(false)
}

// LogKnown returns nil while every read model follows the log that it was made from; otherwise an error that says what is
// amiss: ErrOtherLog, or that this can't be told while the log is away. Nothing should be written then. It reads memory only.
func (m *Models) LogKnown() error {
	return m.logKnown(func(g *generation) bool { return g.known.Load() })
}

// LogRefused is LogKnown for who can wait as long as [Models.AwaitLogKnown] does: its error is ErrOtherLog, or says that the
// log has been unknown for longer than that.
func (m *Models) LogRefused() error {
	return m.logKnown(func(g *generation) bool {
		_, _, failure := g.at()
		return g.known.Load() || !errors.Is(failure, ErrOtherLog) && time.Since(time.Unix(0, g.asked.Load())) < events.Patience
	})
}

// AwaitLogKnown returns nil once every read model has found, since the call or before, that the log is its own. Its error is
// LogRefused's, or ctx's with what LogKnown says.
func (m *Models) AwaitLogKnown(ctx context.Context) error {
	if m.LogKnown() == nil {
		return nil
	}
	began := time.Now().UnixNano()
	for {
		err := m.logKnown(func(g *generation) bool { return g.known.Load() || g.seen.Load() > began })
		if err == nil {
			return nil
		}
		if refused := m.LogRefused(); refused != nil {
			return refused
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", err, ctx.Err())
		case <-time.After(logPause / 20):
		}
	}
}

func (m *Models) logKnown(known func(g *generation) bool) error {
	for _, p := range m.projectors {
		g := p.current.Load()
		if known(g) {
			continue
		}
		if _, _, failure := g.at(); failure != nil {
			return fmt.Errorf("read model %s: %w: %w", p.blueprint.name, events.ErrUnavailable, failure)
		}
		return fmt.Errorf("read model %s: %w: it is being compared with the log", p.blueprint.name, events.ErrUnavailable)
	}
	return nil
}

// WaitLogKnown returns when LogKnown returns nil, or with its error when that is ErrOtherLog or ctx ends.
func (m *Models) WaitLogKnown(ctx context.Context) error {
	for {
		err := m.LogKnown()
		if err == nil || errors.Is(err, ErrOtherLog) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(logPause / 20):
		}
	}
}
