package rpc

// The streams service and its registration beside the others.

import (
	"sync/atomic"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"

	"candor/events/embedded/internal/engine"
)

// Streams serves reads and writes.
type Streams struct {
	api.UnimplementedStreamsServer
	guard
	stop          <-chan struct{} // closed when subscriptions must end
	subscriptions atomic.Int64
	incomplete    budget // bytes of batch appends that are not complete
	unanswered    budget // bytes of events of plain appends
}

// NewStreams returns the service on an engine. When stop is closed, reads under way end with Unavailable. authenticates
// says that the server has [Auth] before it; without, everybody is an administrator.
func NewStreams(e *engine.Engine, stop <-chan struct{}, authenticates bool) *Streams {
	return &Streams{guard: guard{e, authenticates}, stop: stop}
}

// Subscriptions returns how many subscriptions are open.
func (s *Streams) Subscriptions() int { return int(s.subscriptions.Load()) }

// Register makes g serve everything that this package knows. Clients that gossip are told to come to host and port.
func Register(g grpc.ServiceRegistrar, s *Streams, host string, port int) {
	api.RegisterStreamsServer(g, s)
	registerPersistent(g)
	serverfeatures.RegisterServerFeaturesServer(g, &features{})
	gossip.RegisterGossipServer(g, newMember(host, port))
}
