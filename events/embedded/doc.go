// Package embedded is an event store in this process: streams with revisions and one log with positions, as EventStoreDB has them, in one
// bbolt file.
//
// [Open] opens a [Node] on a file; [Node.Log] is its [events.Log], which calls the engine directly. Package server serves a node to
// other programs. The packages know streams and bytes, not their meaning.
//
// Its parts:
//
//	internal/storage   the bbolt file: events, streams, ids; opening, checking, committing, copying
//	internal/engine    expected revisions, stream metadata, the one writer, pages of events
//	server             EventStoreDB's gRPC protocol on a node, for the official clients
package embedded
