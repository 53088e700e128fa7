package projections_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// failing is a read model that panics when it applies the event at a position, or at the end of a batch with it.
type failing struct {
	projector.Model
	at      events.Position
	inFlush bool
	met     bool
	reached *bool // set once the event is applied
}

func (f *failing) Apply(t *projector.Tx, e *projector.Event) bool {
	if e.Position == f.at {
		*f.reached = true
		if !f.inFlush {
			panic("no words of a message may be logged")
		}
		f.met = true
	}
	return f.Model.Apply(t, e)
}

func (f *failing) Flush(t *projector.Tx) {
	if f.met {
		var nothing *events.Recorded
		_ = nothing.Type // as a mistake in a model would panic
	}
	f.Model.Flush(t)
}

// Withdraw is the model's own.
func (f *failing) Withdraw(t *projector.Tx, e *projector.Event, eventType string) {
	if w, ok := f.Model.(projector.Withdrawer); ok {
		w.Withdraw(t, e, eventType)
	}
}

// failingAt returns the definition with models that panic at the event, and whether one of them has got it: a model leaves out events that
// it has no use for.
func failingAt(d projector.Definition, at events.Position, inFlush bool) (broken projector.Definition, reached *bool) {
	reached = new(bool)
	made := d.New
	d.New = func() projector.Model { return &failing{Model: made(), at: at, inFlush: inFlush, reached: reached} }
	return d, reached
}

// openOne opens one read model and waits until it has applied the log.
func openOne(t *testing.T, dir, build string, log *modeltest.Log, d projector.Definition) *projector.Set {
	t.Helper()
	c := projector.Config{Dir: dir, Log: log, Logger: zerolog.Nop(), Build: func() string { return build }}
	set, err := projector.OpenSet(t.Context(), c, []projector.ReadModel{{Definition: d}})
	if err != nil {
		t.Fatal(err)
	}
	if err := set.WaitCaughtUp(t.Context()); err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	return set
}

