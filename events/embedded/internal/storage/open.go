package storage

// Opening: a new file appears complete or not at all, and an existing one is checked before it is used.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// verifyWhole is up to how many bytes in use a file is checked completely when it is opened; of a larger one only the
// end is checked, and the rest when it is read.
const verifyWhole = 64 << 20

// Open opens the event log at path, or creates it if there is none. Errors wrap [ErrLocked], [ErrForeignFile] or
// [ErrDamaged] and name the path; the file is then left as it was. Records that a crash has left in the journal are moved into the
// file; if it can't be written, the store is open but has failed: see [Store.Failed].
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

// open returns a store on the open file f, which is closed with the store.
func open(path string, f *os.File, o Options) (*Store, error) {
	if err := lock(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(fi, named) {
		// While this start waited, the previous process replaced the file with a scavenged one.
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
			err = nil // otherwise a killed scavenge had left it
		}
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// create writes an empty log beside path and then renames it.
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
	if err := f.Truncate(0); err != nil { // remove what a killed start has left behind
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

// load checks that the file is a log, and reads into memory what is not yet in the index, and the journal.
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

// replay reads the log after indexed into the tail and finds the last position, which is removed if no younger event is left.
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
		s.file.Load().memtable.tail.add(string(b.Stream), x, ids, len(b.events))
	}
	s.last.Store(end)
	return nil
}
