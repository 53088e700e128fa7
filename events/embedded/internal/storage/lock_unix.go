//go:build unix

package storage

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// flock takes the file for this process. bbolt takes the same lock again on the same open file, which succeeds.
func flock(f *os.File) error {
	for end := time.Now().Add(lockWait); ; time.Sleep(10 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if time.Now().After(end) {
			return ErrLocked
		}
	}
}
