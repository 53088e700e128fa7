// Package engine is the event store without its network side: streams with revisions, one log with positions.
//
// [Engine] takes appends, deletes and tombstones, on which one writer goroutine decides one after another, and
// answers reads page by page. [Check] holds the rules about expected revisions, [Metadata] those about truncation.
// The package knows nothing of gRPC. The rules are EventStoreDB's.
//
// # From an append to its readers
//
//	Append → queue → writer: take all pending ones → check each against the heads → one storage.Commit (fsync)
//	                 → heads and last position published → each caller answered, each waiting reader woken
//
// There is no timer: whatever arrives while one commit is being synced is the next commit. An append is
// answered after its commit is durable, and visible to readers only then.
package engine
