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

// mapSize is the address space set aside for the file, so that it can grow to this size without stopping readers.
const mapSize = 1 << 30

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

// guard turns a panic into ErrDamaged: bbolt panics on an invalid page, and reading beyond the end of the mapped file is a fault. Use it as: defer guard(path, &err)().
func guard(path string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %w: %v", path, ErrDamaged, p)
		}
	}
}
