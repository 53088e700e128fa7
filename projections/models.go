// Models: all read models of one process, opened and closed together.

package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
)

// headPoll is how often the log is asked for its end, for the metrics' lag.
const headPoll = 5 * time.Second

// Source is what the read models need of the log.
type Source interface {
	// Subscribe calls handle with what matches f after the given position; see [events.Log.Subscribe].
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
	// Head returns the position of the last event, 0 for an empty log.
	Head(ctx context.Context) (events.Position, error)
	// At returns the event at a position, or the next one after it; false when the log ends before.
	At(ctx context.Context, position events.Position) (r events.Recorded, found bool, err error)
}

var _ Source = events.Log(nil)

// Config says where the read models live and what they follow.
type Config struct {
	Dir        string // one bbolt file a model; made when missing
	Log        Source
	Logger     zerolog.Logger
	Registerer prometheus.Registerer // nil: no metrics
	Clock      func() time.Time      // nil: time.Now
	Retention  time.Duration         // of page views and visitors; 0: for ever
	Only       []string              // which read models, by name; empty: all. The fields of the others stay nil
	Busy       func() bool           // whether requests come in, between which rebuilds pause; nil: none do
	Passing    bool                  // the files are thrown away in the end: they needn't survive the machine's
}

// complete fills in what may be left out.
func (c Config) complete() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Busy == nil {
		c.Busy = func() bool { return false }
	}
	return c
}

// Models are the read models. All methods are safe for concurrent use.
type Models struct {
	Content   *Content
	Inbox     *Inbox
	Access    *Access
	Analytics *Analytics
	History   *History
	Media     *Media
	Proof     *Proof

	projectors []*projector
	registerer prometheus.Registerer
	collector  prometheus.Collector
	stopPoll   context.CancelFunc
	polling    sync.WaitGroup
	closing    sync.Once
	closed     error // what closing said
}

// Status says how one read model is doing.
type Status struct {
	Name       string
	Version    int
	Position   events.Position // everything up to here is applied
	CaughtUp   bool            // whole, and all history the log had is applied
	Rebuilding bool
	Progress   float64 // of the build going on, 0 to 1; 1 when there is none
	Applied    uint64  // events that took effect, since the file was begun
	Skipped    uint64  // events that meant nothing to the model: of unknown types, or about things that aren't there
	Poisoned   uint64  // events that can't be decoded and that the projector stands before
	PoisonedAt []events.Position
	Err        string    // why the projector stands still; "" when it doesn't
	UpdatedAt  time.Time // when Position last moved; zero before the first time
	AsOf       time.Time // until when what it shows is known to be all there was; zero: it shows what there is
	Resuming   bool      // its subscription was interrupted, and has not caught up again
	Dropped    uint64    // how often that has happened since the file was opened
	OtherLog   bool      // the log is not the one that the file was made from; Err says how that is known
}

// registered are the blueprints of all read models, in the order of their files' names.
var registered []blueprint

// register makes [Open] open a read model. It is called as the blueprint's variable is made.
func register(b blueprint) blueprint {
	registered = append(registered, b)
	return b
}

// Open opens or makes the files of all read models and starts one projector each. It returns at
// once, also while the log is away: Status and WaitCaughtUp tell when they are ready. ctx bounds
// the opening only; Close ends the projectors and waits for them. An error names the file that
// can't be had, e.g. because another process uses it.
func Open(ctx context.Context, c Config) (*Models, error) {
	c = c.complete()
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the read models: %w", err)
	}
	scheduled := newSignal() // one for all generations of the content
	plans := slices.Clone(registered)
	for i := range plans {
		if plans[i].name == contentBlueprint.name {
			plans[i].make = func() readModel { return newContent(scheduled) }
		}
	}
	if len(c.Only) > 0 {
		plans = slices.DeleteFunc(plans, func(b blueprint) bool { return !slices.Contains(c.Only, b.name) })
	}
	opened := make([]*projector, len(plans))
	failed := make([]error, len(plans))
	var opening sync.WaitGroup
	for i, plan := range plans { // side by side: checking a large file takes its time
		opening.Go(func() {
			if opened[i], failed[i] = openProjector(c, plan); failed[i] != nil {
				failed[i] = fmt.Errorf("read model %s: %w", plan.name, failed[i])
			}
		})
	}
	opening.Wait()
	m := &Models{registerer: c.Registerer, stopPoll: func() {}}
	for _, p := range opened {
		if p != nil && p.current.Load() != nil {
			m.projectors = append(m.projectors, p)
		}
	}
	if err := errors.Join(append(failed, ctx.Err())...); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	for _, p := range opened {
		m.assign(p, scheduled)
	}
	if m.Analytics != nil {
		m.Analytics.retention = c.Retention
	}
	if c.Registerer != nil {
		m.collector = newCollector(m.projectors)
		if err := c.Registerer.Register(m.collector); err != nil {
			return nil, errors.Join(fmt.Errorf("metrics of the read models: %w", err), m.Close())
		}
		m.pollHead(c.Log)
	}
	return m, nil
}

// assign makes a projector's model answer under its name.
func (m *Models) assign(p *projector, scheduled *signal) {
	switch p.blueprint.name {
	case contentBlueprint.name:
		m.Content = &Content{facade: facade[*content]{p}, scheduled: scheduled}
	case inboxBlueprint.name:
		m.Inbox = &Inbox{facade[*inbox]{p}}
	case accessBlueprint.name:
		m.Access = &Access{facade[*access]{p}}
	case analyticsBlueprint.name:
		m.Analytics = &Analytics{facade: facade[*analytics]{p}}
	case historyBlueprint.name:
		m.History = &History{facade[*history]{p}}
	case mediaBlueprint.name:
		m.Media = &Media{facade[*media]{p}}
	case proofBlueprint.name:
		m.Proof = &Proof{facade[*merkle]{p}}
	}
}

