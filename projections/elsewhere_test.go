// Files that another process builds.

package projections_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
)

// elsewhere opens the models of log, whose files somebody else builds.
func elsewhere(t testing.TB, log *memLog, from uint64, build func(ctx context.Context, model, path string, progress func(at, head events.Position)) error) (*projections.Models, string) {
	t.Helper()
	c := config(t.TempDir(), log)
	c.Builder = &projections.Builder{Build: build, From: from}
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	caughtUp(t, m)
	return m, c.Dir
}

func TestALargeFileIsBuiltElsewhere(t *testing.T) {
	t.Parallel()
	log := newsroom(t)
	var m *projections.Models
	built, working := 0, false
	m, dir := elsewhere(t, log, 1, func(ctx context.Context, model, path string, progress func(at, head events.Position)) error {
		progress(1, 4)
		for _, s := range m.Status() {
			working = working || s.Name == model && s.Rebuilding && s.Progress > 0 && s.Progress < 1
		}
		err := projections.Build(ctx, projections.Config{Log: log}, model, path, progress)
		built++
		log.append(t, "category-2", events.CategoryCreated{CategoryID: 2, CategoryContent: events.CategoryContent{Name: "Phones", Slug: "phones"}, At: day(9)})
		return err
	})
	reports := 0
	if err := m.Rebuild(t.Context(), "content", func(at, head events.Position) { reports++ }); err != nil {
		t.Fatal(err)
	}
	if built != 1 || !working || reports == 0 {
		t.Errorf("built elsewhere %d times; status says so: %v; %d reports of progress", built, working, reports)
	}
	head, _ := log.Head(t.Context())
	seen(t, head, m)
	sameDumps(t, replay(t, log), dumps(t, m)) // with what was written after the build
	if left, _ := filepath.Glob(filepath.Join(dir, "*.new")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWhatCannotBeBuiltElsewhereIsBuiltHere(t *testing.T) {
	t.Parallel()
	log := newsroom(t)
	for name, build := range map[string]func(path string) error{
		"it fails":         func(string) error { return errors.New("no room") },
		"it makes no file": func(string) error { return nil },
		"it makes half of it": func(path string) error {
			return os.WriteFile(path, make([]byte, 5000), 0o600)
		},
		"it fails with a file": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("half"), 0o600), errors.New("killed"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tried := false
			m, _ := elsewhere(t, log, 1, func(_ context.Context, _, path string, _ func(at, head events.Position)) error {
				tried = true
				return build(path)
			})
			if err := m.Rebuild(t.Context(), "analytics", nil); err != nil {
				t.Fatal(err)
			}
			if !tried {
				t.Error("nobody else was asked to build it")
			}
			sameDumps(t, replay(t, log), dumps(t, m))
		})
	}
}

func TestASmallFileIsBuiltHere(t *testing.T) {
	t.Parallel()
	m, _ := elsewhere(t, newsroom(t), 1_000_000, func(context.Context, string, string, func(at, head events.Position)) error {
		t.Error("another process is asked for a file of a few events")
		return nil
	})
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Fatal(err)
	}
}

// Who builds for a server reads from that server, whose readers come first: it looks for them, and what it makes is the same.
func TestABuilderLooksWhetherSomebodyReads(t *testing.T) {
	t.Parallel()
	log := newMemLog()
	for range 200 {
		log.append(t, events.PageViewStream(day(9)), pageView(uuid.New(), "/", day(9)))
	}
	log.during = func() { time.Sleep(100 * time.Microsecond) } // an event takes
	looks := 0
	c := config(t.TempDir(), log)
	c.Busy = func() bool { looks++; return true }
	if err := projections.Build(t.Context(), c, "analytics", filepath.Join(c.Dir, "analytics.db"), nil); err != nil {
		t.Fatal(err)
	}
	if looks < 5 {
		t.Errorf("it looked %d times in 200 events that took 20 ms", looks)
	}
	log.during = nil
	c.Only, c.Busy = []string{"analytics"}, nil
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	caughtUp(t, m)
	if got, want := dumps(t, m)["analytics"], replay(t, log)["analytics"]; got != want {
		t.Error("it has made something else than a replay makes")
	}
}