func dump(t *testing.T, set *projector.Set) string {
	t.Helper()
	rows, err := set.Dump(set.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// An event at which a read model panics stops none of them: it is set aside, everything after it is applied, the file stays, and a replay
// makes the same rows.
func TestAnEventThatPanicsIsSetAside(t *testing.T) {
	lacking := 0
	for _, d := range projector.Registered(projector.Config{}) {
		t.Run(d.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				log := modeltest.NewLog()
				modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 30).Draw(rt, "events"))
				bad := log.All[rapid.IntRange(0, len(log.All)-1).Draw(rt, "bad")]
				inFlush := rapid.Bool().Draw(rt, "in flush")
				broken, reached := failingAt(d.Definition, bad.Position, inFlush)
				dir := modeltest.MemDir(t)
				early := openOne(t, dir, "1", log.UpTo(rapid.IntRange(0, len(log.All)).Draw(rt, "applied before")), broken)
				if err := early.Close(); err != nil {
					t.Fatal(err)
				}
				live := openOne(t, dir, "1", log, broken)
				rows, status := dump(t, live), live.Status()[0]
				if err := live.Check(t.Context(), d.Name, nil); err != nil {
					rt.Errorf("compared with a replay: %v", err)
				}
				if err := live.Close(); err != nil {
					t.Fatal(err)
				}
				lacking += len(status.SetAside)
				if status.Err != "" || *reached != (len(status.SetAside) == 1) || uint64(len(status.SetAside)) != status.Aside {
					rt.Fatalf("status %+v", status)
				}
				for _, one := range status.SetAside {
					if one.Position != bad.Position || one.Type != bad.Type || one.Stream != bad.Stream || strings.Contains(one.Reason, "message") {
						rt.Errorf("set aside %+v", one)
					}
				}
				if damaged, _ := filepath.Glob(filepath.Join(dir, "*.damaged")); len(damaged) > 0 {
					rt.Errorf("%v", damaged)
				}
				// A program that can apply it does so at its first start.
				mended := openOne(t, dir, "2", log, d.Definition)
				if err := mended.WaitWhole(t.Context(), d.Name); err != nil {
					rt.Fatal(err)
				}
				if got := mended.Status()[0]; got.Aside != 0 || got.Err != "" {
					rt.Errorf("with a program that can apply it: %+v", got)
				}
				whole := openOne(t, modeltest.MemDir(t), "2", log, d.Definition)
				if dump(t, mended) != dump(t, whole) {
					rt.Error("with a program that can apply it, the rows aren't those of a replay")
				}
				if len(status.SetAside) == 0 && rows != dump(t, whole) {
					rt.Error("without an event that was set aside, rows are missing")
				}
				if err := errors.Join(mended.Close(), whole.Close()); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
	if lacking == 0 {
		t.Error("no event was set aside")
	}
}

// held is a read model that applies an event only once it may.
type held struct {
	projector.RowsOnly
	panics bool
	may    chan struct{}
}

func (h *held) Apply(t *projector.Tx, e *projector.Event) bool {
	if h.panics {
		panic("a mistake")
	}
	<-h.may
	t.Bucket("row").Put([]byte(e.Stream), []byte(e.Stream))
	return true
}

// A program that may be able to apply what another set aside makes the file anew; until then the old one follows the log and answers.
func TestAModelThatLacksEventsFollowsTheLogUntilItIsRebuilt(t *testing.T) {
	log, dir := modeltest.NewLog(), t.TempDir()
	of := func(make func() projector.Model) projector.Definition {
		return projector.Definition{Name: "held", Version: 1, Prefixes: []string{events.ReviewPrefix}, New: make}
	}
	log.Append(t, "review-1", modeltest.Review(1, "x"))
	first := openOne(t, dir, "1", log, of(func() projector.Model { return &held{panics: true} }))
	if got := first.Status()[0].Aside; got != 1 {
		t.Fatalf("%d events are set aside", got)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open, closed := make(chan struct{}), make(chan struct{})
	close(open)
	generations := 0
	second := openOne(t, dir, "2", log, of(func() projector.Model {
		if generations++; generations == 1 {
			return &held{may: open}
		}
		return &held{may: closed}
	}))
	modeltest.Seen(t, log.Append(t, "review-2", modeltest.Review(2, "y")), second)
	if got := second.Status()[0]; !got.CaughtUp || got.Lag != 0 || got.Aside != 1 {
		t.Errorf("while it is rebuilt: %+v", got)
	}
	close(closed)
	if err := second.WaitWhole(t.Context(), "held"); err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, log.Append(t, "review-3", modeltest.Review(3, "z")), second)
	if got := second.Status()[0]; got.Applied != 3 {
		t.Errorf("afterwards: %+v", got)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}

// A row that can't be understood although its checksum is right is no damage of the file: a query fails, and the model goes on.
func TestAQueryThatPanicsFailsAlone(t *testing.T) {
	log := modeltest.NewLog()
	log.Append(t, "review-1", modeltest.Review(1, "x"), modeltest.Published(1))
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, m)
	p, err := m.Named("content")
	if err != nil {
		t.Fatal(err)
	}
	view := projector.NewView[projector.Model](p)
	for _, cause := range []any{projector.Damage("a row is no JSON"), "anything else"} {
		err := view.Read(func(projector.Model, *projector.Tx) error { panic(cause) })
		if err == nil || errors.Is(err, projector.ErrNotReady) {
			t.Errorf("a query that panics with %v says %v", cause, err)
		}
	}
	if err := m.Content.Ready(); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	if _, err := m.Content.Reviews().One(1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// An event that was written by a newer program still stops the read model, until that program is there.
func TestAnEventOfANewerProgramStopsTheModel(t *testing.T) {
	log := modeltest.NewLog()
	log.Append(t, "review-1", modeltest.Review(1, "x"), modeltest.Published(1))
	newer, err := events.Encode(events.Envelope{Event: modeltest.Review(2, "y")})
	if err != nil {
		t.Fatal(err)
	}
	newer.Meta = []byte(`{"schema":99}`)
	at := log.Raw("review-2", newer)
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := m.Content.WaitFor(ctx, at); !errors.Is(err, projector.ErrStopped) {
		t.Errorf("waiting beyond it says %v", err)
	}
}
