//go:build !unix

package storage

import "os"

// lock leaves locking to bbolt, which waits lockWait for it when it opens the file.
func lock(*os.File) error { return nil }
