package rpc

// The messages of BatchAppend: requests read by hand, as appends are, and answers with errors as google.rpc.Status.

import (
	"context"
	"errors"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// batchMessage is one BatchAppendReq. Its events are bytes of the message, valid while it is decoded.
type batchMessage struct {
	batches     *batches
	id          storage.ID   // the correlation id
	correlation *shared.UUID // the same, as the client wrote it, which it may not have
	options     *api.BatchAppendReq_Options
	events      [][]byte
	final       bool
}

// decode reads the message and takes what it says. Its error ends the call.
func (m *batchMessage) decode(msg []byte) error {
	if err := m.parse(msg); err != nil {
		return err
	}
	return m.batches.take(m, len(msg))
}

func (m *batchMessage) parse(msg []byte) error {
	var id idReader
	var inner error
	err := fields(msg, func(n protowire.Number, v uint64, p []byte) {
		switch {
		case inner != nil:
		case n == 1 && p != nil:
			m.correlation = &shared.UUID{}
			if inner = proto.Unmarshal(p, m.correlation); inner == nil {
				inner = id.decode(p)
			}
		case n == 2 && p != nil:
			if m.options == nil {
				m.options = &api.BatchAppendReq_Options{}
			}
			inner = proto.UnmarshalOptions{Merge: true}.Unmarshal(p, m.options)
		case n == 3 && p != nil:
			m.events = append(m.events, p)
		case n == 4 && p == nil:
			m.final = v != 0
		}
	})
	switch {
	case err != nil:
		return err
	case inner != nil:
		return inner
	}
	m.id = id.id
	return nil
}

// batchExpectation reads the options of a batch as those of an append.
type batchExpectation struct{ o *api.BatchAppendReq_Options }

func (e batchExpectation) GetRevision() uint64 { return e.o.GetStreamPosition() }

func (e batchExpectation) GetNoStream() *shared.Empty     { return old(e.o.GetNoStream()) }
func (e batchExpectation) GetAny() *shared.Empty          { return old(e.o.GetAny()) }
func (e batchExpectation) GetStreamExists() *shared.Empty { return old(e.o.GetStreamExists()) }

// old turns the one empty message into the other.
func old(e *emptypb.Empty) *shared.Empty {
	if e == nil {
		return nil
	}
	return &shared.Empty{}
}

// recipient is what every answer repeats of its append.
type recipient struct {
	correlation *shared.UUID
	stream      *shared.StreamIdentifier
	name        string
}

// answer is how an append ended, or will.
type answer struct {
	to      recipient
	refusal *refusal             // or:
	outcome func() engine.Result // waits for it
	want    engine.Expected
	done    context.CancelFunc // to be called after it
	body    *storage.Body      // free once something was written; nil: not worth keeping
}

// refusal is an error of one append of a call.
type refusal struct {
	code   codes.Code
	text   string        // "" with a detail that says it all: its name
	detail proto.Message // of event_store.client, as clients look for it
}

// What EventStoreDB finds wrong with an append of a call, in its words: those of the exceptions of its runtime.
const (
	noCorrelation = "Value cannot be null. (Parameter 'dto')"
	noStreamName  = "Value cannot be null. (Parameter 'value')"
	noProperty    = "The given key was not present in the dictionary."
)

func tooLate() *refusal { return &refusal{codes.DeadlineExceeded, "", &shared.Timeout{}} }

func badRequest(text string) *refusal {
	return &refusal{codes.InvalidArgument, "", &shared.BadRequest{Message: text}}
}

func exhausted(text string) *refusal {
	return &refusal{codes.ResourceExhausted, text, &shared.Unknown{}}
}

// refused turns an error of ours into a refusal.
func refused(err error) *refusal {
	s := status.Convert(err)
	r := &refusal{s.Code(), s.Message(), &shared.Unknown{}}
	if s.Code() == codes.InvalidArgument {
		r = badRequest(s.Message())
	}
	for _, exception := range trailersOf(err).Get("exception") {
		switch exception {
		case "access-denied":
			r.text, r.detail = "", &shared.AccessDenied{}
		case "maximum-append-size-exceeded":
			r.text, r.detail = "", &shared.MaximumAppendSizeExceeded{MaxAppendSize: engine.MaxAppend}
		}
	}
	return r
}

// message waits for the outcome and writes the answer.
func (a *answer) message() *api.BatchAppendResp {
	m := &api.BatchAppendResp{CorrelationId: a.to.correlation, StreamIdentifier: a.to.stream}
	no := a.refusal
	if no == nil {
		res := a.outcome()
		a.done()
		if a.body != nil && res.Err == nil { // with an error the writer may still hold it
			bodies.Put(a.body)
		}
		if no = a.outcomeRefusal(res); no == nil {
			m.Result = &api.BatchAppendResp_Success_{Success: batchSuccess(res)}
			return m
		}
	}
	s := &rpcstatus.Status{Code: int32(no.code), Message: no.text}
	if s.Message == "" {
		s.Message = string(no.detail.ProtoReflect().Descriptor().Name())
	}
	detail, err := anypb.New(no.detail)
	if err != nil {
		panic(err) // the details are messages of a few bytes, all valid
	}
	s.Details = append(s.Details, detail)
	m.Result = &api.BatchAppendResp_Error{Error: s}
	return m
}

// outcomeRefusal returns why the engine did not write, nil if it did.
func (a *answer) outcomeRefusal(res engine.Result) *refusal {
	switch {
	case errors.Is(res.Err, context.DeadlineExceeded), errors.Is(res.Err, context.Canceled):
		return tooLate()
	case res.Err != nil:
		return refused(failure(a.to.name, res.Err))
	case res.Outcome == engine.Deleted:
		return &refusal{codes.NotFound, "", &shared.StreamDeleted{StreamIdentifier: a.to.stream}}
	case res.Outcome == engine.Conflict:
		return &refusal{codes.AlreadyExists, "", batchConflict(a.want, res.Current)}
	}
	return nil
}

func batchSuccess(res engine.Result) *api.BatchAppendResp_Success {
	ok := &api.BatchAppendResp_Success{}
	if res.Current < 0 {
		ok.CurrentRevisionOption = &api.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}}
	} else {
		ok.CurrentRevisionOption = &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: uint64(res.Current)}
	}
	if res.Position == 0 {
		ok.PositionOption = &api.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}}
	} else {
		ok.PositionOption = &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{
			CommitPosition: res.Position, PreparePosition: res.Position,
		}}
	}
	return ok
}

func batchConflict(want engine.Expected, current int64) *shared.WrongExpectedVersion {
	w, none := &shared.WrongExpectedVersion{}, &emptypb.Empty{}
	if current < 0 {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: none}
	} else {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(current)}
	}
	switch want.Kind {
	case engine.Any:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: none}
	case engine.StreamExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: none}
	case engine.NoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: none}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: want.Revision}
	}
	return w
}
