//go:build !unix

package storage

import "os"

// flock leaves locking to bbolt, which waits lockWait for it when it opens the file.
func flock(*os.File) error { return nil }
