package storage

import (
	"fmt"
	"os"
	"time"
)

// lockWait is how long a start waits for the previous process to release the file.
const lockWait = 200 * time.Millisecond

// lock takes the open file f for this process, and checks that path still names it: another process may have renamed it, or replaced it
// with a scavenged one.
func lock(f *os.File, path string) error {
	if err := flock(f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	open, err := f.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(open, named) {
		return fmt.Errorf("%s: %w", path, ErrLocked)
	}
	return nil
}
