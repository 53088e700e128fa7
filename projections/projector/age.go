// Age: until when what a read model shows is known to be all that there was.

package projector

import (
	"os"
	"time"

	"candor/events"
)

// AsOf returns until when what the read model shows is known to be whole. stale is false while it follows the log: then it is now.
// It reads memory only.
func (v View[M]) AsOf() (at time.Time, stale bool) { return v.p.current.Load().asOf() }

func (g *generation) asOf() (at time.Time, stale bool) {
	if nano := g.stale.Load(); nano != 0 {
		return time.Unix(0, nano).UTC(), true
	}
	return time.Time{}, false
}

// hears notes that an event came, which is not shown yet.
func (g *generation) hears(position events.Position, clock func() time.Time) {
	if g.heard.Swap(uint64(position)) <= g.shown.Load() {
		g.behind.Store(clock().UnixNano())
	}
}

// lag returns how old the newest is that the model shows, 0 where it shows all there is: while it follows the log, all that has come. What was
// stored long before it came, as where the log was away, counts from its coming.
func (g *generation) lag(follows bool, now time.Time) time.Duration {
	g.mu.Lock()
	since := g.created
	g.mu.Unlock()
	if follows {
		if g.heard.Load() <= g.shown.Load() {
			return 0
		}
		if came := time.Unix(0, g.behind.Load()); came.After(since) {
			since = came
		}
	}
	if since.IsZero() {
		return 0
	}
	return max(0, now.Sub(since))
}

// missing records that something may be missing from now on, and nothing was until since.
func (g *generation) missing(since time.Time) { g.stale.CompareAndSwap(0, since.UnixNano()) }

// upToDate records that nothing is missing, unless the log went away meanwhile.
func (g *generation) upToDate() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failure == nil {
		g.stale.Store(0)
	}
}

// shows records that all events are shown up to one that was stored at created, while it catches up.
func (g *generation) shows(created time.Time) {
	if was := g.stale.Load(); was != 0 && !created.IsZero() && created.UnixNano() > was {
		g.stale.CompareAndSwap(was, created.UnixNano())
	}
}

// wholeUntil returns until when the file's content is known to have been whole: as it says itself, or else when it was last written.
func (f *file) wholeUntil() time.Time {
	if at := f.state().AsOf; !at.IsZero() {
		return at
	}
	if info, err := os.Stat(f.path); err == nil {
		return info.ModTime()
	}
	return time.Now()
}

// rememberAsOf keeps the moment for the next start, which may have to serve without the log.
func (g *generation) rememberAsOf() error {
	if _, stale := g.asOf(); stale || !g.complete.Load() || g.broken.Load() || g.frozen {
		return nil
	}
	return g.update(func(t *Tx) error {
		t.meta.AsOf = time.Now()
		return nil
	})
}
