package storage

// Reading: positions in events, revisions in streams, ids in ids.

import (
	"bytes"
	"math"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Reader reads the log as it was when its transaction began. It is valid, as are the bytes of the events that it hands out, as long as
// the function given to [Store.View] runs.
type Reader struct {
	tx *bolt.Tx
	buckets
}

// Visit is called with an event, which is valid until it returns. Reading goes on while more is true.
type Visit func(e *Event) (more bool, err error)

// Forward visits the events from a position on, in order.
func (r *Reader) Forward(from uint64, visit Visit) error {
	c := r.events.Cursor()
	k, v := c.Seek(number(from))
	return r.walk(k, v, c.Next, visit)
}

// Backward visits the events before a position, the newest first.
func (r *Reader) Backward(before uint64, visit Visit) error {
	c := r.events.Cursor()
	k, v := floor(c, number(before-1))
	return r.walk(k, v, c.Prev, visit)
}

func (r *Reader) walk(k, v []byte, next func() (k, v []byte), visit Visit) error {
	var e Event
	for ; k != nil; k, v = next() {
		var err error
		if e, err = r.event(k, v); err != nil {
			return err
		}
		if more, err := visit(&e); err != nil || !more {
			return err
		}
	}
	return nil
}

// At returns the event at a position; ok is false if there is none.
func (r *Reader) At(position uint64) (e Event, ok bool, err error) {
	k := number(position)
	v := r.events.Get(k)
	if v == nil {
		return Event{}, false, nil
	}
	e, err = r.event(k, v)
	return e, err == nil, err
}

// event decodes an entry of events.
func (r *Reader) event(k, v []byte) (Event, error) {
	if len(v) == 0 {
		v = r.large.Get(k)
	}
	return readEvent(readNumber(k), v)
}

// Stream visits the events of a stream with the revisions from lo to hi, in order or the newest first. It collects where they are before
// it visits one: for each append a few bytes.
func (r *Reader) Stream(stream string, lo, hi uint64, backwards bool, visit Visit) error {
	if lo > hi {
		return nil
	}
	runs, err := r.runs(stream, lo, hi)
	if err != nil {
		return err
	}
	wrong := func(revision uint64) error {
		return damaged("revision %d of the stream %q is not where its streams say", revision, stream)
	}
	c := r.events.Cursor()
	next := c.Next
	if backwards {
		slices.Reverse(runs)
		next = c.Prev
	}
	for _, x := range runs {
		from, to, step := max(lo, x.revision), min(hi, x.last()), uint64(1)
		if backwards {
			from, to, step = to, from, math.MaxUint64 // adding it subtracts 1
		}
		k, v := c.Seek(number(x.position + (from - x.revision)))
		revision, ended, more := from, false, true
		err := r.walk(k, v, next, func(e *Event) (_ bool, err error) {
			if e.Revision != revision || e.Position != x.position+(revision-x.revision) || string(e.Stream) != stream {
				return false, wrong(revision)
			}
			more, err = visit(e)
			ended = revision == to
			revision += step
			return more && !ended, err
		})
		switch {
		case err != nil || !more:
			return err
		case !ended:
			return wrong(revision)
		}
	}
	return nil
}

// runs returns the runs of a stream that have revisions from lo to hi, in order.
func (r *Reader) runs(stream string, lo, hi uint64) (found []run, err error) {
	prefix := runKey(stream, 0)
	prefix = prefix[:len(prefix)-8]
	c := r.streams.Cursor()
	k, v := c.Seek(runKey(stream, lo))
	first, ok, err := r.floorRun(stream, lo)
	if err != nil {
		return nil, err
	}
	if ok && first.revision < lo && first.last() >= lo {
		found = append(found, first)
	}
	for ; k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		_, x, err := readRun(k, v)
		if err != nil {
			return nil, err
		}
		if x.revision > hi {
			break
		}
		found = append(found, x)
	}
	return found, nil
}

// floorRun returns the last run of a stream that begins at or before a revision.
func (r *Reader) floorRun(stream string, revision uint64) (run, bool, error) {
	k, v := floor(r.streams.Cursor(), runKey(stream, revision))
	if k == nil {
		return run{}, false, nil
	}
	name, x, err := readRun(k, v)
	return x, err == nil && string(name) == stream, err
}

// Last returns the last revision of a stream below the given one, which is above 0, and the position of its event: 0 if a scavenge has
// removed it.
func (r *Reader) Last(stream string, below uint64) (revision, position uint64, ok bool, err error) {
	x, ok, err := r.floorRun(stream, below-1)
	if err != nil {
		return 0, 0, false, err
	}
	if ok {
		revision = min(x.last(), below-1)
		position = x.position + (revision - x.revision)
	}
	if gone := r.emptied.Get([]byte(stream)); gone != nil {
		if n := readNumber(gone); n < below && (!ok || n > revision) {
			return n, 0, true, nil
		}
	}
	return revision, position, ok, nil
}

// FindID returns the event of a stream with this id, the latest if there are several.
func (r *Reader) FindID(stream string, id ID) (e Event, ok bool, err error) {
	v := r.ids.Get(idKey(hashOf(stream), id))
	if v == nil {
		return Event{}, false, nil
	}
	e, ok, err = r.At(readNumber(v))
	return e, ok && string(e.Stream) == stream && e.ID == id, err
}

// end returns the position of the log's last event, whether or not it was removed.
func (r *Reader) end() uint64 {
	k, _ := r.events.Cursor().Last()
	return max(readNumber(k), readNumber(r.header.Get(keyEnd)))
}

// floor moves c to the last key at or before key, nil if there is none.
func floor(c *bolt.Cursor, key []byte) (k, v []byte) {
	k, v = c.Seek(key)
	switch {
	case k == nil:
		return c.Last()
	case bytes.Equal(k, key):
		return k, v
	}
	return c.Prev()
}
