package storage

// Opening: a new file appears complete or not at all, and an existing one is checked before it is used.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// verifyWhole is up to how many bytes in use a file is checked completely when it is opened; of a larger one only what is read is
// checked.
const verifyWhole = 16 << 20

// Open opens the event log at path, or creates it if there is none. Errors wrap [ErrLocked], [ErrForeignFile] or
// [ErrDamaged] and name the path; the file is then left as it was.
func Open(path string) (*Store, error) {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist) || err == nil && fi.Mode().IsRegular() && fi.Size() == 0:
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
	if err := lock(f, path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	db, err := openBolt(path, f)
	if err != nil {
		return nil, err
	}
	s := newStore(path, db)
	if err := s.load(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// create writes an empty log beside path and then renames it.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	fresh := path + ".new"
	db, err := begin(fresh)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// load checks that the file is a log, and finds its end.
func (s *Store) load() error {
	used := int64(0)
	err := s.View(func(r *Reader) error {
		if used = r.tx.Size(); used > s.Size() {
			return damaged("it has %d bytes of %d, the end is missing", s.Size(), used)
		}
		if err := r.check(); err != nil {
			return err
		}
		s.last.Store(r.end())
		return nil
	})
	if err != nil {
		return s.named(err)
	}
	if used <= verifyWhole {
		if err := s.Verify(context.Background()); err != nil {
			return err
		}
	}
	if err := os.Remove(rewritten(s.path)); !errors.Is(err, os.ErrNotExist) { // a killed scavenge has left it
		return err
	}
	return nil
}
