// Tests of read-ahead, which Linux can be asked about.

package projections

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sys/unix"
)

// After the machine's start nothing of a read model is in memory, and checking it would wait for the disk page by page.
func TestAReadModelThatIsNotInMemoryIsReadAhead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "analytics.db")
	f, err := createFile(path, analyticsBlueprint)
	if err != nil {
		t.Fatal(err)
	}
	err = f.update(func(tx *txn) error {
		for range 30_000 {
			id := uuid.New()
			tx.bucket("ever").count(id[:], 1)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	pages := f.size() / int64(os.Getpagesize())
	if err := f.close(); err != nil {
		t.Fatal(err)
	}
	on, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer on.Close()
	if err := unix.Fadvise(int(on.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
	before := waits(t)
	if f, err = openFile(path, analyticsBlueprint); err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if waited := waits(t) - before; waited > pages/8 {
		t.Errorf("%d of %d pages were waited for", waited, pages)
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
