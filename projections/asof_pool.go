// AsOfPool: read models as of past moments, built on demand and dropped again.

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
	"candor/projections/content"
	"candor/projections/projector"
	"candor/projections/search"
	"candor/projections/versions"
)

const (
	maxAsOf       = 3                // models at a time, including those being built
	asOfIdle      = 10 * time.Minute // without a request, after which a model is dropped
	abandonedTime = 30 * time.Second // after which a model that is being built may be replaced if nobody has asked for it since
)

// ErrAsOfPoolFull says that as many models as the pool may have are in use.
var ErrAsOfPoolFull = errors.New("too many past moments are in use")

// BuildingError says that a model as of a moment is still being built, and how far it is.
type BuildingError struct {
	Progress float64 // 0 to 1
}

func (e *BuildingError) Error() string {
	return fmt.Sprintf("the read model of the past is being built: %.0f %%", 100*e.Progress)
}

// AsOfPoolConfig says where the models are built and from what.
type AsOfPoolConfig struct {
	Dir    string // emptied at the start and at the end
	Log    projector.Source
	Logger zerolog.Logger
	Clock  func() time.Time // nil: time.Now
	// Withheld lists the versions that are withheld now, which readers of the past don't see either. nil: none are.
	Withheld func() ([]events.WithheldVersion, error)

	Countries, Cities bool // as for the read models of now
}

// AsOfPool holds a few read models as of past moments. Callers that ask for the same moment share one. It is safe for concurrent use.
type AsOfPool struct {
	AsOfPoolConfig
	work  sync.WaitGroup // builds and removals
	sweep *time.Timer

	mu     sync.Mutex
	open   map[asOfName]*AsOf
	closed bool
}

// asOfName tells the models of a pool apart.
type asOfName struct {
	moment   time.Time // UTC
	model    string
	withheld string // identifies the versions that are withheld from its readers
}

// models returns what is opened: what is found and what was corrected are shown with content.
func (n asOfName) models() []string {
	if n.model == search.Name || n.model == versions.Name {
		return []string{content.Name, n.model}
	}
	return []string{n.model}
}

// AsOf is one read model as of a moment. Its user gives it back with Release.
type AsOf struct {
	Models *Models // only this one model, search and versions with content

	name     asOfName
	dir      string
	log      *events.Past
	pool     *AsOfPool
	built    chan struct{} // closed when it is whole, or has failed
	failed   error
	cancel   context.CancelFunc
	once     sync.Once
	attached any

	users int       // pool.mu
	used  time.Time // pool.mu
}

// NewAsOfPool returns an empty pool. Its error is the file system's.
func NewAsOfPool(c AsOfPoolConfig) (*AsOfPool, error) {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if err := os.RemoveAll(c.Dir); err != nil { // left by a process that was killed
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	p := &AsOfPool{AsOfPoolConfig: c, open: map[asOfName]*AsOf{}}
	p.mu.Lock() // dropIdle waits for it
	defer p.mu.Unlock()
	p.sweep = time.AfterFunc(asOfIdle, p.dropIdle)
	return p, nil
}

// Open returns the named read model as of moment, waiting until ctx ends for it to be whole. Building continues when nobody waits.
// Errors: [*BuildingError] when ctx ends, ErrAsOfPoolFull, ErrUnknownModel, ErrClosed, and why it can't be built.
func (p *AsOfPool) Open(ctx context.Context, moment time.Time, model string) (*AsOf, error) {
	withheld, err := p.withheld(model)
	if err != nil {
		return nil, err
	}
	one, err := p.take(asOfName{moment.UTC().Round(0), model, fmt.Sprint(withheld)}, withheld)
	if err != nil {
		return nil, err
	}
	select {
	case <-one.built:
		err = one.failed
	case <-ctx.Done():
		err = &BuildingError{one.log.Progress()}
	}
	if err != nil {
		one.Release()
		return nil, err
	}
	return one, nil
}

// withheld returns the versions that are withheld from the readers of a model. It is not nil.
func (p *AsOfPool) withheld(model string) ([]events.WithheldVersion, error) {
	if p.Withheld == nil || model != content.Name && model != search.Name && model != versions.Name {
		return []events.WithheldVersion{}, nil
	}
	return p.Withheld()
}

// Moment returns the moment, UTC.
func (a *AsOf) Moment() time.Time { return a.name.moment }

// Release gives the model back. It may be closed from then on.
func (a *AsOf) Release() {
	p := a.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	a.users--
	a.used = p.Clock()
}

// Attached returns the result of the first make, which lives as long as the model.
func (a *AsOf) Attached(make func() any) any {
	a.once.Do(func() { a.attached = make() })
	return a.attached
}

// take finds a model or begins to build it, and counts its user.
func (p *AsOfPool) take(name asOfName, withheld []events.WithheldVersion) (*AsOf, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, projector.ErrClosed
	}
	for other, stale := range p.open {
		if other.model == name.model && other.withheld != name.withheld && stale.users == 0 {
			p.drop(stale)
		}
	}
	one := p.open[name]
	if one == nil {
		if len(p.open) >= maxAsOf && !p.evict() {
			return nil, ErrAsOfPoolFull
		}
		var err error
		if one, err = p.begin(name, withheld); err != nil {
			return nil, err
		}
		p.open[name] = one
	}
	one.users++
	return one, nil
}

