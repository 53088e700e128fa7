package storage

// Moving: blocks from memory and journal into the bbolt file, with the tail when it is full, in one synced transaction.
//
// A move runs beside the commits. It begins only after the first record of the other half is durable, and its transaction
// notes that record: a journal without it is older than the file.

import (
	bolt "go.etcd.io/bbolt"
)

// move starts moving what [memtable] has set apart, which ends at the position last.
func (s *Store) move(f *file, last uint64) {
	done := make(chan struct{})
	s.mover = done
	id, youngest := s.journal.id, s.journal.youngest
	moving, old := f.memtable.blocks.moving, f.memtable.old // nobody changes these before memtable.moved
	go func() {
		defer close(done)
		err := f.update(s.path, func(tx *bolt.Tx) error {
			if err := putMoved(tx, moving, old, last); err != nil {
				return err
			}
			return mark(tx, id, youngest)
		})
		if err != nil {
			s.fail(err)
			return
		}
		f.memtable.moved()
	}()
}

// moving reports whether a move is under way.
func (s *Store) moving() bool {
	select {
	case <-s.mover:
		return false
	default:
		return s.mover != nil
	}
}

// settle waits for the move under way, and returns why the store can no longer be written, if it cannot.
func (s *Store) settle() error {
	if s.mover != nil {
		<-s.mover
	}
	return s.Failed()
}

// beginJournal creates the journal, and records in the file that it is needed.
func (s *Store) beginJournal(f *file) error {
	j, err := createJournal(s.path, s.options)
	if err != nil {
		return err
	}
	s.journal = j
	return f.update(s.path, func(tx *bolt.Tx) error { return mark(tx, j.id, reach{}) })
}

// moveAll moves everything into the file, which then needs no journal.
func (s *Store) moveAll(f *file) error {
	if err := s.settle(); err != nil {
		return err
	}
	f.memtable.freeze(!f.memtable.tail.empty())
	err := f.update(s.path, func(tx *bolt.Tx) error {
		if err := putMoved(tx, f.memtable.blocks.moving, f.memtable.old, s.Last()); err != nil {
			return err
		}
		return unmark(tx)
	})
	if err == nil {
		f.memtable.moved()
	}
	return err
}

// update runs fn in a transaction, which is durable if there is no error.
func (f *file) update(path string, fn func(*bolt.Tx) error) (err error) {
	defer guard(path, &err)()
	tx, err := f.db.Begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback() // releases the file if something fails or panics; has no effect after a commit
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// putMoved writes blocks, and a tail if there is one, which ends where they do.
func putMoved(tx *bolt.Tx, moving []pendingBlock, t *tail, last uint64) error {
	if err := putBlocks(tx.Bucket(bucketLog), moving); err != nil || t == nil {
		return err
	}
	return t.write(tx, last)
}
