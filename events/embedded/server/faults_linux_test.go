package server_test

// Faults of the log's own file, by the kernel's hand: its descriptor is made one of a device that takes nothing.

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events/embedded/server"
)

// replaceDescriptor lets the descriptor that this process has of path lead to another file.
func replaceDescriptor(t *testing.T, path, other string) {
	t.Helper()
	f, err := os.OpenFile(other, os.O_RDWR, 0)
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

// /dev/full: every write says that the disk is full. /dev/null: writes vanish, and the sync says that it failed.
func TestAnyFaultOfTheLogsFileIsToldAndLosesNothing(t *testing.T) {
	for _, device := range []string{"/dev/full", "/dev/null"} {
		for _, after := range []time.Duration{0, 30 * time.Millisecond, 100 * time.Millisecond} {
			t.Run(device+" after "+after.String(), func(t *testing.T) {
				var said lines
				c := smallStorage(config(t))
				c.Insecure, c.Logger = true, zerolog.New(&said)
				n, err := server.Open(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				clients := clientsOf(t, n, 3)
				replace := func() { replaceDescriptor(t, c.Path, device) }
				if after == 0 {
					replace()
				} else {
					done := make(chan struct{})
					time.AfterFunc(after, func() { defer close(done); replace() })
					defer func() { <-done }()
				}
				a := appendUntilRefused(t, clients, 5000, nil)
				a.failed(t, n, c, &said)
			})
		}
	}
}
