package rpc

// The way in for the node's own process: calls without a connection.
//
// The messages of such a call are in their wire form and pass the same checks to the same handlers as everybody's, so neither
// side knows the difference. What is left out is the transport: frames, windows, and four goroutines a connection that wake each
// other for every message, at a twentieth of what a page view costs.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Checks are what a call passes before its handler, the first one first.
type Checks struct {
	Unary  []grpc.UnaryServerInterceptor
	Stream []grpc.StreamServerInterceptor
}

// Calls are the calls from within this process. It is the registrar of the services that can be called so, and what its clients
// use in place of a connection.
type Calls struct {
	checks  Checks
	largest int // bytes of a message
	unary   map[string]func(ctx context.Context, decode func(any) error) (any, error)
	streams map[string]grpc.StreamHandler
	ctx     context.Context // ends when calls are cut off
	cut     context.CancelFunc

	mu     sync.Mutex
	closed bool
	open   sync.WaitGroup
}

// NewCalls returns calls that are checked like those of a server, with messages of at most largest bytes.
func NewCalls(checks Checks, largest int) *Calls {
	c := &Calls{
		checks: checks, largest: largest,
		unary: map[string]func(context.Context, func(any) error) (any, error){}, streams: map[string]grpc.StreamHandler{},
	}
	c.ctx, c.cut = context.WithCancel(context.Background())
	return c
}

// RegisterService implements grpc.ServiceRegistrar.
func (c *Calls) RegisterService(service *grpc.ServiceDesc, impl any) {
	for i := range service.Methods {
		m := &service.Methods[i]
		info := &grpc.UnaryServerInfo{Server: impl, FullMethod: "/" + service.ServiceName + "/" + m.MethodName}
		c.unary[info.FullMethod] = func(ctx context.Context, decode func(any) error) (any, error) {
			return m.Handler(impl, ctx, decode, func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
				for _, check := range slices.Backward(c.checks.Unary) {
					after := next
					next = func(ctx context.Context, req any) (any, error) { return check(ctx, req, info, after) }
				}
				return next(ctx, req)
			})
		}
	}
	for i := range service.Streams {
		s := &service.Streams[i]
		info := &grpc.StreamServerInfo{
			FullMethod: "/" + service.ServiceName + "/" + s.StreamName, IsClientStream: s.ClientStreams, IsServerStream: s.ServerStreams,
		}
		handle := s.Handler
		for _, check := range slices.Backward(c.checks.Stream) {
			after := handle
			handle = func(_ any, stream grpc.ServerStream) error { return check(impl, stream, info, after) }
		}
		c.streams[info.FullMethod] = func(_ any, stream grpc.ServerStream) error { return handle(impl, stream) }
	}
}

// errNodeClosed is how calls end that are cut off, or come too late.
var errNodeClosed = status.Error(codes.Unavailable, "the node is closed")

// told is an error of a handler as its client gets it.
func told(err error) error {
	if s, ok := status.FromError(err); ok {
		return s.Err()
	}
	return status.FromContextError(err).Err()
}

// begin counts a call, unless there are no more.
func (c *Calls) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errNodeClosed
	}
	c.open.Add(1)
	return nil
}

// Close lets no more calls in, gives those that are open some time to end by themselves, and cuts off what is left then.
func (c *Calls) Close(patience time.Duration) {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	late := time.AfterFunc(patience, c.cut)
	defer late.Stop()
	c.open.Wait()
	c.cut()
}

// Invoke implements grpc.ClientConnInterface: one message each way.
func (c *Calls) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	handle, known := c.unary[method]
	if !known {
		return unserved(method)
	}
	if err := c.begin(); err != nil {
		return err
	}
	defer c.open.Done()
	o, err := optionsOf(ctx, opts)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(metadata.NewIncomingContext(ctx, o.header))
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	answer, err := handle(grpc.NewContextWithServerTransportStream(ctx, noTrailers(method)), func(req any) error {
		data, err := o.codec.Marshal(args)
		if err != nil {
			return err
		}
		defer data.Free()
		return NewCodec().Unmarshal(data, req)
	})
	if err != nil {
		return told(err)
	}
	data, err := NewCodec().Marshal(answer)
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	defer data.Free()
	return o.codec.Unmarshal(data, reply)
}

// noTrailers takes what the handler of a unary call says beside its answer, which none of our clients reads.
type noTrailers string

func (n noTrailers) Method() string               { return string(n) }
func (noTrailers) SetHeader(metadata.MD) error    { return nil }
func (noTrailers) SendHeader(metadata.MD) error   { return nil }
func (noTrailers) SetTrailer(_ metadata.MD) error { return nil }

// NewStream implements grpc.ClientConnInterface.
func (c *Calls) NewStream(ctx context.Context, _ *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	handle, known := c.streams[method]
	if !known {
		return nil, unserved(method)
	}
	o, err := optionsOf(ctx, opts)
	if err != nil {
		return nil, err
	}
	if err := c.begin(); err != nil {
		return nil, err
	}
	p := newPipe(ctx, o, c.largest)
	stop := context.AfterFunc(c.ctx, func() { p.hangUp(errNodeClosed) })
	go func() {
		defer c.open.Done()
		defer stop()
		p.end(handle(nil, pipeServer{p}))
	}()
	return pipeClient{p}, nil
}

func unserved(method string) error {
	return status.Error(codes.Unimplemented, fmt.Sprintf("not served within the process: %s", strings.TrimPrefix(method, "/")))
}
