// Package logproxy is a gRPC proxy in front of an event store, for tests. It forwards everything, and can end calls like a server that is
// too busy or has lost its leader. To its clients it doesn't look like Candor's own server.
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

// Call describes a call that the proxy forwards.
type Call struct {
	Method       string // without its service: Read, Append, BatchAppend, …
	Subscription bool
	Answers      int // how many have been forwarded
}

// Proxy forwards calls to a node. It is safe for concurrent use.
type Proxy struct {
	server   *grpc.Server
	listener net.Listener
	to       *grpc.ClientConn

	mu       sync.Mutex
	onSend   func(Call) error
	onAnswer func(Call) error
	open     map[chan error]bool // subscriptions
}

// Open returns a proxy on a free port of the loopback interface. The node must not use TLS.
func Open(node string) (*Proxy, error) {
	to, err := grpc.NewClient(node, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	p := &Proxy{to: to, open: map[chan error]bool{}}
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	p.server = grpc.NewServer(grpc.ForceServerCodecV2(rawCodec{}), grpc.UnknownServiceHandler(p.forward), grpc.MaxRecvMsgSize(17<<20))
	go func() { _ = p.server.Serve(p.listener) }()
	return p, nil
}

// ConnectionString returns the connection string of the proxy.
func (p *Proxy) ConnectionString() string {
	return "esdb://" + p.listener.Addr().String() + "?tls=false"
}

// Close ends all calls and closes the proxy.
func (p *Proxy) Close() error {
	p.server.Stop()
	return p.to.Close()
}

// OnSend calls f before each message of a client is forwarded. An error of f ends the call without the message.
func (p *Proxy) OnSend(f func(Call) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onSend = f
}

// OnAnswer calls f before each message of the node is forwarded. An error of f ends the call without the message.
func (p *Proxy) OnAnswer(f func(Call) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onAnswer = f
}

// Drop ends all open subscriptions and returns how many there were.
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

// notify calls the function that was given to OnSend or OnAnswer.
func (p *Proxy) notify(f *func(Call) error, c Call) error {
	p.mu.Lock()
	set := *f
	p.mu.Unlock()
	if set == nil {
		return nil
	}
	return set(c)
}

// forward handles every method.
func (p *Proxy) forward(_ any, in grpc.ServerStream) error {
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
		p.mu.Unlock()
		defer func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.open, ended)
		}()
	}
	if err := p.notify(&p.onSend, call); err != nil {
		return err
	}
	out, err := p.to.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, full, grpc.ForceCodecV2(rawCodec{}),
		grpc.MaxCallRecvMsgSize(17<<20))
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

// send forwards the client's messages, and returns an error when the call must end.
func (p *Proxy) send(in grpc.ServerStream, out grpc.ClientStream, call Call) error {
	for {
		var m raw
		if err := in.RecvMsg(&m); err != nil {
			_ = out.CloseSend() // the client has sent everything, or is gone
			return nil
		}
		if err := p.notify(&p.onSend, call); err != nil {
			return err
		}
		if err := out.SendMsg(&m); err != nil {
			return nil // the answer says why
		}
	}
}

// answer forwards the node's messages, and returns how the call ends.
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
		if err := p.notify(&p.onAnswer, call); err != nil {
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

// raw holds a message as it was received.
type raw []byte

// rawCodec neither encodes nor decodes messages.
type rawCodec struct{}

func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*raw))}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*raw) = data.Materialize()
	return nil
}

func (rawCodec) Name() string { return "proto" }
