package storage

// The open log, and short reading transactions on it.

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Store is the open event log. One goroutine at a time may call [Store.Commit]; everything else may be
// called from any number of them.
type Store struct {
	path   string
	db     atomic.Pointer[bolt.DB]     // a scavenge puts another one in its place
	last   atomic.Uint64               // position of the last event committed, 0 if none
	failed atomic.Pointer[error]       // why nothing can be written any more
	report atomic.Pointer[func(error)] // is called with that error, once
}

func newStore(path string, db *bolt.DB) *Store {
	s := &Store{path: path}
	s.db.Store(db)
	return s
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

// Size returns the bytes of the file.
func (s *Store) Size() int64 {
	fi, err := os.Stat(s.path)
	if err != nil {
		return 0
	}
	return fi.Size()
}

// Used returns the bytes of the file that are in use; the rest was set aside by bbolt.
func (s *Store) Used() (n int64) {
	_ = s.View(func(r *Reader) error {
		n = r.tx.Size()
		return nil
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

// View calls fn with a reader of what is durable now, and again if a scavenge has closed the file before fn could read it. fn must be
// quick: pages that commits set free cannot be used again before it returns. An error of fn is returned as it is.
func (s *Store) View(fn func(*Reader) error) error {
	for {
		db := s.db.Load()
		err := view(db, s.path, fn)
		if !errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
			return err
		}
		if s.db.Load() == db {
			return ErrClosed
		}
	}
}

func view(db *bolt.DB, path string, fn func(*Reader) error) (err error) {
	defer guard(path, &err)()
	return db.View(func(tx *bolt.Tx) error { return fn(&Reader{tx: tx, buckets: open(tx)}) })
}

// update runs fn in a transaction, which is durable if there is no error.
func update(db *bolt.DB, path string, fn func(*buckets) error) (err error) {
	defer guard(path, &err)()
	tx, err := db.Begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback() // releases the file if something fails or panics; has no effect after a commit
	b := open(tx)
	b.events.FillPercent, b.large.FillPercent = 1, 1
	// Streams and their ids grow at their ends, which lie between those of others.
	b.streams.FillPercent, b.ids.FillPercent = 0.9, 0.9
	if err := fn(&b); err != nil {
		return err
	}
	return tx.Commit()
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

// named adds the path to err, unless it has it.
func (s *Store) named(err error) error {
	if strings.HasPrefix(err.Error(), s.path) {
		return err
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// Close closes the file. Before that it writes once more if it was written: bbolt falls back on the page of the commit before when the
// latest one's is damaged, and so both lead to every event.
func (s *Store) Close() error {
	db := s.db.Load()
	closed := uint64(0)
	err := s.View(func(r *Reader) error {
		closed = readNumber(r.header.Get(keyClosed))
		return nil
	})
	if err == nil {
		err = s.Failed()
	}
	if err == nil && closed != s.Last() {
		err = update(db, s.path, func(b *buckets) error { return b.header.Put(keyClosed, number(s.Last())) })
	}
	return errors.Join(err, db.Close())
}
