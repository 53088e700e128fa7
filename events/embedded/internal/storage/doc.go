// Package storage keeps the event log in one bbolt file, and its youngest part in a journal beside it while it is open.
//
// The main types are [Store], the open log; [Reader], a short reading transaction on it; [Store.Commit], which makes a group
// of appends durable together; and [Block], a run of consecutive events of one stream. The package knows streams, revisions and bytes. It knows nothing of expected
// revisions, metadata rules or gRPC.
//
// # Buckets
//
// All numbers are big-endian, so byte order is number order.
//
//	header  "magic"   → "candor event log"
//	        "format"  → 0x00000001            0x00000002 once it was scavenged, 0x00000003 while a journal is needed
//	        "indexed" → 0x0000000000002710    every event up to position 10000 is in index and ids
//	        "removed" → 0x0000000000004e20    once it was scavenged: events up to position 20000 may be missing
//	        "journal" → id (16) 0x0000000000000007 0x00000000
//	                    format 3: the journal of this id is needed, and has a record of generation 7 at offset 0
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
//	ids     tier (1) last position (8) part (1), of tier 2 → sorted pairs: fingerprint (8) position (8)
//	        0x00 0x0000000000002710 → 0x00031a… 0x0000000000000417  0x0009f2… …
//	        0x00 0xffffffffffffffff → nothing, and three more before it: they keep these runs in leaves of their own
//	        0x02 0x0000000000040000 0x3f → of a merged run the fingerprints that begin with the bits 111111
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
// # The journal
//
// A bbolt transaction costs two syncs and a copy of every page on the way to the new one. So a commit writes one record into
// log.db.journal and syncs that, which is one write over blocks that the file already has. The blocks stay
// in memory, too (memtable.go), and are moved into the log, many commits in one transaction, by a goroutine beside the commits
// (move.go). Readers see the bbolt file up to where memory begins, and memory from there on.
//
//	page 0  magic (16) format (4) id (16) bytes of a half (8) CRC-32C (4)
//	then two halves of 2 MiB. Generation g of the records is in half g mod 2; each record begins at a page:
//
//	checksum   (4)  CRC-32C of the id and everything below
//	length     (4)  of what follows
//	generation (8)
//	first      (8)  position
//	blocks          each: position (8) length (4) block
//
// When a record does not fit, it goes to the front of the other half, and what the first one holds is moved. If the other
// one's last move has not ended, the commit waits for it: nothing grows. A group larger than a half is written into the file
// at once, with all that waits. Closing moves everything and removes the journal, so the file alone is the whole log again.
//
// After a crash, recover.go takes the records that the file lacks, in order, and moves them into the file before anybody
// reads. Records end at the first that is not whole; its commit was not answered. That rests on three things. A record is written
// after the one before it was synced, so nothing acknowledged comes after one that is torn: a whole record after one that is not is
// damage, and refused. A half is written over only after the move of its records, so the records that count follow on from
// the file without a gap: a gap is refused. And a move begins after the first record of the next generation is durable, and notes that record in
// the header: a journal that lacks it is an older copy, and refused, like one with another id and one that is missing.
// "format" keeps programs that know nothing of the journal away.
//
// # The log is the truth, the rest is derived
//
// The entries for index and ids are collected in memory (the tail, see tail.go) and are written with a move, every 16,384 events or so, in
// sorted order: a B+tree pays a page for each key put alone, but little for many neighbours at once. After a crash the
// tail is read again from the log, beginning after "indexed". Deleting nothing and appending in order also keeps
// bbolt's freelist short, so opening a large file is quick.
//
// # Scavenging
//
// A scavenge copies what is to stay into a new file, rewrite.go, and renames it over the old one: positions and revisions
// stay, with gaps; the journal goes with the old file. bbolt leaves the old bytes in pages that it sets free, so removing in place would not remove them.
//
// # Reading
//
// Memory is read before the file, so that what is moved in between may be seen twice, in which case memory takes precedence, but
// is never missed. Bytes that a [Reader] or a [Block] hands out live as long as the function given to [Store.View].
package storage
