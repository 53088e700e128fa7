package projector_test

import (
	"testing"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

// An event that can't be decoded is set aside, and everything after it is applied, after a restart and a rebuild, too.
func TestAnEventThatCantBeDecodedIsSetAside(t *testing.T) {
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
	lacking := func(m *projections.Models) {
		t.Helper()
		modeltest.Seen(t, after, m.Content)
		s := statusOf(t, m, "content")
		if s.Err != "" || s.Aside != 1 || s.SetAside[0].Position != at || s.SetAside[0].Type != bad.Type || s.SetAside[0].Stream != "review-50" ||
			s.SetAside[0].Reason == "" {
			t.Errorf("status %+v", s)
		}
		if _, err := m.Content.Reviews().One(51); err != nil {
			t.Errorf("what came after it: %v", err)
		}
		if h := statusOf(t, m, "inbox"); h.Aside != 0 {
			t.Errorf("another model: %+v", h)
		}
	}
	lacking(m)
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Errorf("rebuilding says %v", err)
	}
	lacking(m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	lacking(m)
	log.All[at/10-1].Data = good // as a program with an upcaster for it would read it
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Content.Reviews().AdminOne(50); err != nil {
		t.Errorf("once it can be decoded: %v", err)
	}
	if s := statusOf(t, m, "content"); s.Aside != 0 {
		t.Errorf("status %+v", s)
	}
}

func TestUnknownTypesAreSkippedAndCounted(t *testing.T) {
	log := newsroom(t)
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, m)
	before := statusOf(t, m, "content").Skipped
	log.Raw("review-1", events.Proposed{ID: uuid.New(), Type: "ReviewTranslated", Data: []byte("{}"), Meta: []byte(`{"schema":1}`)})
	log.Raw("review-1", events.Proposed{ID: uuid.New(), Type: events.TruncatedType, Data: []byte("{}")}) // in the place of one that is gone
	modeltest.Seen(t, log.Append(t, "review-60", modeltest.Review(60, "z"), modeltest.Published(60)), m.Content)
	if _, err := m.Content.Reviews().One(60); err != nil {
		t.Error(err)
	}
	if s := statusOf(t, m, "content"); s.Skipped != before+1 || s.Poisoned != 0 {
		t.Errorf("status %+v", s)
	}
}
