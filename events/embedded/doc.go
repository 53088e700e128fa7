// Package embedded is an EventStoreDB node inside the process: it speaks EventStoreDB's gRPC protocol, so that the
// official clients can append, read and subscribe, and keeps the events in one bbolt file.
//
// [Open] starts a [Node] from a [Config]; [Node.Close] ends it. The package knows streams and bytes, and nothing of what
// they mean. It serves Append, Read (streams and $all, both directions, filters, subscriptions), Delete,
// Tombstone, gossip and server features; README.md has the table.
//
// The rooms inside:
//
//	internal/storage   the bbolt file: blocks, index, event ids; opening, checking, committing
//	internal/engine    expected revisions, stream metadata, the one writer, pages of events
//	internal/links     the system streams by category and by event type
//	internal/rpc       the gRPC services, messages, errors with trailers, credentials
package embedded
