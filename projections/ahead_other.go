//go:build !linux

// Reading ahead: a read model's file, before it is checked from one end to the other.

package projections

import "os"

// readAhead would have the system begin to read the first bytes of a file.
func readAhead(*os.File, int64) {}
