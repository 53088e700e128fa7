// Package rpc serves EventStoreDB's gRPC protocol on an engine: streams, gossip and server features.
//
// The services, messages and field numbers are those of the official Go client's generated packages. The messages
// that go over the wire a million times, an event read and an event appended, are coded by hand on the same bytes
// (wire.go, proposed.go, batchwire.go), through a codec that leaves everything else to the protobuf library (codec.go).
//
// What is not served is answered Unimplemented, by grpc itself (projections, users, operations, monitoring) or with a reason
// (persistent subscriptions, unsupported.go), and is absent from the list of supported methods.
package rpc
