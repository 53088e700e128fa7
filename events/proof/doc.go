// Package proof is the mathematics of "this history was not changed": a Merkle tree over the log's
// chained events, and checkpoints of it that are signed and can be published.
//
// The leaves of the tree are the events of all chained streams ([events.Chained]: content and
// security) but for the admin's sign-ins, in the order of $all. Those streams are never erased and never expire, so deleting a
// person's data and reclaiming its space changes no leaf. A [Leaf] covers an event's stream,
// revision, time and content; not its position, so that a copied log proves the same.
//
// The tree is that of RFC 6962 (section 2.1: SHA-256, 0x00 before leaves, 0x01 before nodes). A
// [Checkpoint] is a C2SP tlog-checkpoint (https://c2sp.org/tlog-checkpoint) in a signed note
// (https://c2sp.org/signed-note) with one Ed25519 signature:
//
//	example.com
//	1042
//	nND/nri/U0xuHUrYSy0HtMeal2vzD9V4k/BO79C+QeI=
//	position 88123
//	time 2026-11-21T10:32:14Z
//
//	— example.com x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
//
// So whoever holds one holds all of the history before it: from another history no other root can be
// made. Two checkpoints of one history are linked by a consistency proof, and one event is linked to
// a checkpoint by an inclusion proof; both are a few dozen hashes (golang.org/x/mod/sumdb/tlog).
package proof
