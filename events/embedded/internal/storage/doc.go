// Package storage keeps the event log in one bbolt file.
//
// The main types are [Store], the open log; [Store.Commit], which makes a group of appends durable together; and [Reader], a short
// reading transaction. The package knows streams, revisions and bytes. It knows nothing of expected revisions, metadata rules or gRPC.
//
// # Buckets
//
// All numbers are big-endian, so byte order is number order.
//
//	header   "magic"   → "candor event log"
//	         "format"  → 0x00000004
//	         "end"     → position of the last event that a scavenge has examined, which it may have removed
//	         "closed"  → position of the last event when the file was last closed
//
//	events   position (8) → event, or nothing if the event is in large
//	large    position (8) → event of more than 16 KiB
//
//	streams  name length (2) name revision (8) → position (8) count (4)
//	         0x0009 "review-12" 0x0000000000000004 → 0x00000000000003e9 0x00000003
//	         revisions 4, 5 and 6 of review-12 are at positions 1001, 1002 and 1003
//	emptied  name → revision of the stream's last event, which a scavenge has removed; the revision is not used again
//
//	ids      hash of the stream's name (8) id (16) → position (8)
//
// A large event lies apart because bbolt writes the last leaf of a bucket again with each commit.
//
// # Event
//
//	checksum (4)    CRC-32C of the position (8) and everything below
//	created  (8)    100 ns ticks since the Unix epoch, UTC
//	revision (8)
//	name     (2+n)  of the stream
//	flags    (1)    bit 0: JSON
//	id       (16)
//	type, metadata, data: each uvarint length + bytes
//
// # Durability
//
// A commit is one bbolt transaction, which syncs its pages before the page that makes them count. After an error nobody knows what is
// on the disk, so the store takes no more writes. Keys of events only grow, and so do the keys of a stream and of its ids where ids are
// made in order (UUIDv7): bbolt then fills pages and writes few of them.
//
// # Scavenging
//
// A scavenge copies what is to stay into a new file, rewrite.go, and renames it over the old one: positions and revisions stay, with
// gaps. bbolt leaves the old bytes in pages that it sets free, so removing in place would not remove them.
//
// # Reading
//
// bbolt can't use a page again that a reader may still see, so transactions are short: they read a page of events and end before
// anybody waits. Bytes that a [Reader] hands out live as long as the function given to [Store.View].
package storage
