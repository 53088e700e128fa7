package rpc

// The messages coded by hand against the protobuf library: they must be the same on the wire.

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"pgregory.net/rapid"

	"candor/events/embedded/internal/storage"
)

func drawEvent(t *rapid.T) storage.Event {
	e := storage.Event{
		Type:     []byte(rapid.StringN(1, 200, -1).Draw(t, "type")),
		JSON:     rapid.Bool().Draw(t, "json"),
		Metadata: rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "metadata"),
		Data:     rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "data"),
	}
	copy(e.ID[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
	e.ID[0] |= 1 // not zero
	return e
}

func drawRecorded(t *rapid.T) *recorded {
	e := drawEvent(t)
	e.Stream = []byte(rapid.StringN(1, 200, -1).Draw(t, "stream"))
	e.Revision = rapid.Uint64().Draw(t, "revision")
	e.Position = rapid.Uint64().Draw(t, "position")
	return &recorded{
		ev:      &e,
		created: appendCreated(nil, rapid.Int64().Draw(t, "created")),
		form:    rapid.SampledFrom([]uuidForm{uuidStructured, uuidText}).Draw(t, "form"),
	}
}

// message is what r should look like.
func message(r *recorded) *api.ReadResp_ReadEvent_RecordedEvent {
	if r == nil {
		return nil
	}
	id := &shared.UUID{Value: &shared.UUID_String_{String_: uuid.UUID(r.ev.ID).String()}}
	if r.form == uuidStructured {
		id.Value = &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
			MostSignificantBits:  int64(binary.BigEndian.Uint64(r.ev.ID[:8])),
			LeastSignificantBits: int64(binary.BigEndian.Uint64(r.ev.ID[8:])),
		}}
	}
	contentType := "application/octet-stream"
	if r.ev.JSON {
		contentType = "application/json"
	}
	return &api.ReadResp_ReadEvent_RecordedEvent{
		Id: id, StreamIdentifier: &shared.StreamIdentifier{StreamName: r.ev.Stream},
		StreamRevision: r.ev.Revision, CommitPosition: r.ev.Position, PreparePosition: r.ev.Position,
		Metadata:       map[string]string{"type": string(r.ev.Type), "content-type": contentType, "created": string(r.created)},
		CustomMetadata: r.ev.Metadata, Data: r.ev.Data,
	}
}

func TestReadAnswersAreProtobuf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event, link := drawRecorded(t), drawRecorded(t)
		switch rapid.IntRange(0, 2).Draw(t, "which") {
		case 0:
			link = nil
		case 1:
			event = nil
		}
		original := link
		if original == nil {
			original = event
		}
		want := &api.ReadResp{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{
			Event: message(event), Link: message(link),
			Position: &api.ReadResp_ReadEvent_CommitPosition{CommitPosition: original.ev.Position},
		}}}
		var got api.ReadResp
		if err := proto.Unmarshal(appendRead(nil, event, link), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, &got, protocmp.Transform()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if len(got.ProtoReflect().GetUnknown()) > 0 {
			t.Fatal("unknown fields were written")
		}
	})
	var got api.ReadResp
	if err := proto.Unmarshal(appendCheckpoint(nil, 1<<40), &got); err != nil || got.GetCheckpoint().GetCommitPosition() != 1<<40 ||
		got.GetCheckpoint().GetPreparePosition() != 1<<40 {
		t.Errorf("checkpoint reads %v, %v", &got, err)
	}
	if err := proto.Unmarshal(caughtUp{at: time.Unix(1, 2), revision: new(uint64(3))}.append(nil), &got); err != nil ||
		got.GetCaughtUp() == nil {
		t.Errorf("caught up reads %v, %v", &got, err)
	}
}

// proposed is e as a client sends it.
func proposed(e *storage.Event, form uuidForm) *api.AppendReq {
	m := message(&recorded{ev: e, form: form})
	delete(m.Metadata, "created")
	return &api.AppendReq{Content: &api.AppendReq_ProposedMessage_{ProposedMessage: &api.AppendReq_ProposedMessage{
		Id: m.Id, Metadata: m.Metadata, CustomMetadata: e.Metadata, Data: e.Data,
	}}}
}

var options = &api.AppendReq{Content: &api.AppendReq_Options_{Options: &api.AppendReq_Options{
	StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("s")},
	ExpectedStreamRevision: &api.AppendReq_Options_Any{Any: &shared.Empty{}},
}}}

func mustMarshal(t interface{ Fatal(...any) }, m proto.Message) []byte {
	p, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProposedEventsAreReadAsProtobuf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &proposal{body: &storage.Body{}}
		if err := p.decode(mustMarshal(t, options)); err != nil || p.err != nil {
			t.Fatal(err, p.err)
		}
		var want []storage.Event
		for range rapid.IntRange(0, 5).Draw(t, "events") {
			e := drawEvent(t)
			want = append(want, e)
			msg := mustMarshal(t, proposed(&e, rapid.SampledFrom([]uuidForm{uuidStructured, uuidText}).Draw(t, "form")))
			if err := p.decode(msg); err != nil || p.err != nil {
				t.Fatal(err, p.err)
			}
			clear(msg) // the body must not need it any more
		}
		for i, w := range want {
			g := p.body.At(i)
			if g.ID != w.ID || g.JSON != w.JSON || !bytes.Equal(g.Type, w.Type) || !bytes.Equal(g.Data, w.Data) ||
				!bytes.Equal(g.Metadata, w.Metadata) {
				t.Fatalf("event %d: got %v, want %v", i, g, w)
			}
		}
	})
}

// FuzzProposal feeds anything to the reader of appends: what it takes must be fit to be stored and sent to clients.
func FuzzProposal(f *testing.F) {
	e := storage.Event{ID: storage.ID{1}, Type: []byte("A"), JSON: true, Data: []byte("{}"), Metadata: []byte("m")}
	f.Add(mustMarshal(f, proposed(&e, uuidStructured)))
	f.Add(mustMarshal(f, proposed(&e, uuidText)))
	f.Add(mustMarshal(f, options))
	f.Fuzz(func(t *testing.T, msg []byte) {
		p := &proposal{body: &storage.Body{}}
		if err := p.decode(mustMarshal(t, options)); err != nil {
			t.Fatal(err)
		}
		if err := p.decode(msg); err != nil || p.err != nil || p.body.Len() == 0 {
			return
		}
		got := p.body.At(0)
		if got.ID == (storage.ID{}) || len(got.Type) == 0 || !utf8.Valid(got.Type) {
			t.Errorf("took %+v", got)
		}
	})
}
