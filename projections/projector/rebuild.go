// Rebuilding a read model beside the file that answers meanwhile.

package projector

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"candor/events"
)

const progressPause = 100 * time.Millisecond // between two reports at least

// rebuild builds the model anew from the start of the log and swaps it in when it has caught up;
// queries are answered from the old file until then. It runs once at a time: ErrRebuilding.
// progress, which may be nil, is called with the position.
func (p *Projector) rebuild(ctx context.Context, progress func(at, head events.Position)) error {
	if !p.replace.TryLock() {
		return fmt.Errorf("%s: %w", p.definition.Name, ErrRebuilding)
	}
	defer p.replace.Unlock()
	if !p.current.Load().complete.Load() {
		return fmt.Errorf("%s: %w", p.definition.Name, ErrRebuilding) // it is being built in place
	}
	return p.buildBeside(ctx, progress)
}

// waitWhole returns when the model has caught up, with a file that this build has made if the old one lacks events.
func (p *Projector) waitWhole(ctx context.Context) error {
	for {
		if err := p.WaitCaughtUp(ctx); err != nil {
			return err
		}
		g := p.current.Load()
		if !g.lacking {
			return nil
		}
		select {
		case <-g.over:
			if p.ctx.Err() != nil {
				return ErrClosed
			}
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", p.definition.Name, ctx.Err())
		}
	}
}

// replaceOutdated rebuilds a file of another version, or one that lacks events which this program may be able to apply; it is tried again
// until it works.
func (p *Projector) replaceOutdated(g *generation) {
	p.replace.Lock()
	defer p.replace.Unlock()
	for p.ctx.Err() == nil && p.current.Load() == g {
		p.logger.Info().Int("from", g.state().Version).Int("to", p.definition.Version).Uint64("set_aside",
			g.state().SetAsideCount).Msg("read model of another version or build, rebuilding it")
		err := p.buildBeside(p.ctx, nil)
		if err == nil || p.ctx.Err() != nil {
			return
		}
		if g.frozen {
			g.fail(err)
		}
		p.logger.Error().Err(err).Msg("rebuild failed, trying again")
		select {
		case <-p.ctx.Done():
		case <-time.After(retryPause):
		}
	}
}

// buildBeside builds a new file and swaps it in; the caller has locked replace.
func (p *Projector) buildBeside(ctx context.Context, progress func(at, head events.Position)) error {
	head, err := p.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("rebuild %s: %w", p.definition.Name, err)
	}
	p.head.Store(uint64(head))
	g, err := p.begin(p.path + ".new")
	if err != nil {
		return fmt.Errorf("rebuild %s: %w", p.definition.Name, err)
	}
	p.building.Store(g)
	defer p.building.Store(nil)
	p.start(g)
	if err = p.awaitBuilt(ctx, g, head, progress); err == nil {
		err = p.swapIn(ctx, g)
	}
	if err != nil {
		p.retire(g)
		return errors.Join(fmt.Errorf("rebuild %s: %w", p.definition.Name, err), os.Remove(g.path))
	}
	if progress != nil {
		at, _, _ := g.at()
		progress(max(at, head), max(at, head))
	}
	return nil
}

// begin creates an empty generation at path, which has to catch up.
func (p *Projector) begin(path string) (*generation, error) {
	f, err := createFile(path, p.definition.Name, p.definition.Version)
	if err != nil {
		return nil, err
	}
	g, err := p.newGeneration(f)
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	g.db.NoSync = true // until it has caught up: an interrupted build is thrown away
	return g, nil
}

// awaitBuilt returns when g has caught up.
func (p *Projector) awaitBuilt(ctx context.Context, g *generation, head events.Position, progress func(at, head events.Position)) error {
	tick := time.NewTicker(progressPause)
	defer tick.Stop()
	for !g.caughtUp() {
		at, changed, failure := g.at()
		if failure != nil && (errors.Is(failure, errPoisoned) || errors.Is(failure, errDamaged) || errors.Is(failure, ErrOtherLog)) {
			return failure
		}
		select {
		case <-changed:
		case <-tick.C:
			if progress != nil {
				progress(at, max(at, head))
			}
		case <-ctx.Done():
			return ctx.Err()
		case <-p.ctx.Done():
			return ErrClosed
		}
	}
	return ctx.Err()
}

// swapIn puts g in the place of the current generation, once g shows all that the current one has shown.
func (p *Projector) swapIn(ctx context.Context, g *generation) error {
	old := p.current.Load()
	old.stop() // it stops here, so that g can reach it
	at, _, _ := old.at()
	head, err := p.log.Head(ctx)
	if err == nil {
		err = g.waitFor(ctx, min(at, head), p.log) // old may have come further, with another log
	}
	if err != nil {
		p.start(old)
		return err
	}
	if err := g.moveTo(p.path); err != nil {
		p.start(old)
		return err
	}
	p.current.Store(g)
	p.wholeAgain()
	p.running.Go(func() { p.retire(old) })
	p.logger.Info().Uint64("position", uint64(at)).Msg("read model rebuilt")
	return nil
}
