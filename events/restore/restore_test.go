package restore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/embedded"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/events/restore"
)

// siteLog makes a log as a site leaves it in the course of two months: some of it deleted, expired and scavenged.
func siteLog(t *testing.T) *embedded.Node {
	t.Helper()
	var now atomic.Pointer[time.Time]
	pass := func(days int) {
		later := time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, days)
		now.Store(&later)
	}
	pass(0)
	n := openNode(t, embedded.Config{Clock: func() time.Time { return *now.Load() }})
	log := n.Log()
	put := func(stream string, es ...events.Event) {
		t.Helper()
		envelopes := make([]events.Envelope, len(es))
		for i, e := range es {
			envelopes[i] = events.Envelope{Event: e, Metadata: events.Metadata{At: *now.Load(), Actor: events.System}}
		}
		previous := ""
		if last, err := log.Last(t.Context(), stream); err == nil {
			previous = last.Hash()
		}
		proposed, err := events.Chain(previous, envelopes...)
		if err == nil {
			_, err = log.Append(t.Context(), stream, events.Any, proposed...)
		}
		must(t, err)
	}
	view := func(page string) events.Event { return events.PageViewed{Page: page, At: *now.Load()} }
	visitors := []uuid.UUID{{1}, {2}}
	put("review-1", events.ReviewCreated{ReviewID: 1, At: *now.Load()}, events.ReviewPublished{ReviewID: 1, At: *now.Load()})
	put("media-ab", events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ab", Chunks: 1}, Bytes: []byte{0, 1, 255}})
	put("media-cd", events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "cd", Chunks: 1}, Bytes: []byte("secret")})
	put("message-1", events.MessageReceived{MessageID: 1, Email: "ada@example.com", At: *now.Load()},
		events.MessageDeleted{MessageID: 1, At: *now.Load()})
	for i, v := range visitors {
		put(events.VisitorStream(v), events.VisitorFirstSeen{VisitorID: v, Address: fmt.Sprintf("192.0.2.%d", i), At: *now.Load()})
		put("pageviews-2026-09-01", view("/a"), view("/b"))
	}
	_, err := log.SetMaxAge(t.Context(), "pageviews-2026-09-01", 30*24*time.Hour)
	must(t, err)
	_, err = log.SetMaxCount(t.Context(), "draft-1", 2)
	must(t, err)
	for range 3 {
		put("draft-1", events.DraftDiscarded{})
	}
	put("subscriber-unknown", events.SubscriptionUnchanged{At: *now.Load()})
	must(t, log.DeleteStream(t.Context(), "subscriber-unknown", events.Any))
	put("subscriber-unknown", events.SubscriptionUnchanged{At: *now.Load()}) // written again
	must(t, log.DeleteStream(t.Context(), "message-1", events.Any))
	must(t, log.TombstoneStream(t.Context(), events.VisitorStream(visitors[0])))
	must(t, log.TombstoneStream(t.Context(), "media-cd"))
	pass(20)
	put("pageviews-2026-09-01", view("/late"))
	put("review-1", events.ReviewUnpublished{ReviewID: 1, At: *now.Load()})
	pass(40)
	_, err = n.Scavenge(t.Context(), nil)
	must(t, err)
	for _, count := range []int{9, 2} {
		_, err = log.SetMaxCount(t.Context(), "draft-1", count)
		must(t, err)
	}
	put("message-2", events.MessageReceived{MessageID: 2, Email: "bob@example.com", At: *now.Load()})
	must(t, log.DeleteStream(t.Context(), "message-2", events.Any)) // and not scavenged
	put("review-1", events.ReviewPublished{ReviewID: 1, At: *now.Load()})
	return n
}

// content is what readers of the log's streams find: of each one its events, or that it is deleted, and its metadata but for $tb.
func content(t *testing.T, log events.Log) map[string]string {
	t.Helper()
	streams, found := map[string]bool{}, map[string]string{}
	var order []string
	must(t, log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
		if stream := strings.TrimPrefix(r.Stream, "$$"); !events.OwnedByStore(stream) {
			streams[stream] = true
		}
		return nil
	}))
	for stream := range streams {
		var text strings.Builder
		err := log.Load(t.Context(), stream, 0, func(r events.Recorded) error {
			fmt.Fprintln(&text, r.Revision, r.ID, r.Type, r.Binary, string(r.Data), string(r.Meta), r.Time())
			return nil
		})
		switch {
		case errors.Is(err, events.ErrStreamDeleted):
			text.WriteString("deleted for ever")
		case errors.Is(err, events.ErrStreamNotFound):
			text.WriteString("deleted")
		default:
			must(t, err)
		}
		if meta, err := log.Last(t.Context(), "$$"+stream); err == nil {
			for _, key := range []string{`"$maxAge":2592000`, `"$maxCount":2`} {
				if bytes.Contains(meta.Data, []byte(key)) {
					text.WriteString(key)
				}
			}
		}
		found[stream] = text.String()
	}
	var v events.Verifier
	must(t, log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
		if strings.HasPrefix(r.Stream, "review-") {
			order = append(order, r.Stream, fmt.Sprint(r.Revision))
		}
		return v.Check(r)
	}))
	found["order of reviews"] = strings.Join(order, " ")
	return found
}

