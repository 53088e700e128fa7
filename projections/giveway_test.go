// Who waits for whom: models that are built beside others, for readers.

package projections

import (
	"testing"
	"time"
)

func TestABuildRestsWhileSomebodyReads(t *testing.T) {
	const each = 10 * time.Microsecond // an event takes
	for _, reads := range []bool{false, true} {
		now, rested := time.Unix(0, 0), time.Duration(0)
		turns := newTurns(func() bool { return reads })
		turns.clock, turns.sleep, turns.began = func() time.Time { return now }, func(d time.Duration) { rested += d; now = now.Add(d) }, now
		const events = 100_000
		for range events {
			now = now.Add(each)
			turns.event()
		}
		worked := events * each
		if !reads && rested != 0 {
			t.Errorf("it rested for %v although nobody reads", rested)
		}
		if reads && (rested < worked || rested > 3*worked) {
			t.Errorf("it rested for %v of %v: readers are to have most of the time, and it some", rested, worked)
		}
	}
}

func TestAWaitForRoomIsNoTurn(t *testing.T) {
	now, longest := time.Unix(0, 0), time.Duration(0)
	turns := newTurns(func() bool { return true })
	turns.clock, turns.sleep, turns.began = func() time.Time { return now }, func(d time.Duration) { longest = max(longest, d) }, now
	for range 10 * turnCheck {
		now = now.Add(time.Second)
		turns.event()
	}
	if longest == 0 || longest > 50*time.Millisecond {
		t.Errorf("it rested for up to %v", longest)
	}
}
