package storage

// The open log, and short reading transactions on it.

import (
	"errors"
	"fmt"
	"os"
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
	report  atomic.Pointer[func(error)] // is called with that error, once

	// The committer's:
	journal *journal      // nil before the first commit
	mover   chan struct{} // closed when the last move has ended; nil if there was none
}

// file is the bbolt file in use, with the events that are not in it yet.
type file struct {
	db        *bolt.DB
	memtable  memtable
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

// ViewFrom is [Store.View] for reading the log forwards from a position. If all of that is in memory, as it is for subscribers that
// have caught up, no transaction is opened: that is cheaper, and delays nobody.
func (s *Store) ViewFrom(position uint64, fn func(*Reader) error) error {
	return s.look(func(f *file) error {
		now := f.memtable.snapshot()
		if now.begin() <= position {
			return fn(&Reader{young: now})
		}
		return f.viewWith(now, s.path, fn)
	})
}

// look runs fn on the file in use, and again if a scavenge has closed that file before fn could read it.
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
	return f.viewWith(f.memtable.snapshot(), path, fn)
}

// viewWith is view with a snapshot of the blocks in memory that was taken before.
func (f *file) viewWith(now blocks, path string, fn func(*Reader) error) (err error) {
	defer guard(path, &err)()
	return f.db.View(func(tx *bolt.Tx) error { return fn(newReader(tx, now)) })
}

// ViewStream is [Store.View] with the extents that hold the revisions lo to hi of stream, in order. There may be
// more of them than asked for at either end of the range.
func (s *Store) ViewStream(stream string, lo, hi uint64, fn func(*Reader, []Extent) error) error {
	return s.look(func(f *file) error {
		// Memory first: what is moved into the file in between may then be seen twice, but is never missed.
		young, first, ok, now := f.memtable.overlap(stream, lo, hi)
		return f.viewWith(now, s.path, func(r *Reader) error {
			if ok && first <= lo {
				return fn(r, young)
			}
			end := hi
			if ok && first <= hi {
				end = first - 1
			}
			older, err := r.extents(stream, lo, end)
			if err != nil {
				return err
			}
			return fn(r, append(older, young...))
		})
	})
}

// LastExtent returns the last extent of stream that begins below the given revision; ok is false if there is none.
func (s *Store) LastExtent(stream string, below uint64) (x Extent, ok bool, err error) {
	err = s.look(func(f *file) error {
		if x, ok = f.memtable.last(stream, below); ok && !f.scavenged {
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

func newStore(path string, db *bolt.DB, o Options) *Store {
	s := &Store{path: path, options: o.withDefaults()}
	s.file.Store(&file{db: db, memtable: memtable{tail: newTail()}})
	return s
}

// fail records err as the reason why nothing can be written any more, unless there is one already, and returns the reason.
func (s *Store) fail(err error) error {
	err = fmt.Errorf("%s can no longer be written: %w", s.path, err)
	if !s.failed.CompareAndSwap(nil, &err) {
		return s.Failed()
	}
	if report := s.report.Load(); report != nil {
		(*report)(err)
	}
	return err
}

// remember adds a block's index entries to the tail, and moves the end of the log. Nobody else may use the store yet.
func (s *Store) remember(b *Block) error {
	events, err := b.Events(nil, 0, b.Count)
	if err != nil {
		return err
	}
	ids := make([]ID, len(events))
	for i := range events {
		ids[i] = events[i].ID
	}
	s.file.Load().memtable.tail.add(string(b.Stream), Extent{Revision: b.Revision, Position: b.First, Count: uint64(b.Count)}, ids, len(b.events))
	s.last.Store(b.Last())
	return nil
}
