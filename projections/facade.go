// facade: how queries reach the generation that answers now.

package projections

import (
	"context"
	"errors"
	"fmt"

	bbolterrors "go.etcd.io/bbolt/errors"

	"candor/events"
)

// facade is the part that all exported read models share; M is the model behind it.
type facade[M readModel] struct{ p *projector }

// WaitFor returns when queries see everything up to position: what was written there can be read.
// Errors: ctx's, ErrStopped when the projector can't go on, ErrClosed.
func (f facade[M]) WaitFor(ctx context.Context, position events.Position) error {
	return f.p.waitFor(ctx, position)
}

// Position returns up to where queries see the log; 0 while the model is not ready.
func (f facade[M]) Position() events.Position {
	g := f.p.current.Load()
	if !g.complete.Load() || g.broken.Load() {
		return 0
	}
	at, _, _ := g.at()
	return at
}

// Heard returns up to where the log has come; to see all of that, WaitFor it: a commit may take its time while nobody looks.
func (f facade[M]) Heard() events.Position {
	return events.Position(f.p.current.Load().heard.Load())
}

// Moved returns a channel that is closed when queries see more than at the time of the call. It stays open when the
// model's file is replaced, so wait for something else, too.
func (f facade[M]) Moved() <-chan struct{} {
	_, changed, _ := f.p.current.Load().at()
	return changed
}

// Ready returns nil when queries are answered, however old what they show may be. Its error is ErrNotReady. It reads memory only.
func (f facade[M]) Ready() error {
	_, err := f.now()
	return err
}

// now returns the model that answers. Its error is ErrNotReady.
func (f facade[M]) now() (M, error) {
	g, err := f.p.serving()
	if err != nil {
		var none M
		return none, err
	}
	return (*g.model.Load()).(M), nil
}

// read runs fn on the model that answers now and a transaction of its file.
func (f facade[M]) read(fn func(m M, t *txn) error) error {
	return f.p.query(func(g *generation, t *txn) error { return fn((*g.model.Load()).(M), t) })
}

// query runs fn in a reading transaction of the generation that answers. A generation that was
// replaced meanwhile is no reason to fail; one that turns out damaged is replaced. Errors:
// ErrNotReady, ErrClosed, fn's.
func (p *projector) query(fn func(g *generation, t *txn) error) error {
	for {
		g, err := p.serving()
		if err != nil {
			return err
		}
		err = g.view(func(t *txn) error { return fn(g, t) })
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
			return fmt.Errorf("%s: %w", p.blueprint.name, ErrNotReady)
		}
		return err
	}
}
