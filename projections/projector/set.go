// Set: the projectors of several read models, opened and closed together.

package projector

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
)

// headPoll is how often the log is asked for its end, for the metrics' lag.
const headPoll = 5 * time.Second

// Set runs one projector for each of some read models. All methods are safe for concurrent use; nil is an empty set.
type Set struct {
	projectors []*Projector
	readers    []any
	registerer prometheus.Registerer
	collector  prometheus.Collector
	stopPoll   context.CancelFunc
	polling    sync.WaitGroup
	closing    sync.Once
	closed     error // the error of closing
}

// OpenSet opens or creates the files of the read models and starts one projector each. It returns at
// once, also while the log is away: Status and WaitCaughtUp tell when they are ready. ctx bounds
// the opening only; Close ends the projectors and waits for them. An error names the file that
// can't be opened, e.g. because another process uses it.
func OpenSet(ctx context.Context, c Config, models []ReadModel) (*Set, error) {
	c = c.complete()
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the read models: %w", err)
	}
	opened := make([]*Projector, len(models))
	failed := make([]error, len(models))
	var opening sync.WaitGroup
	for i, m := range models { // concurrently, because checking a file takes time
		opening.Go(func() {
			if opened[i], failed[i] = Open(c, m.Definition); failed[i] != nil {
				failed[i] = fmt.Errorf("read model %s: %w", m.Name, failed[i])
			}
		})
	}
	opening.Wait()
	s := &Set{registerer: c.Registerer, stopPoll: func() {}}
	for i, p := range opened {
		if p != nil && p.current.Load() != nil {
			s.projectors = append(s.projectors, p)
			if models[i].Reader != nil {
				s.readers = append(s.readers, models[i].Reader(p))
			}
		}
	}
	if err := errors.Join(append(failed, ctx.Err())...); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if c.Registerer != nil {
		s.collector = newCollector(s.projectors)
		if err := c.Registerer.Register(s.collector); err != nil {
			return nil, errors.Join(fmt.Errorf("metrics of the read models: %w", err), s.Close())
		}
		s.pollHead(c.Log)
	}
	return s, nil
}

// Projectors returns the projectors, in the models' order.
func (s *Set) Projectors() []*Projector {
	if s == nil {
		return nil
	}
	return s.projectors
}

// ReaderOf returns what answers queries of a read model, by its type. It is zero if the read model is not in the set.
func ReaderOf[R any](s *Set) (found R) {
	if s == nil {
		return found
	}
	for _, reader := range s.readers {
		if r, ok := reader.(R); ok {
			return r
		}
	}
	return found
}

