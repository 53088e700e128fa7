package projector_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

func TestOnTheNodeWritersReadTheirOwnWrites(t *testing.T) {
	n := modeltest.StartNode(t)
	log := n.Log()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	for id := 1; id <= 30; id++ {
		modeltest.Seen(t, modeltest.Write(t, log, events.ReviewID(id).Stream(), modeltest.Review(id, "Own"), modeltest.Published(id)),
			m.Content, m.History)
		if _, err := m.Content.Reviews().One(int64(id)); err != nil {
			t.Fatalf("review %d: %v", id, err)
		}
	}
	// The position of an event that no other model follows is reached by them, too.
	modeltest.Seen(t, modeltest.Write(t, log, "pageviews-2026-11-21", modeltest.PageView(uuid.New(), "/", modeltest.Day(1))), m.Content,
		m.Inbox, m.Access, m.Analytics, m.History, m.Media)
	at := modeltest.Write(t, log, "message-1", events.MessageReceived{MessageID: 1, Name: "Bo", Email: "bo@example.org", Subject: "s",
		Message: "m", At: modeltest.Day(1)})
	modeltest.Seen(t, at, m.Inbox)
	modeltest.Seen(t, modeltest.Write(t, log, "message-1", events.MessageDeleted{MessageID: 1, At: modeltest.Day(2)}), m.Inbox)
	if got := m.Inbox.Unerased(); len(got) != 1 || got[0] != "message-1" {
		t.Errorf("unerased: %v", got)
	}
	if err := log.DeleteStream(t.Context(), "message-1", events.Any); err != nil {
		t.Fatal(err)
	}
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, head, m.Inbox)
	if got := m.Inbox.Unerased(); len(got) != 0 {
		t.Errorf("unerased after the stream's deletion: %v", got)
	}
}

func TestOnTheNodeProjectionsSurviveItsRestart(t *testing.T) {
	n := modeltest.StartNode(t)
	log := n.Dial(t)
	dir := modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.Seen(t, modeltest.Write(t, log, "review-1", modeltest.Review(1, "Before"), modeltest.Published(1)), m.Content)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Content.Reviews().One(1); err != nil {
		t.Errorf("while the node is away: %v", err)
	}
	n.Start(t)
	other := n.Dial(t)
	modeltest.Seen(t, modeltest.Write(t, other, "review-2", modeltest.Review(2, "After"), modeltest.Published(2)), m.Content)
	if _, err := m.Content.Reviews().One(2); err != nil {
		t.Errorf("after it is back: %v", err)
	}
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Errorf("rebuild: %v", err)
	}
	a, err := m.Content.Reviews().List(content.Query{})
	if got := modeltest.Titles(t, a, err); got != "After Before" {
		t.Errorf("after the rebuild: %q", got)
	}
}

func TestOnTheNodeModelsOpenWhileItIsAway(t *testing.T) {
	n := modeltest.StartNode(t)
	log := n.Dial(t)
	dir := modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, modeltest.Write(t, log, "review-1", modeltest.Review(1, "Kept"), modeltest.Published(1)), m.Content)
	if err := errors.Join(m.Close(), n.Close()); err != nil {
		t.Fatal(err)
	}
	m = modeltest.Open(t, dir, n.Dial(t))
	if _, err := m.Content.Reviews().One(1); err != nil {
		t.Errorf("what is stored is not served: %v", err)
	}
	n.Start(t)
	modeltest.Seen(t, modeltest.Write(t, n.Dial(t), "review-2", modeltest.Review(2, "New"), modeltest.Published(2)), m.Content)
}
