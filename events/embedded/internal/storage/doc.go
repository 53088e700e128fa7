// Package storage keeps the event log in one bbolt file.
//
// The main types are [Store], the open file; [Reader], a short look into it; [Commit], one write
// transaction that makes a group of appends durable together; and [Block], a run of consecutive events
// of one stream. The package knows streams, revisions and bytes. It knows nothing of expected
// revisions, metadata rules or gRPC.
//
// # Buckets
//
// All numbers are big-endian, so byte order is number order.
//
//	header  "magic"   → "candor event log"
//	        "format"  → 0x00000001            0x00000002 once it was scavenged
//	        "indexed" → 0x0000000000002710    every event up to position 10000 is in index and ids
//	        "removed" → 0x0000000000004e20    format 2: events up to position 20000 may be missing
//
//	log     position (8) piece (2) → a block, or a later piece of a large one
//	        0x00000000000003e9 0000 → block with the events at positions 1001, 1002, …
//	        0x00000000000003e9 0001 → bytes 16384… of the block at 1001, if it is larger than 16 KiB
//
//	index   name length (2) name revision (8) → position (8) count (4)
//	        0x0009 "review-12" 0x0000000000000004 → 0x00000000000003e9 0x00000003
//	        revisions 4, 5 and 6 of review-12 are at positions 1001, 1002 and 1003
//	        position 0, count 1: the stream's last event so far, removed; its revision is not used again
//
//	ids     tier (1) last position (8) → sorted pairs: fingerprint (8) position (8)
//	        0x00 0x0000000000002710 → 0x00031a… 0x0000000000000417  0x0009f2… …
//
// # Block
//
// An append of n events takes n positions in a row, cut into blocks of about 16 KiB; the event i of a
// block has position first+i and revision+i. A block never mixes streams or appends, so that a
// deleted stream's blocks can be dropped whole, and a truncated stream's blocks cut at the front.
//
//	checksum (4)   CRC-32C of the position (8) and everything below
//	format   (1)   1
//	created  (8)   100 ns ticks since the Unix epoch, UTC
//	revision (8)   of the first event
//	count    (4)   events
//	name     (2+n) stream name
//	events         flags (1; bit 0: JSON) id (16) type, metadata, data (each uvarint length + bytes)
//
// # The log is the truth, the rest is derived
//
// Only the log and new streams' order in it are written at every commit. The entries for index and ids gather
// in memory (the tail, see tail.go) and are written in one go every 16,384 events, in sorted order: a B+tree
// pays a page for each key put alone, but little for many neighbours at once. After a crash the tail is read
// again from the log, beginning after "indexed". Deleting nothing and appending in order also keeps
// bbolt's freelist short, so opening a large file is quick.
//
// # Scavenging
//
// A scavenge copies what is to stay into a new file, rewrite.go, and renames it over the old one: positions and revisions
// stay, with gaps. bbolt leaves the old bytes in pages that it sets free, so removing in place would not remove them.
//
// # Reading
//
// Bytes that a [Reader] or a [Block] hands out live as long as the function given to [Store.View].
package storage
