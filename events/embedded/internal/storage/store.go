package storage

// The open file: its life, and short looks into it.

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Store is the open event log. One goroutine at a time may call [Store.Commit]; everything else may be
// called from any number of them.
type Store struct {
	path    string
	options Options
	file    atomic.Pointer[file]        // a scavenge puts another one in its place
	last    atomic.Uint64               // position of the last event committed, 0 if none
	failed  atomic.Pointer[error]       // why nothing can be written any more
	report  atomic.Pointer[func(error)] // is told that, once

	// The committer's:
	journal *journal      // nil before the first commit
	mover   chan struct{} // closed when the last move has ended; nil if there was none
}

// file is the bbolt file in use, with what it does not hold yet.
type file struct {
	db        *bolt.DB
	recent    recent
	scavenged bool // the index may hold younger extents of a stream than the tail: of events that are gone
}

// Last returns the position of the last durable event, 0 if there is none. Whoever reads this position
// sees every event up to it.
func (s *Store) Last() uint64 { return s.last.Load() }

// OnFailure has fn called, once and by any goroutine, when the store can no longer be written; at once if that is so already.
func (s *Store) OnFailure(fn func(error)) {
	s.report.Store(&fn)
	if err := s.Failed(); err != nil {
		fn(err)
	}
}

// Size returns the bytes of the file, without the journal's.
func (s *Store) Size() int64 {
	fi, err := os.Stat(s.path)
	if err != nil {
		return 0
	}
	return fi.Size()
}

// Used returns the bytes of the file that are in use; the rest was set aside by bbolt.
func (s *Store) Used() (n int64) {
	_ = s.look(func(f *file) error {
		return f.db.View(func(tx *bolt.Tx) error {
			n = tx.Size()
			return nil
		})
	})
	return n
}

// Failed returns why the store no longer takes writes, nil while it does.
func (s *Store) Failed() error {
	if p := s.failed.Load(); p != nil {
		return *p
	}
	return nil
}

// View calls fn with a reader of what is durable now. fn must be quick: pages that commits set free
// cannot be used again before it returns. An error of fn is returned as it is.
func (s *Store) View(fn func(*Reader) error) error {
	return s.look(func(f *file) error { return f.view(s.path, fn) })
}

// ViewFrom is [Store.View] for who only reads the log from a position on, forwards. Where all of that is in memory, as for whoever
// waits for new events, it looks there alone: that takes a tenth of the time, and holds up nobody.
func (s *Store) ViewFrom(position uint64, fn func(*Reader) error) error {
	return s.look(func(f *file) error {
		now := f.recent.look()
		if now.begin() <= position {
			return fn(&Reader{young: now})
		}
		return f.viewWith(now, s.path, fn)
	})
}

// look runs fn on the file in use; again if a scavenge has closed it before fn could look into it.
func (s *Store) look(fn func(*file) error) error {
	for {
		f := s.file.Load()
		err := fn(f)
		if !errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
			return err
		}
		if s.file.Load() == f {
			return ErrClosed
		}
	}
}

func (f *file) view(path string, fn func(*Reader) error) (err error) {
	return f.viewWith(f.recent.look(), path, fn)
}

// viewWith is view with the blocks in memory as they were just before.
func (f *file) viewWith(now blocks, path string, fn func(*Reader) error) (err error) {
	defer guard(path, &err)()
	return f.db.View(func(tx *bolt.Tx) error { return fn(newReader(tx, now)) })
}

// ViewStream is [Store.View] with the extents that hold the revisions lo to hi of stream, in order. There may be
// more of them than asked for at either end of the range.
func (s *Store) ViewStream(stream string, lo, hi uint64, fn func(*Reader, []Extent) error) error {
	return s.look(func(f *file) error {
		// Memory first: what is moved into the file in between is then seen twice at worst, never missed.
		recent, first, ok, now := f.recent.overlap(stream, lo, hi)
		return f.viewWith(now, s.path, func(r *Reader) error {
			if ok && first <= lo {
				return fn(r, recent)
			}
			end := hi
			if ok && first <= hi {
				end = first - 1
			}
			older, err := r.extents(stream, lo, end)
			if err != nil {
				return err
			}
			return fn(r, append(older, recent...))
		})
	})
}

// LastExtent returns the last extent of stream that begins below the given revision; ok is false if there is none.
func (s *Store) LastExtent(stream string, below uint64) (x Extent, ok bool, err error) {
	err = s.look(func(f *file) error {
		if x, ok = f.recent.last(stream, below); ok && !f.scavenged {
			return nil
		}
		return f.view(s.path, func(r *Reader) error {
			indexed, found, err := r.lastExtent(stream, below)
			if found && (!ok || indexed.Revision > x.Revision) {
				x, ok = indexed, true
			}
			return err
		})
	})
	return x, ok, err
}

// Close moves everything into the file, which is then the whole log, and closes it.
func (s *Store) Close() error {
	f := s.file.Load()
	err := s.settle()
	if err == nil && (s.journal != nil || f.recent.tail.holds()) {
		if err = s.moveAll(f); err != nil {
			err = s.fail(err)
		}
	}
	if s.journal != nil {
		if err == nil {
			err = s.journal.remove()
		} else {
			err = errors.Join(err, s.journal.file.Close()) // the next start needs it
		}
	}
	return errors.Join(err, f.db.Close())
}

// guard turns a panic into ErrDamaged: bbolt panics on a page that makes no sense, and a file that
// shrinks under its memory map is a fault. Use it as: defer guard(path, &err)().
func guard(path string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %w: %v", path, ErrDamaged, p)
		}
	}
}
