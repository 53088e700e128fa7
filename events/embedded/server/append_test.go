package server_test

// Appending, as the client's documentation describes it.

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestAppendedEventReadsBackWhole(t *testing.T) {
	c := config(t)
	now := time.Date(2026, 11, 21, 8, 30, 15, 123456700, time.UTC)
	c.Clock = func() time.Time { return now }
	client := connect(t, open(t, c))
	binary := esdb.EventData{EventID: uuid.New(), EventType: "Stored", ContentType: esdb.ContentTypeBinary, Data: []byte{0, 255, 10}}
	text := esdb.EventData{EventID: uuid.New(), EventType: "Größe 😀", ContentType: esdb.ContentTypeJson, Data: []byte(`{"a":1}`),
		Metadata: []byte(`{"m":2}`)}
	res := appended(t, client, "straße-1", esdb.NoStream{}, binary, text)
	if res.NextExpectedVersion != 1 || res.CommitPosition == 0 || res.CommitPosition != res.PreparePosition {
		t.Errorf("append answered %+v", res)
	}
	got := forwards(t, client, "straße-1", esdb.Start{}, 10)
	if len(got) != 2 {
		t.Fatalf("got %d events, want 2", len(got))
	}
	for i, want := range []esdb.EventData{binary, text} {
		contentType := "application/octet-stream"
		if want.ContentType == esdb.ContentTypeJson {
			contentType = "application/json"
		}
		g := got[i]
		if g.EventID != want.EventID || g.EventType != want.EventType || g.ContentType != contentType || !bytes.Equal(g.Data, want.Data) ||
			!bytes.Equal(g.UserMetadata, want.Metadata) || g.StreamID != "straße-1" || g.EventNumber != uint64(i) || !g.CreatedDate.Equal(now) {
			t.Errorf("event %d: got %+v, want %+v", i, g, want)
		}
	}
	if got[1].Position.Commit != res.CommitPosition || got[0].Position.Commit >= got[1].Position.Commit {
		t.Errorf("positions %v and %v, appended up to %d", got[0].Position, got[1].Position, res.CommitPosition)
	}
}

func TestWrongExpectedRevisionChangesNothing(t *testing.T) {
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.NoStream{}, events(3)...)
	for _, want := range []esdb.ExpectedRevision{esdb.NoStream{}, esdb.Revision(1), esdb.Revision(3)} {
		_, err := client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: want}, events(1)...)
		if code(t, err) != esdb.ErrorCodeWrongExpectedVersion || !strings.Contains(err.Error(), "'2'") {
			t.Errorf("expected %v: %v, want a wrong version that names 2", want, err)
		}
	}
	_, err := client.AppendToStream(within(t), "new", esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, events(1)...)
	if code(t, err) != esdb.ErrorCodeWrongExpectedVersion || !strings.Contains(err.Error(), "no_stream") {
		t.Errorf("new stream: %v", err)
	}
	appended(t, client, "s", esdb.Revision(2), events(1)...)
	appended(t, client, "s", esdb.StreamExists{}, events(1)...)
	if got := revisions(forwards(t, client, "s", esdb.Start{}, 10)); !cmp.Equal(got, span(0, 4)) {
		t.Errorf("revisions %v, want 0 to 4", got)
	}
}

func TestRepeatedAppendAnswersAsTheFirst(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	first := events(3)
	kinds := map[string]esdb.ExpectedRevision{"any": esdb.Any{}, "none": esdb.NoStream{}}
	answers := map[string]*esdb.WriteResult{}
	for stream, want := range kinds {
		answers[stream] = appended(t, client, stream, want, first...)
		appended(t, client, stream, esdb.Any{}, events(2)...)
	}
	check := func(client *esdb.Client) {
		t.Helper()
		for stream, want := range kinds {
			again := appended(t, client, stream, want, first...)
			if diff := cmp.Diff(answers[stream], again); diff != "" {
				t.Errorf("%s: the repetition is answered otherwise (-first +again):\n%s", stream, diff)
			}
			if got := len(forwards(t, client, stream, esdb.Start{}, 100)); got != 5 {
				t.Errorf("%s: %d events, want 5", stream, got)
			}
		}
	}
	check(client)
	// The same after a restart, and after many others have come between.
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	client = connect(t, open(t, c))
	for range 40 {
		appended(t, client, "others", esdb.Any{}, events(1000)...)
	}
	check(client)
}

func TestRepeatedWithAnotherEventIsAConflict(t *testing.T) {
	client := connect(t, open(t, config(t)))
	first := events(2)
	appended(t, client, "s", esdb.Any{}, first...)
	_, err := client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, first[0], event("Other", "{}"))
	if code(t, err) != esdb.ErrorCodeWrongExpectedVersion {
		t.Errorf("got %v", err)
	}
	// The same id on another stream is another event.
	appended(t, client, "other", esdb.Any{}, first...)
	if got := len(forwards(t, client, "other", esdb.Start{}, 10)); got != 2 {
		t.Errorf("%d events on the other stream, want 2", got)
	}
}

