// Age: until when a read model is known to be complete.

package projector

import (
	"os"
	"time"

	"candor/events"
)

// AsOf returns until when the read model is known to be complete. stale is false while it follows the log: then it is up to date.
// It reads memory only.
func (v View[M]) AsOf() (at time.Time, stale bool) { return v.p.current.Load().asOf() }

func (g *generation) asOf() (at time.Time, stale bool) {
	if nano := g.stale.Load(); nano != 0 {
		return time.Unix(0, nano).UTC(), true
	}
	return time.Time{}, false
}

// hears records that an event arrived, which is not applied yet.
func (g *generation) hears(position events.Position, clock func() time.Time) {
	if g.heard.Swap(uint64(position)) <= g.shown.Load() {
		g.behind.Store(clock().UnixNano())
	}
}

// lag returns the age of the newest applied event, or 0 if none is missing, which while the model follows the log means none that has
// arrived. Events that were stored long before they arrived, because the log was away, count from their arrival.
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

// missing records that events may be missing from now on, and none were until since.
func (g *generation) missing(since time.Time) { g.stale.CompareAndSwap(0, since.UnixNano()) }

// upToDate records that nothing is missing, unless the log went away meanwhile.
func (g *generation) upToDate() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failure == nil {
		g.stale.Store(0)
	}
}

// shows records, while catching up, that all events up to one of the time created are applied.
func (g *generation) shows(created time.Time) {
	if was := g.stale.Load(); was != 0 && !created.IsZero() && created.UnixNano() > was {
		g.stale.CompareAndSwap(was, created.UnixNano())
	}
}

// wholeUntil returns until when the file is known to be complete: the time in its meta, or else that of its last write.
func (f *file) wholeUntil() time.Time {
	if at := f.state().AsOf; !at.IsZero() {
		return at
	}
	if info, err := os.Stat(f.path); err == nil {
		return info.ModTime()
	}
	return time.Now()
}

// rememberAsOf stores the time for the next start, which may have to serve without the log.
func (g *generation) rememberAsOf() error {
	if _, stale := g.asOf(); stale || !g.complete.Load() || g.broken.Load() || g.frozen {
		return nil
	}
	return g.update(func(t *Tx) error {
		t.meta.AsOf = time.Now()
		return nil
	})
}
