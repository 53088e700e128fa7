package projector_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"candor/events"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// forgetful is a log that can be told to tell another story from the start.
type forgetful struct {
	*modeltest.Log
	changed atomic.Bool
}

func (l *forgetful) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	return l.Log.Subscribe(ctx, after, f, func(m events.Message) error {
		if l.changed.Load() && m.Kind == events.EventAppeared {
			m.Event.Data = []byte(strings.Replace(string(m.Event.Data), "It works.", "It fails.", 1))
		}
		return handle(m)
	})
}

func TestCheckOfAReadModel(t *testing.T) {
	log := &forgetful{Log: modeltest.NewLog()}
	dir := t.TempDir()
	m := modeltest.Open(t, dir, log)
	log.Append(t, "review-1", modeltest.Review(1, "One"), modeltest.Published(1))
	modeltest.Seen(t, log.Append(t, "review-2", modeltest.Review(2, "Two")), m.Content)
	modeltest.CaughtUp(t, m)

	var progressed atomic.Int64
	for _, name := range m.Names() {
		err := m.Check(t.Context(), name, func(at, head events.Position) {
			progressed.Add(1)
			if at > head {
				t.Errorf("%s is at %d of %d", name, at, head)
			}
		})
		if err != nil {
			t.Errorf("a whole read model is told to be broken: %v", err)
		}
	}
	if progressed.Load() == 0 {
		t.Error("nobody heard of the progress")
	}

	log.changed.Store(true)
	if err := m.Check(t.Context(), "content", nil); !errors.Is(err, projector.ErrDiffers) || !strings.Contains(err.Error(), "content") {
		t.Errorf("a read model that the log does not make is told to be whole: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.check")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(filepath.Join(dir, "content.db")); err != nil {
		t.Error(err)
	}
	if err := m.Check(t.Context(), "nothing", nil); !errors.Is(err, projector.ErrUnknownModel) {
		t.Errorf("an unknown read model: %v", err)
	}
}

// What is written during a check neither disturbs it nor waits for it.
func TestCheckWhileTheLogGrows(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	for i := 1; i <= 200; i++ {
		log.Append(t, events.ReviewID(i).Stream(), modeltest.Review(i, "Before"))
	}
	modeltest.CaughtUp(t, m)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 201; ; i++ {
			select {
			case <-stop:
				return
			default:
				log.Append(t, events.ReviewID(i).Stream(), modeltest.Review(i, "Meanwhile"))
			}
		}
	}()
	for range 3 {
		if err := m.Check(t.Context(), "content", nil); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	<-stopped
}
