package storage

// Checking a whole file in many short transactions, so that writers never wait for it.

import "context"

// verifyStep is how many events, or entries of streams, are checked in one transaction.
const verifyStep = 1024

// Verify reads every event and checks that its stream and its id lead to it, and that what leads to events leads to those. It returns the
// first thing that is wrong, wrapping [ErrDamaged].
func (s *Store) Verify(ctx context.Context) error {
	v := verifier{}
	for _, step := range []func(*Reader) (bool, error){v.events, v.streams} {
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := s.View(func(r *Reader) (err error) {
				more, err = step(r)
				return err
			})
			if err != nil {
				return s.named(err)
			}
		}
	}
	return nil
}

// verifier records how far a check has come.
type verifier struct {
	next uint64 // the position to go on from
	key  []byte // of streams, the last one checked
}

// events checks some events; more is false when there are no others.
func (v *verifier) events(r *Reader) (more bool, err error) {
	left := verifyStep
	err = r.Forward(v.next, func(e *Event) (bool, error) {
		stream := string(e.Stream)
		x, ok, err := r.floorRun(stream, e.Revision)
		if err != nil {
			return false, err
		}
		if !ok || x.last() < e.Revision || x.position+(e.Revision-x.revision) != e.Position {
			return false, damaged("its streams do not lead to the event at position %d", e.Position)
		}
		if at := readNumber(r.ids.Get(idKey(hashOf(stream), e.ID))); at < e.Position { // a later event may have the same id
			return false, damaged("its ids do not lead to the event at position %d", e.Position)
		}
		v.next = e.Position + 1
		left--
		more = left == 0
		return !more, nil
	})
	return more, err
}

// streams checks some entries of streams: their first and last events are where they say.
func (v *verifier) streams(r *Reader) (more bool, err error) {
	c := r.buckets.streams.Cursor()
	k, value := c.Seek(v.key)
	for range verifyStep {
		if k == nil {
			return false, nil
		}
		stream, x, err := readRun(k, value)
		if err != nil {
			return false, err
		}
		for _, i := range []uint64{0, x.count - 1} {
			e, ok, err := r.At(x.position + i)
			if err != nil {
				return false, err
			}
			if !ok || string(e.Stream) != string(stream) || e.Revision != x.revision+i {
				return false, damaged("revision %d of the stream %q is not where its streams say", x.revision+i, stream)
			}
		}
		k, value = c.Next()
	}
	v.key = append(v.key[:0], k...)
	return k != nil, nil
}
