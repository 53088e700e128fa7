package rpc

// Append, Delete and Tombstone.

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// appendBytesAll is how many bytes of events the appends of all calls may have from their first event to their answer. Each may have
// [engine.MaxAppend]; this keeps a thousand calls that never end from having a thousand times that.
const appendBytesAll = 32 << 20

// drainLimit is how much of a refused append is still read, in bytes, so that a client that is still sending
// learns the reason instead of a broken stream.
const drainLimit = 32 << 20

// discarded is a message that nobody wants; it counts the bytes.
type discarded int

func (d *discarded) decode(p []byte) error {
	*d += discarded(len(p))
	return nil
}

// drain reads what a client still sends on a call that is refused.
func drain(stream grpc.ServerStream) {
	for d := discarded(0); d < drainLimit; {
		if stream.RecvMsg(&d) != nil {
			return
		}
	}
}

// bodies are kept for the next append, unless one was unusually large.
var bodies = sync.Pool{New: func() any { return new(storage.Body) }}

const keepBody = 512 << 10 // bytes

// Append implements the service. The events of a call become durable and visible together.
func (s *Streams) Append(stream api.Streams_AppendServer) error {
	body := bodies.Get().(*storage.Body)
	body.Reset()
	p := &proposal{body: body}
	counted := 0
	defer func() { s.unanswered.giveBack(int64(counted)) }()
	for p.err == nil {
		if err := stream.RecvMsg(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if !s.unanswered.take(int64(body.Size()-counted), appendBytesAll) {
			p.err = &fail{code: codes.ResourceExhausted, text: "append: too many bytes of appends are unanswered, try again"}
			break
		}
		counted = body.Size()
	}
	switch {
	case p.err != nil:
		p.body = nil // others may need the room while the rest is read
		drain(stream)
		return p.err
	case !p.begun:
		return invalid("append: must begin with a message of options")
	}
	if err := s.allow(stream.Context(), p.stream, engine.Write); err != nil {
		return err
	}
	res := s.engine.Append(stream.Context(), p.stream, p.want, body)
	if res.Err != nil {
		return failure(p.stream, res.Err) // the writer may still hold the body
	}
	resp, err := appendAnswer(p, res)
	if body.Size() <= keepBody {
		bodies.Put(body)
	}
	if err != nil {
		return err
	}
	return stream.SendAndClose(resp)
}

func appendAnswer(p *proposal, res engine.Result) (*api.AppendResp, error) {
	switch res.Outcome {
	case engine.Deleted:
		return nil, streamDeleted(p.stream)
	case engine.Conflict:
		return &api.AppendResp{Result: &api.AppendResp_WrongExpectedVersion_{
			WrongExpectedVersion: conflictAnswer(p.want, res.Current),
		}}, nil
	}
	ok := &api.AppendResp_Success{}
	if res.Current < 0 {
		ok.CurrentRevisionOption = &api.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}
	} else {
		ok.CurrentRevisionOption = &api.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(res.Current)}
	}
	if res.Position == 0 {
		ok.PositionOption = &api.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}
	} else {
		ok.PositionOption = &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{
			CommitPosition: res.Position, PreparePosition: res.Position,
		}}
	}
	return &api.AppendResp{Result: &api.AppendResp_Success_{Success: ok}}, nil
}

// conflictAnswer fills both generations of fields, since clients read one or the other.
func conflictAnswer(want engine.Expected, current int64) *api.AppendResp_WrongExpectedVersion {
	w := &api.AppendResp_WrongExpectedVersion{}
	none := &shared.Empty{}
	if current < 0 {
		w.CurrentRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_NoStream_20_6_0{NoStream_20_6_0: none}
		w.CurrentRevisionOption = &api.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: none}
	} else {
		n := uint64(current)
		w.CurrentRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_CurrentRevision_20_6_0{CurrentRevision_20_6_0: n}
		w.CurrentRevisionOption = &api.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: n}
	}
	switch want.Kind {
	case engine.Any:
		w.ExpectedRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_Any_20_6_0{Any_20_6_0: none}
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: none}
	case engine.StreamExists:
		w.ExpectedRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_StreamExists_20_6_0{StreamExists_20_6_0: none}
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: none}
	case engine.NoStream:
		w.ExpectedRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{ExpectedRevision_20_6_0: 1<<64 - 1}
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: none}
	default:
		w.ExpectedRevisionOption_20_6_0 = &api.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{ExpectedRevision_20_6_0: want.Revision}
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: want.Revision}
	}
	return w
}

// Delete implements the service. The stream is gone for readers until it is written again.
func (s *Streams) Delete(ctx context.Context, req *api.DeleteReq) (*api.DeleteResp, error) {
	o := req.GetOptions()
	position, err := s.erase(ctx, "DeleteReq", s.engine.Delete, o.GetStreamIdentifier(), o, o.GetExpectedStreamRevision() != nil)
	if err != nil {
		return nil, err
	}
	return &api.DeleteResp{PositionOption: &api.DeleteResp_Position_{Position: &api.DeleteResp_Position{
		CommitPosition: position, PreparePosition: position,
	}}}, nil
}

// Tombstone implements the service. The stream is gone for ever.
func (s *Streams) Tombstone(ctx context.Context, req *api.TombstoneReq) (*api.TombstoneResp, error) {
	o := req.GetOptions()
	position, err := s.erase(ctx, "TombstoneReq", s.engine.Tombstone, o.GetStreamIdentifier(), o, o.GetExpectedStreamRevision() != nil)
	if err != nil {
		return nil, err
	}
	return &api.TombstoneResp{PositionOption: &api.TombstoneResp_Position_{Position: &api.TombstoneResp_Position{
		CommitPosition: position, PreparePosition: position,
	}}}, nil
}

// erase is what both have in common; it returns the position of the event written.
func (s *Streams) erase(ctx context.Context, message string, do func(context.Context, string, engine.Expected) engine.Result,
	id *shared.StreamIdentifier, o expectation, set bool) (uint64, error) {
	stream, f := streamName(id.GetStreamName())
	if f != nil {
		return 0, f
	}
	want, f := expected(message, o, set)
	if f != nil {
		return 0, f
	}
	if err := s.allow(ctx, stream, engine.Delete); err != nil {
		return 0, err
	}
	res := do(ctx, stream, want)
	switch {
	case res.Err != nil:
		return 0, failure(stream, res.Err)
	case res.Outcome == engine.Deleted:
		return 0, streamDeleted(stream)
	case res.Outcome == engine.Conflict:
		return 0, wrongVersion(stream, want, res.Current)
	}
	return res.Position, nil
}
