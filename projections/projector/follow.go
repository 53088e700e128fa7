// The follower: one generation's way through the log. Three goroutines, see doc.go.

package projector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"candor/events"
)

const (
	batchEvents    = 8192            // events in one transaction at most: bbolt's pages grow without being split until its end
	batchesAhead   = 12              // batches that wait for a commit: reading continues during a large one
	batchBytes     = 16 << 20        // of stored data in one transaction at most
	catchUpLinger  = time.Second     // while catching up, how long events wait for more of them
	checkpointIdle = 5 * time.Second // how old a stored checkpoint may grow while nothing but it moves
	freeAfter      = 20000           // events of a catch-up, after which memory is returned to the system at once
)

// applier collects decoded events and commits them in batches.
type applier struct {
	p       *Projector
	g       *generation
	pending [][]Event // as they came: one slice of them all would be copied again and again as it grows
	count   int       // of pending
	bytes   int
	skipped int
	reached events.Position // pending included
	created time.Time
	stored  events.Position // the durable checkpoint
	live    bool
	applied int // while catching up
}

// follow applies the log to g until ctx ends. Other errors: errPoisoned, ErrOtherLog, errDamaged,
// a failing disk, or a permanent one of the log.
func (p *Projector) follow(ctx context.Context, g *generation) error {
	m := g.state()
	if err := p.checkLogIdentity(ctx, g); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := newQueue()
	batches, ended := make(chan batch, batchesAhead), make(chan error, 1)
	reading := make(chan struct{}, 2)
	go func() {
		filter, put := g.definition.filter(), q.put
		if g.end != noEnd {
			put = upTo(g.end, put)
		}
		ended <- p.log.Subscribe(ctx, m.Checkpoint, filter, func(m events.Message) error {
			if m.Kind == events.Interrupted {
				if err := put(m); err != nil {
					return err
				}
				return p.resume(ctx, g, m)
			}
			if m.Kind == events.EventAppeared {
				g.hears(m.Position, p.clock)
			}
			return put(m)
		})
		reading <- struct{}{}
	}()
	go func() {
		p.decodeAll(ctx, g, q, batches)
		reading <- struct{}{}
	}()
	defer func() { // no goroutine of this follower runs after it has returned
		cancel()
		q.close()
		<-reading
		<-reading
	}()
	a := &applier{p: p, g: g, reached: m.Checkpoint, stored: m.Checkpoint}
	return a.run(ctx, batches, ended)
}

func (a *applier) run(ctx context.Context, batches <-chan batch, ended <-chan error) error {
	due := time.NewTimer(checkpointIdle)
	defer due.Stop()
	idle := time.NewTicker(checkpointIdle)
	defer idle.Stop()
	for {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), a.commit(a.stored < a.reached)) // so that decoded events need not be read again
		case err := <-ended:
			return fmt.Errorf("subscription: %w", err)
		case b := <-batches:
			first := len(a.pending) == 0
			a.add(b)
			for drained := false; !drained && !a.full() && b.poison == 0; {
				select {
				case b = <-batches:
					a.add(b)
				default:
					drained = true
				}
			}
			if b.poison > 0 {
				return a.poisoned(b)
			}
			if first {
				due.Reset(a.maxWait())
			}
			if len(a.pending) == 0 || a.full() || a.g.waiting.Load() > 0 || b.live && !a.g.upToDateNow() {
				began := time.Now()
				if err := a.commit(false); err != nil {
					return err
				}
				if a.p.throttled(a.g) {
					pause(ctx, time.Since(began))
				}
			}
		case <-a.g.wake:
			if err := a.commit(false); err != nil {
				return err
			}
		case <-due.C:
			if err := a.commit(false); err != nil {
				return err
			}
		case <-idle.C:
			if a.stored < a.reached && len(a.pending) == 0 {
				if err := a.commit(true); err != nil {
					return err
				}
			}
		}
	}
}

