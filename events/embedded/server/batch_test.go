package server_test

// BatchAppend, as the Node client uses it: many appends on one call.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// batchOptions begins an append to stream.
func batchOptions(stream string, want esdb.ExpectedRevision) *api.BatchAppendReq_Options {
	o := &api.BatchAppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)}}
	switch w := want.(type) {
	case esdb.Any:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}}
	case esdb.NoStream:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
	case esdb.StreamExists:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_StreamExists{StreamExists: &emptypb.Empty{}}
	case esdb.StreamRevision:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_StreamPosition{StreamPosition: w.Value}
	}
	return o
}

func text(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
}

func structured(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(binary.BigEndian.Uint64(id[:8])), LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

func batchEvents(events ...esdb.EventData) (out []*api.BatchAppendReq_ProposedMessage) {
	for _, e := range events {
		out = append(out, &api.BatchAppendReq_ProposedMessage{
			Id: text(e.EventID), Metadata: map[string]string{"type": e.EventType, "content-type": "application/json"}, Data: e.Data,
		})
	}
	return out
}

// whole is an append in one message.
func whole(id uuid.UUID, stream string, want esdb.ExpectedRevision, events ...esdb.EventData) *api.BatchAppendReq {
	return &api.BatchAppendReq{CorrelationId: text(id), Options: batchOptions(stream, want), ProposedMessages: batchEvents(events...),
		IsFinal: true}
}

// batchCall is an open call.
type batchCall struct {
	api.Streams_BatchAppendClient
	t testing.TB
}

func batch(t testing.TB, raw *rawNode) *batchCall {
	t.Helper()
	call, err := raw.streams.BatchAppend(raw.ctx)
	if err != nil {
		t.Fatal(err)
	}
	return &batchCall{call, t}
}

func (c *batchCall) send(messages ...*api.BatchAppendReq) {
	c.t.Helper()
	for _, m := range messages {
		if err := c.Send(m); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *batchCall) next() *api.BatchAppendResp {
	c.t.Helper()
	resp, err := c.Recv()
	if err != nil {
		c.t.Fatal(err)
	}
	return resp
}

// end closes the call from this side and returns the answers that still come.
func (c *batchCall) end() (rest []*api.BatchAppendResp) {
	c.t.Helper()
	if err := c.CloseSend(); err != nil {
		c.t.Fatal(err)
	}
	for {
		resp, err := c.Recv()
		if errors.Is(err, io.EOF) {
			return rest
		}
		if err != nil {
			c.t.Fatal(err)
		}
		rest = append(rest, resp)
	}
}

// detail returns what is packed into the error of an answer.
func detail(t testing.TB, resp *api.BatchAppendResp) proto.Message {
	t.Helper()
	s := resp.GetError()
	if s == nil || len(s.Details) != 1 || s.Message == "" {
		t.Fatalf("%v is no error with one detail and a text", resp)
	}
	m, err := s.Details[0].UnmarshalNew()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// appendedByBatch appends in one message or in several and says how it ended, in the model's words.
func appendedByBatch(t *testing.T, raw *rawNode, stream string, want esdb.ExpectedRevision, events []esdb.EventData) (string,
	*esdb.WriteResult) {
	t.Helper()
	raw.ctx = within(t)
	call := batch(t, raw)
	id := uuid.New()
	parts := []*api.BatchAppendReq{{CorrelationId: structured(id), Options: batchOptions(stream, want)}}
	for i, m := range batchEvents(events...) {
		if i%40 == 39 {
			parts = append(parts, &api.BatchAppendReq{CorrelationId: structured(id)})
		}
		last := parts[len(parts)-1]
		last.ProposedMessages = append(last.ProposedMessages, m)
	}
	parts[len(parts)-1].IsFinal = true
	call.send(parts...)
	rest := call.end()
	if len(rest) != 1 {
		t.Fatalf("answered %d times", len(rest))
	}
	if ok := rest[0].GetSuccess(); ok != nil {
		return "ok", &esdb.WriteResult{NextExpectedVersion: ok.GetCurrentRevision(), CommitPosition: ok.GetPosition().GetCommitPosition()}
	}
	switch d := detail(t, rest[0]).(type) {
	case *shared.WrongExpectedVersion:
		return "wrong", nil
	case *shared.StreamDeleted:
		return "deleted", nil
	default:
		return fmt.Sprint(d), nil
	}
}

func TestBatchAppendMixesAppends(t *testing.T) {
	n := open(t, config(t))
	client := connect(t, n)
	call := batch(t, connectRaw(t, n))
	a, b, c := uuid.New(), uuid.New(), uuid.New()
	part := func(id *shared.UUID, final bool, events ...esdb.EventData) *api.BatchAppendReq {
		return &api.BatchAppendReq{CorrelationId: id, ProposedMessages: batchEvents(events...), IsFinal: final}
	}
	begin := func(id *shared.UUID, stream string) *api.BatchAppendReq {
		return &api.BatchAppendReq{CorrelationId: id, Options: batchOptions(stream, esdb.NoStream{})}
	}
	call.send(begin(text(a), "a"), begin(structured(b), "b"), part(text(a), false, events(2)...), begin(text(c), "c"),
		part(structured(b), false, events(1)...), part(text(a), false, events(3)...), part(text(c), true),
		part(structured(b), true, events(1)...))
	if got := client; len(forwardsOrNone(t, got, "a")) != 0 {
		t.Error("events of an append that is not complete can be read")
	}
	call.send(part(text(a), true, events(1)...))
	answers := map[string]*api.BatchAppendResp{}
	for range 3 {
		resp := call.next()
		answers[string(resp.StreamIdentifier.GetStreamName())] = resp
	}
	success := func(last, position uint64) *api.BatchAppendResp_Success_ {
		return &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
			CurrentRevisionOption: &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: last},
			PositionOption: &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{CommitPosition: position,
				PreparePosition: position}},
		}}
	}
	want := map[string]*api.BatchAppendResp{
		"a": {CorrelationId: text(a), Result: success(5, 8)},
		"b": {CorrelationId: structured(b), Result: success(1, 2)},
		"c": {CorrelationId: text(c), Result: &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
			CurrentRevisionOption: &api.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
			PositionOption:        &api.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
		}}},
	}
	for stream, resp := range want {
		resp.StreamIdentifier = &shared.StreamIdentifier{StreamName: []byte(stream)}
	}
	if diff := cmp.Diff(want, answers, protocmp.Transform()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if rest := call.end(); len(rest) != 0 {
		t.Errorf("answered again: %v", rest)
	}
	if got := revisions(forwards(t, client, "a", esdb.Start{}, 10)); !cmp.Equal(got, span(0, 5)) {
		t.Errorf("a has %v", got)
	}
}

