package storage

import (
	"context"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// Incoming is a log under construction from the blocks of another one, as in a restore. Its file gets its final name only with
// [Incoming.Finish].
type Incoming struct {
	path  string
	store *Store
	next  uint64 // the lowest position that the next block may have
	batch []pendingBlock
	size  int
	buf   []byte
}

// NewIncoming begins a log for path, where no file may exist. [Incoming.Finish] or [Incoming.Discard] ends it.
func NewIncoming(path string) (*Incoming, error) {
	for _, there := range [...]string{path, journalPath(path)} {
		if _, err := os.Lstat(there); err == nil {
			return nil, fmt.Errorf("%s: %w", there, os.ErrExist)
		} else if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	fresh := path + ".incoming"
	f, err := os.OpenFile(fresh, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", fresh, err)
	}
	var db *bolt.DB
	err = f.Truncate(0) // remove what a killed attempt has left behind
	if err == nil {
		db, err = openBolt(fresh, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(fresh))
	}
	db.NoSync = true // the file is of no use before Finish
	in := &Incoming{path: path, store: newStore(fresh, db, Options{}), next: 1}
	if err := db.Update(layOut); err != nil {
		return nil, errors.Join(err, in.Discard())
	}
	return in, nil
}

// Add adds the next block. Its error wraps [ErrDamaged] if the bytes are not a block, or one that cannot follow here.
func (in *Incoming) Add(first uint64, block []byte) (count int, err error) {
	b, err := readBlock(first, block)
	if err != nil {
		return 0, err
	}
	if first < in.next {
		return 0, damaged("the block at position %d overlaps the one before", first)
	}
	in.next = b.Last() + 1
	start := len(in.buf)
	in.buf = append(in.buf, block...)
	in.batch = append(in.batch, pendingBlock{first, in.buf[start:len(in.buf):len(in.buf)]})
	if in.size += len(block); in.size >= copyStep {
		err = in.write(false)
	}
	return b.Count, err
}

// write puts the gathered blocks into the log, and the tail into the index when it is full.
func (in *Incoming) write(flush bool) (err error) {
	s, f := in.store, in.store.file.Load()
	defer guard(s.path, &err)()
	if err := f.db.Update(func(tx *bolt.Tx) error { return putBlocks(tx.Bucket(bucketLog), in.batch) }); err != nil {
		return err
	}
	for _, c := range in.batch {
		b, err := readBlock(c.first, c.bytes)
		if err != nil {
			return err
		}
		if err := s.remember(&b); err != nil {
			return err
		}
		if f.memtable.tail.full(tailEvents) {
			if err := in.flush(); err != nil {
				return err
			}
		}
	}
	in.batch, in.buf, in.size = in.batch[:0], in.buf[:0], 0
	if flush && !f.memtable.tail.empty() {
		return in.flush()
	}
	return nil
}

func (in *Incoming) flush() error {
	f := in.store.file.Load()
	if err := f.db.Update(func(tx *bolt.Tx) error { return f.memtable.tail.write(tx, in.store.Last()) }); err != nil {
		return err
	}
	f.memtable.tail.clear()
	return nil
}

// Finish checks everything that was added, and gives the file its name.
func (in *Incoming) Finish(ctx context.Context) error {
	err := in.write(true)
	if err == nil {
		err = in.store.Verify(ctx)
	}
	if err == nil {
		err = in.store.file.Load().db.Sync()
	}
	if err != nil {
		return errors.Join(err, in.Discard())
	}
	fresh := in.store.path
	// A link, unlike a rename, never replaces a file that somebody else has put there meanwhile.
	err = os.Link(fresh, in.path)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission) { // a file system without links
		err = os.Rename(fresh, in.path)
	}
	if err = errors.Join(err, in.Discard()); err != nil {
		return err
	}
	return syncFolder(in.path)
}

// Discard closes and removes the unfinished file.
func (in *Incoming) Discard() error {
	err := in.store.file.Load().db.Close()
	if gone := os.Remove(in.store.path); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
