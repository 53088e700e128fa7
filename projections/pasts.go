// Pasts: read models of past moments, built on demand and dropped again.

package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/projections/projector"
)

const (
	maxPasts      = 3                // at a time, those being built included
	pastIdle      = 10 * time.Minute // unless the configuration says otherwise
	pastAbandoned = 30 * time.Second // after which one that is being built gives way to another, when nobody asks for it any more
)

// ErrManyPasts: as many pasts as there may be are in use.
var ErrManyPasts = errors.New("too many past moments are in use")

// BuildingError says that a past is not whole yet, and how far it is.
type BuildingError struct {
	Progress float64 // 0 to 1
}

func (e *BuildingError) Error() string {
	return fmt.Sprintf("the read model of the past is being built: %.0f %%", 100*e.Progress)
}

// PastsConfig says where pasts are built and from what.
type PastsConfig struct {
	Dir    string // emptied at first and in the end
	Log    projector.Source
	Logger zerolog.Logger
	Clock  func() time.Time // nil: time.Now
	Idle   time.Duration    // after which a past that nobody asks for is dropped; 0: 10 minutes
}

// Pasts keeps a few read models of the past. Callers that ask for the same moment share one. It is
// safe for concurrent use.
type Pasts struct {
	PastsConfig
	work  sync.WaitGroup // builds and removals
	sweep *time.Timer

	mu     sync.Mutex
	open   map[pastName]*Past
	closed bool
}

// pastName tells pasts apart.
type pastName struct {
	moment time.Time // UTC
	model  string
}

// Past is one read model as it stood at a moment. Whoever has it gives it back with Release.
type Past struct {
	Models *Models // with this one model alone

	name   pastName
	dir    string
	log    *events.Past
	keeper *Pasts
	built  chan struct{} // closed when it is whole, or failed
	failed error
	cancel context.CancelFunc
	once   sync.Once
	beside any

	users int       // keeper.mu
	used  time.Time // keeper.mu
}

// NewPasts builds nothing yet. Its error is the file system's.
func NewPasts(c PastsConfig) (*Pasts, error) {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Idle == 0 {
		c.Idle = pastIdle
	}
	if err := os.RemoveAll(c.Dir); err != nil { // what a process that was killed has left
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	p := &Pasts{PastsConfig: c, open: map[pastName]*Past{}}
	p.mu.Lock() // dropIdle waits for it
	defer p.mu.Unlock()
	p.sweep = time.AfterFunc(c.Idle, p.dropIdle)
	return p, nil
}

// Open returns the named read model as it stood at moment, waiting until ctx ends for it to be whole. It goes on
// being built when nobody waits. Errors: [*BuildingError] with ctx's end, ErrManyPasts, ErrUnknownModel, ErrClosed, and
// what keeps it from being built.
func (p *Pasts) Open(ctx context.Context, moment time.Time, model string) (*Past, error) {
	past, err := p.take(pastName{moment.UTC().Round(0), model})
	if err != nil {
		return nil, err
	}
	select {
	case <-past.built:
		err = past.failed
	case <-ctx.Done():
		err = &BuildingError{past.log.Progress()}
	}
	if err != nil {
		past.Release()
		return nil, err
	}
	return past, nil
}

// Moment is when the model stood so, UTC.
func (past *Past) Moment() time.Time { return past.name.moment }

// Release gives it back; its models may be closed from then on.
func (past *Past) Release() {
	p := past.keeper
	p.mu.Lock()
	defer p.mu.Unlock()
	past.users--
	past.used = p.Clock()
}

// Beside returns what make makes the first time, kept for as long as the past is.
func (past *Past) Beside(make func() any) any {
	past.once.Do(func() { past.beside = make() })
	return past.beside
}

// take finds a past or begins to build it, and notes that it is in use.
func (p *Pasts) take(name pastName) (*Past, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, projector.ErrClosed
	}
	past := p.open[name]
	if past == nil {
		if len(p.open) >= maxPasts && !p.evict() {
			return nil, ErrManyPasts
		}
		var err error
		if past, err = p.begin(name); err != nil {
			return nil, err
		}
		p.open[name] = past
	}
	past.users++
	return past, nil
}

// evict drops the past that nobody has asked for the longest, if there is one; p.mu is held.
func (p *Pasts) evict() bool {
	var oldest *Past
	for _, past := range p.open {
		if past.users == 0 && (past.whole() || p.Clock().Sub(past.used) > pastAbandoned) && (oldest == nil || past.used.Before(oldest.used)) {
			oldest = past
		}
	}
	if oldest != nil {
		p.drop(oldest)
	}
	return oldest != nil
}

func (past *Past) whole() bool {
	select {
	case <-past.built:
		return true
	default:
		return false
	}
}

// begin builds a past in the background; p.mu is held.
func (p *Pasts) begin(name pastName) (*Past, error) {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	dir, err := os.MkdirTemp(p.Dir, name.model+"-")
	if err != nil {
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	past := &Past{name: name, dir: dir, keeper: p, log: events.NewPast(p.Log, name.moment), built: make(chan struct{})}
	logger := p.Logger.With().Time("as_of", past.log.Moment()).Logger()
	past.Models, err = Open(context.Background(), Config{Dir: dir, Log: past.log, Logger: logger, Clock: p.Clock, Only: []string{name.model}, Passing: true})
	if err == nil && len(past.Models.Names()) == 0 {
		err = fmt.Errorf("%w %q", projector.ErrUnknownModel, name.model)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(context.Background())
	past.cancel = cancel
	p.work.Go(func() {
		past.failed = past.Models.WaitCaughtUp(ctx)
		close(past.built)
		if past.failed != nil && ctx.Err() == nil {
			logger.Error().Err(past.failed).Msg("the past can't be built")
			p.mu.Lock()
			defer p.mu.Unlock()
			p.drop(past)
		}
	})
	return past, nil
}

// drop forgets a past and removes its file in the background; p.mu is held.
func (p *Pasts) drop(past *Past) {
	if p.open[past.name] != past {
		return
	}
	delete(p.open, past.name)
	past.cancel()
	p.work.Go(func() {
		if err := errors.Join(past.Models.Close(), os.RemoveAll(past.dir)); err != nil {
			p.Logger.Warn().Err(err).Msg("remove a read model of the past")
		}
	})
}

// dropIdle drops what nobody has asked for in a while, and looks again later.
func (p *Pasts) dropIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	for _, past := range p.open {
		if past.users == 0 && p.Clock().Sub(past.used) >= p.Idle {
			p.drop(past)
		}
	}
	p.sweep.Reset(p.Idle / 2)
}

// Forget drops everything, so that nothing of what was erased since stays in its files. What is in use fails with ErrClosed.
func (p *Pasts) Forget() error {
	p.mu.Lock()
	var dropped []*Past
	for name, past := range p.open {
		delete(p.open, name)
		past.cancel()
		dropped = append(dropped, past)
	}
	p.mu.Unlock()
	var err error
	for _, past := range dropped {
		err = errors.Join(err, past.Models.Close(), os.RemoveAll(past.dir))
	}
	return err
}

// Close drops everything and waits for it. What is in use fails with ErrClosed.
func (p *Pasts) Close() error {
	p.mu.Lock()
	p.closed = true
	p.sweep.Stop()
	for _, past := range p.open {
		p.drop(past)
	}
	p.mu.Unlock()
	p.work.Wait()
	return os.RemoveAll(p.Dir)
}
