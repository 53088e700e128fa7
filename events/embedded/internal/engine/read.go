package engine

// Reading: a page of events at a time, so that no transaction lasts as long as a slow client.

import (
	"fmt"
	"math"

	"candor/events/embedded/internal/storage"
)

const (
	// pageBlocks is the maximum number of blocks that one page reads, wanted or not. It bounds the duration of a
	// transaction.
	pageBlocks = 256
	// pageRevisions is the maximum number of revisions of a stream that one page reads.
	pageRevisions = 512
)

// Visit is offered the events lo to hi-1 of a block, lo < hi, and returns how many of them it took: from lo on when
// reading forwards, from hi-1 down when reading backwards. Taking fewer than all ends the page. The block is valid only
// during the call, which must not wait for anything.
type Visit func(b *storage.Block, lo, hi int) (taken int, err error)

// Forward offers the events of the log from position from on, up to [Engine.Last]. It returns the position to go on
// from, and whether it has reached the end.
func (e *Engine) Forward(from uint64, visit Visit) (next uint64, end bool, err error) {
	last := e.Last()
	next = max(from, 1)
	if next > last {
		return next, true, nil
	}
	err = e.store.ViewFrom(next, func(r *storage.Reader) error {
		c := r.Cursor()
		b, ok, err := c.Seek(next)
		for range pageBlocks {
			if err != nil || !ok || b.First > last {
				end = err == nil
				return err
			}
			lo := 0
			if next > b.First {
				lo = int(next - b.First)
			}
			taken, err := visit(&b, lo, b.Count)
			next = b.First + uint64(lo+taken)
			if err != nil || taken < b.Count-lo {
				return err
			}
			b, ok, err = c.Next()
			if err != nil || !ok || b.First > last {
				end = err == nil
				return err
			}
		}
		return nil
	})
	return next, end, err
}

// Backward offers the events of the log before the position before, newest first. It returns the position to go
// on before, 0 when there are no more.
func (e *Engine) Backward(before uint64, visit Visit) (next uint64, err error) {
	next = min(before, e.Last()+1)
	err = e.store.View(func(r *storage.Reader) error {
		c := r.Cursor()
		b, ok, err := c.SeekBefore(next)
		for range pageBlocks {
			if err != nil || !ok {
				if err == nil {
					next = 0
				}
				return err
			}
			hi := min(b.Count, int(next-b.First))
			taken, err := visit(&b, 0, hi)
			next = b.First + uint64(hi-taken)
			if err != nil || taken < hi {
				return err
			}
			if b, ok, err = c.Prev(); err != nil {
				return err
			}
		}
		return nil
	})
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
	next = lo
	top := min(hi, lo+pageRevisions-1)
	err = e.store.ViewStream(stream, lo, top, func(r *storage.Reader, extents []storage.Extent) error {
		c := r.Cursor()
		for _, x := range extents {
			from, to := max(next, x.Revision), min(top, x.Last())
			if from > to || x.Gone() {
				continue
			}
			b, ok, err := c.Seek(x.Position + (from - x.Revision))
			for {
				if err := belongs(stream, from, &b, ok, err); err != nil {
					return err
				}
				first, end := int(from-b.Revision), int(min(uint64(b.Count), to+1-b.Revision))
				taken, err := visit(&b, first, end)
				next = b.Revision + uint64(first+taken)
				if err != nil || taken < end-first {
					return err
				}
				if from = next; from > to {
					break
				}
				b, ok, err = c.Next()
				if err != nil {
					return err
				}
			}
		}
		next = top + 1
		return nil
	})
	return next, err
}

// StreamBackward offers the events of stream with the revisions from hi down to lo. It returns the revision to go
// on down from, and whether there is one.
func (e *Engine) StreamBackward(stream string, lo, hi uint64, visit Visit) (next uint64, more bool, err error) {
	bottom := lo
	if hi >= pageRevisions {
		bottom = max(lo, hi-pageRevisions+1)
	}
	next = hi + 1 // the revision above what is left
	err = e.store.ViewStream(stream, bottom, hi, func(r *storage.Reader, extents []storage.Extent) error {
		c := r.Cursor()
		for i := len(extents) - 1; i >= 0; i-- {
			x := extents[i]
			from, to := max(bottom, x.Revision), min(next-1, x.Last())
			if from > to || x.Gone() {
				continue
			}
			b, ok, err := c.Seek(x.Position + (to - x.Revision))
			for {
				if err := belongs(stream, to, &b, ok, err); err != nil {
					return err
				}
				first, end := int(max(from, b.Revision)-b.Revision), int(to-b.Revision)+1
				taken, err := visit(&b, first, end)
				next = b.Revision + uint64(end-taken)
				if err != nil || taken < end-first {
					return err
				}
				if next <= from {
					break
				}
				to = next - 1
				b, ok, err = c.Prev()
				if err != nil {
					return err
				}
			}
		}
		next = bottom
		return nil
	})
	return next - 1, err == nil && next > lo, err
}

// belongs reports whether the block that the index led to holds the revision of stream.
func belongs(stream string, revision uint64, b *storage.Block, ok bool, err error) error {
	switch {
	case err != nil:
		return err
	case !ok || string(b.Stream) != stream || revision < b.Revision || revision >= b.Revision+uint64(b.Count):
		return fmt.Errorf("%w: revision %d of stream %q is not where the index says", storage.ErrDamaged, revision, stream)
	}
	return nil
}

// event calls found with the event at a revision of stream, if it is stored.
func (e *Engine) event(stream string, revision uint64, found func(*storage.Block, *storage.Event)) error {
	_, err := e.StreamForward(stream, revision, revision, func(b *storage.Block, lo, _ int) (int, error) {
		events, err := b.Events(nil, lo, lo+1)
		if err == nil {
			found(b, &events[0])
		}
		return 1, err
	})
	return err
}

// Event calls found with the event at a revision of stream, if reads of the stream may see it.
func (e *Engine) Event(stream string, revision uint64, found func(b *storage.Block, i int, ev *storage.Event)) error {
	v, err := e.View(stream)
	switch {
	case err == ErrStreamNotFound || err == ErrStreamDeleted:
		return nil
	case err != nil:
		return err
	case revision < v.First || revision > v.Last:
		return nil
	}
	return e.event(stream, revision, func(b *storage.Block, ev *storage.Event) {
		if b.Created >= v.Oldest {
			found(b, int(revision-b.Revision), ev)
		}
	})
}

// eventAt calls found with the event at a position of the log.
func (e *Engine) eventAt(position uint64, found func(*storage.Block, *storage.Event)) error {
	return e.store.View(func(r *storage.Reader) error {
		b, ok, err := r.Cursor().Seek(position)
		if err != nil || !ok || b.First > position {
			return err
		}
		i := int(position - b.First)
		events, err := b.Events(nil, i, i+1)
		if err == nil {
			found(&b, &events[0])
		}
		return err
	})
}

// positionOf returns the position of a stored event.
func (e *Engine) positionOf(stream string, revision uint64) (position uint64, err error) {
	err = e.event(stream, revision, func(b *storage.Block, _ *storage.Event) {
		position = b.First + (revision - b.Revision)
	})
	return position, err
}
