package rpc

// One call of Calls with streams of messages: the client's end, the server's, and what is between them.

import (
	"context"
	"errors"
	"io"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// pipeAhead is how many messages may be on their way to who reads them. Of pages of the log that is what a connection's window
// holds.
const pipeAhead = 2

// callOptions are those of a call's options that mean something here.
type callOptions struct {
	codec  encoding.CodecV2
	header metadata.MD
}

func optionsOf(ctx context.Context, opts []grpc.CallOption) (callOptions, error) {
	o := callOptions{codec: encoding.GetCodecV2("proto")}
	sent, _ := metadata.FromOutgoingContext(ctx)
	o.header = sent.Copy()
	if o.header == nil {
		o.header = metadata.MD{}
	}
	for _, opt := range opts {
		switch opt := opt.(type) {
		case grpc.ForceCodecV2CallOption:
			o.codec = opt.CodecV2
		case grpc.PerRPCCredsCallOption:
			said, err := opt.Creds.GetRequestMetadata(ctx)
			if err != nil {
				return o, status.Error(codes.Unauthenticated, err.Error())
			}
			for name, value := range said {
				o.header.Append(name, value)
			}
		}
	}
	return o, nil
}

// pipe is such a call.
type pipe struct {
	ctx      context.Context // ends with the call
	hangUp   context.CancelCauseFunc
	codec    encoding.CodecV2 // of the client
	largest  int              // bytes of a message to the server
	toServer chan mem.BufferSlice
	toClient chan mem.BufferSlice
	said     chan struct{} // closed when the client has sent all
	saying   sync.Once     // closes it

	trailer metadata.MD   // of the server; for the client, once it has ended
	err     error         // with which the handler ended, once it has
	ended   chan struct{} // closed then
}

func newPipe(ctx context.Context, o callOptions, largest int) *pipe {
	p := &pipe{
		codec: o.codec, largest: largest,
		toServer: make(chan mem.BufferSlice, pipeAhead), toClient: make(chan mem.BufferSlice, pipeAhead), said: make(chan struct{}), ended: make(chan struct{}),
	}
	p.ctx, p.hangUp = context.WithCancelCause(metadata.NewIncomingContext(ctx, o.header))
	return p
}

// end is for when the handler has returned.
func (p *pipe) end(err error) {
	if err != nil {
		err = told(err)
	}
	p.err = err
	close(p.ended)
	p.hangUp(nil)
}

// cause is why a call whose context has ended goes no further.
func (p *pipe) cause() error {
	if cause := context.Cause(p.ctx); errors.Is(cause, errNodeClosed) {
		return cause
	}
	return status.FromContextError(p.ctx.Err()).Err()
}

// pipeClient is the client's end. As with any such stream, one goroutine may send and another receive.
type pipeClient struct{ *pipe }

// Header implements grpc.ClientStream: there is none.
func (c pipeClient) Header() (metadata.MD, error) { return metadata.MD{}, nil }

// Trailer implements grpc.ClientStream; it may be called once RecvMsg has told the end.
func (c pipeClient) Trailer() metadata.MD {
	select {
	case <-c.ended:
		return c.trailer
	default:
		return nil
	}
}

// Context implements grpc.ClientStream.
func (c pipeClient) Context() context.Context { return c.ctx }

// CloseSend implements grpc.ClientStream.
func (c pipeClient) CloseSend() error {
	c.saying.Do(func() { close(c.said) })
	return nil
}

// SendMsg implements grpc.ClientStream: io.EOF says that RecvMsg knows why the call has ended.
func (c pipeClient) SendMsg(m any) error {
	data, err := c.codec.Marshal(m)
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	select {
	case c.toServer <- data:
		return nil
	case <-c.ctx.Done():
		data.Free()
		return io.EOF
	}
}

// RecvMsg implements grpc.ClientStream.
func (c pipeClient) RecvMsg(m any) error {
	select {
	case data := <-c.toClient:
		return c.read(data, m)
	case <-c.ctx.Done():
	}
	select {
	case data := <-c.toClient: // sent before the end
		return c.read(data, m)
	case <-c.ended:
	default:
		return c.cause()
	}
	select {
	case data := <-c.toClient:
		return c.read(data, m)
	default:
	}
	if c.err == nil {
		return io.EOF
	}
	return c.err
}

func (c pipeClient) read(data mem.BufferSlice, m any) error {
	defer data.Free()
	if err := c.codec.Unmarshal(data, m); err != nil {
		c.hangUp(nil)
		return status.Error(codes.Internal, err.Error())
	}
	return nil
}

// pipeServer is the server's end.
type pipeServer struct{ *pipe }

// SetHeader implements grpc.ServerStream; our clients read none.
func (s pipeServer) SetHeader(metadata.MD) error { return nil }

// SendHeader implements grpc.ServerStream.
func (s pipeServer) SendHeader(metadata.MD) error { return nil }

// SetTrailer implements grpc.ServerStream.
func (s pipeServer) SetTrailer(md metadata.MD) { s.trailer = metadata.Join(s.trailer, md) }

// Context implements grpc.ServerStream.
func (s pipeServer) Context() context.Context { return s.ctx }

// SendMsg implements grpc.ServerStream.
func (s pipeServer) SendMsg(m any) error {
	data, err := NewCodec().Marshal(m)
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	select {
	case s.toClient <- data:
		return nil
	case <-s.ctx.Done():
		data.Free()
		return s.cause()
	}
}

// RecvMsg implements grpc.ServerStream.
func (s pipeServer) RecvMsg(m any) error {
	select {
	case data := <-s.toServer:
		return s.read(data, m)
	case <-s.said:
	case <-s.ctx.Done():
		return s.cause()
	}
	select {
	case data := <-s.toServer: // sent before
		return s.read(data, m)
	default:
		return io.EOF
	}
}

func (s pipeServer) read(data mem.BufferSlice, m any) error {
	defer data.Free()
	if n := data.Len(); n > s.largest {
		return status.Errorf(codes.ResourceExhausted, "received message larger than max (%d vs. %d)", n, s.largest)
	}
	if err := NewCodec().Unmarshal(data, m); err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	return nil
}
