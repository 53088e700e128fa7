// The log writer neither waits nor loses what fits.

package logwriter_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"candor/internal/logwriter"
)

func TestLogLinesAreAllWrittenOnClose(t *testing.T) {
	var out bytes.Buffer
	w := logwriter.New(&out)
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			for range 100 {
				if _, err := w.Write([]byte("line\n")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "line\n"); n != 1000 || w.Dropped() != 0 {
		t.Errorf("%d of 1000 lines were written, %d dropped", n, w.Dropped())
	}
}

// stuck is a disk that does not answer until it is let go.
type stuck struct {
	io.Writer
	free chan struct{}
}

func (s stuck) Write(p []byte) (int, error) {
	<-s.free
	return s.Writer.Write(p)
}

func TestAFullLogDropsLinesRatherThanWaiting(t *testing.T) {
	var out bytes.Buffer
	disk := stuck{&out, make(chan struct{})}
	w := logwriter.New(disk)
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for range 3 * logwriter.BufferLines {
		if _, err := w.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	close(disk.free)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if written := strings.Count(out.String(), "xxx\n"); w.Dropped() == 0 || written+int(w.Dropped()) != 3*logwriter.BufferLines {
		t.Errorf("of %d lines %d were written and %d dropped with the disk stuck", 3*logwriter.BufferLines, written, w.Dropped())
	}
	if !strings.Contains(out.String(), `"dropped":`) {
		t.Error("the log does not say that lines were dropped")
	}
}