func TestALogMovesToAnotherStoreAndBack(t *testing.T) {
	t.Parallel()
	source := siteLog(t)
	want := content(t, source.Log())
	if want["pageviews-2026-09-01"] == "" || want["media-cd"] != "deleted for ever" || want["message-1"] != "deleted" {
		t.Fatalf("the site's log holds %v", want)
	}
	var file bytes.Buffer
	_, err := source.Backup(t.Context(), &file)
	must(t, err)

	var copied bytes.Buffer // as of another program's log
	_, err = embedded.BackupLog(t.Context(), source.Log(), &copied)
	must(t, err)
	_, err = embedded.ReadBackup(&copied, nil, func(r events.Recorded) error {
		if strings.HasPrefix(want[r.Stream], "deleted") && r.Type != events.TombstoneType {
			t.Errorf("an event of a deleted stream is in the backup: %s in %s", r.Type, r.Stream)
		}
		return nil
	})
	must(t, err)

	t.Run("our server", func(t *testing.T) { moves(t, serve(t), file.Bytes(), want) })
	t.Run("a real server", func(t *testing.T) {
		connectionString := os.Getenv("CANDOR_TEST_EVENTSTORE")
		if connectionString == "" {
			t.Skip("CANDOR_TEST_EVENTSTORE names no EventStoreDB")
		}
		log := dial(t, connectionString)
		if err := log.Subscribe(t.Context(), 0, events.Filter{}, func(m events.Message) error {
			if m.Kind == events.CaughtUp {
				return io.EOF
			}
			if m.Kind == events.EventAppeared && !events.OwnedByStore(m.Event.Stream) {
				return fmt.Errorf("it holds %s", m.Event.Stream)
			}
			return nil
		}); !errors.Is(err, io.EOF) {
			t.Skipf("CANDOR_TEST_EVENTSTORE names a log that isn't empty: %v", err)
		}
		moves(t, log, file.Bytes(), want)
	})
}

// moves restores a backup into log, in two attempts, and the result into an embedded log.
func moves(t *testing.T, log events.Log, backup []byte, want map[string]string) {
	ctx, interrupt := context.WithCancel(t.Context())
	appends := 0
	result, err := restore.Into(ctx, watched{log, func() {
		if appends++; appends == 5 {
			interrupt()
		}
	}}, opener(backup), nil)
	if err == nil || result.Found > 0 || result.Written == 0 {
		t.Fatalf("interrupted: %+v, %v", result, err)
	}
	written := result.Written
	var phases []string
	result, err = restore.Into(t.Context(), log, opener(backup), func(what string, at, head uint64) {
		if !slices.Contains(phases, what) {
			phases = append(phases, what)
		}
		if at > head {
			t.Errorf("%s: %d of %d", what, at, head)
		}
	})
	if err != nil || result.Found != written || result.Written == 0 || fmt.Sprint(phases) != "[read compare restore verify]" {
		t.Fatalf("continued: %+v, %v, after %d, %v", result, err, written, phases)
	}
	same(t, "moved", content(t, log), want)
	again, err := restore.Into(t.Context(), log, opener(backup), nil)
	if err != nil || again.Written != 0 || again.Found != result.Found+result.Written {
		t.Errorf("once more: %+v, %v", again, err)
	}
	must(t, log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
		if strings.HasPrefix(want[r.Stream], "deleted") && r.Type != events.TombstoneType {
			t.Errorf("an event of a deleted stream has moved: %s in %s", r.Type, r.Stream)
		}
		return nil
	}))

	var back bytes.Buffer
	_, err = embedded.BackupLog(t.Context(), log, &back)
	must(t, err)
	path := filepath.Join(t.TempDir(), "log.db")
	_, err = embedded.Restore(t.Context(), &back, path, nil)
	must(t, err)
	n := openNode(t, embedded.Config{Path: path})
	same(t, "moved back", content(t, n.Log()), want)
	must(t, n.Verify(t.Context()))
	for _, stream := range []string{"message-1", "subscriber-unknown", "pageviews-2026-09-01", "new"} {
		p, err := events.Encode(events.Envelope{Event: events.SubscriptionUnchanged{}})
		must(t, err)
		if _, err := n.Log().Append(t.Context(), stream, events.Any, p); err != nil {
			t.Errorf("%s can't be written any more: %v", stream, err)
		}
	}
}

