package storage

// Opening: a new file appears whole or not at all, and an existing one is looked through before it is used.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// lockWait is how long a start waits for the process before it to let go of the file.
const lockWait = 200 * time.Millisecond

// verifyWhole is how many bytes in use a file may have for everything in it to be checked when it is opened; of a
// larger one only the end is, and the rest when it is read. Checking this much was seen to take 12 ms.
const verifyWhole = 64 << 20

// mapSize is the address space set aside for the file, so that it can grow to this size without stopping readers.
const mapSize = 1 << 30

// Open opens the event log at path, or creates it if there is none. Errors wrap [ErrLocked], [ErrForeignFile] or
// [ErrDamaged] and name the path; the file is then left as it was. What a crash has left in the journal is moved into the file;
// if the file can't be written, the store is open and has failed: see [Store.Failed].
func Open(path string) (*Store, error) { return OpenWith(path, Options{}) }

// OpenWith is [Open] with other limits or files.
func OpenWith(path string, o Options) (*Store, error) {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist) || err == nil && fi.Mode().IsRegular() && fi.Size() == 0:
		if _, err := os.Lstat(journalPath(path)); err == nil {
			return nil, fmt.Errorf("%s: %w: its journal is there and the log itself is not", path, ErrDamaged)
		}
		if err := create(path); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !fi.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w: it is no regular file", path, ErrForeignFile)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	s, err := open(path, f, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

// open makes a store of the open file f, which it closes only with the store.
func open(path string, f *os.File, o Options) (*Store, error) {
	if err := lock(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(fi, named) {
		// While this start waited, the process before it put a scavenged file in this one's place.
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	used, err := inspect(path, f, fi.Size())
	if err != nil {
		return nil, err
	}
	db, err := openBolt(path, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	if err != nil {
		return nil, err
	}
	s := newStore(path, db, o)
	err = s.load(used)
	if err == nil {
		if err = os.Remove(rewritten(path)); errors.Is(err, os.ErrNotExist) {
			err = nil // otherwise a scavenge that was killed had left it
		}
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

func newStore(path string, db *bolt.DB, o Options) *Store {
	s := &Store{path: path, options: o.withDefaults()}
	s.file.Store(&file{db: db, recent: recent{tail: newTail()}})
	return s
}

func openBolt(path string, openFile func(string, int, os.FileMode) (*os.File, error)) (db *bolt.DB, err error) {
	defer guard(path, &err)()
	db, err = bolt.Open(path, 0o600, &bolt.Options{
		Timeout:         lockWait,
		FreelistType:    bolt.FreelistMapType,
		InitialMmapSize: mapSize,
		OpenFile:        openFile,
		NoStatistics:    true,
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %v", path, ErrDamaged, err)
	}
	return db, nil
}

// create writes an empty log beside path and then gives it its name.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	fresh := path + ".new"
	f, err := os.OpenFile(fresh, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if fi, err := os.Stat(path); err == nil && fi.Size() > 0 {
		return os.Remove(fresh) // another process was quicker
	}
	if err := f.Truncate(0); err != nil { // what a start that was killed left behind
		return err
	}
	db, err := openBolt(fresh, func(string, int, os.FileMode) (*os.File, error) { return f, nil })
	if err != nil {
		return err
	}
	if err := errors.Join(db.Update(layOut), db.Close()); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// syncFolder makes the names in path's folder durable.
func syncFolder(path string) error {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func layOut(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketHeader, bucketLog, bucketIndex, bucketIDs} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	h := tx.Bucket(bucketHeader)
	return errors.Join(
		h.Put(keyMagic, []byte(magic)),
		h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, format)),
		h.Put(keyIndexed, binary.BigEndian.AppendUint64(nil, 0)),
	)
}

// load checks that the file is a log of ours, and reads what the index does not know yet and what the journal has.
func (s *Store) load(used uint64) error {
	f := s.file.Load()
	var h header
	err := f.viewWith(blocks{}, s.path, func(r *Reader) (err error) {
		if h, err = readHeader(r.tx); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		f.scavenged = h.removed > 0
		if used <= verifyWhole {
			if err := r.verifyAll(); err != nil {
				return fmt.Errorf("%s: %w", s.path, err)
			}
		}
		if err := s.replay(r, h.indexed, h.removed); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.recover(f, h)
}

// header is what the file says of itself.
type header struct {
	indexed uint64 // the index is complete up to this position
	removed uint64 // events up to this position may be missing because a scavenge removed them
	pending bool   // the journal is needed:
	journal journalID
	reach   reach
}

func readHeader(tx *bolt.Tx) (h header, err error) {
	b := tx.Bucket(bucketHeader)
	if b == nil || string(b.Get(keyMagic)) != magic {
		return h, fmt.Errorf("%w: it is another program's bbolt file", ErrForeignFile)
	}
	v := b.Get(keyFormat)
	var number uint32
	if len(v) == 4 {
		number = binary.BigEndian.Uint32(v)
	}
	if number < format || number > formatJournal {
		return h, fmt.Errorf("%w: its format is %x, this program knows %d to %d", ErrForeignFile, v, format, formatJournal)
	}
	h.pending = number == formatJournal
	i, m, j := b.Get(keyIndexed), b.Get(keyRemoved), b.Get(keyJournal)
	scavenged := number == formatScavenged || h.pending && m != nil
	if len(i) != 8 || scavenged && len(m) != 8 || h.pending && len(j) != len(h.journal)+12 ||
		tx.Bucket(bucketLog) == nil || tx.Bucket(bucketIndex) == nil || tx.Bucket(bucketIDs) == nil {
		return h, damaged("a part of it is missing")
	}
	h.indexed = binary.BigEndian.Uint64(i)
	if scavenged {
		h.removed = binary.BigEndian.Uint64(m)
	}
	if h.pending {
		n := copy(h.journal[:], j)
		h.reach = reach{binary.BigEndian.Uint64(j[n:]), binary.BigEndian.Uint32(j[n+8:])}
	}
	return h, nil
}

// replay reads the log after indexed into the tail and finds the last position, which is removed if nothing younger is left.
func (s *Store) replay(r *Reader, indexed, removed uint64) error {
	c := r.Cursor()
	last, ok, err := c.SeekBefore(1<<64 - 1)
	if err != nil {
		return err
	}
	end := removed
	if ok {
		end = max(end, last.Last())
	}
	if end < indexed {
		return damaged("the index reaches position %d, the log ends at %d", indexed, end)
	}
	var events []Event
	var ids []ID
	for b, ok, err := c.Seek(indexed + 1); ok || err != nil; b, ok, err = c.Next() {
		if err != nil {
			return err
		}
		if events, err = b.Events(events, 0, b.Count); err != nil {
			return err
		}
		ids = ids[:0]
		for i := range events {
			ids = append(ids, events[i].ID)
		}
		x := Extent{Revision: b.Revision, Position: b.First, Count: uint64(b.Count)}
		s.file.Load().recent.tail.add(string(b.Stream), x, ids, len(b.events))
	}
	s.last.Store(end)
	return nil
}
