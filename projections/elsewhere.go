// Building elsewhere: another process makes a large file, whose garbage and processor time readers don't feel.
//
// However short the turns are in which a file is built beside the one that answers, what the building throws away is collected where
// readers are served, and its memory is theirs. So a process of its own reads the log to its end, when no other process wants to run,
// and the server takes the file over and follows from there.

package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"candor/events"
)

// Builder has another process build files.
type Builder struct {
	// Build has another process do what [Build] does, and returns when the file is whole and closed. progress is told how far it is.
	Build func(ctx context.Context, model, path string, progress func(at, head events.Position)) error
	// From is how many events make a file large: fewer are applied by the time another process would have started.
	From uint64
}

// Build makes the file of the named read model at path, in place of whatever is there, of the log as far as it goes now, and closes
// it. Of c it needs the log, and Busy, if readers are served where the log is kept. progress, which may be nil, is told how far it is, a few times a second. Errors:
// ErrUnknownModel, ctx's, and what keeps the build from finishing, as an event that can't be decoded.
func Build(ctx context.Context, c Config, model, path string, progress func(at, head events.Position)) error {
	i := slices.IndexFunc(registered, func(b blueprint) bool { return b.name == model })
	if i < 0 {
		return fmt.Errorf("%w %q", ErrUnknownModel, model)
	}
	head, err := c.Log.Head(ctx)
	if err != nil {
		return err
	}
	c.Passing = true // until it is whole: a build that is cut short is thrown away
	p := newProjector(c.complete(), registered[i], path)
	p.apart = true
	if err := p.afresh(os.ErrNotExist); err != nil {
		return err
	}
	err = p.awaitBuilt(ctx, p.current.Load(), head, progress)
	return errors.Join(err, p.close())
}

// builtElsewhere has another process make the file at path, and opens it.
func (p *projector) builtElsewhere(ctx context.Context, path string, progress func(at, head events.Position)) (_ *generation, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	p.away.Store(new(events.Position))
	defer p.away.Store(nil)
	err = p.builder.Build(ctx, p.blueprint.name, path, func(at, head events.Position) {
		p.away.Store(&at)
		if progress != nil {
			progress(at, head)
		}
	})
	if err != nil {
		return nil, errors.Join(err, remove(path))
	}
	f, err := openFile(path, p.blueprint)
	if err == nil {
		var g *generation
		if g, err = newGeneration(f, p.blueprint); err == nil {
			return g, nil
		}
	}
	if f != nil {
		err = errors.Join(err, f.close())
	}
	return nil, errors.Join(err, remove(path))
}
