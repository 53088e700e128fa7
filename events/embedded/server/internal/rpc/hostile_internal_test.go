package rpc

// What clients send, fed with anything: batch appends and credentials.

import (
	"context"
	"encoding/base64"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// batchesOf is a call on an engine of its own.
func batchesOf(t testing.TB) *batches {
	t.Helper()
	store, err := storage.Open(filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(store, time.Now, func(err error) { t.Error(err) })
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() {
		cancel()
		e.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &batches{
		service: NewStreams(e, nil, false), ctx: ctx, caller: anybody,
		open: map[storage.ID]*batch{}, answers: make(chan answer, batchAnswers),
	}
}

// FuzzBatch feeds two messages to the receiver of a call. Every append is answered at most once, with a result, and what the
// call held is given back at its end.
func FuzzBatch(f *testing.F) {
	id := &shared.UUID{Value: &shared.UUID_String_{String_: "01234567-89ab-cdef-0123-456789abcdef"}}
	e := storage.Event{ID: storage.ID{1}, Type: []byte("A"), JSON: true, Data: []byte("{}")}
	events := []*api.BatchAppendReq_ProposedMessage{{Id: id, Metadata: map[string]string{"type": "A", "content-type": "application/json"},
		Data: e.Data}}
	opened := &api.BatchAppendReq{CorrelationId: id, ProposedMessages: events, Options: &api.BatchAppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("s")},
		ExpectedStreamPosition: &api.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}},
	}}
	ended := &api.BatchAppendReq{CorrelationId: id, ProposedMessages: events, IsFinal: true}
	whole := proto.Clone(opened).(*api.BatchAppendReq)
	whole.IsFinal = true
	f.Add(mustMarshal(f, opened), mustMarshal(f, ended))
	f.Add(mustMarshal(f, whole), mustMarshal(f, whole))
	f.Add(mustMarshal(f, ended), []byte{8})
	f.Add([]byte{}, []byte{})
	b := batchesOf(f)
	f.Fuzz(func(t *testing.T, first, second []byte) {
		b.ended = false
		for _, msg := range [][]byte{first, second} {
			m := &batchMessage{batches: b}
			err := m.decode(msg)
			clear(msg) // the events must not need it any more
			if err != nil {
				break
			}
		}
		answers := len(b.answers)
		for range answers {
			a := <-b.answers
			resp := a.message()
			unnamed := resp.GetCorrelationId() == nil && resp.GetError().GetMessage() != "BadRequest" // a batch without an id is refused without one
			if unnamed || resp.GetResult() == nil {
				t.Errorf("answered %v", resp)
			}
		}
		if incomplete := len(b.open); answers > 2 || answers+incomplete > 2 {
			t.Errorf("two messages have %d answers and leave %d appends open", answers, incomplete)
		}
		b.forget()
		if len(b.open) != 0 || b.bytes != 0 || b.service.incomplete.used.Load() != 0 {
			t.Errorf("%d appends and %d bytes are still held", len(b.open), b.bytes)
		}
	})
}

// FuzzCredentials feeds anything to the reader of the authorization header: only the user's own name and password open.
func FuzzCredentials(f *testing.F) {
	a := NewAuth(nil, User{Name: "admin", Password: "secret", Groups: []string{engine.Admins}}, User{Name: "ann", Password: "a:b"})
	for _, given := range []string{"admin:secret", "ann:a:b", "admin:", ":", "", "admin:secret:"} {
		f.Add("Basic " + base64.StdEncoding.EncodeToString([]byte(given)))
	}
	f.Add("Bearer x")
	f.Add("Basic")
	f.Fuzz(func(t *testing.T, header string) {
		who, _ := a.caller(header, nil)
		scheme, value, _ := strings.Cut(header, " ")
		given, err := base64.StdEncoding.DecodeString(value)
		right := err == nil && strings.EqualFold(scheme, "basic") && (string(given) == "admin:secret" || string(given) == "ann:a:b")
		if right != (who != nil) {
			t.Errorf("%q opens: %v", header, who != nil)
		}
		if who != nil && who.admin != (string(given) == "admin:secret") {
			t.Errorf("%q is an administrator: %v", header, who.admin)
		}
	})
}

// A node that authenticates takes a call that nobody signed in for as nobody's.
func TestACallWithoutACallerMayDoNothing(t *testing.T) {
	b := batchesOf(t)
	g := guard{b.service.engine, true}
	for _, stream := range []string{"s", "$s", "$$s", engine.AllStream} {
		for _, want := range []engine.Access{engine.Read, engine.Write, engine.Delete, engine.ReadMetadata, engine.WriteMetadata} {
			var f *fail
			if err := g.allow(context.Background(), stream, want); !errors.As(err, &f) || f.text != "Access Denied" {
				t.Errorf("access %d to %s: %v", want, stream, err)
			}
		}
	}
}
