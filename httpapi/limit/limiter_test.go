// Limits count exactly.

package limit_test

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/httpapi/limit"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// limiter counts for addresses.
type limiter struct{ *limit.Limiter[netip.Addr] }

func newLimiter(most int, span time.Duration) limiter {
	return limiter{limit.New[netip.Addr](most, span)}
}

// take uses cost, after uses of one each elsewhere.
func (l limiter) take(now time.Time, who netip.Addr, cost int, elsewhere ...time.Time) (ok bool, remaining int, wait time.Duration) {
	var others []limit.Use
	for _, at := range elsewhere {
		others = append(others, limit.Use{At: at, Cost: 1})
	}
	a := l.Take(now, who, cost, others...)
	return a.OK, a.Remaining, a.Wait
}

func TestLimitRolls(t *testing.T) {
	l, who := newLimiter(3, time.Hour), netip.MustParseAddr("203.0.113.7")
	for i := range 3 {
		if ok, remaining, _ := l.take(noon.Add(time.Duration(i)*10*time.Minute), who, 1); !ok || remaining != 2-i {
			t.Fatalf("request %d: %v, %d remaining", i, ok, remaining)
		}
	}
	if ok, _, wait := l.take(noon.Add(30*time.Minute), who, 1); ok || wait != 30*time.Minute {
		t.Errorf("fourth in the hour: %v, wait %v; want a refusal until the first is an hour old", ok, wait)
	}
	if ok, _, wait := l.take(noon.Add(30*time.Minute), who, 2); ok || wait != 40*time.Minute {
		t.Errorf("two more in the hour: %v, wait %v", ok, wait)
	}
	if ok, remaining, _ := l.take(noon.Add(time.Hour), who, 1); !ok || remaining != 0 {
		t.Errorf("an hour after the first: %v, %d remaining; want exactly one more", ok, remaining)
	}
	if ok, _, _ := l.take(noon.Add(time.Hour), netip.MustParseAddr("203.0.113.8"), 3); !ok {
		t.Error("somebody else is limited, too")
	}
}

func TestTooLargeABulkCostsNothing(t *testing.T) {
	l, who := newLimiter(10, time.Hour), netip.MustParseAddr("203.0.113.7")
	l.take(noon, who, 4)
	if ok, remaining, _ := l.take(noon, who, 7); ok || remaining != 6 {
		t.Errorf("7 of 6: %v, %d remaining", ok, remaining)
	}
	if ok, remaining, _ := l.take(noon, who, 6); !ok || remaining != 0 {
		t.Errorf("6 of 6: %v, %d remaining", ok, remaining)
	}
}

func TestLimitCountsWhatWasUsedElsewhere(t *testing.T) {
	l, who := newLimiter(3, time.Hour), netip.MustParseAddr("203.0.113.7")
	elsewhere := []time.Time{noon.Add(-2 * time.Hour), noon.Add(-50 * time.Minute), noon.Add(-40 * time.Minute)}
	if ok, remaining, _ := l.take(noon, who, 1, elsewhere...); !ok || remaining != 0 {
		t.Errorf("after two in the last hour: %v, %d remaining", ok, remaining)
	}
	if ok, _, wait := l.take(noon, who, 1, elsewhere...); ok || wait != 10*time.Minute {
		t.Errorf("after three in the last hour: %v, wait %v", ok, wait)
	}
	if ok, remaining, _ := l.take(noon.Add(15*time.Minute), who, 1, elsewhere...); !ok || remaining != 0 {
		t.Errorf("a quarter of an hour later one of them is over: %v, %d remaining", ok, remaining)
	}
	if ok, _, _ := l.take(noon.Add(15*time.Minute), who, 1, append(elsewhere, noon)...); ok {
		t.Error("another instance's latest is not counted")
	}
}

func TestRequestsSideBySideCantSlipPastALimit(t *testing.T) {
	l, who := newLimiter(10, time.Hour), netip.MustParseAddr("203.0.113.7")
	var group sync.WaitGroup
	var allowed atomic.Int32
	for range 50 {
		group.Go(func() {
			if ok, _, _ := l.take(noon, who, 1); ok {
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
	l := newLimiter(10, time.Hour)
	addr := netip.MustParseAddr("2001:db8::")
	for range limit.MaxSubjects + 1000 {
		addr = addr.Next()
		l.take(noon, addr, 1)
	}
	if n := l.Len(); n > limit.MaxSubjects {
		t.Errorf("%d addresses are remembered", n)
	}
	l.take(noon.Add(2*time.Hour), addr.Next(), 1)
	if n := l.Len(); n != 1 {
		t.Errorf("%d addresses are remembered after all but one expired", n)
	}
}

func TestLimitsOfAClockThatGoesBack(t *testing.T) {
	l, who := newLimiter(3, time.Minute), netip.MustParseAddr("203.0.113.7")
	for range 3 {
		l.take(noon, who, 1)
	}
	back := noon.Add(-2 * time.Hour)
	if ok, _, wait := l.take(back, who, 1); ok || wait > time.Minute {
		t.Errorf("two hours back: %v, wait %v; want a refusal for a minute at most", ok, wait)
	}
	if ok, _, _ := l.take(back.Add(time.Minute), who, 3); !ok {
		t.Error("a minute after the clock went back the limit is still used up")
	}
	// The same of what the log remembers, when the process is a new one.
	l = newLimiter(3, time.Minute)
	if ok, _, wait := l.take(back, who, 1, noon, noon, noon); ok || wait > time.Minute {
		t.Errorf("after a restart: %v, wait %v", ok, wait)
	}
	if ok, _, _ := l.take(back.Add(time.Minute), who, 3, noon, noon, noon); !ok {
		t.Error("a minute after the restart the limit is still used up")
	}
}