// pollHead keeps what the lag is measured against.
func (m *Models) pollHead(log Source) {
	ctx, cancel := context.WithCancel(context.Background())
	m.stopPoll = cancel
	m.polling.Go(func() {
		tick := time.NewTicker(headPoll)
		defer tick.Stop()
		for {
			if head, err := log.Head(ctx); err == nil {
				for _, p := range m.projectors {
					p.head.Store(uint64(head))
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
}

// Close ends the projectors and closes the files. What was applied is durable, what was not will
// be applied after the next Open. Queries fail with ErrClosed afterwards. Closing again does nothing.
func (m *Models) Close() error {
	m.closing.Do(func() { m.closed = m.close() })
	return m.closed
}

func (m *Models) close() error {
	m.stopPoll()
	m.polling.Wait()
	if m.collector != nil {
		m.registerer.Unregister(m.collector)
	}
	errs := make([]error, len(m.projectors))
	var closing sync.WaitGroup
	for i, p := range m.projectors {
		closing.Go(func() { errs[i] = p.close() })
	}
	closing.Wait()
	return errors.Join(errs...)
}

// Status says how each read model is doing, in a fixed order. It reads memory only.
func (m *Models) Status() []Status {
	all := make([]Status, len(m.projectors))
	for i, p := range m.projectors {
		all[i] = p.status()
	}
	return all
}

func (p *projector) status() Status {
	g := p.current.Load()
	state := g.state()
	position, _, failure := g.at()
	s := Status{Name: p.blueprint.name, Version: state.Version, Position: position, CaughtUp: g.caughtUp(), Progress: 1,
		Applied: state.Applied, Skipped: state.Skipped, Poisoned: uint64(len(state.Poison)), PoisonedAt: state.Poison, Err: state.PoisonErr}
	if failure != nil {
		s.Err = failure.Error()
	}
	s.OtherLog = errors.Is(failure, ErrOtherLog)
	s.AsOf, _ = g.asOf()
	s.Resuming, s.Dropped = g.resuming.Load() != 0, g.dropped.Load()
	g.mu.Lock()
	s.UpdatedAt = g.moved
	g.mu.Unlock()
	building := p.building.Load()
	if building == g { // it has just been swapped in
		building = nil
	}
	if building == nil && !g.complete.Load() {
		building = g
	}
	if building != nil {
		at, _, _ := building.at()
		s.Rebuilding, s.Progress = true, min(1, float64(at)/float64(max(1, p.head.Load(), uint64(at))))
	}
	return s
}

// WaitCaughtUp returns when every read model is whole and has applied all history. Errors: ctx's,
// ErrStopped when an event can't be decoded, ErrClosed.
func (m *Models) WaitCaughtUp(ctx context.Context) error {
	for _, p := range m.projectors {
		if err := p.waitCaughtUp(ctx); err != nil {
			return err
		}
	}
	return nil
}

// WaitFor returns when every read model shows everything up to position. Errors as for WaitCaughtUp.
func (m *Models) WaitFor(ctx context.Context, position events.Position) error {
	for _, p := range m.projectors {
		if err := p.waitFor(ctx, position); err != nil {
			return err
		}
	}
	return nil
}

// Rebuild makes the named read model anew from the whole log, beside the file that goes on
// answering, and swaps it in when it has caught up. progress, which may be nil, is told how far
// it is, a few times a second. Errors: ErrUnknownModel, ErrRebuilding, ctx's, and what keeps the
// build from finishing; the old file stays then.
func (m *Models) Rebuild(ctx context.Context, name string, progress func(at, head events.Position)) error {
	p, err := m.named(name)
	if err != nil {
		return err
	}
	return p.rebuild(ctx, progress)
}

// Names lists the read models, in Status's order.
func (m *Models) Names() []string {
	names := make([]string, len(m.projectors))
	for i, p := range m.projectors {
		names[i] = p.blueprint.name
	}
	return names
}

// Personal lists the read models that hold, or may have held, personal data.
func (m *Models) Personal() []string {
	var names []string
	for _, p := range m.projectors {
		if p.blueprint.personal {
			names = append(names, p.blueprint.name)
		}
	}
	return names
}

// Erasable lists the read models that hold, or may have held, personal data or pictures. To be rid of the bytes of what was
// erased or removed, rebuild them: a file keeps old bytes in pages that it has set free.
func (m *Models) Erasable() []string {
	var names []string
	for _, p := range m.projectors {
		if p.blueprint.personal || p.blueprint.pictures {
			names = append(names, p.blueprint.name)
		}
	}
	return names
}

// ErasableNames lists all read models of which that is true, in order.
func ErasableNames() []string {
	var names []string
	for _, b := range registered {
		if b.personal || b.pictures {
			names = append(names, b.name)
		}
	}
	slices.Sort(names)
	return names
}

func (m *Models) named(name string) (*projector, error) {
	for _, p := range m.projectors {
		if p.blueprint.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknownModel, name)
}

// Dump returns the hex SHA-256 of everything that the named read model holds. Two models that
// have applied the same events have the same, however the events came in batches. It reads the
// whole file.
func (m *Models) Dump(name string) (string, error) {
	p, err := m.named(name)
	if err != nil {
		return "", err
	}
	var sum string
	err = p.query(func(_ *generation, t *txn) error {
		sum, err = t.sum(func(string, []byte) bool { return true })
		return err
	})
	return sum, err
}
