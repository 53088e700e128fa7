// The projector: has one read model follow the log, whatever happens to its file.

package projector

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
)

const (
	retryPause = time.Second // after a failed batch, as on a full disk
	maxFaults  = 3           // files in a row found damaged before one was complete, after which rebuilding is given up
)

// Projector runs one read model. Its current generation answers queries.
type Projector struct {
	definition Definition
	path       string
	log        Source
	logger     zerolog.Logger
	clock      func() time.Time
	metrics    *modelMetrics
	temporary  bool        // the file needn't be durable while it is built
	busy       func() bool // whether requests come in
	build      func() string
	unknown    sync.Map // event types that were logged as unknown

	ctx     context.Context // ends at close
	cancel  context.CancelFunc
	running sync.WaitGroup // everything started

	current  atomic.Pointer[generation]
	replace  sync.Mutex // locked while current is replaced
	building atomic.Pointer[generation]
	head     atomic.Uint64 // of the log, when last asked
	faults   atomic.Int32
}

// Open opens or creates the model's file and starts following the log.
func Open(c Config, d Definition) (*Projector, error) {
	p := newProjector(c.complete(), d, filepath.Join(c.Dir, d.Name+".db"))
	if err := remove(p.path + ".new"); err != nil {
		return nil, err // left by an interrupted rebuild
	}
	f, err := openFile(p.path, d.Name, d.Version)
	switch {
	case err == nil || errors.Is(err, errVersion):
		g, err := p.newGeneration(f)
		if err == nil {
			p.current.Store(g)
			p.start(g)
			p.checkLater(g)
			return p, nil
		}
		_ = f.close()
		return p, p.afresh(err)
	case errors.Is(err, errDamaged), errors.Is(err, os.ErrNotExist):
		return p, p.afresh(err)
	default:
		return nil, err
	}
}

// Name returns the read model's name.
func (p *Projector) Name() string { return p.definition.Name }

