// Package engine is the event store without its network side: streams with revisions, one log with positions.
//
// [Engine] takes appends, deletes and tombstones, one writer goroutine deciding about all of them in turn, and
// answers reads page by page. [Check] holds the rules about expected revisions, [Metadata] those about truncation.
// The package knows nothing of gRPC. The rules are EventStoreDB's; see the section "Server semantics" that
// each comment cites by its subject.
//
// # From an append to its readers
//
//	Append → queue → writer: take all that waits → check each against the heads → one storage.Commit (fsync)
//	                 → heads and last position published → each caller answered, each waiting reader woken
//
// There is no timer: whatever arrives while one commit is being synced is the next commit. An append is
// answered after its commit is durable, and visible to readers only then.
package engine