func TestALogThatHoldsAnythingElseIsLeftAlone(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	_, err := siteLog(t).Backup(t.Context(), &file)
	must(t, err)
	other := func(stream string) events.Proposed {
		return events.Proposed{ID: uuid.New(), Type: "Other", Data: []byte(`"` + stream + `"`)}
	}
	t.Run("before the backup's", func(t *testing.T) {
		log := serve(t)
		_, err := log.Append(t.Context(), "other", events.Any, other("other"))
		must(t, err)
		refused(t, log, file.Bytes())
	})
	t.Run("after the backup's", func(t *testing.T) {
		log := serve(t)
		_, err := restore.Into(t.Context(), log, opener(file.Bytes()), nil)
		must(t, err)
		_, err = log.Append(t.Context(), "review-1", events.Any, other("review-1"))
		must(t, err)
		refused(t, log, file.Bytes())
	})
	t.Run("another event with the id of the backup's", func(t *testing.T) {
		moved := serve(t)
		_, err := restore.Into(t.Context(), moved, opener(file.Bytes()), nil)
		must(t, err)
		for what, change := range map[string]func(*events.Proposed){
			"content":      func(p *events.Proposed) { p.Data = append(p.Data, ' ') },
			"metadata":     func(p *events.Proposed) { p.Meta = append(p.Meta, ' ') },
			"type":         func(p *events.Proposed) { p.Type += "d" },
			"content type": func(p *events.Proposed) { p.Binary = !p.Binary },
		} {
			log := serve(t)
			must(t, moved.ReadAll(t.Context(), 0, 1, func(r events.Recorded) error {
				p := events.Proposed{ID: r.ID, Type: r.Type, Binary: r.Binary, Data: r.Data, Meta: r.Meta}
				change(&p)
				_, err := log.Append(t.Context(), r.Stream, events.NoStream, p)
				return err
			}))
			if err := refused(t, log, file.Bytes()); err == nil || !strings.HasSuffix(err.Error(), "another "+what) {
				t.Errorf("%s: got %v", what, err)
			}
		}
	})
	t.Run("a damaged backup", func(t *testing.T) {
		log, damaged := serve(t), bytes.Clone(file.Bytes())
		damaged[len(damaged)/2] ^= 1
		if _, err := restore.Into(t.Context(), log, opener(damaged), nil); !errors.Is(err, embedded.ErrDamagedBackup) {
			t.Errorf("got %v", err)
		}
		if found := content(t, log); len(found) > 1 {
			t.Errorf("it was restored nevertheless: %v", found)
		}
	})
	t.Run("what somebody writes meanwhile", func(t *testing.T) {
		log := serve(t)
		_, err := restore.Into(t.Context(), watched{log, func() {
			_, err := log.Append(t.Context(), "other", events.Any, other("other"))
			must(t, err)
		}}, opener(file.Bytes()), nil)
		if !errors.Is(err, restore.ErrDiffers) {
			t.Errorf("got %v", err)
		}
	})
}

// refused checks that a backup isn't restored into log, which stays as it is, and returns why.
func refused(t *testing.T, log events.Log, backup []byte) error {
	t.Helper()
	before, err := log.Head(t.Context())
	must(t, err)
	_, why := restore.Into(t.Context(), log, opener(backup), nil)
	if !errors.Is(why, restore.ErrNotEmpty) {
		t.Errorf("got %v", why)
	}
	if after, err := log.Head(t.Context()); err != nil || after != before {
		t.Errorf("the log has grown from %d to %d, %v", before, after, err)
	}
	return why
}

// watched is a log that reports each append before it.
type watched struct {
	events.Log
	before func()
}

func (w watched) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	w.before()
	return w.Log.Append(ctx, stream, want, ps...)
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for stream, text := range want {
		if got[stream] != text {
			t.Errorf("%s: %s holds\n%swant\n%s", what, stream, got[stream], text)
		}
	}
	for stream := range got {
		if _, ok := want[stream]; !ok {
			t.Errorf("%s: there is a stream %s", what, stream)
		}
	}
}

func opener(backup []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(backup)), nil }
}

func openNode(t *testing.T, c embedded.Config) *embedded.Node {
	t.Helper()
	if c.Path == "" {
		c.Path = filepath.Join(t.TempDir(), "log.db")
	}
	n, err := embedded.Open(c)
	must(t, err)
	t.Cleanup(func() { _ = n.Close() })
	return n
}

// serve returns the log of our server, over the official client.
func serve(t *testing.T) events.Log {
	t.Helper()
	n, err := nodeserver.Open(context.Background(), nodeserver.Config{Path: filepath.Join(t.TempDir(), "log.db"),
		Listen: "127.0.0.1:0", Insecure: true})
	must(t, err)
	t.Cleanup(func() { _ = n.Close() })
	return dial(t, n.ConnectionString())
}

func dial(t *testing.T, connectionString string) events.Log {
	t.Helper()
	log, err := esdb.Open(esdb.Config{ConnectionString: connectionString, HeartbeatTimeout: 10 * time.Second, Logger: zerolog.Nop()})
	must(t, err)
	t.Cleanup(func() { _ = log.Close() })
	return log
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
