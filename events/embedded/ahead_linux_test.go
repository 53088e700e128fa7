package embedded_test

// A log that is larger than what the system keeps of it in memory, which Linux can be asked about.

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"golang.org/x/sys/unix"

	"candor/events/embedded"
)

// Whoever touches a page of the log that is not in memory waits for the disk in a page fault, and one of Go's processors with it, which serve
// readers as well. So who follows the log has it read ahead, not page by page.
func TestALogThatIsNotInMemoryIsReadAhead(t *testing.T) {
	c := config(t)
	n, err := embedded.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	const long, batch = 20_000, 200 // of 4 KB: a log of up to 64 MiB is read whole when it is opened
	writer := connect(t, n)
	for range long / batch {
		some := events(batch)
		for i := range some {
			some[i].Data = []byte(`"` + strings.Repeat("long ", 800) + `"`)
		}
		appended(t, writer, "long", esdb.Any{}, some...)
	}
	for range 10 { // the node looks at the end of the log when it starts
		appended(t, writer, "short", esdb.Any{}, events(2000)...)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	forgetFile(t, c.Path)
	reader := connect(t, open(t, c))
	rs, err := reader.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Start{}}, long)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Close()
	before, read := waits(t), 0
	for {
		ev, err := rs.Recv()
		if ended(err) != nil {
			t.Fatal(err)
		}
		if err != nil {
			break
		}
		if ev.OriginalEvent().StreamID == "long" {
			read++
		}
	}
	info, err := os.Stat(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	if read < long/2 {
		t.Errorf("%d of %d events are long", read, long)
	}
	if pages, waited := info.Size()/int64(os.Getpagesize()), waits(t)-before; waited > pages/8 {
		t.Errorf("%d of %d pages were waited for", waited, pages)
	}
}

// forgetFile has the system drop what it has of a file in memory.
func forgetFile(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
}

// waits is how many page faults of this process had to wait for a disk.
func waits(t *testing.T) int64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Majflt
}
