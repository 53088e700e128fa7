// Package logproxy is a gRPC server in front of an event store, for tests: it passes everything on, and ends calls as a server
// does that is too busy or has lost its leader. It looks like a server that is not Candor's own.
package logproxy

import (
	"context"
	"errors"
	"io"
	"net"
	"path"
	"sync"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
)

// Call is one call on its way through the proxy.
type Call struct {
	Method       string // without its service: Read, Append, BatchAppend, …
	Subscription bool
	Answers      int // that have been passed on
}

// Proxy passes calls on. It is safe for concurrent use.
type Proxy struct {
	server   *grpc.Server
	listener net.Listener
	to       *grpc.ClientConn

	mu       sync.Mutex
	onSend   func(Call) error
	onAnswer func(Call) error
	open     map[chan error]bool // of subscriptions
	begun    int
}

// Open serves the node at an address, which speaks no TLS, on a free port of the loopback interface.
func Open(node string) (*Proxy, error) {
	to, err := grpc.NewClient(node, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	p := &Proxy{to: to, open: map[chan error]bool{}}
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	p.server = grpc.NewServer(grpc.ForceServerCodecV2(rawCodec{}), grpc.UnknownServiceHandler(p.pass), grpc.MaxRecvMsgSize(17<<20))
	go func() { _ = p.server.Serve(p.listener) }()
	return p, nil
}

// ConnectionString leads to the proxy.
func (p *Proxy) ConnectionString() string {
	return "esdb://" + p.listener.Addr().String() + "?tls=false"
}

// Close ends everything.
func (p *Proxy) Close() error {
	p.server.Stop()
	return p.to.Close()
}

// OnSend has f asked before each message of a client is passed on; its error ends the call, and the node never hears of it.
func (p *Proxy) OnSend(f func(Call) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onSend = f
}

// OnAnswer has f asked before each message of the node is passed on; its error ends the call in its place.
func (p *Proxy) OnAnswer(f func(Call) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onAnswer = f
}

// Drop ends the subscriptions that are open, and returns how many there were.
func (p *Proxy) Drop(why error) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.open)
	for ended := range p.open {
		ended <- why
	}
	clear(p.open)
	return n
}

// Subscriptions is how many there have been.
func (p *Proxy) Subscriptions() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.begun
}

// ask asks what was given to OnSend or OnAnswer, which f leads to.
func (p *Proxy) ask(f *func(Call) error, c Call) error {
	p.mu.Lock()
	asked := *f
	p.mu.Unlock()
	if asked == nil {
		return nil
	}
	return asked(c)
}

// pass is the handler of every method.
func (p *Proxy) pass(_ any, in grpc.ServerStream) error {
	full, _ := grpc.MethodFromServerStream(in)
	call := Call{Method: path.Base(full)}
	headers, _ := metadata.FromIncomingContext(in.Context())
	ctx, cancel := context.WithCancel(metadata.NewOutgoingContext(in.Context(), headers.Copy()))
	defer cancel()

	var first raw
	if err := in.RecvMsg(&first); err != nil {
		return err
	}
	call.Subscription = call.Method == "Read" && subscribes(first)
	ended := make(chan error, 3)
	if call.Subscription {
		p.mu.Lock()
		p.open[ended] = true
		p.begun++
		p.mu.Unlock()
		defer func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.open, ended)
		}()
	}
	if err := p.ask(&p.onSend, call); err != nil {
		return err
	}
	out, err := p.to.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, full, grpc.ForceCodecV2(rawCodec{}), grpc.MaxCallRecvMsgSize(17<<20))
	if err != nil {
		return err
	}
	if err := out.SendMsg(&first); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	go func() {
		if err := p.send(in, out, call); err != nil {
			ended <- err
		}
	}()
	go func() { ended <- p.answer(in, out, call) }()
	return <-ended
}

// send passes the client's messages on, and returns an error when the call must end.
func (p *Proxy) send(in grpc.ServerStream, out grpc.ClientStream, call Call) error {
	for {
		var m raw
		if err := in.RecvMsg(&m); err != nil {
			_ = out.CloseSend() // the client has said all, or is gone
			return nil
		}
		if err := p.ask(&p.onSend, call); err != nil {
			return err
		}
		if err := out.SendMsg(&m); err != nil {
			return nil // the answer says why
		}
	}
}

// answer passes the node's messages on, and returns how the call ends.
func (p *Proxy) answer(in grpc.ServerStream, out grpc.ClientStream, call Call) error {
	if header, err := out.Header(); err == nil {
		_ = in.SetHeader(header)
	}
	for ; ; call.Answers++ {
		var m raw
		if err := out.RecvMsg(&m); err != nil {
			in.SetTrailer(out.Trailer())
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := p.ask(&p.onAnswer, call); err != nil {
			return err
		}
		if err := in.SendMsg(&m); err != nil {
			return err
		}
	}
}

func subscribes(request raw) bool {
	var r api.ReadReq
	return proto.Unmarshal(request, &r) == nil && r.GetOptions().GetSubscription() != nil
}

// raw is a message as it came.
type raw []byte

// rawCodec leaves messages as they are.
type rawCodec struct{}

func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*raw))}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*raw) = data.Materialize()
	return nil
}

func (rawCodec) Name() string { return "proto" }
