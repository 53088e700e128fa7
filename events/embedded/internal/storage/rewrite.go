package storage

// Rewriting: copying the events to keep into a new file beside the one in use, which it then replaces. The removed bytes are
// gone afterwards; removing events in place would not do, because bbolt keeps the old bytes of pages that it frees.
//
// A kill at any moment leaves either the old file or the new one under the log's name: the new one is complete and synced
// before it is renamed. The next start removes an unfinished one.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// rewritten returns the name of the new file until it is renamed.
func rewritten(path string) string { return path + ".scavenge" }

const (
	rewriteBytes  = 2 << 20 // of blocks copied in one step; bounds its memory
	rewriteBlocks = 2048    // examined in one step
)

// Rewrite is a new file under construction. One goroutine at a time may use it. It ends with [Rewrite.Swap] or [Rewrite.Discard].
type Rewrite struct {
	store *Store // whose file will be replaced
	fresh *Store // on the new file
	key   []byte // of the index, where Remember continues
	done  uint64 // everything up to this position was examined
	read  []Block
}

// Keep returns from which index on the events of a block are kept; none are if it is Count. last reports that one of those
// that are removed was its stream's last, whose revision must be remembered.
type Keep func(b *Block) (from int, last bool, err error)

// Rewrite begins a new file. Nothing else changes before [Rewrite.Swap].
func (s *Store) Rewrite() (*Rewrite, error) {
	if err := s.Failed(); err != nil {
		return nil, err
	}
	path := rewritten(s.path)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil { // it must be locked before it gets the log's name
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close(), os.Remove(path))
	}
	db, err := openBolt(path, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	db.NoSync = true // until it is used: an unfinished one is thrown away
	r := &Rewrite{store: s, fresh: newStore(path, db, s.options)}
	r.fresh.file.Load().scavenged = true
	err = db.Update(func(tx *bolt.Tx) error {
		if err := layOut(tx); err != nil {
			return err
		}
		h := tx.Bucket(bucketHeader)
		return errors.Join(
			h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, formatScavenged)),
			h.Put(keyRemoved, binary.BigEndian.AppendUint64(nil, 0)),
		)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), r.Discard())
	}
	return r, nil
}

// Done returns the position up to which everything was examined.
func (r *Rewrite) Done() uint64 { return r.done }

// Size returns the bytes in use of the new file.
func (r *Rewrite) Size() int64 { return r.fresh.Used() }

// Step copies the events to keep of the next few blocks up to the position end, which is durable, and returns how
// many events it left out. It syncs nothing; [Rewrite.Sync] does.
func (r *Rewrite) Step(end uint64, keep Keep) (removed uint64, err error) {
	done, err := r.readBlocks(end)
	if err != nil {
		return 0, err
	}
	kept, gone := r.read[:0], []goneEvent(nil)
	for i := range r.read {
		b := r.read[i]
		from, last, err := keep(&b)
		if err != nil {
			return 0, err
		}
		removed += uint64(from)
		if last {
			gone = append(gone, goneEvent{string(b.Stream), b.Revision + uint64(b.Count) - 1})
		}
		if from == b.Count {
			continue
		}
		if err := b.cutFront(from); err != nil {
			return 0, err
		}
		kept = append(kept, b)
	}
	if err := r.fresh.takeOver(kept, gone, done); err != nil {
		return 0, fmt.Errorf("write %s: %w", r.fresh.path, err)
	}
	r.done = done
	return removed, nil
}

// readBlocks copies the next blocks into memory, so that the transaction on the file in use is short, and returns the position
// up to which there are no others.
func (r *Rewrite) readBlocks(end uint64) (done uint64, err error) {
	r.read = r.read[:0]
	done = r.done
	err = r.store.View(func(view *Reader) error {
		r.read, done = r.read[:0], r.done
		c := view.Cursor()
		size := 0
		b, ok, err := c.Seek(r.done + 1)
		for ; err == nil && ok && b.First <= end; b, ok, err = c.Next() {
			if size >= rewriteBytes || len(r.read) >= rewriteBlocks {
				return nil
			}
			size += len(b.events)
			b.Stream, b.events = bytes.Clone(b.Stream), bytes.Clone(b.events)
			r.read, done = append(r.read, b), b.Last()
		}
		if err == nil {
			done = max(done, end)
		}
		return err
	})
	return done, err
}

