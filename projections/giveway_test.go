// Who waits for whom: models that are built beside others, for readers.

package projections

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
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
	for range 10 * turnChecks {
		now = now.Add(time.Second)
		turns.event()
	}
	if longest == 0 || longest > 50*time.Millisecond {
		t.Errorf("it rested for up to %v", longest)
	}
}

// Readers beside page views at full speed: what a live model has gathered is written in turns. Who asks for it waits for no rests, and neither
// does a start that catches up.
func TestACommitRestsWhileSomebodyReadsUnlessSomebodyWaitsForIt(t *testing.T) {
	for _, c := range []struct {
		name                   string
		reads, waited, history bool
		rests                  bool
	}{
		{name: "somebody reads", reads: true, rests: true},
		{name: "nobody reads"},
		{name: "somebody waits for what is written", reads: true, waited: true},
		{name: "history is read", reads: true, history: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyAnalytics(t)
			g.live.Store(!c.history)
			if c.waited {
				g.waiting.Add(1)
			}
			a := &applier{g: g, p: &projector{busy: func() bool { return c.reads }}}
			rested := false
			err := g.update(func(tx *txn) error {
				if tx.turns = a.turns(); tx.turns != nil {
					now := time.Unix(0, 0)
					tx.turns.began = now
					tx.turns.clock = func() time.Time { now = now.Add(turnTime); return now }
					tx.turns.sleep = func(time.Duration) { rested = true }
				}
				for n := range uint64(1000) {
					tx.bucket("ever").count(number(n), 1)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if rested != c.rests {
				t.Errorf("it rested: %t, want %t", rested, c.rests)
			}
			if err := g.verify(); err != nil {
				t.Errorf("what was written: %v", err)
			}
		})
	}
}

func TestWhatALiveModelGatheredIsWrittenInTurns(t *testing.T) {
	g := emptyAnalytics(t)
	g.live.Store(true)
	asked := false // at the end of a turn
	a := &applier{g: g, p: &projector{busy: func() bool { asked = true; return false }, metrics: newModelMetrics("analytics")}}
	const people = 2000 // far more than a turn
	for n := range people {
		a.add(bundle{reached: events.Position(n + 1), facts: []fact{{position: events.Position(n + 1),
			data: events.VisitorFirstSeen{VisitorID: uuid.New(), Address: "203.0.113.9", At: time.Unix(1_795_000_000, 0)}}}})
	}
	if err := a.write(false); err != nil {
		t.Fatal(err)
	}
	if !asked {
		t.Error("nobody looked whether somebody reads")
	}
	if applied := g.state().Applied; applied != people {
		t.Errorf("%d of %d are written", applied, people)
	}
}

// emptyAnalytics is a model on an empty file.
func emptyAnalytics(t *testing.T) *generation {
	t.Helper()
	f, err := createFile(filepath.Join(t.TempDir(), "analytics.db"), analyticsBlueprint)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.close() })
	g, err := newGeneration(f, analyticsBlueprint)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
