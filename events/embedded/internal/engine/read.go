package engine

// Reading: a page of events at a time, so that no transaction lasts as long as a slow client.

import (
	"math"

	"candor/events/embedded/internal/storage"
)

// What bounds one page, and so the duration of a transaction, whether or not its events are wanted.
const (
	pageEvents = 512
	pageBytes  = 2 << 20
)

// Visit is offered an event and reports whether it took it. Taking one not ends the page. The event is valid only
// during the call, which must not wait for anything.
type Visit func(ev *storage.Event) (taken bool, err error)

// pager offers the events of one page.
type pager struct {
	visit  Visit
	events int
	bytes  int
}

// offer offers an event. more reports that the page goes on.
func (p *pager) offer(ev *storage.Event) (taken, more bool, err error) {
	taken, err = p.visit(ev)
	p.events++
	p.bytes += ev.Size()
	return taken && err == nil, taken && p.events < pageEvents && p.bytes < pageBytes, err
}

// Forward offers the events of the log from position from on, up to [Engine.Last]. It returns the position to go on
// from, and whether it has reached the end.
func (e *Engine) Forward(from uint64, visit Visit) (next uint64, end bool, err error) {
	last := e.Last()
	next = max(from, 1)
	if next > last {
		return next, true, nil
	}
	p := pager{visit: visit}
	end = true
	err = e.store.View(func(r *storage.Reader) error {
		return r.Forward(next, func(ev *storage.Event) (bool, error) {
			if ev.Position > last {
				return false, nil
			}
			taken, more, err := p.offer(ev)
			if taken {
				next = ev.Position + 1
			}
			end = more || taken && ev.Position == last
			return more, err
		})
	})
	return next, end && err == nil, err
}

// Backward offers the events of the log before the position before, newest first. It returns the position to go
// on before, 0 when there are no more.
func (e *Engine) Backward(before uint64, visit Visit) (next uint64, err error) {
	next = min(before, e.Last()+1)
	if next <= 1 {
		return 0, nil
	}
	p := pager{visit: visit}
	more := true
	err = e.store.View(func(r *storage.Reader) error {
		return r.Backward(next, func(ev *storage.Event) (_ bool, err error) {
			taken := false
			if taken, more, err = p.offer(ev); taken {
				next = ev.Position
			}
			return more, err
		})
	})
	if more && err == nil {
		next = 0
	}
	return next, err
}

// View is the visible part of a stream.
type View struct {
	First  uint64 // lowest revision
	Last   uint64 // highest revision; below First if nothing is left to see
	Oldest int64  // events created before this, in 100 ns ticks since the Unix epoch, are hidden
}

// View returns the visible part of stream, or [ErrStreamNotFound] or [ErrStreamDeleted].
func (e *Engine) View(stream string) (View, error) {
	h, err := e.head(stream)
	switch {
	case err != nil:
		return View{}, err
	case h.Tombstoned:
		return View{}, ErrStreamDeleted
	case h.Last < 0 || h.SoftDeleted:
		return View{}, ErrStreamNotFound
	}
	v := View{First: h.lowest(), Last: uint64(h.Last), Oldest: math.MinInt64}
	if h.meta.MaxAge > 0 {
		v.Oldest = ticks(e.clock().Add(-h.meta.MaxAge))
	}
	return v, nil
}

// Tip returns the last revision of stream, -1 if it has no events, and whether it is deleted for ever.
func (e *Engine) Tip(stream string) (last int64, tombstoned bool, err error) {
	h, err := e.head(stream)
	if err != nil {
		return 0, false, err
	}
	return h.Last, h.Tombstoned, nil
}

// VisitTombstone offers the event that deleted stream for ever.
func (e *Engine) VisitTombstone(stream string, visit Visit) error {
	_, err := e.StreamForward(stream, tombstoneRevision, tombstoneRevision, visit)
	return err
}

// StreamForward offers the events of stream with the revisions from lo to hi. It returns the revision to go on from.
func (e *Engine) StreamForward(stream string, lo, hi uint64, visit Visit) (next uint64, err error) {
	top := min(hi, lo+pageEvents-1)
	next, all := lo, true
	p := pager{visit: visit}
	err = e.store.View(func(r *storage.Reader) error {
		return r.Stream(stream, lo, top, false, func(ev *storage.Event) (_ bool, err error) {
			taken := false
			if taken, all, err = p.offer(ev); taken {
				next = ev.Revision + 1
			}
			return all, err
		})
	})
	if all && err == nil {
		next = top + 1
	}
	return next, err
}

// StreamBackward offers the events of stream with the revisions from hi down to lo. It returns the revision to go
// on down from, and whether there is one.
func (e *Engine) StreamBackward(stream string, lo, hi uint64, visit Visit) (next uint64, more bool, err error) {
	bottom := lo
	if hi >= pageEvents {
		bottom = max(lo, hi-pageEvents+1)
	}
	next = hi + 1 // the revision above what is left
	all := true
	p := pager{visit: visit}
	err = e.store.View(func(r *storage.Reader) error {
		return r.Stream(stream, bottom, hi, true, func(ev *storage.Event) (_ bool, err error) {
			taken := false
			if taken, all, err = p.offer(ev); taken {
				next = ev.Revision
			}
			return all, err
		})
	})
	if all && err == nil {
		next = bottom
	}
	return next - 1, err == nil && next > lo, err
}

// event calls found with the event at a revision of stream, if it is stored.
func (e *Engine) event(stream string, revision uint64, found func(*storage.Event)) error {
	return e.store.View(func(r *storage.Reader) error {
		return r.Stream(stream, revision, revision, false, func(ev *storage.Event) (bool, error) {
			found(ev)
			return false, nil
		})
	})
}

// Event calls found with the event at a revision of stream, if reads of the stream may see it.
func (e *Engine) Event(stream string, revision uint64, found func(ev *storage.Event)) error {
	v, err := e.View(stream)
	switch {
	case err == ErrStreamNotFound || err == ErrStreamDeleted:
		return nil
	case err != nil:
		return err
	case revision < v.First || revision > v.Last:
		return nil
	}
	return e.event(stream, revision, func(ev *storage.Event) {
		if ev.Created >= v.Oldest {
			found(ev)
		}
	})
}

// positionOf returns the position of a stored event.
func (e *Engine) positionOf(stream string, revision uint64) (position uint64, err error) {
	err = e.event(stream, revision, func(ev *storage.Event) { position = ev.Position })
	return position, err
}
