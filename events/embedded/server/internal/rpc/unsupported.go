package rpc

// Persistent subscriptions, which only EventStoreDB and KurrentDB serve.

import (
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

// noPersistent is the answer to every call about persistent subscriptions, and to the HTTP requests that some clients make instead.
const noPersistent = "persistent subscriptions need EventStoreDB or KurrentDB: see docs/clusters.md"

// registerPersistent registers the service's methods, so that callers learn more than that grpc doesn't know them.
func registerPersistent(g grpc.ServiceRegistrar) {
	generated := api.PersistentSubscriptions_ServiceDesc
	service := &grpc.ServiceDesc{ServiceName: generated.ServiceName}
	refuse := func(name string) {
		service.Streams = append(service.Streams,
			grpc.StreamDesc{StreamName: name, Handler: refusePersistent, ClientStreams: true, ServerStreams: true})
	}
	for _, m := range generated.Methods {
		refuse(m.MethodName)
	}
	for _, s := range generated.Streams {
		refuse(s.StreamName)
	}
	g.RegisterService(service, nil)
}

// refusePersistent implements each of the methods. It receives the request first: the official client reports io.EOF in place of a
// refusal that arrives before it has sent it.
func refusePersistent(_ any, stream grpc.ServerStream) error {
	var d discarded
	_ = stream.RecvMsg(&d)
	return &fail{code: codes.Unimplemented, text: noPersistent}
}
