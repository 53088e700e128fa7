package storage

// Checking a whole file in many short transactions, so that writers never wait for it.

import (
	"context"
	"fmt"
)

// verifyStep is how many blocks, or entries of the index, are checked in one transaction.
const verifyStep = 1024

// verifier records how far a check has come.
type verifier struct {
	next   uint64 // the position after the last block checked
	key    []byte // the last key of the index checked
	events []Event
}

func (v *verifier) steps() []func(*Reader) (more bool, err error) {
	return []func(*Reader) (bool, error){v.log, v.index, v.ids}
}

// Verify reads every block and every entry of the index and returns the first thing that is wrong, wrapping [ErrDamaged].
func (s *Store) Verify(ctx context.Context) error {
	v := verifier{next: 1}
	for _, step := range v.steps() {
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := s.View(func(r *Reader) (err error) {
				more, err = step(r)
				return err
			})
			if err != nil {
				return fmt.Errorf("%s: %w", s.path, err)
			}
		}
	}
	return nil
}

// verifyAll checks everything in one transaction.
func (r *Reader) verifyAll() error {
	v := verifier{next: 1}
	for _, step := range v.steps() {
		for more := true; more; {
			var err error
			if more, err = step(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// log checks some blocks; more is false when there are no others.
func (v *verifier) log(r *Reader) (more bool, err error) {
	c := r.Cursor()
	b, ok, err := c.Seek(v.next)
	for range verifyStep {
		if err != nil || !ok {
			return false, err
		}
		if b.First < v.next {
			return false, damaged("the block at position %d overlaps the one before", b.First)
		}
		if v.events, err = b.Events(v.events, 0, b.Count); err != nil {
			return false, err
		}
		v.next = b.Last() + 1
		b, ok, err = c.Next()
	}
	return true, err
}

// index checks some entries of the index: they are in order, and each leads to a block of its stream.
func (v *verifier) index(r *Reader) (more bool, err error) {
	c, log := r.index.Cursor(), r.Cursor()
	k, value := c.Seek(v.key)
	if v.key != nil && string(k) == string(v.key) {
		k, value = c.Next()
	}
	for range verifyStep {
		if k == nil {
			return false, nil
		}
		if len(k) < 10 || string(k) <= string(v.key) {
			return false, damaged("the index has the key %x after %x", k, v.key)
		}
		prefix := k[:len(k)-8]
		x, err := readIndex(prefix, k, value)
		if err != nil {
			return false, err
		}
		if x.Gone() && x.Count == 1 {
			v.key = append(v.key[:0], k...)
			k, value = c.Next()
			continue
		}
		b, ok, err := log.Seek(x.Position)
		if err != nil {
			return false, err
		}
		if !ok || b.First > x.Position || string(prefixIndex(string(b.Stream))) != string(prefix) ||
			b.Revision+(x.Position-b.First) != x.Revision {
			return false, damaged("the index has position %d for %x, which is another event's", x.Position, k)
		}
		v.key = append(v.key[:0], k...)
		k, value = c.Next()
	}
	return true, nil
}

// ids checks that each run of ids is in order.
func (v *verifier) ids(r *Reader) (more bool, err error) {
	c := r.ids.Cursor()
	for k, run := c.First(); k != nil; k, run = c.Next() {
		if len(run)%idEntry != 0 {
			return false, damaged("the ids %x have %d bytes", k, len(run))
		}
		for i := 1; i < len(run)/idEntry; i++ {
			if runFingerprint(run, i-1) > runFingerprint(run, i) {
				return false, damaged("the ids %x are out of order", k)
			}
		}
	}
	return false, nil
}
