package events

import (
	"context"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// OnLane returns when appends go over a lane, and fails the test if that never happens.
func (l *Log) OnLane(tb testing.TB) {
	tb.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if client, _, err := l.enter(); err == nil {
			lane := client.lanes.get()
			l.leave(client)
			if lane != nil {
				return
			}
		}
	}
	tb.Fatal("no lane was opened")
}

// OffLane makes appends go through the client until the node has been away.
func (l *Log) OffLane() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client.lanes.mu.Lock()
	defer l.client.lanes.mu.Unlock()
	l.client.lanes.never = true
}

// OffFeed makes subscriptions go through the client until the node has been away.
func (l *Log) OffFeed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client.feeds.giveUp()
}

// Fed reports whether subscriptions have, and will be given, a connection of our own.
func (l *Log) Fed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client.feeds.mu.Lock()
	defer l.client.feeds.mu.Unlock()
	return l.client.feeds.conn != nil && !l.client.feeds.never
}

// LaneMessage is what goes over a lane.
func LaneMessage(id uuid.UUID, stream string, want ExpectedRevision, timeout time.Duration, ps []Proposed) []byte {
	return laneMessage(id, stream, want, timeout, ps).ReadOnlyData()
}

// Stragglers are two requests that were let in before the node was found away, and reach the client, one after the other, when the
// returned function is called. They tell the log nothing of what they find.
func (l *Log) Stragglers(tb testing.TB) (send func()) {
	tb.Helper()
	client, _, err := l.enter()
	if err != nil {
		tb.Fatal(err)
	}
	return func() {
		defer l.leave(client)
		for range 2 {
			_ = attempt(func() error {
				_, err := client.DeleteStream(context.Background(), "nothing", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
				return err
			})
		}
	}
}
