package storage

// Moving: blocks from memory and journal into the bbolt file, with the tail when it is full, in one synced transaction.
//
// A move runs beside the commits. It begins only after the first record of the other half is durable, and the transaction
// writes down that this record is there: a journal that lacks it is older than the file.

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// move begins to move what [recent] has set apart, which ends at the position last.
func (s *Store) move(f *file, last uint64) {
	done := make(chan struct{})
	s.mover = done
	id, youngest := s.journal.id, s.journal.youngest
	moving, old := f.recent.blocks.moving, f.recent.old // nobody changes these before moved
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
		f.recent.moved()
	}()
}

// moving tells whether a move is under way.
func (s *Store) moving() bool {
	select {
	case <-s.mover:
		return false
	default:
		return s.mover != nil
	}
}

// settle waits for the move under way, and returns what keeps the store from being written, if anything does.
func (s *Store) settle() error {
	if s.mover != nil {
		<-s.mover
	}
	return s.Failed()
}

// commitAtOnce writes a group that is larger than the journal's half, and everything before it, into the file.
func (s *Store) commitAtOnce(f *file, g *group) error {
	if err := s.settle(); err != nil {
		return err
	}
	f.recent.freeze(f.recent.full(s.options.TailEvents))
	err := f.update(s.path, func(tx *bolt.Tx) error {
		if err := putMoved(tx, f.recent.blocks.moving, f.recent.old, s.Last()); err != nil {
			return err
		}
		if err := putBlocks(tx.Bucket(bucketLog), g.blocks); err != nil {
			return err
		}
		if s.journal == nil {
			return nil
		}
		return mark(tx, s.journal.id, s.journal.youngest)
	})
	if err != nil {
		return err
	}
	f.recent.moved()
	f.recent.add(nil, g.index)
	return nil
}

// beginJournal makes the journal, and the file say that it is needed.
func (s *Store) beginJournal(f *file) error {
	j, err := createJournal(s.path, s.options)
	if err != nil {
		return err
	}
	s.journal = j
	return f.update(s.path, func(tx *bolt.Tx) error { return mark(tx, j.id, reach{}) })
}

// moveAll makes the file the whole log, which needs no journal.
func (s *Store) moveAll(f *file) error {
	if err := s.settle(); err != nil {
		return err
	}
	f.recent.freeze(f.recent.tail.holds())
	err := f.update(s.path, func(tx *bolt.Tx) error {
		if err := putMoved(tx, f.recent.blocks.moving, f.recent.old, s.Last()); err != nil {
			return err
		}
		return unmark(tx)
	})
	if err == nil {
		f.recent.moved()
	}
	return err
}

// update runs fn in a transaction; it is durable when there is no error.
func (f *file) update(path string, fn func(*bolt.Tx) error) (err error) {
	defer guard(path, &err)()
	tx, err := f.db.Begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback() // lets go of the file when something fails or panics; nothing after a commit
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// putMoved writes blocks, and a tail if there is one, which ends where they do.
func putMoved(tx *bolt.Tx, moving []held, t *tail, last uint64) error {
	if err := putBlocks(tx.Bucket(bucketLog), moving); err != nil || t == nil {
		return err
	}
	return t.write(tx, last)
}

func putBlocks(log *bolt.Bucket, blocks []held) error {
	log.FillPercent = 1 // keys only grow
	for _, b := range blocks {
		if err := putPieces(log, b.first, b.bytes); err != nil {
			return err
		}
	}
	return nil
}

func putPieces(log *bolt.Bucket, first uint64, block []byte) error {
	for piece := 0; ; piece++ {
		n := min(len(block), pieceSize)
		if err := log.Put(keyLog(first, piece), block[:n:n]); err != nil {
			return err
		}
		if n < pieceSize {
			return nil
		}
		block = block[n:]
	}
}

// mark says that the file needs the journal, and how far that had come.
func mark(tx *bolt.Tx, id journalID, r reach) error {
	h := tx.Bucket(bucketHeader)
	v := binary.BigEndian.AppendUint64(id[:], r.generation)
	v = binary.BigEndian.AppendUint32(v, r.offset)
	if err := h.Put(keyJournal, v); err != nil {
		return err
	}
	return h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, formatJournal))
}

// unmark says that the file is the whole log.
func unmark(tx *bolt.Tx) error {
	h := tx.Bucket(bucketHeader)
	now := uint32(format)
	if h.Get(keyRemoved) != nil {
		now = formatScavenged
	}
	if err := h.Delete(keyJournal); err != nil {
		return err
	}
	return h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, now))
}

// fail makes err the reason why nothing can be written any more, unless there is one already, and returns the reason.
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
