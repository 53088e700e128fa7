package storage

import (
	"errors"
	"os"
	"syscall"
)

// syncData returns when what was written to f is on the disk. A file that was only written over costs no metadata.
func syncData(f *os.File) error {
	for {
		err := syscall.Fdatasync(int(f.Fd()))
		if !errors.Is(err, syscall.EINTR) {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
