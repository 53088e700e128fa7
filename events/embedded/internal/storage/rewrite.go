package storage

// Rewriting: copying the events to keep into a new file beside the one in use, which it then replaces. The removed bytes are
// gone afterwards; removing events in place would not do, because bbolt keeps the old bytes of pages that it frees.
//
// A kill at any moment leaves either the old file or the new one under the log's name: the new one is complete and synced
// before it is renamed. The next start removes an unfinished one.

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// rewritten returns the name of the new file until it is renamed.
func rewritten(path string) string { return path + ".scavenge" }

// Rewrite is a new file under construction. One goroutine at a time may use it. It ends with [Rewrite.Swap] or [Rewrite.Discard].
type Rewrite struct {
	store *Store // whose file will be replaced
	path  string // of the new file
	db    *bolt.DB
	done  uint64 // everything up to this position was examined
	page  page
	kept  []Event
}

// Keep reports whether an event is kept, and if it is not whether it was its stream's last, whose revision must be remembered.
type Keep func(e *Event) (keep, last bool, err error)

// Rewrite begins a new file. Nothing else changes before [Rewrite.Swap].
func (s *Store) Rewrite() (*Rewrite, error) {
	if err := s.Failed(); err != nil {
		return nil, err
	}
	path := rewritten(s.path)
	db, err := begin(path)
	if err != nil {
		return nil, err
	}
	db.NoSync = true // until it is used: an unfinished one is thrown away
	r := &Rewrite{store: s, path: path, db: db}
	if err := r.copyEmptied(); err != nil {
		return nil, errors.Join(err, r.Discard())
	}
	return r, nil
}

// copyEmptied copies which revisions are not used again because of earlier scavenges.
func (r *Rewrite) copyEmptied() error {
	const step = 1024
	var keys, values [][]byte
	for key := []byte(nil); ; key = append(keys[len(keys)-1], 0) {
		keys, values = keys[:0], values[:0]
		err := r.store.View(func(view *Reader) error {
			c := view.emptied.Cursor()
			for k, v := c.Seek(key); k != nil && len(keys) < step; k, v = c.Next() {
				keys, values = append(keys, bytes.Clone(k)), append(values, bytes.Clone(v))
			}
			return nil
		})
		if err != nil || len(keys) == 0 {
			return err
		}
		err = r.write(func(b *buckets) error {
			for i := range keys {
				if err := b.emptied.Put(keys[i], values[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(keys) < step {
			return err
		}
	}
}

// write runs fn in a transaction on the new file.
func (r *Rewrite) write(fn func(*buckets) error) error {
	if err := update(r.db, r.path, fn); err != nil {
		return fmt.Errorf("write %s: %w", r.path, err)
	}
	return nil
}

// Done returns the position up to which everything was examined.
func (r *Rewrite) Done() uint64 { return r.done }

// Step copies the events to keep of the next few up to the position end, which is durable, and returns how
// many events it left out. It syncs nothing; [Rewrite.Sync] does.
func (r *Rewrite) Step(end uint64, keep Keep) (removed uint64, err error) {
	next, err := r.page.read(r.store, r.done+1, end)
	if err != nil {
		return 0, err
	}
	r.kept = r.kept[:0]
	emptied := map[string]uint64{}
	for _, stored := range r.page.events {
		e, err := stored.Check()
		if err != nil {
			return 0, err
		}
		keep, last, err := keep(&e)
		switch {
		case err != nil:
			return 0, err
		case keep:
			r.kept = append(r.kept, e)
			continue
		case last:
			emptied[string(e.Stream)] = e.Revision
		}
		removed++
	}
	err = r.write(func(b *buckets) error {
		for stream, revision := range emptied {
			if err := b.emptied.Put([]byte(stream), number(revision)); err != nil {
				return err
			}
		}
		if err := b.takeOver(r.kept); err != nil {
			return err
		}
		return b.header.Put(keyEnd, number(next-1))
	})
	if err != nil {
		return 0, err
	}
	r.done = next - 1
	return removed, nil
}

// Sync makes the copied events durable, so that Swap has little left to do.
func (r *Rewrite) Sync() error {
	if err := r.db.Sync(); err != nil {
		return fmt.Errorf("sync %s: %w", r.path, err)
	}
	return nil
}

// Swap replaces the old file with the new one. Everything durable must have been copied, and the caller must be the goroutine
// that commits. It returns a function that waits for the readers of the old file and closes it. After an error the old file stays
// in use, unless the store has failed.
func (r *Rewrite) Swap() (closeOld func() error, err error) {
	if err := r.store.Failed(); err != nil {
		return nil, err
	}
	if r.done != r.store.Last() {
		return nil, fmt.Errorf("the new file ends at position %d, the log at %d", r.done, r.store.Last())
	}
	if err := r.Sync(); err != nil {
		return nil, err
	}
	if err := os.Rename(r.path, r.store.path); err != nil {
		return nil, err
	}
	r.db.NoSync = false
	old := r.store.db.Swap(r.db)
	if err := syncFolder(r.store.path); err != nil {
		// After a power cut either file may have the name: acknowledging more could lose it.
		return old.Close, r.store.fail(err)
	}
	return old.Close, nil
}

// Discard removes the new file.
func (r *Rewrite) Discard() error {
	return errors.Join(r.db.Close(), os.Remove(r.path))
}