// evict drops the model that has been unused for the longest time, if any is unused; p.mu is held.
func (p *AsOfPool) evict() bool {
	var oldest *AsOf
	for _, one := range p.open {
		if one.users == 0 && (one.whole() || p.Clock().Sub(one.used) > abandonedTime) && (oldest == nil || one.used.Before(oldest.used)) {
			oldest = one
		}
	}
	if oldest != nil {
		p.drop(oldest)
	}
	return oldest != nil
}

func (a *AsOf) whole() bool {
	select {
	case <-a.built:
		return true
	default:
		return false
	}
}

// begin builds a model in the background; p.mu is held.
func (p *AsOfPool) begin(name asOfName, withheld []events.WithheldVersion) (*AsOf, error) {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	dir, err := os.MkdirTemp(p.Dir, name.model+"-")
	if err != nil {
		return nil, fmt.Errorf("folder of the past: %w", err)
	}
	one := &AsOf{name: name, dir: dir, pool: p, log: events.NewPast(p.Log, name.moment), built: make(chan struct{})}
	logger := p.Logger.With().Time("as_of", one.log.Moment()).Logger()
	one.Models, err = Open(context.Background(),
		Config{Dir: dir, Log: one.log, Logger: logger, Clock: p.Clock, Only: name.models(), Withheld: withheld, Temporary: true,
			Countries: p.Countries, Cities: p.Cities})
	if err == nil && len(one.Models.Names()) == 0 {
		err = fmt.Errorf("%w %q", projector.ErrUnknownModel, name.model)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(context.Background())
	one.cancel = cancel
	p.work.Go(func() {
		one.failed = one.Models.WaitCaughtUp(ctx)
		close(one.built)
		if one.failed != nil && ctx.Err() == nil {
			logger.Error().Err(one.failed).Msg("the past can't be built")
			p.mu.Lock()
			defer p.mu.Unlock()
			p.drop(one)
		}
	})
	return one, nil
}

// drop forgets a model and removes its file in the background; p.mu is held.
func (p *AsOfPool) drop(one *AsOf) {
	if p.open[one.name] != one {
		return
	}
	delete(p.open, one.name)
	one.cancel()
	p.work.Go(func() {
		if err := errors.Join(one.Models.Close(), os.RemoveAll(one.dir)); err != nil {
			p.Logger.Warn().Err(err).Msg("remove a read model of the past")
		}
	})
}

// dropIdle drops the models that nobody has asked for in a while, and runs again later.
func (p *AsOfPool) dropIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	for _, one := range p.open {
		if one.users == 0 && p.Clock().Sub(one.used) >= asOfIdle {
			p.drop(one)
		}
	}
	p.sweep.Reset(asOfIdle / 2)
}

// Forget drops all models, so that nothing that was erased meanwhile stays in their files. Queries of those in use fail with ErrClosed.
func (p *AsOfPool) Forget() error {
	p.mu.Lock()
	var dropped []*AsOf
	for name, one := range p.open {
		delete(p.open, name)
		one.cancel()
		dropped = append(dropped, one)
	}
	p.mu.Unlock()
	var err error
	for _, one := range dropped {
		err = errors.Join(err, one.Models.Close(), os.RemoveAll(one.dir))
	}
	return err
}

// Close drops all models and waits until they are gone. Queries of those in use fail with ErrClosed.
func (p *AsOfPool) Close() error {
	p.mu.Lock()
	p.closed = true
	p.sweep.Stop()
	for _, one := range p.open {
		p.drop(one)
	}
	p.mu.Unlock()
	p.work.Wait()
	return os.RemoveAll(p.Dir)
}
