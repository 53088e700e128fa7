package server_test

// A disk that fails: whatever it does at whatever moment, nothing that was acknowledged is lost, nothing is acknowledged afterwards, and
// the node says so.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/embedded/server"
)

// acknowledged is what several writers were told.
type acknowledged struct {
	mu        sync.Mutex
	revisions map[string]uint64 // the last of each stream
	positions map[string]uint64 // and where it is
}

// appendUntilRefused appends batches to streams of each writer's own until the node refuses, at most most batches each. The last error
// of each writer must be the node's refusal, and come again.
func appendUntilRefused(t testing.TB, clients []*esdb.Client, most int) *acknowledged {
	t.Helper()
	ended, end := context.WithCancel(within(t)) // with the first wrong answer
	defer end()
	a := &acknowledged{revisions: map[string]uint64{}, positions: map[string]uint64{}}
	wrong := make(chan error, len(clients))
	fail := func(format string, args ...any) {
		wrong <- fmt.Errorf(format, args...)
		end()
	}
	var writers sync.WaitGroup
	for w, client := range clients {
		writers.Go(func() {
			stream := fmt.Sprintf("stream-%d", w)
			refusals := 0
			for batch := 0; batch < most && refusals < 2 && ended.Err() == nil; batch++ {
				size := 1 + (batch*7+w)%40
				b := make([]esdb.EventData, size)
				for i := range b {
					data, _ := json.Marshal(part{batch, i, size})
					b[i] = event("Part", string(data))
				}
				ctx, cancel := context.WithTimeout(ended, 20*time.Second)
				res, err := client.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, b...)
				cancel()
				var e *esdb.Error
				switch {
				case err == nil && refusals > 0:
					fail("%s was acknowledged up to %d after a refusal", stream, res.NextExpectedVersion)
					return
				case err == nil:
					a.mu.Lock()
					a.revisions[stream], a.positions[stream] = res.NextExpectedVersion, res.CommitPosition
					a.mu.Unlock()
				case errors.As(err, &e) && e.Code() == esdb.ErrorCodeUnknown &&
					strings.Contains(err.Error(), "code = FailedPrecondition desc = the node no longer takes writes"):
					refusals++
				case ended.Err() != nil:
					return
				default:
					fail("append to %s: %w", stream, err)
					return
				}
			}
		})
	}
	writers.Wait()
	select {
	case err := <-wrong:
		t.Fatal(err)
	default:
	}
	return a
}

// check reads what was acknowledged, and finds no batch by half.
func (a *acknowledged) check(t testing.TB, client *esdb.Client) {
	t.Helper()
	for stream, last := range a.revisions {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		rs, err := client.ReadStream(ctx, stream, esdb.ReadStreamOptions{From: esdb.Start{}}, 1<<40)
		got, err := tryCollect(rs, err)
		cancel()
		if err != nil || uint64(len(got)) <= last {
			t.Fatalf("%s has %d events, revision %d was acknowledged: %v", stream, len(got), last, err)
		}
		if at := got[last].Position.Commit; at != a.positions[stream] {
			t.Fatalf("revision %d of %s is at %d, acknowledged at %d", last, stream, at, a.positions[stream])
		}
		for i := 0; i < len(got); {
			var first part
			if err := json.Unmarshal(got[i].Data, &first); err != nil || first.Index != 0 || i+first.Of > len(got) {
				t.Fatalf("%s has part of a batch at %d: %s of %d", stream, i, got[i].Data, len(got))
			}
			i += first.Of
		}
	}
}

// failed checks a node whose storage has failed: it says so, once, reads go on, and it can be closed. Opened again on a disk that
// is well, it has what was acknowledged, and takes writes.
func (a *acknowledged) failed(t testing.TB, n *server.Server, c server.Config, said *lines) {
	t.Helper()
	if n.Stats().Failed == nil {
		t.Fatal("the stats do not say that the node has failed")
	}
	a.check(t, connect(t, n))
	n.Close() // it says why, and returns
	if got := bytes.Count(said.bytes(), []byte("takes no more writes")); got != 1 {
		t.Fatalf("the log says %d times that the node failed:\n%s", got, said.bytes())
	}
	again := open(t, c)
	client := connect(t, again)
	a.check(t, client)
	appended(t, client, "after", esdb.Any{}, events(1)...)
	if err := again.Verify(within(t)); err != nil {
		t.Fatal(err)
	}
}

// lines is a log that several goroutines write.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.all.Bytes())
}

func clientsOf(t testing.TB, n *server.Server, count int) (clients []*esdb.Client) {
	for range count {
		clients = append(clients, connect(t, n))
	}
	return clients
}
