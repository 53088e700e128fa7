// Limits count exactly, and the log writer neither waits nor loses what fits.

package httpapi_test

import (
	"bytes"
	"io"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/httpapi"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestLimitRolls(t *testing.T) {
	l, who := httpapi.NewLimiter(3, time.Hour), netip.MustParseAddr("203.0.113.7")
	for i := range 3 {
		if ok, remaining, _ := l.Take(noon.Add(time.Duration(i)*10*time.Minute), who, 1); !ok || remaining != 2-i {
			t.Fatalf("request %d: %v, %d remaining", i, ok, remaining)
		}
	}
	if ok, _, wait := l.Take(noon.Add(30*time.Minute), who, 1); ok || wait != 30*time.Minute {
		t.Errorf("fourth in the hour: %v, wait %v; want a refusal until the first is an hour old", ok, wait)
	}
	if ok, _, wait := l.Take(noon.Add(30*time.Minute), who, 2); ok || wait != 40*time.Minute {
		t.Errorf("two more in the hour: %v, wait %v", ok, wait)
	}
	if ok, remaining, _ := l.Take(noon.Add(time.Hour), who, 1); !ok || remaining != 0 {
		t.Errorf("an hour after the first: %v, %d remaining; want exactly one more", ok, remaining)
	}
	if ok, _, _ := l.Take(noon.Add(time.Hour), netip.MustParseAddr("203.0.113.8"), 3); !ok {
		t.Error("somebody else is limited, too")
	}
}

func TestTooLargeABulkCostsNothing(t *testing.T) {
	l, who := httpapi.NewLimiter(10, time.Hour), netip.MustParseAddr("203.0.113.7")
	l.Take(noon, who, 4)
	if ok, remaining, _ := l.Take(noon, who, 7); ok || remaining != 6 {
		t.Errorf("7 of 6: %v, %d remaining", ok, remaining)
	}
	if ok, remaining, _ := l.Take(noon, who, 6); !ok || remaining != 0 {
		t.Errorf("6 of 6: %v, %d remaining", ok, remaining)
	}
}

func TestLimitCountsWhatWasUsedElsewhere(t *testing.T) {
	l, who := httpapi.NewLimiter(3, time.Hour), netip.MustParseAddr("203.0.113.7")
	elsewhere := []time.Time{noon.Add(-2 * time.Hour), noon.Add(-50 * time.Minute), noon.Add(-40 * time.Minute)}
	if ok, remaining, _ := l.Take(noon, who, 1, elsewhere...); !ok || remaining != 0 {
		t.Errorf("after two in the last hour: %v, %d remaining", ok, remaining)
	}
	if ok, _, wait := l.Take(noon, who, 1, elsewhere...); ok || wait != 10*time.Minute {
		t.Errorf("after three in the last hour: %v, wait %v", ok, wait)
	}
	if ok, remaining, _ := l.Take(noon.Add(15*time.Minute), who, 1, elsewhere...); !ok || remaining != 0 {
		t.Errorf("a quarter of an hour later one of them is over: %v, %d remaining", ok, remaining)
	}
	if ok, _, _ := l.Take(noon.Add(15*time.Minute), who, 1, append(elsewhere, noon)...); ok {
		t.Error("another instance's latest is not counted")
	}
}

func TestRequestsSideBySideCantSlipPastALimit(t *testing.T) {
	l, who := httpapi.NewLimiter(10, time.Hour), netip.MustParseAddr("203.0.113.7")
	var group sync.WaitGroup
	var allowed atomic.Int32
	for range 50 {
		group.Go(func() {
			if ok, _, _ := l.Take(noon, who, 1); ok {
				allowed.Add(1)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 10 {
		t.Errorf("%d of 50 were allowed, want 10", allowed.Load())
	}
}

func TestLimiterIsBounded(t *testing.T) {
	l := httpapi.NewLimiter(10, time.Hour)
	addr := netip.MustParseAddr("2001:db8::")
	for range httpapi.MostSubjects + 1000 {
		addr = addr.Next()
		l.Take(noon, addr, 1)
	}
	if n := l.Len(); n > httpapi.MostSubjects {
		t.Errorf("%d addresses are remembered", n)
	}
	l.Take(noon.Add(2*time.Hour), addr.Next(), 1)
	if n := l.Len(); n != 1 {
		t.Errorf("%d addresses are remembered after all but one expired", n)
	}
}

func TestLogLinesAreAllWrittenOnClose(t *testing.T) {
	var out bytes.Buffer
	w := httpapi.NewLogWriter(&out)
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
	w := httpapi.NewLogWriter(disk)
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for range 3 * httpapi.LogBuffer {
		if _, err := w.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	close(disk.free)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if written := strings.Count(out.String(), "xxx\n"); w.Dropped() == 0 || written+int(w.Dropped()) != 3*httpapi.LogBuffer {
		t.Errorf("of %d lines %d were written and %d dropped with the disk stuck", 3*httpapi.LogBuffer, written, w.Dropped())
	}
	if !strings.Contains(out.String(), `"dropped":`) {
		t.Error("the log does not say that lines were dropped")
	}
}