// pollHead polls the log's head, for the lag.
func (s *Set) pollHead(log Source) {
	ctx, cancel := context.WithCancel(context.Background())
	s.stopPoll = cancel
	s.polling.Go(func() {
		tick := time.NewTicker(headPoll)
		defer tick.Stop()
		for {
			if head, err := log.Head(ctx); err == nil {
				for _, p := range s.Projectors() {
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
func (s *Set) Close() error {
	if s == nil {
		return nil
	}
	s.closing.Do(func() { s.closed = s.close() })
	return s.closed
}

func (s *Set) close() error {
	s.stopPoll()
	s.polling.Wait()
	if s.collector != nil {
		s.registerer.Unregister(s.collector)
	}
	errs := make([]error, len(s.Projectors()))
	var closing sync.WaitGroup
	for i, p := range s.Projectors() {
		closing.Go(func() { errs[i] = p.Close() })
	}
	closing.Wait()
	return errors.Join(errs...)
}

// Status returns how each read model is doing, in a fixed order. It reads memory only.
func (s *Set) Status() []Status {
	all := make([]Status, len(s.Projectors()))
	for i, p := range s.Projectors() {
		all[i] = p.status()
	}
	return all
}

// WaitCaughtUp returns when every read model is complete and has applied all history. Errors: ctx's,
// ErrStopped when an event can't be decoded, ErrClosed.
func (s *Set) WaitCaughtUp(ctx context.Context) error {
	for _, p := range s.Projectors() {
		if err := p.WaitCaughtUp(ctx); err != nil {
			return err
		}
	}
	return nil
}

// WaitFor returns when every read model has applied all events up to position. Errors as for WaitCaughtUp.
func (s *Set) WaitFor(ctx context.Context, position events.Position) error {
	for _, p := range s.Projectors() {
		if err := p.waitFor(ctx, position); err != nil {
			return err
		}
	}
	return nil
}

// Rebuild builds the named read model anew from the whole log, beside the file that keeps
// answering, and swaps it in when it has caught up. progress, which may be nil, is called with the
// position a few times a second. Errors: ErrUnknownModel, ErrRebuilding, ctx's, and those of
// building; the old file stays then.
func (s *Set) Rebuild(ctx context.Context, name string, progress func(at, head events.Position)) error {
	p, err := s.Named(name)
	if err != nil {
		return err
	}
	return p.rebuild(ctx, progress)
}

// WaitWhole returns when a read model has caught up and, if its file lacks events that another build set aside, has been made anew. Errors
// as for WaitCaughtUp, and ErrUnknownModel.
func (s *Set) WaitWhole(ctx context.Context, name string) error {
	p, err := s.Named(name)
	if err != nil {
		return err
	}
	return p.waitWhole(ctx)
}

// Names lists what commands call the read models, in Status's order.
func (s *Set) Names() []string {
	names := make([]string, len(s.Projectors()))
	for i, p := range s.Projectors() {
		names[i] = p.definition.commandName()
	}
	return names
}

// CanonicalName returns what commands call the read model that name means. Its error is ErrUnknownModel.
func (s *Set) CanonicalName(name string) (string, error) {
	p, err := s.Named(name)
	if err != nil {
		return "", err
	}
	return p.definition.commandName(), nil
}

// Check replays the log into a new file beside the named read model, up to its position when the
// check began, and compares both. The new file is removed again; answering and following continue
// meanwhile. progress as for Rebuild. Errors: ErrDiffers, ErrUnknownModel, ErrRebuilding, ctx's, and
// those of the replay.
func (s *Set) Check(ctx context.Context, name string, progress func(at, head events.Position)) error {
	p, err := s.Named(name)
	if err != nil {
		return err
	}
	if err := p.waitWhole(ctx); err != nil {
		return err
	}
	if !p.replace.TryLock() {
		return fmt.Errorf("%s: %w", name, ErrRebuilding)
	}
	defer p.replace.Unlock()
	if err := p.check(ctx, progress); err != nil {
		return fmt.Errorf("check %s: %w", name, err)
	}
	return nil
}

// AsOf returns the oldest AsOf of the read models.
func (s *Set) AsOf() (at time.Time, stale bool) {
	for _, p := range s.Projectors() {
		if t, old := p.current.Load().asOf(); old && (!stale || t.Before(at)) {
			at, stale = t, true
		}
	}
	return at, stale
}

// Dump returns the hex SHA-256 of all rows of the named read model. Two models that
// have applied the same events have the same, however the events came in batches. It reads the
// whole file.
func (s *Set) Dump(name string) (string, error) {
	p, err := s.Named(name)
	if err != nil {
		return "", err
	}
	var sum string
	err = p.query(func(_ *generation, t *Tx) (err error) {
		sum, err = t.Sum(func(string, []byte) bool { return true })
		return err
	})
	return sum, err
}

// Lacking returns what [Status.Lacking] says of a read model, by either of its names.
func (s *Set) Lacking(name string) string {
	p, err := s.Named(name)
	if err != nil {
		return ""
	}
	status := p.status()
	return status.Lacking()
}

// Named returns the projector of a read model, by either of its names. Its error is ErrUnknownModel.
func (s *Set) Named(name string) (*Projector, error) {
	for _, p := range s.Projectors() {
		if name == p.definition.Name || name == p.definition.commandName() {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknownModel, name)
}