func newProjector(c Config, d Definition, path string) *Projector {
	p := &Projector{definition: d, path: path, log: c.Log, clock: c.Clock, temporary: c.Temporary, busy: c.Busy, build: c.Build,
		logger: c.Logger.With().Str("model", d.Name).Logger(), metrics: newModelMetrics(d.Name)}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// checkLater checks a file that is too large to be checked at the start while it serves.
func (p *Projector) checkLater(g *generation) {
	if g.size() <= verifyAtOnce {
		return
	}
	p.running.Go(func() {
		err := g.verify()
		if err == nil {
			err = g.writable()
		}
		if errors.Is(err, errDamaged) {
			p.damaged(g, err)
		}
	})
}

// afresh sets the file aside and creates an empty one in its place, which answers once it has
// caught up. The caller has locked replace, or nobody else has the projector yet.
func (p *Projector) afresh(why error) error {
	if !errors.Is(why, os.ErrNotExist) {
		p.logger.Error().Err(why).Str("file", p.path).Msg("read model is damaged, rebuilding it")
		if err := os.Rename(p.path, p.path+".damaged"); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	f, err := createFile(p.path, p.definition.Name, p.definition.Version)
	if err != nil {
		return err
	}
	g, err := p.newGeneration(f)
	if err != nil {
		return errors.Join(err, f.close())
	}
	g.db.NoSync = p.temporary
	old := p.current.Swap(g)
	p.start(g)
	if old != nil {
		p.running.Go(func() { p.retire(old) })
	}
	return nil
}

// retire ends a generation that no longer is current: queries in flight finish on it.
func (p *Projector) retire(g *generation) {
	close(g.over)
	g.stop()
	if err := g.close(); err != nil {
		p.logger.Warn().Err(err).Msg("could not close a replaced read model file")
	}
}

// start follows the log with g until g.stop.
func (p *Projector) start(g *generation) {
	ctx, cancel := context.WithCancel(p.ctx)
	done := make(chan struct{})
	g.stop = func() {
		cancel()
		<-done
	}
	p.running.Go(func() {
		defer close(done)
		p.supervise(ctx, g)
	})
}

// supervise follows again after temporary errors, and stops after permanent ones.
func (p *Projector) supervise(ctx context.Context, g *generation) {
	if g.frozen {
		p.running.Go(func() {
			if p.awaitLogIdentity(ctx, g) {
				p.replaceOutdated(g)
			}
		})
		<-ctx.Done()
		return
	}
	if g.lacking {
		p.running.Go(func() {
			if p.WaitCaughtUp(ctx) == nil {
				p.replaceOutdated(g)
			}
		})
	}
	for {
		err := p.follow(ctx, g)
		if ctx.Err() != nil {
			if err != nil && !errors.Is(err, ctx.Err()) {
				p.logger.Warn().Err(err).Msg("could not commit the last batch before stopping")
			}
			return
		}
		g.fail(err)
		switch {
		// It goes on answering until it gets its own log back, or is rebuilt.
		case errors.Is(err, ErrOtherLog) && g.complete.Load():
			if !p.awaitLogIdentity(ctx, g) {
				return
			}
			continue
		case errors.Is(err, errPoisoned):
			p.logger.Error().Err(err).Msg("the projector has stopped: an event needs a newer program")
			<-ctx.Done()
			return
		case errors.Is(err, errDamaged), errors.Is(err, ErrOtherLog):
			p.running.Go(func() { p.damaged(g, err) })
			<-ctx.Done()
			return
		}
		if !errors.Is(err, events.ErrAccessDenied) { // which the log reports once for all read models
			p.logger.Error().Err(err).Msg("the projector failed, trying again")
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(retryPause):
		}
		if err := g.reload(); err != nil {
			p.running.Go(func() { p.damaged(g, err) })
			<-ctx.Done()
			return
		}
		g.fail(nil)
	}
}

// damaged replaces g, whose file can't be trusted: it no longer answers.
func (p *Projector) damaged(g *generation, why error) {
	if g.broken.Swap(true) {
		return
	}
	g.fail(why)
	p.replace.Lock()
	defer p.replace.Unlock()
	if p.current.Load() != g || p.ctx.Err() != nil {
		return // replaced already, or a new file whose builder gives up by itself
	}
	if p.faults.Add(1) > maxFaults {
		p.logger.Error().Err(why).Msg("the read model was damaged again after each rebuild, giving up")
		return
	}
	if err := p.afresh(why); err != nil {
		p.logger.Error().Err(err).Msg("could not create a new read model file")
		g.fail(err)
	}
}

// wholeAgain is called when a new generation has caught up.
func (p *Projector) wholeAgain() {
	p.faults.Store(0)
	if err := remove(p.path + ".damaged"); err != nil {
		p.logger.Warn().Err(err).Msg("could not remove the damaged file")
	}
}

// serving returns the generation that answers. Its error is ErrNotReady.
func (p *Projector) serving() (*generation, error) {
	g := p.current.Load()
	if !g.complete.Load() || g.broken.Load() {
		return nil, fmt.Errorf("%s: %w", p.definition.Name, ErrNotReady)
	}
	return g, nil
}

// waitFor returns when queries see all events up to position.
func (p *Projector) waitFor(ctx context.Context, position events.Position) error {
	for {
		g := p.current.Load()
		err := g.waitFor(ctx, position, p.log)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, errSuperseded):
			return fmt.Errorf("%s: wait for position %d: %w", p.definition.Name, position, err)
		case p.ctx.Err() != nil:
			return ErrClosed
		}
	}
}

// WaitCaughtUp returns when the current generation is complete and has applied all history.
func (p *Projector) WaitCaughtUp(ctx context.Context) error {
	for {
		g := p.current.Load()
		_, changed, failure := g.at()
		if g.caughtUp() {
			return nil
		}
		if errors.Is(failure, errPoisoned) {
			return fmt.Errorf("%s: %w: %w", p.definition.Name, ErrStopped, failure)
		}
		select {
		case <-changed:
		case <-g.over:
			if p.ctx.Err() != nil {
				return ErrClosed
			}
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", p.definition.Name, ctx.Err())
		}
	}
}

func (g *generation) caughtUp() bool {
	return g.complete.Load() && g.live.Load() && !g.broken.Load() && !g.frozen && !g.resumesForLong()
}

// Close ends everything and closes the file; what was applied is durable.
func (p *Projector) Close() error {
	p.cancel()
	p.running.Wait()
	g := p.current.Load()
	close(g.over)
	return errors.Join(g.rememberAsOf(), g.close())
}
