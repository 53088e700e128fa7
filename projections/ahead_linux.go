// Reading ahead: a read model's file, before it is checked from one end to the other.

package projections

import (
	"os"

	"golang.org/x/sys/unix"
)

// aheadStep is how many bytes the system is asked for at a time: of more it may leave out the rest.
const aheadStep = 512 << 10

// readAhead has the system begin to read the first bytes of a file.
func readAhead(f *os.File, bytes int64) {
	for at := int64(0); at < bytes; at += aheadStep {
		_ = unix.Fadvise(int(f.Fd()), at, min(aheadStep, bytes-at), unix.FADV_WILLNEED)
	}
}
