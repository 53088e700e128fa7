package projector_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestPoisonStopsLoudlyAndIsRetried(t *testing.T) {
	log, dir := newsroom(t), modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	bad, err := events.Encode(events.Envelope{Event: modeltest.Review(50, "x")})
	if err != nil {
		t.Fatal(err)
	}
	good := bad.Data
	bad.Data = []byte(`{"reviewId":"no number"}`)
	at := log.Raw("review-50", bad)
	after := log.Append(t, "review-51", modeltest.Review(51, "y"), modeltest.Published(51))
	poisoned := func(m *projections.Models) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if err := m.Content.WaitFor(ctx, after); !errors.Is(err, projector.ErrStopped) {
			t.Errorf("waiting beyond it says %v", err)
		}
		s := statusOf(t, m, "content")
		if s.Poisoned != 1 || len(s.PoisonedAt) != 1 || s.PoisonedAt[0] != at || !strings.Contains(s.Err, fmt.Sprint("position ", at)) {
			t.Errorf("status %+v", s)
		}
		if _, err := m.Content.Reviews().One(1); err != nil {
			t.Errorf("what was applied before: %v", err)
		}
		if h := statusOf(t, m, "inbox"); h.Err != "" {
			t.Errorf("another model: %+v", h)
		}
	}
	poisoned(m)
	if err := m.Rebuild(t.Context(), "content", nil); err == nil || !strings.Contains(err.Error(), fmt.Sprint("position ", at)) {
		t.Errorf("rebuilding says %v", err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m, err = projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	if s := statusOf(t, m, "content"); s.Poisoned != 1 {
		t.Errorf("right after a restart: %+v", s)
	}
	poisoned(m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	log.All[at/10-1].Data = good // as a program with an upcaster for it would read it
	m = modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	if _, err := m.Content.Reviews().AdminOne(50); err != nil {
		t.Errorf("once it can be decoded: %v", err)
	}
	if s := statusOf(t, m, "content"); s.Poisoned != 0 || s.Err != "" {
		t.Errorf("status %+v", s)
	}
}

func TestUnknownTypesAreSkippedAndCounted(t *testing.T) {
	log := newsroom(t)
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, m)
	before := statusOf(t, m, "content").Skipped
	log.Raw("review-1", events.Proposed{ID: uuid.New(), Type: "ReviewTranslated", Data: []byte("{}"), Meta: []byte(`{"schema":1}`)})
	modeltest.Seen(t, log.Append(t, "review-60", modeltest.Review(60, "z"), modeltest.Published(60)), m.Content)
	if _, err := m.Content.Reviews().One(60); err != nil {
		t.Error(err)
	}
	if s := statusOf(t, m, "content"); s.Skipped != before+1 || s.Poisoned != 0 {
		t.Errorf("status %+v", s)
	}
}
