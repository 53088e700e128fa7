package storage

// Rewriting: what lives is copied into a new file beside the one in use, which then takes its place. Bytes that were
// removed are in neither file afterwards: bbolt keeps the old bytes of pages that it sets free, so removing them in place
// would leave them there.
//
// A kill at any moment leaves the old file or the new one under the log's name: the new one is complete and synced
// before it is renamed. What is left of one that was not is removed at the next start.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// rewritten is the name of the new file until it is renamed.
func rewritten(path string) string { return path + ".scavenge" }

const (
	rewriteBytes  = 2 << 20 // of blocks that one step copies; bounds its memory
	rewriteBlocks = 2048    // that one step looks at
)

// Rewrite is a new file in the making. One goroutine at a time uses it. It ends with [Rewrite.Swap] or [Rewrite.Discard].
type Rewrite struct {
	store *Store // whose file is to be replaced
	fresh *Store // on the new file
	key   []byte // of the index, where Remember goes on
	done  uint64 // everything up to this position was looked at
	read  []Block
}

// Keep says what of a block is to be kept: the events from index from on; none if it is Count. With last true one of those
// that go was its stream's last, whose revision must be remembered.
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
	if err := lock(f); err != nil { // it must be locked when it gets the log's name
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close(), os.Remove(path))
	}
	db, err := openBolt(path, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	db.NoSync = true // until it is used: one that is cut short is thrown away
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

// Done returns the position up to which everything was looked at.
func (r *Rewrite) Done() uint64 { return r.done }

// Size returns the bytes in use of the new file.
func (r *Rewrite) Size() int64 { return r.fresh.Used() }

// Step copies what is to be kept of the next few blocks up to the position end, which is durable, and returns how
// many events it left out. It writes nothing of its own to disk before [Rewrite.Sync].
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

// readBlocks copies the next blocks into memory, so that the look into the file in use is short, and returns the position
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

// Sync makes what was copied durable, so that Swap has little left to do.
func (r *Rewrite) Sync() error {
	if err := r.fresh.file.Load().db.Sync(); err != nil {
		return fmt.Errorf("sync %s: %w", r.fresh.path, err)
	}
	return nil
}

// Swap puts the new file in the place of the old one. Everything durable must have been copied, and the caller must be the one
// who commits. It returns what closes the old file once the looks into it that are under way have ended. After
// an error the old file stays in use, unless the store has failed.
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
		_ = j.remove()        // what is left of it is written over by the next one, or removed at the next start
	}
	return old.db.Close, nil
}

// Discard throws the new file away.
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

// Remember takes over what earlier scavenges removed: the last revisions of streams that nothing is left of. It is a step:
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

// takeOver writes blocks as another file had them; done is the position that they, and what was removed, reach to.
func (s *Store) takeOver(blocks []Block, gone []goneEvent, done uint64) (err error) {
	defer guard(s.path, &err)()
	f := s.file.Load()
	flush := f.recent.tail.full(tailEvents)
	bytes := make([]held, len(blocks))
	for i := range blocks {
		bytes[i] = held{blocks[i].First, appendBlock(nil, &blocks[i])}
	}
	err = f.db.Update(func(tx *bolt.Tx) error {
		if flush {
			if err := f.recent.tail.write(tx, s.Last()); err != nil {
				return err
			}
		}
		if err := putBlocks(tx.Bucket(bucketLog), bytes); err != nil {
			return err
		}
		// Nothing in the log tells of these, so they may not wait in the tail alone.
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
		f.recent.tail.clear()
	}
	for i := range blocks {
		if err := s.remember(&blocks[i]); err != nil {
			return err
		}
	}
	for _, g := range gone {
		f.recent.tail.add(g.stream, g.extent(), nil, 0)
	}
	s.last.Store(done)
	return nil
}

// cutFront removes the first n events of the block, n < Count.
func (b *Block) cutFront(n int) error {
	var e Event
	for range n {
		rest, err := readEvent(b.events, &e)
		if err != nil {
			return damaged("the block at position %d: %v", b.First, err)
		}
		b.events = rest
	}
	b.First += uint64(n)
	b.Revision += uint64(n)
	b.Count -= n
	return nil
}
