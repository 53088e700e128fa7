package server_test

// A disk that fails: whatever it does at whatever moment, nothing that was acknowledged is lost, nothing is acknowledged afterwards, and
// the node says so.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"

	"candor/events/embedded/internal/storage"
	"candor/events/embedded/server"
)

// faults is what a disk does to the journal: it works until the turn-th write or sync, which fails. It would work again
// afterwards, as a disk does that has lost what it was given: whoever tried again would be told that all is well.
type faults struct {
	kind  string
	left  atomic.Int64 // operations of the kind until the fault
	after atomic.Int64 // operations of any kind after it
	hit   atomic.Bool
	slow  time.Duration // of every sync
}

const (
	writeFails   = "a write fails"
	shortWrite   = "a write is cut short"
	fullDisk     = "the disk is full"
	syncFails    = "a sync fails"
	syncForgets  = "a sync fails and what was written is gone"
	syncMinority = "a sync fails and half of what was written is gone"
)

var faultKinds = []string{writeFails, shortWrite, fullDisk, syncFails, syncForgets, syncMinority}

// open is for [storage.Options].
func (f *faults) open(path string) (storage.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &faultyFile{File: file, faults: f}, nil
}

// due counts an operation and reports whether it is the one that fails.
func (f *faults) due(kinds ...string) bool {
	if f.hit.Load() {
		f.after.Add(1)
		return false
	}
	for _, k := range kinds {
		if k == f.kind && f.left.Add(-1) == 0 {
			f.hit.Store(true)
			return true
		}
	}
	return false
}

// faultyFile is the journal's file. Its one writer uses it.
type faultyFile struct {
	*os.File
	*faults
	undo []func() // what the writes since the last sync have replaced
}

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	before := make([]byte, len(p))
	_, _ = f.ReadAt(before, at) // zeros beyond the end
	f.undo = append(f.undo, func() { f.File.WriteAt(before, at) })
	if f.due(writeFails, shortWrite, fullDisk) {
		switch f.kind {
		case shortWrite:
			n, _ := f.File.WriteAt(p[:len(p)*2/3], at)
			return n, syscall.EIO
		case fullDisk:
			return 0, syscall.ENOSPC
		}
		return 0, syscall.EIO
	}
	return f.File.WriteAt(p, at)
}

func (f *faultyFile) Sync() error {
	time.Sleep(f.slow)
	if f.due(syncFails, syncForgets, syncMinority) {
		for i, undo := range f.undo {
			if f.kind == syncForgets || f.kind == syncMinority && i >= len(f.undo)/2 {
				undo()
			}
		}
		return syscall.EIO
	}
	f.undo = nil
	return nil
}

// acknowledged is what several writers were told.
type acknowledged struct {
	mu        sync.Mutex
	revisions map[string]uint64 // the last of each stream
	positions map[string]uint64 // and where it is
}

// appendUntilRefused appends batches to streams of each writer's own until the node refuses, at most most batches each. The last error
// of each writer must be the node's refusal, and come again. Nothing that is begun once broken says so may be acknowledged (nil: nobody knows).
func appendUntilRefused(t testing.TB, clients []*esdb.Client, most int, broken func() bool) *acknowledged {
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
				late := broken != nil && broken()
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
				case err == nil && (late || refusals > 0):
					fail("%s was acknowledged up to %d after the fault, and after %d refusals", stream, res.NextExpectedVersion, refusals)
					return
				case err == nil:
					a.mu.Lock()
					a.revisions[stream], a.positions[stream] = res.NextExpectedVersion, res.CommitPosition
					a.mu.Unlock()
				case errors.As(err, &e) && e.Code() == esdb.ErrorCodeUnknown && strings.Contains(err.Error(), "code = FailedPrecondition desc = the node no longer takes writes"):
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
	again := open(t, c.WithStorage(storage.Options{}))
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

func TestAnyFaultOfTheJournalIsToldAndLosesNothing(t *testing.T) {
	t.Parallel()
	for _, kind := range faultKinds {
		for _, turn := range []int64{1, 2, 3, 5, 13, 50} {
			t.Run(fmt.Sprintf("%s at turn %d", kind, turn), func(t *testing.T) {
				t.Parallel()
				f := &faults{kind: kind}
				f.left.Store(turn)
				var said lines
				c := config(t)
				c.Path = filepath.Join(memory(t), "log.db")
				c.Insecure, c.Logger = true, zerolog.New(&said)
				c = c.WithStorage(storage.Options{JournalHalf: 32 << 10, TailEvents: 300, OpenJournal: f.open})
				n, err := server.Open(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				defer n.Close() // again, or because something was wrong
				a := appendUntilRefused(t, clientsOf(t, n, 3), 400, f.hit.Load)
				if !f.hit.Load() {
					t.Fatal("the fault was not met: this run has shown nothing")
				}
				a.failed(t, n, c, &said)
				if tries := f.after.Load(); tries > 0 {
					t.Fatalf("after the fault the journal was written or synced %d times", tries)
				}
			})
		}
	}
}

// Every sync takes long: appends wait and share them, and nothing is lost.
func TestSlowDiskLosesNothing(t *testing.T) {
	t.Parallel()
	f := &faults{slow: 20 * time.Millisecond}
	c := config(t)
	c.Insecure = true
	c = c.WithStorage(storage.Options{JournalHalf: 32 << 10, TailEvents: 300, OpenJournal: f.open})
	n := open(t, c)
	a := appendUntilRefused(t, clientsOf(t, n, 4), 25, nil)
	if s := n.Stats(); s.Failed != nil || s.Appends != 100 {
		t.Errorf("of 100 appends %d were acknowledged: %v", s.Appends, s.Failed)
	}
	a.check(t, connect(t, n))
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	a.check(t, connect(t, open(t, c)))
}
