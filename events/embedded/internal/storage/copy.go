package storage

// Copies of the log: its blocks out of a file that goes on being written, and into a file that is to become a log.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// copyStep is how many bytes of blocks are gathered in one look into the file, or written in one transaction.
const copyStep = 4 << 20

// CopiedBlock is one block of the log as it lies in the file: its bytes hold their own checksum, over First too.
type CopiedBlock struct {
	First uint64
	Count int // events
	Bytes []byte
}

// Blocks calls fn with every block up to the position upTo, which [Store.Last] has returned, in order. The log is read in
// many short looks, between which fn runs: it may be slow, and writers never wait for it. What it is given is valid until it returns.
func (s *Store) Blocks(ctx context.Context, upTo uint64, fn func(CopiedBlock) error) error {
	var found []CopiedBlock
	var bytes []byte
	for next := uint64(1); next <= upTo; {
		if err := ctx.Err(); err != nil {
			return err
		}
		found, bytes = found[:0], bytes[:0]
		err := s.View(func(r *Reader) error {
			c := r.Cursor()
			b, ok, err := c.Seek(next)
			for ; ok && err == nil && b.First <= upTo && len(bytes) < copyStep; b, ok, err = c.Next() {
				start := len(bytes)
				bytes = appendBlock(bytes, &b)
				found = append(found, CopiedBlock{First: b.First, Count: b.Count, Bytes: bytes[start:len(bytes):len(bytes)]})
				next = b.Last() + 1
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return nil
		}
		for _, b := range found {
			if err := fn(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// Incoming is a log that is being put together from the blocks of another one, in a file beside the place where it is to
// lie. Nothing lies there before [Incoming.Finish].
type Incoming struct {
	path  string
	store *Store
	next  uint64 // the lowest position that the next block may have
	batch []held
	size  int
	buf   []byte
}

// NewIncoming begins a log that is to lie at path, where nothing may lie. [Incoming.Finish] or [Incoming.Discard] ends it.
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
	err = f.Truncate(0) // what an attempt that was killed left behind
	if err == nil {
		db, err = openBolt(fresh, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(fresh))
	}
	db.NoSync = true // the file counts for nothing before Finish
	in := &Incoming{path: path, store: newStore(fresh, db, Options{}), next: 1}
	if err := db.Update(layOut); err != nil {
		return nil, errors.Join(err, in.Discard())
	}
	return in, nil
}

// Add takes the next block. Its error wraps [ErrDamaged] when the bytes are no block, or not one that can follow here.
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
	in.batch = append(in.batch, held{first, in.buf[start:len(in.buf):len(in.buf)]})
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
		if f.recent.tail.full(tailEvents) {
			if err := in.flush(); err != nil {
				return err
			}
		}
	}
	in.batch, in.buf, in.size = in.batch[:0], in.buf[:0], 0
	if flush && f.recent.tail.holds() {
		return in.flush()
	}
	return nil
}

func (in *Incoming) flush() error {
	f := in.store.file.Load()
	if err := f.db.Update(func(tx *bolt.Tx) error { return f.recent.tail.write(tx, in.store.Last()) }); err != nil {
		return err
	}
	f.recent.tail.clear()
	return nil
}

// Finish checks everything that was added, and gives the log its place.
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
	// A link, unlike a renaming, never replaces what somebody else has put there meanwhile.
	err = os.Link(fresh, in.path)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission) { // a file system without links
		err = os.Rename(fresh, in.path)
	}
	if err = errors.Join(err, in.Discard()); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(in.path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Discard closes and removes the unfinished file.
func (in *Incoming) Discard() error {
	err := in.store.file.Load().db.Close()
	if gone := os.Remove(in.store.path); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// remember puts what the index is to know of a block into the tail, and moves the end of the log. Nobody else may have
// the store yet.
func (s *Store) remember(b *Block) error {
	events, err := b.Events(nil, 0, b.Count)
	if err != nil {
		return err
	}
	ids := make([]ID, len(events))
	for i := range events {
		ids[i] = events[i].ID
	}
	s.file.Load().recent.tail.add(string(b.Stream), Extent{Revision: b.Revision, Position: b.First, Count: uint64(b.Count)}, ids, len(b.events))
	s.last.Store(b.Last())
	return nil
}

// PutBlock encodes a block for a copy: position (8), length (4), bytes.
func PutBlock(dst []byte, b CopiedBlock) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, 12)...)
	putBlockHeader(dst[at:], b.First, len(b.Bytes))
	return append(dst, b.Bytes...)
}

func putBlockHeader(dst []byte, first uint64, n int) {
	binary.BigEndian.PutUint64(dst, first)
	binary.BigEndian.PutUint32(dst[8:], uint32(n))
}

// CheckBlock tells whether the bytes are a block that belongs at position first, and how many events it has.
func CheckBlock(first uint64, p []byte) (events int, err error) {
	b, err := readBlock(first, p)
	return b.Count, err
}
