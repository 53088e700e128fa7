//go:build !linux

package storage

import "os"

// syncData returns when what was written to f is on the disk.
func syncData(f *os.File) error { return f.Sync() }