// Sync makes the copied events durable, so that Swap has little left to do.
func (r *Rewrite) Sync() error {
	if err := r.fresh.file.Load().db.Sync(); err != nil {
		return fmt.Errorf("sync %s: %w", r.fresh.path, err)
	}
	return nil
}

// Swap replaces the old file with the new one. Everything durable must have been copied, and the caller must be the goroutine
// that commits. It returns a function that waits for the readers of the old file and closes it. After an error the old file stays
// in use, unless the store has failed.
func (r *Rewrite) Swap() (closeOld func() error, err error) {
	if err := r.store.settle(); err != nil {
		return nil, err
	}
	if r.done != r.store.Last() {
		return nil, fmt.Errorf("the new file ends at position %d, the log at %d", r.done, r.store.Last())
	}
	if err := r.Sync(); err != nil {
		return nil, err
	}
	if err := os.Rename(r.fresh.path, r.store.path); err != nil {
		return nil, err
	}
	fresh := r.fresh.file.Load()
	fresh.db.NoSync = false
	old := r.store.file.Swap(fresh)
	if err := syncFolder(r.store.path); err != nil {
		// After a power cut either file may have the name: acknowledging more could lose it.
		return old.db.Close, r.store.fail(err)
	}
	if j := r.store.journal; j != nil {
		r.store.journal = nil // the new file has everything and needs none
		_ = j.remove()        // if it stays, the next journal overwrites it, or the next start removes it
	}
	return old.db.Close, nil
}

// Discard removes the new file.
func (r *Rewrite) Discard() error {
	return errors.Join(r.fresh.file.Load().db.Close(), os.Remove(r.fresh.path))
}

// goneEvent is a stream's last event that was removed.
type goneEvent struct {
	stream   string
	revision uint64
}

func (g goneEvent) extent() Extent { return Extent{Revision: g.revision, Count: 1} }

func (g goneEvent) put(tx *bolt.Tx) error {
	key := binary.BigEndian.AppendUint64(prefixIndex(g.stream), g.revision)
	return tx.Bucket(bucketIndex).Put(key, valueIndex(g.extent()))
}

// Remember copies what earlier scavenges have remembered: the last revisions of streams without events. It is a step:
// more is false after the last one.
func (r *Rewrite) Remember() (more bool, err error) {
	var found []goneEvent
	err = r.store.View(func(view *Reader) error {
		found = found[:0]
		c := view.index.Cursor()
		k, v := c.Seek(r.key)
		for range rewriteBlocks {
			if k == nil {
				more = false
				return nil
			}
			if len(k) < 10 {
				return damaged("the index has the key %x", k)
			}
			name := len(k) - 8
			x, err := readIndex(k[:name], k, v)
			if err != nil {
				return err
			}
			if x.Gone() {
				found = append(found, goneEvent{string(k[2:name]), x.Revision})
			}
			k, v = c.Next()
		}
		r.key, more = bytes.Clone(k), k != nil
		return nil
	})
	if err != nil || len(found) == 0 {
		return more, err
	}
	err = r.fresh.file.Load().db.Update(func(tx *bolt.Tx) error {
		for _, g := range found {
			if err := g.put(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("write %s: %w", r.fresh.path, err)
	}
	return more, err
}

// takeOver writes blocks of another file; done is the position up to which events were copied or removed.
func (s *Store) takeOver(blocks []Block, gone []goneEvent, done uint64) (err error) {
	defer guard(s.path, &err)()
	f := s.file.Load()
	flush := f.memtable.tail.full(tailEvents)
	bytes := make([]pendingBlock, len(blocks))
	for i := range blocks {
		bytes[i] = pendingBlock{blocks[i].First, appendBlock(nil, &blocks[i])}
	}
	err = f.db.Update(func(tx *bolt.Tx) error {
		if flush {
			if err := f.memtable.tail.write(tx, s.Last()); err != nil {
				return err
			}
		}
		if err := putBlocks(tx.Bucket(bucketLog), bytes); err != nil {
			return err
		}
		// These can't be found again in the log, so they must not be in the tail alone.
		for _, g := range gone {
			if err := g.put(tx); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketHeader).Put(keyRemoved, binary.BigEndian.AppendUint64(nil, done))
	})
	if err != nil {
		return err
	}
	if flush {
		f.memtable.tail.clear()
	}
	for i := range blocks {
		if err := s.remember(&blocks[i]); err != nil {
			return err
		}
	}
	for _, g := range gone {
		f.memtable.tail.add(g.stream, g.extent(), nil, 0)
	}
	s.last.Store(done)
	return nil
}
