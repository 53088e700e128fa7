// Package kurrentdb runs KurrentDB's official Go client against a node of Candor's. CANDOR_TEST_NODE is the node's connection string.
package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
)

func connect(t *testing.T) *kurrentdb.Client {
	t.Helper()
	node := os.Getenv("CANDOR_TEST_NODE")
	if node == "" {
		t.Fatal("CANDOR_TEST_NODE must be the connection string of a node; internal/e2e sets it")
	}
	config, err := kurrentdb.ParseConnectionString(node)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = kurrentdb.NoopLogging()
	client, err := kurrentdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// appended appends events with the numbers from first on, and returns the position of the last one.
func appended(t *testing.T, client *kurrentdb.Client, stream string, want kurrentdb.StreamState, first, count int) uint64 {
	t.Helper()
	var events []kurrentdb.EventData
	for n := first; n < first+count; n++ {
		events = append(events, kurrentdb.EventData{
			EventID: uuid.New(), EventType: "Counted", ContentType: kurrentdb.ContentTypeJson,
			Data: fmt.Appendf(nil, `{"n":%d}`, n), Metadata: []byte(`{"by":"a test"}`),
		})
	}
	result, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: want}, events...)
	if err != nil {
		t.Fatal(err)
	}
	if result.NextExpectedVersion != uint64(first+count-1) {
		t.Errorf("the last revision is %d, want %d", result.NextExpectedVersion, first+count-1)
	}
	return result.CommitPosition
}

func TestAppendAndRead(t *testing.T) {
	client := connect(t)
	stream := "counted-" + uuid.NewString()
	appended(t, client, stream, kurrentdb.NoStream{}, 0, 3)
	appended(t, client, stream, kurrentdb.Revision(2), 3, 2)
	_, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Revision(1)},
		kurrentdb.EventData{EventID: uuid.New(), EventType: "Counted", ContentType: kurrentdb.ContentTypeJson, Data: []byte(`{}`)})
	if e, ok := kurrentdb.FromError(err); ok || e.Code() != kurrentdb.ErrorCodeWrongExpectedVersion {
		t.Errorf("a wrong expected revision: %v", err)
	}
	for _, direction := range []kurrentdb.Direction{kurrentdb.Forwards, kurrentdb.Backwards} {
		from, next, step := kurrentdb.StreamPosition(kurrentdb.Start{}), 0, 1
		if direction == kurrentdb.Backwards {
			from, next, step = kurrentdb.End{}, 4, -1
		}
		read, err := client.ReadStream(within(t), stream, kurrentdb.ReadStreamOptions{Direction: direction, From: from}, 100)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for {
			e, err := read.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Event; got.EventNumber != uint64(next) || string(got.Data) != fmt.Sprintf(`{"n":%d}`, next) ||
				string(got.UserMetadata) != `{"by":"a test"}` {
				t.Errorf("event %d is %d: %s %s", next, got.EventNumber, got.Data, got.UserMetadata)
			}
			count, next = count+1, next+step
		}
		read.Close()
		if count != 5 {
			t.Errorf("%d events are read, want 5", count)
		}
	}
}

// caughtUp receives what a subscription sends up to its CaughtUp, which must be of now, and returns the revisions and CaughtUp.
func caughtUp(t *testing.T, sub *kurrentdb.Subscription) (revisions []uint64, at *kurrentdb.CaughtUp) {
	t.Helper()
	for {
		switch e := sub.Recv(); {
		case e.SubscriptionDropped != nil:
			t.Fatal(e.SubscriptionDropped.Error)
		case e.EventAppeared != nil:
			revisions = append(revisions, e.EventAppeared.OriginalEvent().EventNumber)
		case e.CheckPointReached != nil:
		default: // CaughtUp, which the client gives without its fields where the server doesn't send them
			if e.CaughtUp == nil {
				t.Fatal("CaughtUp has no fields")
			}
			if since := time.Since(e.CaughtUp.Date); since.Abs() > time.Minute {
				t.Errorf("CaughtUp says that it was %v ago", since)
			}
			return revisions, e.CaughtUp
		}
	}
}

func TestSubscriptionToAStreamCatchesUpAtItsRevision(t *testing.T) {
	client := connect(t)
	stream := "counted-" + uuid.NewString()
	appended(t, client, stream, kurrentdb.NoStream{}, 0, 3)
	sub, err := client.SubscribeToStream(t.Context(), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	revisions, at := caughtUp(t, sub)
	if len(revisions) != 3 || at.StreamRevision == nil || *at.StreamRevision != 2 || at.Position != nil {
		t.Errorf("revisions %v, then caught up at %+v", revisions, at)
	}
	appended(t, client, stream, kurrentdb.Any{}, 3, 1)
	if e := sub.Recv().EventAppeared; e == nil || e.OriginalEvent().EventNumber != 3 {
		t.Errorf("then came %+v, want event 3", e)
	}
}

func TestSubscriptionToAllCatchesUpAtItsPosition(t *testing.T) {
	client := connect(t)
	stream := "counted-" + uuid.NewString()
	last := appended(t, client, stream, kurrentdb.NoStream{}, 0, 3)
	sub, err := client.SubscribeToAll(t.Context(), kurrentdb.SubscribeToAllOptions{
		From: kurrentdb.Start{}, Filter: &kurrentdb.SubscriptionFilter{Type: kurrentdb.StreamFilterType, Prefixes: []string{stream}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	revisions, at := caughtUp(t, sub)
	if len(revisions) != 3 || at.Position == nil || at.Position.Commit < last || at.Position.Prepare != at.Position.Commit ||
		at.StreamRevision != nil {
		t.Errorf("revisions %v, then caught up at %+v, after position %d", revisions, at, last)
	}
}
