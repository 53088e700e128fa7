package server_test

// Stream metadata, deletion and tombstones.

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

func setMetadata(t *testing.T, c *esdb.Client, stream string, set func(*esdb.StreamMetadata)) {
	t.Helper()
	var m esdb.StreamMetadata
	set(&m)
	if _, err := c.SetStreamMetadata(within(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m); err != nil {
		t.Fatal(err)
	}
}

func getMetadata(t *testing.T, c *esdb.Client, stream string) *esdb.StreamMetadata {
	t.Helper()
	m, err := c.GetStreamMetadata(within(t), stream, esdb.ReadStreamOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMetadataTruncatesReadsButNotAll(t *testing.T) {
	c := config(t)
	var now atomic.Int64
	now.Store(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
	c.Clock = func() time.Time { return time.Unix(now.Load(), 0) }
	n := open(t, c)
	client := connect(t, n)
	for range 10 {
		appended(t, client, "s", esdb.Any{}, events(10)...)
		now.Add(60)
	}
	tests := []struct {
		name string
		set  func(*esdb.StreamMetadata)
		want []uint64
	}{
		{"max count", func(m *esdb.StreamMetadata) { m.SetMaxCount(3) }, span(97, 99)},
		{"max count above what is there", func(m *esdb.StreamMetadata) { m.SetMaxCount(300) }, span(0, 99)},
		{"truncate before", func(m *esdb.StreamMetadata) { m.SetTruncateBefore(42) }, span(42, 99)},
		{"truncate before the end", func(m *esdb.StreamMetadata) { m.SetTruncateBefore(100) }, []uint64{}},
		{"max age", func(m *esdb.StreamMetadata) { m.SetMaxAge(150 * time.Second) }, span(80, 99)},
		{"the strictest counts", func(m *esdb.StreamMetadata) {
			m.SetMaxCount(50)
			m.SetMaxAge(150 * time.Second)
			m.SetTruncateBefore(85)
		}, span(85, 99)},
		{"a write replaces everything", func(m *esdb.StreamMetadata) { m.AddCustomProperty("mine", "x") }, span(0, 99)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			setMetadata(t, client, "s", tt.set)
			if diff := cmp.Diff(tt.want, revisions(forwards(t, client, "s", esdb.Start{}, 1000))); diff != "" {
				t.Errorf("forwards (-want +got):\n%s", diff)
			}
			down := []uint64{}
			for i := len(tt.want) - 1; i >= 0; i-- {
				down = append(down, tt.want[i])
			}
			if diff := cmp.Diff(down, revisions(backwards(t, client, "s", esdb.End{}, 1000))); diff != "" {
				t.Errorf("backwards (-want +got):\n%s", diff)
			}
			if len(tt.want) > 5 {
				// The bound is applied silently: a read from 0 still returns as many as were asked for.
				if got := revisions(forwards(t, client, "s", esdb.Start{}, 5)); !cmp.Equal(got, tt.want[:5]) {
					t.Errorf("five from the start: %v, want %v", got, tt.want[:5])
				}
			}
		})
	}
	if got := len(all(t, client, esdb.Forwards, esdb.Start{}, 1000)); got != 107 {
		t.Errorf("$all has %d events, want all 100 and 7 of metadata", got)
	}
}

func TestMetadataStream(t *testing.T) {
	client := connect(t, open(t, config(t)))
	if _, err := client.GetStreamMetadata(within(t), "s", esdb.ReadStreamOptions{}); err == nil {
		t.Error("a stream without metadata has some")
	}
	for i := range 5 {
		setMetadata(t, client, "s", func(m *esdb.StreamMetadata) { m.SetMaxCount(uint64(i + 1)); m.AddCustomProperty("mine", "x") })
	}
	if m := getMetadata(t, client, "s"); *m.MaxCount() != 5 {
		t.Errorf("max count is %d, want 5", *m.MaxCount())
	}
	// Only the last can be read, and a stream with metadata alone cannot.
	if got := revisions(forwards(t, client, "$$s", esdb.Start{}, 10)); !cmp.Equal(got, []uint64{4}) {
		t.Errorf("the metadata stream shows %v", got)
	}
	rs, err := client.ReadStream(within(t), "s", esdb.ReadStreamOptions{}, 1)
	if _, err := tryCollect(rs, err); code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("got %v", err)
	}
	appended(t, client, "s", esdb.StreamExists{}, events(1)...) // but it counts as existing
	// Metadata that is no JSON is no metadata.
	appended(t, client, "s", esdb.Any{}, events(20)...)
	appended(t, client, "$$s", esdb.Any{}, event("$metadata", "{"))
	if got := len(forwards(t, client, "s", esdb.Start{}, 100)); got != 21 {
		t.Errorf("%d events, want 21", got)
	}
}

// Metadata is answered as it was written, whatever the keys; a stream without has none, and a deleted one no more than its end.
func TestMetadataIsAnsweredAsWritten(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(3)...)
	if _, err := client.GetStreamMetadata(within(t), "s", esdb.ReadStreamOptions{}); code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("of a stream without metadata: %v", err)
	}
	acl := esdb.Acl{}
	acl.AddReadRoles("$all")
	acl.AddWriteRoles("ann")
	acl.AddDeleteRoles("$admins")
	acl.AddMetaReadRoles("bob")
	acl.AddMetaWriteRoles("$admins")
	setMetadata(t, client, "s", func(m *esdb.StreamMetadata) {
		m.SetMaxCount(7)
		m.SetMaxAge(time.Hour)
		m.SetTruncateBefore(1)
		m.SetCacheControl(time.Minute)
		m.SetAcl(acl)
		m.AddCustomProperty("mine", "x")
		m.AddCustomProperty("number", 3.5)
	})
	m := getMetadata(t, client, "s")
	if *m.MaxCount() != 7 || *m.MaxAge() != time.Hour || *m.TruncateBefore() != 1 || *m.CacheControl() != time.Minute || m.Acl() == nil ||
		m.CustomProperty("mine") != "x" || m.CustomProperty("number") != 3.5 {
		t.Errorf("metadata is %+v", m)
	}
	stored := forwards(t, client, "$$s", esdb.Start{}, 10)
	if len(stored) != 1 || stored[0].EventType != "$metadata" || stored[0].ContentType != "application/json" {
		t.Errorf("the metadata stream shows %+v", stored)
	}
	if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	last := forwards(t, client, "$$s", esdb.Start{}, 10)
	if len(last) != 1 || string(last[0].Data) != `{"$tb":9223372036854775807}` || last[0].EventNumber != 1 {
		t.Errorf("the metadata of the deleted stream is %+v", last)
	}
	if _, err := client.TombstoneStream(within(t), "s", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetStreamMetadata(within(t), "s", esdb.ReadStreamOptions{}); code(t, err) != esdb.ErrorCodeStreamDeleted {
		t.Errorf("of a stream that is deleted for ever: %v", err)
	}
}

func TestDeletedStreamComesBack(t *testing.T) {
	for _, revive := range []esdb.ExpectedRevision{esdb.Any{}, esdb.NoStream{}, esdb.Revision(4)} {
		c := config(t)
		n := open(t, c)
		client := connect(t, n)
		appended(t, client, "s", esdb.NoStream{}, events(5)...)
		setMetadata(t, client, "s", func(m *esdb.StreamMetadata) { m.AddCustomProperty("mine", "x") })
		if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(3)}); err == nil ||
			!strings.Contains(err.Error(), "FailedPrecondition") {
			t.Errorf("deleting with a wrong version: %v", err)
		}
		res, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(4)})
		if err != nil || res.Position.Commit != 7 {
			t.Fatalf("deleting: %+v, %v; want the position of the seventh event", res, err)
		}
		if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
			t.Errorf("deleting again: %v", err)
		}
		// Gone for readers, also after a restart; still in $all.
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		client = connect(t, open(t, c))
		rs, err := client.ReadStream(within(t), "s", esdb.ReadStreamOptions{}, 10)
		if _, err := tryCollect(rs, err); code(t, err) != esdb.ErrorCodeResourceNotFound {
			t.Errorf("reading: %v", err)
		}
		if got := len(all(t, client, esdb.Forwards, esdb.Start{}, 100)); got != 8 {
			t.Errorf("$all has %d events, want 5 and 3 of metadata", got)
		}
		_, err = client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, events(1)...)
		if code(t, err) != esdb.ErrorCodeStreamDeleted {
			t.Errorf("appending to an existing stream: %v", err)
		}
		// An append brings it back, with the numbers going on.
		if res := appended(t, client, "s", revive, events(2)...); res.NextExpectedVersion != 6 {
			t.Errorf("revived at %d, want 6", res.NextExpectedVersion)
		}
		if got := revisions(forwards(t, client, "s", esdb.Start{}, 10)); !cmp.Equal(got, span(5, 6)) {
			t.Errorf("revived stream shows %v, want 5 and 6", got)
		}
		if m := getMetadata(t, client, "s"); *m.TruncateBefore() != 5 {
			t.Errorf("$tb is %d, want 5", *m.TruncateBefore())
		}
	}
}

