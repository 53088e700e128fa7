package projections_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

// node is an embedded node in a folder; it can be stopped and started again on the same address.
type node struct {
	config nodeserver.Config
	*nodeserver.Server
}

func startNode(t testing.TB) *node {
	t.Helper()
	n := &node{config: nodeserver.Config{Path: modeltest.MemDir(t) + "/log.db", Listen: "127.0.0.1:0", Insecure: true, Logger: zerolog.Nop()}}
	n.start(t)
	t.Cleanup(func() { _ = n.Close() })
	return n
}

func (n *node) start(t testing.TB) {
	t.Helper()
	var err error
	if n.Server, err = nodeserver.Open(context.Background(), n.config); err != nil {
		t.Fatal(err)
	}
	n.config.Listen = n.Addr()
}

// log opens the node's log as another process would.
func (n *node) log(t testing.TB) events.Log {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(n.CACertPEM())
	log, err := esdb.Open(esdb.Config{ConnectionString: n.ConnectionString(), RootCAs: roots, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

// write appends facts to a real log, and returns the position of the last.
func write(t testing.TB, log events.Log, stream string, facts ...events.Event) events.Position {
	t.Helper()
	var proposed []events.Proposed
	for _, fact := range facts {
		p, err := events.Encode(events.Envelope{Event: fact, Metadata: events.Metadata{Actor: events.System, CorrelationID: uuid.NewString()}})
		if err != nil {
			t.Fatal(err)
		}
		proposed = append(proposed, p)
	}
	written, err := log.Append(t.Context(), stream, events.Any, proposed...)
	if err != nil {
		t.Fatal(err)
	}
	return written.Position
}

func TestOnTheNodeWritersReadTheirOwnWrites(t *testing.T) {
	n := startNode(t)
	log := n.Log()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	for id := 1; id <= 30; id++ {
		modeltest.Seen(t, write(t, log, events.ReviewID(id).Stream(), modeltest.Review(id, "Own"), modeltest.Published(id)), m.Content, m.History)
		if _, err := m.Content.ReviewAnswer(int64(id)); err != nil {
			t.Fatalf("review %d: %v", id, err)
		}
	}
	// The position of an event that no other model follows is reached by them, too.
	modeltest.Seen(t, write(t, log, "pageviews-2026-11-21", pageView(uuid.New(), "/", modeltest.Day(1))), m.Content, m.Inbox, m.Access, m.Analytics, m.History, m.Media)
	at := write(t, log, "message-1", events.MessageReceived{MessageID: 1, Name: "Bo", Email: "bo@example.org", Subject: "s", Message: "m", At: modeltest.Day(1)})
	modeltest.Seen(t, at, m.Inbox)
	modeltest.Seen(t, write(t, log, "message-1", events.MessageDeleted{MessageID: 1, At: modeltest.Day(2)}), m.Inbox)
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
	n := startNode(t)
	log := n.log(t)
	dir := modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.Seen(t, write(t, log, "review-1", modeltest.Review(1, "Before"), modeltest.Published(1)), m.Content)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Content.ReviewAnswer(1); err != nil {
		t.Errorf("while the node is away: %v", err)
	}
	n.start(t)
	other := n.log(t)
	modeltest.Seen(t, write(t, other, "review-2", modeltest.Review(2, "After"), modeltest.Published(2)), m.Content)
	if _, err := m.Content.ReviewAnswer(2); err != nil {
		t.Errorf("after it is back: %v", err)
	}
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Errorf("rebuild: %v", err)
	}
	a, err := m.Content.ReviewsAnswer(projections.ReviewQuery{})
	if got := titles(t, a, err); got != "After Before" {
		t.Errorf("after the rebuild: %q", got)
	}
}

func TestOnTheNodeModelsOpenWhileItIsAway(t *testing.T) {
	n := startNode(t)
	log := n.log(t)
	dir := modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, write(t, log, "review-1", modeltest.Review(1, "Kept"), modeltest.Published(1)), m.Content)
	if err := errors.Join(m.Close(), n.Close()); err != nil {
		t.Fatal(err)
	}
	m = modeltest.Open(t, dir, n.log(t))
	if _, err := m.Content.ReviewAnswer(1); err != nil {
		t.Errorf("what is stored is not served: %v", err)
	}
	n.start(t)
	modeltest.Seen(t, write(t, n.log(t), "review-2", modeltest.Review(2, "New"), modeltest.Published(2)), m.Content)
}

// fill appends n page views in batches.
func fill(t testing.TB, log events.Log, n int) {
	t.Helper()
	for from := 0; from < n; from += 1000 {
		var proposed []events.Proposed
		for i := from; i < min(n, from+1000); i++ {
			p, err := events.Encode(events.Envelope{Event: benchView(i), Metadata: benchMetadata(i)})
			if err != nil {
				t.Fatal(err)
			}
			proposed = append(proposed, p)
		}
		if _, err := log.Append(t.Context(), events.PageViewStream(benchView(from).At), events.Any, proposed...); err != nil {
			t.Fatal(fmt.Errorf("fill: %w", err))
		}
	}
}