// forwardsOrNone reads a stream that may not be there.
func forwardsOrNone(t testing.TB, c *esdb.Client, stream string) []*esdb.RecordedEvent {
	t.Helper()
	rs, err := c.ReadStream(within(t), stream, esdb.ReadStreamOptions{}, 1000)
	events, err := tryCollect(rs, err)
	if err != nil && code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Fatal(err)
	}
	return events
}

// What is wrong with one append is told with a detail that clients know, and the others of the call go on.
func TestBatchAppendTellsWhatIsWrong(t *testing.T) {
	n := open(t, config(t))
	client := connect(t, n)
	call := batch(t, connectRaw(t, n))
	appended(t, client, "s", esdb.NoStream{}, events(3)...)
	appended(t, client, "gone", esdb.NoStream{}, events(1)...)
	if _, err := client.TombstoneStream(within(t), "gone", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	none := &emptypb.Empty{}
	large := event("Large", `"`+string(make([]byte, 1<<20))+`"`)
	change := func(change func(*api.BatchAppendReq)) *api.BatchAppendReq {
		m := whole(uuid.New(), "s", esdb.Any{}, events(1)...)
		change(m)
		return m
	}
	tests := []struct {
		name string
		send *api.BatchAppendReq
		code codes.Code
		want proto.Message
	}{
		{"wrong revision", whole(uuid.New(), "s", esdb.Revision(7), events(1)...), codes.AlreadyExists, &shared.WrongExpectedVersion{
			CurrentStreamRevisionOption:  &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: 2},
			ExpectedStreamPositionOption: &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: 7}}},
		{"there is a stream", whole(uuid.New(), "s", esdb.NoStream{}, events(1)...), codes.AlreadyExists, &shared.WrongExpectedVersion{
			CurrentStreamRevisionOption:  &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: 2},
			ExpectedStreamPositionOption: &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: none}}},
		{"there is no stream", whole(uuid.New(), "x", esdb.StreamExists{}, events(1)...), codes.AlreadyExists, &shared.WrongExpectedVersion{
			CurrentStreamRevisionOption:  &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: none},
			ExpectedStreamPositionOption: &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: none}}},
		{"deleted for ever", whole(uuid.New(), "gone", esdb.Any{}, events(1)...), codes.NotFound,
			&shared.StreamDeleted{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("gone")}}},
		{"too large", whole(uuid.New(), "s", esdb.Any{}, large), codes.InvalidArgument,
			&shared.MaximumAppendSizeExceeded{MaxAppendSize: 1 << 20}},
		{"no time left", change(func(m *api.BatchAppendReq) {
			m.Options.DeadlineOption = &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(-time.Second)}
		}), codes.DeadlineExceeded, &shared.Timeout{}},
		{"the time is over", change(func(m *api.BatchAppendReq) {
			m.Options.DeadlineOption = &api.BatchAppendReq_Options_Deadline_21_10_0{Deadline_21_10_0: timestamppb.New(time.Now().Add(-time.Second))}
		}), codes.DeadlineExceeded, &shared.Timeout{}},
		{"no expectation", change(func(m *api.BatchAppendReq) { m.Options.ExpectedStreamPosition = nil }),
			codes.InvalidArgument, &shared.BadRequest{Message: "expected stream position: must be given"}},
		{"no stream name", change(func(m *api.BatchAppendReq) { m.Options.StreamIdentifier = nil }),
			codes.InvalidArgument, &shared.BadRequest{Message: "Value cannot be null. (Parameter 'value')"}},
		{"an event without a type", change(func(m *api.BatchAppendReq) { delete(m.ProposedMessages[0].Metadata, "type") }),
			codes.InvalidArgument, &shared.BadRequest{Message: "The given key was not present in the dictionary."}},
		{"an event without an id", change(func(m *api.BatchAppendReq) { m.ProposedMessages[0].Id = nil }),
			codes.InvalidArgument, &shared.BadRequest{Message: "event id: must be a UUID that is not zero"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call.send(tt.send)
			resp := call.next()
			if diff := cmp.Diff(tt.want, detail(t, resp), protocmp.Transform()); diff != "" || codes.Code(resp.GetError().Code) != tt.code {
				t.Errorf("code %d, detail (-want +got):\n%s", resp.GetError().Code, diff)
			}
			if !proto.Equal(resp.CorrelationId, tt.send.CorrelationId) || !proto.Equal(resp.StreamIdentifier, tt.send.Options.StreamIdentifier) {
				t.Errorf("the answer is for %v and %v", resp.CorrelationId, resp.StreamIdentifier)
			}
			// What a refused append still sends is passed over.
			call.send(&api.BatchAppendReq{CorrelationId: tt.send.CorrelationId, ProposedMessages: batchEvents(events(1)...), IsFinal: true})
			ok := whole(uuid.New(), "other", esdb.Any{}, events(1)...)
			call.send(ok)
			if resp := call.next(); resp.GetSuccess() == nil || !proto.Equal(resp.CorrelationId, ok.CorrelationId) {
				t.Errorf("the next append: %v", resp)
			}
		})
	}
	if got := len(forwards(t, client, "s", esdb.Start{}, 10)); got != 3 {
		t.Errorf("%d events, want 3: something refused was written", got)
	}
	// A message that names no append is answered by what it says of itself, and the call goes on.
	call.send(&api.BatchAppendReq{Options: batchOptions("s", esdb.Any{}), IsFinal: true})
	if resp := call.next(); resp.CorrelationId != nil || codes.Code(resp.GetError().GetCode()) != codes.InvalidArgument {
		t.Errorf("a message without a correlation id is answered with %v", resp)
	}
	ok := whole(uuid.New(), "other", esdb.Any{}, events(1)...)
	call.send(ok)
	if resp := call.next(); resp.GetSuccess() == nil || !proto.Equal(resp.CorrelationId, ok.CorrelationId) {
		t.Errorf("the append after it: %v", resp)
	}
}