func TestNewMetadataRevivesADeletedStream(t *testing.T) {
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.NoStream{}, events(5)...)
	if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	setMetadata(t, client, "s", func(m *esdb.StreamMetadata) { m.SetMaxCount(9); m.AddCustomProperty("mine", "x") })
	if got := forwards(t, client, "s", esdb.Start{}, 10); len(got) != 0 {
		t.Errorf("%d events, want none to be seen", len(got))
	}
	m := getMetadata(t, client, "s")
	if *m.TruncateBefore() != 5 || *m.MaxCount() != 9 {
		t.Errorf("metadata is %v", m)
	}
	appended(t, client, "s", esdb.StreamExists{}, events(1)...)
	if got := revisions(forwards(t, client, "s", esdb.Start{}, 10)); !cmp.Equal(got, span(5, 5)) {
		t.Errorf("shows %v, want 5", got)
	}
}

func TestDeletingNothing(t *testing.T) {
	client := connect(t, open(t, config(t)))
	for _, want := range []esdb.ExpectedRevision{esdb.Any{}, esdb.NoStream{}} {
		if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: want}); err == nil ||
			!strings.Contains(err.Error(), "WrongExpectedVersion") {
			t.Errorf("expecting %v: %v", want, err)
		}
	}
}

func TestTombstoneIsForEver(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.NoStream{}, events(2)...)
	setMetadata(t, client, "s", func(m *esdb.StreamMetadata) { m.SetMaxCount(1) })
	for _, stream := range []string{"s", "never-written"} {
		res, err := client.TombstoneStream(within(t), stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
		if err != nil || res.Position.Commit == 0 {
			t.Fatalf("tombstone %s: %+v, %v", stream, res, err)
		}
	}
	check := func(client *esdb.Client) {
		t.Helper()
		for _, stream := range []string{"s", "$$s", "never-written"} {
			rs, err := client.ReadStream(within(t), stream, esdb.ReadStreamOptions{}, 10)
			_, read := tryCollect(rs, err)
			_, appending := client.AppendToStream(within(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, events(1)...)
			_, deleting := client.DeleteStream(within(t), stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			_, again := client.TombstoneStream(within(t), stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			_, subscribing := client.SubscribeToStream(within(t), stream, esdb.SubscribeToStreamOptions{})
			for what, err := range map[string]error{"reading": read, "appending": appending, "deleting": deleting, "tombstone": again,
				"subscribing": subscribing} {
				want := esdb.ErrorCodeStreamDeleted
				if stream == "$$s" && (what == "deleting" || what == "tombstone") {
					want = esdb.ErrorCodeAccessDenied // which nobody may
				}
				if code(t, err) != want {
					t.Errorf("%s %s: %v", what, stream, err)
				}
			}
		}
	}
	check(client)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	client = connect(t, open(t, c))
	check(client)
	log := all(t, client, esdb.Backwards, esdb.End{}, 1)
	if e := log[0]; e.EventType != "$streamDeleted" || e.EventNumber != 1<<63-1 || len(e.Data) != 0 {
		t.Errorf("the tombstone reads %+v", e)
	}
}

func TestVersionMismatchOfADeleteCarriesTrailers(t *testing.T) {
	n := open(t, config(t))
	client, raw := connect(t, n), connectRaw(t, n)
	appended(t, client, "s", esdb.NoStream{}, events(3)...)
	var trailers metadata.MD
	_, err := raw.streams.Delete(raw.ctx, &api.DeleteReq{Options: &api.DeleteReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("s")},
		ExpectedStreamRevision: &api.DeleteReq_Options_Revision{Revision: 7},
	}}, grpc.Trailer(&trailers))
	if err == nil {
		t.Fatal("deleted")
	}
	for key, want := range map[string]string{"exception": "wrong-expected-version", "stream-name": "s", "expected-version": "7",
		"actual-version": "2"} {
		if got := trailers.Get(key); len(got) != 1 || got[0] != want {
			t.Errorf("trailer %s is %q, want %q", key, got, want)
		}
	}
}
