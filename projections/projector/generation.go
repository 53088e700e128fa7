// A generation: one file of a read model with its state in memory, and the callers that wait for a position. A rebuild creates a
// new one and swaps it in.

package projector

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"candor/events"
)

// probeAfter is how long a caller waits for a position before the log is asked whether the model still misses any
// event up to it. A filtered subscription doesn't deliver others, so the position of one of those would be reached much later.
const probeAfter = 40 * time.Millisecond

// generation is one file of one model. Its projector's goroutine writes, queries read.
type generation struct {
	*file
	definition Definition
	model      atomic.Pointer[Model]

	complete atomic.Bool // may answer
	broken   atomic.Bool // found damaged: no longer answers
	frozen   bool        // of another version: answers, but nothing is applied to it
	// another build has set events aside: follows the log as any other, until it is replaced by one that this build makes
	lacking  bool
	stale    atomic.Int64    // 0 while no event is missing, else until when none was, in Unix nanoseconds
	known    atomic.Bool     // the log was compared with the file since it was last away, and is the same
	asked    atomic.Int64    // since when known is false, in Unix nanoseconds
	seen     atomic.Int64    // when known last became true, in Unix nanoseconds
	resuming atomic.Int64    // 0, or since when a dropped subscription has not caught up, in Unix nanoseconds
	dropped  atomic.Uint64   // how often the subscription was interrupted
	end      events.Position // where in the log it stops; noEnd, but for a check's replay
	live     atomic.Bool     // all history is applied
	stop     func()          // ends its follower and waits for it; called with projector.replace locked
	over     chan struct{}   // closed when another generation has its place, or all is closed
	waiting  atomic.Int64    // callers in waitFor
	wake     chan struct{}   // holds a token when a caller began to wait
	probing  sync.Mutex
	heard    atomic.Uint64 // position of the last event that came
	shown    atomic.Uint64 // position, without the lock
	logged   atomic.Uint64 // events that were set aside since the file was opened
	behind   atomic.Int64  // since when an event that arrived is not applied, in Unix nanoseconds

	mu       sync.Mutex
	position events.Position // visible to queries up to here
	moved    time.Time       // when position last did
	created  time.Time       // of the last applied event
	changed  chan struct{}   // closed, and replaced, when position, live or failure changes
	failure  error           // why it has stopped
}

const noEnd = events.Position(1<<64 - 1)

// newGeneration returns the generation of a file.
func (p *Projector) newGeneration(f *file) (*generation, error) {
	d := p.definition
	g := &generation{file: f, definition: d, end: noEnd, wake: make(chan struct{}, 1),
		changed: make(chan struct{}), over: make(chan struct{}),
		stop: func() {}}
	m := f.state()
	g.position = m.Checkpoint
	g.shown.Store(uint64(m.Checkpoint))
	g.complete.Store(m.Complete)
	g.frozen = m.Version != d.Version
	g.lacking = !g.frozen && m.SetAsideCount > 0 && m.Build != p.build()
	g.stale.Store(f.wholeUntil().UnixNano())
	g.unknown()
	if err := g.reload(); err != nil {
		return nil, err
	}
	return g, nil
}

// foreign reports whether the file is of another version, whose rows this program may not understand.
func (g *generation) foreign() bool { return g.state().Version != g.definition.Version }

// reload recreates the model from the file, as after a failed batch.
func (g *generation) reload() error {
	model := g.definition.New()
	if err := g.inspect(model.Load); err != nil {
		return err
	}
	if old := g.model.Swap(&model); old != nil {
		discard(*old)
	}
	return nil
}

// close closes the file, and drops the state in memory.
func (g *generation) close() error {
	if model := g.model.Load(); model != nil {
		discard(*model)
	}
	return g.file.close()
}

// discard releases the memory that a model shares with others, once it is no longer used.
func discard(model Model) {
	if m, ok := model.(interface{ Discard() }); ok {
		m.Discard()
	}
}

// advance records that queries now see everything up to position.
func (g *generation) advance(position events.Position, now, created time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !created.IsZero() {
		g.created = created
	}
	if position <= g.position {
		return
	}
	g.position = position
	g.shown.Store(uint64(position))
	if !now.IsZero() {
		g.moved = now
	}
	g.announce()
}

// announce wakes all who wait for a change; the caller has locked g.mu.
func (g *generation) announce() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// at returns the visible position, a channel that is closed at the next change, and why the follower has stopped.
func (g *generation) at() (events.Position, <-chan struct{}, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.position, g.changed, g.failure
}

// fail records why the follower has stopped; nil: it continues.
func (g *generation) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if (g.failure == nil) != (err == nil) {
		g.announce()
	}
	g.failure = err
	if err != nil {
		g.missing(time.Now())
	}
}

// setLive records whether all history is applied.
func (g *generation) setLive(live bool) {
	if g.live.Swap(live) != live {
		g.mu.Lock()
		g.announce()
		g.mu.Unlock()
	}
}

// waitFor returns when queries are answered and see all events up to position. Errors: ctx's, ErrStopped,
// ErrClosed, and errSuperseded when another generation has taken its place.
func (g *generation) waitFor(ctx context.Context, position events.Position, log Source) error {
	if at, _, _ := g.at(); at >= position && g.complete.Load() {
		return nil
	}
	g.waiting.Add(1)
	defer g.waiting.Add(-1)
	select {
	case g.wake <- struct{}{}:
	default:
	}
	probeTimer := time.NewTimer(probeAfter)
	defer probeTimer.Stop()
	for {
		at, changed, failure := g.at()
		switch {
		case at >= position && g.complete.Load():
			return nil
		case errors.Is(failure, errPoisoned):
			return fmt.Errorf("%w: %w", ErrStopped, failure)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-g.over:
			return errSuperseded
		case <-probeTimer.C:
			g.probe(ctx, position, log)
			probeTimer.Reset(probeAfter)
		}
	}
}

var (
	errSuperseded = errors.New("another file has taken this one's place")
	errProbed     = errors.New("probed")
)

// probe asks the log whether there is an event for the model between the visible position and the wanted one, and
// advances if there is none, up to the log's head at most.
func (g *generation) probe(ctx context.Context, wanted events.Position, log Source) {
	if !g.probing.TryLock() {
		return // another caller is asking
	}
	defer g.probing.Unlock()
	from, _, _ := g.at()
	nothing := false
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	head, err := log.Head(ctx) // before the subscription, whose history then reaches that far
	if err != nil {
		return
	}
	wanted = min(wanted, head)
	err = log.Subscribe(ctx, from, g.definition.filter(), func(m events.Message) error {
		switch {
		case m.Kind == events.EventAppeared && m.Position <= wanted, m.Kind == events.Interrupted:
			return errProbed
		case m.Kind == events.EventAppeared, m.Kind == events.CaughtUp, m.Kind == events.Checkpoint && m.Position >= wanted:
			nothing = true
			return errProbed
		}
		return nil
	})
	if errors.Is(err, errProbed) && nothing {
		g.advance(wanted, time.Time{}, time.Time{})
	}
}