func TestBatchAppendGivesUpWhatIsNeverCompleted(t *testing.T) {
	n := open(t, config(t))
	call := batch(t, connectRaw(t, n))
	id := uuid.New()
	begin := &api.BatchAppendReq{CorrelationId: text(id), Options: batchOptions("s", esdb.Any{}), ProposedMessages: batchEvents(events(1)...)}
	begin.Options.DeadlineOption = &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(50 * time.Millisecond)}
	call.send(begin)
	resp := call.next()
	if _, ok := detail(t, resp).(*shared.Timeout); !ok || !proto.Equal(resp.CorrelationId, begin.CorrelationId) {
		t.Errorf("got %v", resp)
	}
	call.send(&api.BatchAppendReq{CorrelationId: text(id), ProposedMessages: batchEvents(events(1)...), IsFinal: true})
	call.send(whole(uuid.New(), "other", esdb.Any{}, events(1)...))
	if rest := call.end(); len(rest) != 1 || rest[0].GetSuccess() == nil {
		t.Errorf("after the timeout came %v, want the other append's success alone", rest)
	}
	if n.Stats().Position != 1 {
		t.Errorf("%d events are stored, want the other append's", n.Stats().Position)
	}
}

// Appends of one call are carried out in the order in which they were completed, without waiting for answers.
func TestBatchAppendKeepsTheOrder(t *testing.T) {
	n := open(t, config(t))
	call := batch(t, connectRaw(t, n))
	const appends = 300
	go func() {
		for i := range appends {
			var want esdb.ExpectedRevision = esdb.NoStream{}
			if i > 0 {
				want = esdb.Revision(uint64(i) - 1)
			}
			if call.Send(whole(uuid.New(), "s", want, event("Counted", fmt.Sprint(i)))) != nil {
				return
			}
		}
	}()
	for i := range appends {
		if resp := call.next(); resp.GetSuccess() == nil {
			t.Fatalf("answer %d: %v", i, resp)
		}
	}
}

