// Package brokendisk lets the disk under an open file fail, for tests.
package brokendisk

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// What a file can become.
const (
	Full      = "/dev/full" // every write says that the disk is full
	Forgetful = "/dev/null" // writes vanish, and the sync says that it failed
)

// Break lets the one descriptor that this process has of path lead to a device.
func Break(t testing.TB, path, device string) {
	t.Helper()
	f, err := os.OpenFile(device, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	replaced := 0
	for _, entry := range fds {
		if name, err := os.Readlink(filepath.Join("/proc/self/fd", entry.Name())); err != nil || name != path {
			continue
		}
		fd, err := strconv.Atoi(entry.Name())
		if err == nil {
			err = syscall.Dup3(int(f.Fd()), fd, syscall.O_CLOEXEC)
		}
		if err != nil {
			t.Fatal(err)
		}
		replaced++
	}
	if replaced != 1 {
		t.Fatalf("%d descriptors of %s", replaced, path)
	}
}
