package server_test

// Scavenging: what goes, what stays, and that nobody who appends, reads or follows notices.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/embedded"
	"candor/events/embedded/server"
)

// scavenged scavenges and fails the test if that fails.
func scavenged(t testing.TB, n *server.Server) embedded.Scavenged {
	t.Helper()
	s, err := n.Scavenge(within(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// limited sets a stream's metadata.
func limited(t testing.TB, c *esdb.Client, stream string, set func(*esdb.StreamMetadata)) {
	t.Helper()
	var m esdb.StreamMetadata
	set(&m)
	if _, err := c.SetStreamMetadata(within(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m); err != nil {
		t.Fatal(err)
	}
}

// inFile reports whether the file's bytes, used or not, hold the text.
func inFile(t testing.TB, path, text string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(data, []byte(text))
}

func TestScavengeRemovesTheBytesOfDeletedStreams(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	secret := func(text string) esdb.EventData { return event("Written", `{"text":"`+text+`"}`) }
	appended(t, client, "kept", esdb.Any{}, secret("kept-words"))
	appended(t, client, "soft", esdb.Any{}, secret("soft-words"), secret("last-words"))
	appended(t, client, "hard", esdb.Any{}, secret("hard-words"))
	if _, err := client.DeleteStream(within(t), "soft", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.TombstoneStream(within(t), "hard", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	if s := scavenged(t, n); s.Removed != 2 {
		t.Errorf("removed %d events, want 2", s.Removed)
	}
	for text, want := range map[string]bool{"kept-words": true, "soft-words": false, "last-words": true, "hard-words": false} {
		if got := inFile(t, c.Path, text); got != want {
			t.Errorf("%s in the file: %v, want %v", text, got, want)
		}
	}
	for again := range 2 { // from memory, and from the file
		if _, err := tryCollect(client.ReadStream(within(t), "hard", esdb.ReadStreamOptions{}, 10)); code(t, err) != esdb.ErrorCodeStreamDeleted {
			t.Errorf("round %d: reading a tombstoned stream: %v", again, err)
		}
		if _, err := tryCollect(client.ReadStream(within(t), "soft", esdb.ReadStreamOptions{}, 10)); code(t,
			err) != esdb.ErrorCodeResourceNotFound {
			t.Errorf("round %d: reading a deleted stream: %v", again, err)
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		n = open(t, c)
		client = connect(t, n)
	}
	if res := appended(t, client, "soft", esdb.NoStream{}, secret("new")); res.NextExpectedVersion != 2 {
		t.Errorf("a stream that comes back goes on at revision %d, want 2", res.NextExpectedVersion)
	}
}

// What is older than $maxAge goes with its stream's last event, whose revision and position nobody gets again.
func TestScavengeRemovesWhatIsTooOld(t *testing.T) {
	c := config(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	c.Clock = func() time.Time { return now }
	n := open(t, c)
	client := connect(t, n)
	limited(t, client, "days", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Hour) })
	before := appended(t, client, "days", esdb.Any{}, events(3)...)
	now = now.Add(2 * time.Hour)
	for range 2 {
		scavenged(t, n)
		if got := all(t, client, esdb.Forwards, esdb.Start{}, 100); len(got) != 1 {
			t.Fatalf("%d events are left, want the metadata alone", len(got))
		}
		if got := forwards(t, client, "days", esdb.Start{}, 100); len(got) != 0 {
			t.Errorf("the stream has %d events", len(got))
		}
		if err := n.Verify(within(t)); err != nil {
			t.Fatal(err)
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		n = open(t, c)
		client = connect(t, n)
	}
	// A follower that had seen what is gone goes on from there.
	sub, err := client.SubscribeToAll(within(t),
		esdb.SubscribeToAllOptions{From: esdb.Position{Commit: before.CommitPosition, Prepare: before.CommitPosition}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	after := appended(t, client, "days", esdb.Revision(2), events(1)...)
	if after.NextExpectedVersion != 3 || after.CommitPosition != before.CommitPosition+1 {
		t.Errorf("the next event is %+v, want revision 3 right after %d", after, before.CommitPosition)
	}
	for {
		ev := sub.Recv()
		if ev.SubscriptionDropped != nil {
			t.Fatal(ev.SubscriptionDropped.Error)
		}
		if ev.EventAppeared != nil {
			if got := ev.EventAppeared.OriginalEvent().EventNumber; got != 3 {
				t.Errorf("the follower got revision %d", got)
			}
			break
		}
	}
	if got := revisions(forwards(t, client, "days", esdb.Start{}, 100)); len(got) != 1 || got[0] != 3 {
		t.Errorf("the stream has %v", got)
	}
}

// Scavenges one after another, while some append, some read and one follows: nothing is lost, doubled or out of order.
func TestScavengeDisturbsNobody(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	limited(t, client, "short", func(m *esdb.StreamMetadata) { m.SetMaxCount(7) })
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var writing, working sync.WaitGroup
	var total atomic.Int64
	for w := range 3 {
		writing.Go(func() {
			name := fmt.Sprintf("kept-%d", w)
			for revision := uint64(0); ctx.Err() == nil; {
				want := esdb.ExpectedRevision(esdb.NoStream{})
				if revision > 0 {
					want = esdb.Revision(revision - 1)
				}
				b := views(1 + int(revision)%40)
				res, err := client.AppendToStream(context.Background(), name, esdb.AppendToStreamOptions{ExpectedRevision: want}, b...)
				if err != nil || res.NextExpectedVersion != revision+uint64(len(b))-1 {
					t.Errorf("append to %s at %d: %+v, %v", name, revision, res, err)
					return
				}
				revision += uint64(len(b))
				total.Add(int64(len(b)))
				if _, err := client.AppendToStream(context.Background(), "short", esdb.AppendToStreamOptions{}, views(20)...); err != nil {
					t.Errorf("append: %v", err)
					return
				}
			}
		})
	}
	working.Go(func() {
		for ctx.Err() == nil {
			got, err := tryCollect(client.ReadStream(context.Background(), "short",
				esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 100))
			var e *esdb.Error
			if err != nil && !(errors.As(err, &e) && e.Code() == esdb.ErrorCodeResourceNotFound) || len(got) > 7 {
				t.Errorf("reading: %d events, %v", len(got), err)
				return
			}
		}
	})
	sub, err := client.SubscribeToAll(context.Background(), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{
		Type: esdb.StreamFilterType, Prefixes: []string{"kept-"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	followed := make(chan int64, 1)
	var wanted atomic.Int64 // what to wait for; 0: not known yet
	working.Go(func() {
		next := map[string]uint64{}
		for seen := int64(0); ; {
			ev := sub.Recv()
			if ev.SubscriptionDropped != nil {
				t.Errorf("after %d events: %v", seen, ev.SubscriptionDropped.Error)
				break
			}
			if ev.EventAppeared != nil {
				e := ev.EventAppeared.OriginalEvent()
				if e.EventNumber != next[e.StreamID] {
					t.Errorf("followed %s to revision %d, want %d", e.StreamID, e.EventNumber, next[e.StreamID])
					break
				}
				next[e.StreamID]++
				seen++
			}
			if w := wanted.Load(); w > 0 && seen == w {
				followed <- seen
				return
			}
		}
		followed <- -1
	})
	removed := uint64(0)
	for range 12 {
		removed += scavenged(t, n).Removed
	}
	stop()
	writing.Wait()
	want := total.Load() + 1
	wanted.Store(want)
	appended(t, client, "kept-end", esdb.NoStream{}, events(1)...) // the follower looks at what is wanted once more
	if got := <-followed; got != want {
		t.Errorf("followed %d events of %d", got, want)
	}
	working.Wait()
	if removed == 0 {
		t.Error("nothing was removed")
	}
	if err := n.Verify(within(t)); err != nil {
		t.Error(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	client = connect(t, open(t, c))
	last := uint64(0)
	kept := int64(0)
	for _, e := range all(t, client, esdb.Forwards, esdb.Start{}, 1<<40) {
		if e.Position.Commit <= last {
			t.Fatalf("position %d after %d", e.Position.Commit, last)
		}
		last = e.Position.Commit
		if e.StreamID[:4] == "kept" {
			kept++
		}
	}
	if kept != want {
		t.Errorf("%d events are kept of %d", kept, want)
	}
}

func TestScavengeThatCannotWriteLeavesTheLogAsItIs(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(3)...)
	if err := os.MkdirAll(filepath.Join(c.Path+".scavenge", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Scavenge(within(t), nil); err == nil || !bytes.Contains([]byte(err.Error()), []byte(c.Path)) {
		t.Errorf("got %v, want an error that names the file", err)
	}
	if err := os.RemoveAll(c.Path + ".scavenge"); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := n.Scavenge(ended, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	appended(t, client, "s", esdb.Revision(2), events(1)...)
	if names, _ := filepath.Glob(c.Path + ".s*"); len(names) != 0 {
		t.Errorf("files were left: %v", names)
	}
	scavenged(t, n)
	appended(t, client, "s", esdb.Revision(3), events(1)...)
}

// A clock that goes back makes a stream's last event older than those before it.
func TestRevisionOfTheLastEventIsRememberedWhenOlderOnesAreYounger(t *testing.T) {
	c := config(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	c.Clock = func() time.Time { return now }
	n := open(t, c)
	client := connect(t, n)
	limited(t, client, "days", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Hour) })
	now = now.Add(2 * time.Hour)
	appended(t, client, "days", esdb.Any{}, events(2)...)
	now = now.Add(-2 * time.Hour)
	appended(t, client, "days", esdb.Revision(1), events(1)...)
	now = now.Add(2*time.Hour + 30*time.Minute)
	for want := uint64(3); want < 6; want++ {
		scavenged(t, n)
		scavenged(t, n) // knows it only from the one before
		if want == 4 {
			if err := n.Close(); err != nil {
				t.Fatal(err)
			}
			n = open(t, c)
			client = connect(t, n)
		}
		now = now.Add(-time.Hour)
		if res := appended(t, client, "days", esdb.Revision(want-1), events(1)...); res.NextExpectedVersion != want {
			t.Errorf("the next event has revision %d, want %d", res.NextExpectedVersion, want)
		}
		now = now.Add(time.Hour)
	}
	if err := n.Verify(within(t)); err != nil {
		t.Fatal(err)
	}
}
