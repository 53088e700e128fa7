// Leaves: what of an event is proved.

package proof

import (
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
)

// LeafData is the text whose RFC 6962 leaf hash stands for an event. It has four lines: stream,
// revision, the time in its metadata ([events.Metadata.At]) or, if there is none, when the log stored it (RFC 3339, UTC, with as many
// decimals as it has), and [events.Recorded.Hash]. All of it stays the same when a log is moved to another store.
//
//	review-12
//	4
//	2026-11-21T10:32:14.123Z
//	9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
func LeafData(r events.Recorded) []byte {
	at := r.Metadata().At
	if at.IsZero() {
		at = r.Created
	}
	return fmt.Appendf(nil, "%s\n%d\n%s\n%s\n", r.Stream, r.Revision, at.UTC().Format(time.RFC3339Nano), r.Hash())
}

// Leaf returns the hash that stands for an event in the tree, and false for an event that is no leaf: one of a stream that is not
// chained, or a sign-in that says it is none (see [events.SignIn]). Events of unknown types are leaves like all others, and so is
// an event of another type that says it is none, as nobody could tell a forgery from it.
func Leaf(r events.Recorded) (tlog.Hash, bool) {
	if !events.Chained(r.Stream) || events.SignIn(r.Type) && r.Metadata().Unproved {
		return tlog.Hash{}, false
	}
	return tlog.RecordHash(LeafData(r)), true
}
