//go:build !linux

package projections

import "os"

// readAhead would have the system begin to read the first bytes of a file.
func readAhead(*os.File, int64) {}
