package projections_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

// The three tests that every read model must pass, over histories of any kind of event:
// replay from zero equals live, the same batch twice equals once, and killed between any two
// batches equals undisturbed. What is compared is everything that a model stores.

func TestReplayFromZeroEqualsLive(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		live, err := projections.Open(t.Context(), modeltest.Config(modeltest.MemDir(t), log))
		if err != nil {
			t.Fatal(err)
		}
		defer live.Close()
		for range rapid.IntRange(1, 4).Draw(rt, "bursts") {
			modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 25).Draw(rt, "events"))
			if rapid.Bool().Draw(rt, "waits") {
				head, _ := log.Head(t.Context())
				modeltest.Seen(t, head, live)
			}
		}
		head, _ := log.Head(t.Context())
		modeltest.Seen(t, head, live)
		modeltest.SameDumps(rt, modeltest.Replay(t, log), modeltest.Dumps(t, live))
	})
}

// repeating delivers the last events again before each event, as a subscription that resumed from an older checkpoint would.
type repeating struct {
	*modeltest.Log
	back int
}

func (r repeating) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	var last []events.Message
	return r.Log.Subscribe(ctx, after, f, func(m events.Message) error {
		if m.Kind != events.EventAppeared {
			return handle(m)
		}
		last = append(last, m)
		last = last[max(0, len(last)-r.back):]
		for _, again := range last {
			if err := handle(again); err != nil {
				return err
			}
		}
		return handle(m)
	})
}

func TestTheSameBatchTwiceEqualsOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 60).Draw(rt, "events"))
		want := modeltest.Replay(t, log)
		dir := modeltest.MemDir(t)
		cut := log.UpTo(rapid.IntRange(0, len(log.All)).Draw(rt, "applied before"))
		m, err := projections.Open(t.Context(), modeltest.Config(dir, cut))
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, m)
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		m, err = projections.Open(t.Context(), modeltest.Config(dir, repeating{log, rapid.IntRange(1, 9).Draw(rt, "repeated")}))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		modeltest.CaughtUp(t, m)
		modeltest.SameDumps(rt, want, modeltest.Dumps(t, m))
	})
}

func TestKilledBetweenAnyTwoBatchesEqualsUndisturbed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 60).Draw(rt, "events"))
		want := modeltest.Replay(t, log)
		dir, copied := modeltest.MemDir(t), modeltest.MemDir(t)
		reached := 0 // a log only grows; a shorter one would be another
		for range rapid.IntRange(1, 4).Draw(rt, "kills") {
			reached = rapid.IntRange(reached, len(log.All)).Draw(rt, "reached")
			cut := log.UpTo(reached)
			m, err := projections.Open(t.Context(), modeltest.Config(dir, cut))
			if err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(rt, "idle") {
				modeltest.CaughtUp(t, m)
			}
			modeltest.CopyFiles(t, dir, copied) // what a kill leaves: the files as they are, nothing closed
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			dir, copied = copied, modeltest.MemDir(t)
			log = log.UpTo(len(log.All))
		}
		m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		modeltest.CaughtUp(t, m)
		modeltest.SameDumps(rt, want, modeltest.Dumps(t, m))
	})
}