// Who opens appends without end and never completes them is refused, and neither fills the memory nor keeps others from
// their work.
func TestBatchAppendIsBounded(t *testing.T) {
	c := config(t)
	c.Insecure, c.Password = true, "" // quicker to send much
	n := open(t, c)
	raw := connectRaw(t, n)
	// begin opens appends on a call, completes none, and returns how many are refused.
	begin := func(call *batchCall, appends, size int) (refused int) {
		data := string(make([]byte, size))
		go func() {
			for range appends {
				m := whole(uuid.New(), "s", esdb.Any{}, event("Begun", data))
				m.IsFinal = false
				if call.Send(m) != nil {
					return
				}
			}
			_ = call.Send(whole(uuid.New(), "whole", esdb.Any{}, events(1)...))
		}()
		for {
			resp := call.next()
			if resp.GetSuccess() != nil {
				return refused
			}
			if _, ok := detail(t, resp).(*shared.Unknown); !ok || codes.Code(resp.GetError().Code) != codes.ResourceExhausted {
				t.Fatalf("got %v", resp)
			}
			refused++
		}
	}
	many := batch(t, raw)
	if refused := begin(many, 1200, 1); refused != 1200-1024 {
		t.Errorf("of 1,200 small ones %d are refused, want all but 1,024", refused)
	}
	var calls []*batchCall
	held := 0
	for i := range 5 {
		calls = append(calls, batch(t, raw))
		kept := 10 - begin(calls[i], 10, 900<<10)
		if held += kept; kept > 9 {
			t.Errorf("call %d holds %d appends of 900 KiB, want at most 8 MiB", i, kept)
		}
	}
	if held < 27 || held > 36 {
		t.Errorf("all calls hold %d appends of 900 KiB, want close to 32 MiB", held)
	}
	appended(t, connect(t, n), "s", esdb.NoStream{}, events(1)...)
	// When they are gone, so is what they held.
	for _, call := range append(calls, many) {
		call.end()
	}
	again := batch(t, raw)
	if refused := begin(again, 9, 900<<10); refused != 0 {
		t.Errorf("afterwards %d are refused", refused)
	}
}

func TestBatchAppendEndsWithTheNode(t *testing.T) {
	n := open(t, config(t))
	call := batch(t, connectRaw(t, n))
	call.send(whole(uuid.New(), "s", esdb.Any{}, events(1)...))
	call.next()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := call.Recv(); status.Code(err) != codes.Unavailable {
		t.Errorf("got %v", err)
	}
}
