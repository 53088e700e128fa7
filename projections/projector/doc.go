// Package projector keeps read models following the log: one [Projector] for each, which subscribes, decodes events and applies them in
// batches, each in one transaction with its checkpoint. It rebuilds files that are damaged or of another version, and checks them against
// the log.
//
// A read model is a [Definition] and a [Model], whose Apply takes one event into a transaction, and a type with queries that embeds a
// [View].
//
// # Goroutines
//
//	Log.Subscribe ─▶ queue ─▶ decoder ─▶ batches (12) ─▶ applier ─▶ bbolt ─▶ queries (any number)
//	   reader                                             │ wake (1) ◀── WaitFor
//	                                                      └─ supervisor's own goroutine
//
// Three goroutines for each file that is followed. All end with Close, which waits for them.
//
//	queue     1,024 messages or 2 MiB; full: the subscription is not read further until there is space
//	batches   12, each the whole queue; full: the decoder blocks, and then the queue fills
//	pending   8,192 events (analytics 32,768) or 16 MiB of data; full: they are committed at once
//	wake      1 token; full: the applier is already woken
//
// Live, pending events are committed at once while somebody waits, else after 25 ms (history and
// proof 200 ms, analytics 3 s), so that unnecessary fsyncs don't compete with the log's. Catching up,
// they are committed when the batch is full or after a second; a rebuild pauses between small batches while requests come
// in (throttle.go). A [Set] polls the log's head every 5 s for the metrics.
//
// # Files
//
// One bbolt file a model, <dir>/<name>.db. Beside the buckets that each model documents there is
// "meta", with one key, "state": checkpoint, version, counts and the events that were set aside,
// written in the same transaction as what they describe. So every event takes effect exactly once.
//
// Every value begins with the CRC-32C of bucket, key and payload, and the meta holds the sum of all,
// because bbolt checks none of its pages but two (tx.go). Opening checks every pair and that every page
// is reachable, for files up to 8 MiB at once and for larger ones while they serve; and before the first write bbolt's list of
// free pages is compared with the pages in use (verify.go). Damaged or foreign, a file is renamed <name>.db.damaged, rebuilt in
// place, and then removed; until it is complete again queries fail with [ErrNotReady]. A file of
// another version keeps answering, unchanged, while <name>.db.new is built; then that is renamed over
// it. [Set.Rebuild] does the same by hand. Files with another row format are treated as damaged.
//
// # The log away
//
// While the log is away every model answers with its current rows, and AsOf says until when they were complete. When the log is back,
// the event that the file has applied last is compared with the log's, before anything is applied: a restored backup, or
// another node at the same address, is another log. Then the model stops and reports it ([ErrOtherLog], LogKnown) until
// the right log is back or somebody starts a rebuild (log_identity.go).
//
// # Poison
//
// An event of an unknown type is skipped and counted. One that a newer program has written stops its projector before it: it is logged,
// recorded in the meta and the status, and tried again at the next start. The model keeps answering meanwhile, and WaitFor fails with
// [ErrStopped].
//
// # Events that are set aside
//
// Any other event of a known type that can't be decoded, or at which the model panics, is set aside: the batch is rolled back and applied
// again without it (apply.go). What it is about stays as it was before; what it takes away is closed ([Withdrawer]). The meta and the
// status name it, and as a replay sets the same events aside, the rows stay those of a replay. A file that lacks events is rebuilt when the
// program's build is another one (build.go), which may be able to apply them; meanwhile it follows the log and answers. Damage of the file
// is only what bbolt reports, a panic or memory fault in bbolt's own code, or a wrong checksum (panics.go).
package projector
