// View: how queries reach the current generation.

package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	bbolterrors "go.etcd.io/bbolt/errors"

	"candor/events"
)

// View is the common part of all exported read models; M is the model behind it.
type View[M Model] struct{ p *Projector }

// NewView returns the read model that p runs. M is the type that its definition's New returns.
func NewView[M Model](p *Projector) View[M] { return View[M]{p} }

// WaitFor returns when queries see all events up to position.
// Errors: ctx's, ErrStopped when the projector can't go on, ErrClosed.
func (v View[M]) WaitFor(ctx context.Context, position events.Position) error {
	return v.p.waitFor(ctx, position)
}

// Position returns up to where queries see the log; 0 while the model is not ready.
func (v View[M]) Position() events.Position {
	g := v.p.current.Load()
	if !g.complete.Load() || g.broken.Load() {
		return 0
	}
	at, _, _ := g.at()
	return at
}

// Heard returns the position of the last event that arrived; WaitFor it to see it: a commit may be delayed while nobody waits.
func (v View[M]) Heard() events.Position {
	return events.Position(v.p.current.Load().heard.Load())
}

// Moved returns a channel that is closed when queries see more than at the time of the call. It stays open when the
// model's file is replaced, so wait for something else, too.
func (v View[M]) Moved() <-chan struct{} {
	_, changed, _ := v.p.current.Load().at()
	return changed
}

// Ready returns nil when queries are answered, even if out of date. Its error is ErrNotReady. It reads memory only.
func (v View[M]) Ready() error {
	_, err := v.Model()
	return err
}

// Model returns the model that answers. Its error is ErrNotReady.
func (v View[M]) Model() (M, error) {
	g, err := v.p.serving()
	if err != nil {
		var none M
		return none, err
	}
	return (*g.model.Load()).(M), nil
}

// Read runs fn on the model that answers now and a transaction of its file.
func (v View[M]) Read(fn func(m M, t *Tx) error) error {
	return v.p.query(func(g *generation, t *Tx) error { return fn((*g.model.Load()).(M), t) })
}

// ReadCurrent is Read for queries that a file of another version can't answer: then its error is ErrNotReady.
func (v View[M]) ReadCurrent(fn func(m M, t *Tx) error) error {
	return v.p.query(func(g *generation, t *Tx) error {
		if g.foreign() {
			return ErrNotReady
		}
		return fn((*g.model.Load()).(M), t)
	})
}

// Clock returns the time as the read models' configuration tells it.
func (v View[M]) Clock() time.Time { return v.p.clock() }

// query runs fn in a reading transaction of the generation that answers. It retries on a generation that was
// replaced meanwhile, and replaces one that turns out damaged. Errors:
// ErrNotReady, ErrClosed, fn's.
func (p *Projector) query(fn func(g *generation, t *Tx) error) error {
	for {
		g, err := p.serving()
		if err != nil {
			return err
		}
		err = g.view(func(t *Tx) error { return fn(g, t) })
		switch {
		case errors.Is(err, bbolterrors.ErrDatabaseNotOpen):
			if p.current.Load() != g {
				continue
			}
			return ErrClosed
		case errors.Is(err, errDamaged):
			if p.ctx.Err() == nil {
				p.damaged(g, err)
			}
			return fmt.Errorf("%s: %w", p.definition.Name, ErrNotReady)
		}
		if caught := (*panicked)(nil); errors.As(err, &caught) {
			p.logger.Error().Err(caught).Str("stack", string(caught.stack)).Msg("a query panicked; the read model goes on")
		}
		return err
	}
}