// add adds a batch, uncommitted.
func (a *applier) add(b batch) {
	if len(b.events) > 0 {
		a.pending = append(a.pending, b.events)
		a.count += len(b.events)
	}
	a.bytes += b.bytes
	a.skipped += b.skipped
	a.reached = max(a.reached, b.reached)
	if !b.created.IsZero() {
		a.created = b.created
	}
	a.live = b.live || a.live && !b.interrupted
}

func (a *applier) full() bool {
	limit := cmp.Or(a.g.definition.Batch, batchEvents)
	if a.p.throttled(a.g) {
		limit = throttledBatch
	}
	return a.count >= limit || a.bytes >= batchBytes
}

// maxWait is how long the first pending event may wait.
func (a *applier) maxWait() time.Duration {
	if a.g.live.Load() {
		return a.g.definition.CommitDelay
	}
	return catchUpLinger
}

// commit applies what is pending in one transaction with its checkpoint. With nothing pending it
// only moves the visible position, and the durable one too if durable is set.
func (a *applier) commit(durable bool) error {
	g := a.g
	completes := a.live && !g.state().Complete
	if len(a.pending) > 0 || durable || completes || a.skipped > 0 {
		if err := a.write(completes); err != nil {
			return err
		}
	}
	if completes && g.db.NoSync {
		g.db.NoSync = false
		if err := g.db.Sync(); err != nil {
			return fmt.Errorf("%s: make the new file durable: %w", g.definition.Name, err)
		}
	}
	if completes {
		g.complete.Store(true) // before advance, which wakes those who wait for both
	}
	g.advance(a.reached, a.p.clock(), a.created)
	g.shows(a.created)
	if completes {
		if a.p.current.Load() == g {
			a.p.wholeAgain()
		}
	}
	if a.live {
		g.setLive(true)
		g.resumed()
		g.upToDate()
		if a.applied > freeAfter {
			debug.FreeOSMemory() // no more large batches: return their memory to the system now
		}
		a.applied = 0
	}
	return nil
}

// poisoned commits the events before the one that can't be decoded, and records that.
func (a *applier) poisoned(b batch) error {
	if err := a.commit(true); err != nil {
		return err
	}
	return a.stopAt(b.poison, b.err)
}

// stopAt records that the model stops before the event at a position. It returns why, unless that can't be recorded.
func (a *applier) stopAt(position events.Position, why error) error {
	a.g.advance(a.g.state().Checkpoint, a.p.clock(), time.Time{}) // what was applied before it
	known := slices.Contains(a.g.state().Poison, position)
	err := a.g.update(func(t *Tx) error {
		if !known {
			t.meta.Poison = append(slices.Clone(t.meta.Poison), position)
			t.meta.Poison = t.meta.Poison[max(0, len(t.meta.Poison)-maxPoison):]
		}
		t.meta.PoisonErr = why.Error()
		return nil
	})
	if err != nil {
		return err
	}
	return why
}

// resumeTime is how long a read model may take to catch up after its subscription was dropped, until it no longer counts as
// caught up.
const resumeTime = 10 * time.Second

// resume prepares g for the events after an interruption. If they may come from another node, it first waits until that is
// known to have the same log. Errors: ErrOtherLog, ctx's.
func (p *Projector) resume(ctx context.Context, g *generation, m events.Message) error {
	g.dropped.Add(1)
	g.resuming.CompareAndSwap(0, time.Now().UnixNano())
	g.missing(m.Since)
	if m.ByServer {
		return nil
	}
	g.unknown()
	return p.checkLogIdentity(ctx, g)
}

// resumed records that the subscription has caught up again.
func (g *generation) resumed() { g.resuming.Store(0) }

// resumesForLong reports whether the subscription was dropped and has not caught up for a long time.
func (g *generation) resumesForLong() bool {
	since := g.resuming.Load()
	return since != 0 && time.Since(time.Unix(0, since)) > resumeTime
}

// upToDateNow reports whether the subscription follows the log.
func (g *generation) upToDateNow() bool { return g.live.Load() && g.resuming.Load() == 0 }
