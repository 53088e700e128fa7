package storage

// How bbolt is opened, and how its panics on damaged files become errors.

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// mapSize is the address space set aside for the file, in bytes. When the file outgrows it, a commit waits for all transactions to end.
var mapSize = 1 << 30 // smaller in a test

// openBolt opens the file f, which this process has locked. f is closed with the database, or if there is an error.
func openBolt(path string, f *os.File) (db *bolt.DB, err error) {
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	defer guard(path, &err)()
	db, err = bolt.Open(path, 0o600, &bolt.Options{
		Timeout:         lockWait,
		FreelistType:    bolt.FreelistMapType,
		InitialMmapSize: mapSize,
		OpenFile:        func(string, int, os.FileMode) (*os.File, error) { return f, nil },
		NoStatistics:    true,
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%s: %w: it is no bbolt file", path, ErrForeignFile)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %v", path, ErrDamaged, err)
	}
	return db, nil
}

// begin opens a new log at path. It overwrites the file that a killed attempt may have left.
func begin(path string) (db *bolt.DB, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err = lock(f, path); err == nil {
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if db, err = openBolt(path, f); err != nil {
		return nil, err
	}
	if err = db.Update(layOut); err != nil {
		return nil, errors.Join(err, db.Close(), os.Remove(path))
	}
	return db, nil
}

// guard turns a panic into ErrDamaged: bbolt panics on an invalid page, and reading beyond the end of the mapped file is a fault. Use it
// as: defer guard(path, &err)().
func guard(path string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %w: %v", path, ErrDamaged, p)
		}
	}
}
