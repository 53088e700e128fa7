package links

// The goroutine that writes the system streams.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	checkpointStream = "$projections-$system-checkpoint"
	typeCheckpoint   = "$ProjectionCheckpoint"

	// pause is the minimum time between two commits of links. Each of them is one more sync of the file: at fifty a
	// second, appends do not notice.
	pause = 20 * time.Millisecond
	// reportEvery is how often a long catch-up is logged.
	reportEvery = 10 * time.Second
)

// Projections writes the system streams. [Projections.Close] ends it.
type Projections struct {
	engine *engine.Engine
	logger zerolog.Logger
	cancel context.CancelFunc
	done   chan struct{}

	position atomic.Uint64
	links    atomic.Uint64
	failed   atomic.Pointer[error]
}

// Start starts writing the system streams of an engine's log, from the checkpoint on.
func Start(e *engine.Engine, logger zerolog.Logger) *Projections {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Projections{engine: e, logger: logger, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		err := p.run(ctx)
		if err == nil || ctx.Err() != nil || errors.Is(err, engine.ErrStopping) {
			return
		}
		err = fmt.Errorf("system projections: %w", err)
		p.failed.Store(&err)
		logger.Error().Err(err).Uint64("position", p.position.Load()).Msg("the system streams are no longer written until the next start")
	}()
	return p
}

// Close stops the writing and returns when the goroutine has ended. The engine must still run.
func (p *Projections) Close() {
	p.cancel()
	<-p.done
}

// Stats is the progress of the projections.
type Stats struct {
	Position uint64 // everything up to here is in the system streams
	Links    uint64 // written since the start
	Failed   error  // why nothing more is written; nil while all is well
}

// Stats returns the current figures.
func (p *Projections) Stats() Stats {
	s := Stats{Position: p.position.Load(), Links: p.links.Load()}
	if err := p.failed.Load(); err != nil {
		s.Failed = *err
	}
	return s
}

func (p *Projections) run(ctx context.Context) error {
	at, known, err := p.load()
	if err != nil {
		return err
	}
	p.position.Store(at)
	next, reported, behind := at+1, time.Now(), false
	for ctx.Err() == nil {
		began := time.Now()
		changed, head := p.engine.Changed(), p.engine.Last()
		b, end := newBatch(), false
		for !end && !b.full() && ctx.Err() == nil {
			if next, end, err = p.engine.Forward(next, b.visit); err != nil {
				return err
			}
		}
		if b.skipped > 0 {
			p.logger.Warn().Int("links", b.skipped).Uint64("position",
				next-1).Msg("links are missing: the names of their streams would be too long")
		}
		if b.links > 0 {
			if err := b.readable(p.engine); err != nil {
				return err
			}
			b.checkpoint(next-1, !known)
			if err := p.engine.AppendTogether(ctx, b.parts); err != nil {
				return err
			}
			known = true
			p.links.Add(uint64(b.links))
		}
		p.position.Store(next - 1)
		if end {
			p.position.Store(max(next-1, head)) // a scavenge may have removed what was between
			if behind {
				p.logger.Info().Uint64("position", next-1).Msg("system projections have caught up")
			}
			reported, behind = time.Now(), false
		} else if time.Since(reported) > reportEvery {
			p.logger.Info().Uint64("position", next-1).Uint64("head", head).Msg("system projections are catching up")
			reported, behind = time.Now(), true
		}
		if b.links > 0 {
			// While catching up, half of the writer's time is left to appends.
			sleep(ctx, max(pause, time.Since(began)))
		}
		if end {
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// load returns the position of the last checkpoint, and whether there is one.
func (p *Projections) load() (position uint64, known bool, err error) {
	last, tombstoned, err := p.engine.Tip(checkpointStream)
	switch {
	case err != nil:
		return 0, false, err
	case tombstoned:
		return 0, false, fmt.Errorf("the stream %s is deleted for ever, so nobody knows what is done", checkpointStream)
	case last < 0:
		return 0, false, nil
	}
	var stored struct {
		Position *uint64 `json:"position"`
	}
	_, err = p.engine.StreamForward(checkpointStream, uint64(last), uint64(last), func(ev *storage.Event) (bool, error) {
		_ = json.Unmarshal(ev.Data, &stored) // an invalid checkpoint has no position
		return true, nil
	})
	switch {
	case err != nil:
		return 0, false, err
	case stored.Position == nil || *stored.Position > p.engine.Last():
		return 0, false, fmt.Errorf("the last event of the stream %s is no checkpoint of this log", checkpointStream)
	}
	return *stored.Position, true, nil
}