// Many identical appends at once must leave one copy, although they share a commit.
func TestSimultaneousRepetitionsAppendOnce(t *testing.T) {
	client := connect(t, open(t, config(t)))
	busy, idle := context.WithCancel(context.Background())
	var others sync.WaitGroup
	for i := range 2 { // keep the writer busy, so that the repetitions meet in its queue
		others.Go(func() {
			for busy.Err() == nil {
				appended(t, client, fmt.Sprintf("other-%d", i), esdb.Any{}, events(20)...)
			}
		})
	}
	defer others.Wait()
	defer idle()
	for round := range 50 {
		batch := events(3)
		stream := fmt.Sprintf("s-%d", round)
		var wg sync.WaitGroup
		var want esdb.ExpectedRevision = esdb.Any{}
		if round%2 == 1 {
			want = esdb.NoStream{}
		}
		for range 8 {
			wg.Go(func() {
				res, err := client.AppendToStream(within(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: want}, batch...)
				if err != nil || res.NextExpectedVersion != 2 {
					t.Errorf("%s: %+v, %v", stream, res, err)
				}
			})
		}
		wg.Wait()
		if got := len(forwards(t, client, stream, esdb.Start{}, 100)); got != 3 {
			t.Fatalf("%s has %d events, want 3", stream, got)
		}
	}
}

func TestEmptyAppend(t *testing.T) {
	client := connect(t, open(t, config(t)))
	other := appended(t, client, "other", esdb.NoStream{}, events(1)...)
	if res := appended(t, client, "s", esdb.NoStream{}); res.CommitPosition != other.CommitPosition {
		t.Errorf("got %+v, want the log's end, where %+v is", res, other)
	}
	rs, err := client.ReadStream(within(t), "s", esdb.ReadStreamOptions{}, 1)
	if _, err := tryCollect(rs, err); code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("an append of nothing made the stream: %v", err)
	}
	appended(t, client, "s", esdb.NoStream{}, events(2)...)
	if res := appended(t, client, "s", esdb.Revision(1)); res.NextExpectedVersion != 1 {
		t.Errorf("got %+v, want revision 1", res)
	}
}

func TestLargeAppends(t *testing.T) {
	client := connect(t, open(t, config(t)))
	big := esdb.EventData{EventID: uuid.New(), EventType: "Big", ContentType: esdb.ContentTypeBinary,
		Data: bytes.Repeat([]byte("0123456789abcdef"), 1<<16-1)}
	appended(t, client, "media", esdb.NoStream{}, big)
	appended(t, client, "media", esdb.Any{}, events(5000)...)
	// Exactly pieces of the size in which the file holds them, and one byte to either side.
	for n := 16<<10 - 120; n < 16<<10+8; n++ {
		appended(t, client, "edges", esdb.Any{}, esdb.EventData{EventID: uuid.New(), EventType: "E", Data: bytes.Repeat([]byte{byte(n)}, n)})
	}
	got := forwards(t, client, "media", esdb.Start{}, 10000)
	if len(got) != 5001 || !bytes.Equal(got[0].Data, big.Data) {
		t.Fatalf("%d events, the first with %d bytes", len(got), len(got[0].Data))
	}
	for i, e := range forwards(t, client, "edges", esdb.Start{}, 1000) {
		if n := 16<<10 - 120 + i; !bytes.Equal(e.Data, bytes.Repeat([]byte{byte(n)}, n)) {
			t.Errorf("an event of %d bytes came back with %d", n, len(e.Data))
		}
	}
	if down := backwards(t, client, "media", esdb.End{}, 10000); !bytes.Equal(down[len(down)-1].Data, big.Data) {
		t.Error("the big event differs when it is read backwards")
	}

	big.EventID, big.Data = uuid.New(), append(big.Data, make([]byte, 32)...)
	_, err := client.AppendToStream(within(t), "media", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, big)
	if err == nil || !strings.Contains(err.Error(), "Maximum Append Size of 1048576 Exceeded.") {
		t.Errorf("too large an event: %v", err)
	}
	// An error comes through although the client is still sending, and the connection stays good.
	_, err = client.AppendToStream(within(t), "media", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
		append(events(10), append([]esdb.EventData{big}, events(3000)...)...)...)
	if err == nil || !strings.Contains(err.Error(), "Maximum Append Size of 1048576 Exceeded.") {
		t.Errorf("too large an append: %v", err)
	}
	appended(t, client, "media", esdb.Revision(5000), events(1)...)
}

func TestBadAppendsAreRefusedWithAReason(t *testing.T) {
	client := connect(t, open(t, config(t)))
	tests := []struct {
		name, stream, reason string
		event                esdb.EventData
	}{
		{"no stream name", "", "stream name", event("A", "{}")},
		{"the metadata stream of nothing", "$$", "stream name", event("A", "{}")},
		{"a name that is too long", strings.Repeat("n", 3000), "stream name", event("A", "{}")},
		{"a name that is not UTF-8", "a\xff", "stream name", event("A", "{}")},
		{"no event type", "s", "event type", event("", "{}")},
	}
	for _, tt := range tests {
		_, err := client.AppendToStream(within(t), tt.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, tt.event)
		if err == nil || !strings.Contains(err.Error(), tt.reason) {
			t.Errorf("%s: %v, want a reason that names the %s", tt.name, err, tt.reason)
		}
	}
}
