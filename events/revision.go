// Expected revisions: what a writer believes about a stream, named on every append.

package events

import "strconv"

// ExpectedRevision is what a writer believes the stream's last revision is. The zero value is Any. Two that mean the same are equal.
type ExpectedRevision struct {
	kind     expectation
	revision uint64
}

type expectation uint8

const (
	expectAny expectation = iota
	expectNoStream
	expectStreamExists
	expectExactly
)

var (
	// Any: whatever the stream holds. The log still drops a repeated event id where it remembers it.
	Any = ExpectedRevision{kind: expectAny}
	// NoStream: the stream was never written, or is soft-deleted.
	NoStream = ExpectedRevision{kind: expectNoStream}
	// StreamExists: the stream holds at least one event.
	StreamExists = ExpectedRevision{kind: expectStreamExists}
)

// Exactly expects the stream's last event to have this revision.
func Exactly(revision uint64) ExpectedRevision {
	return ExpectedRevision{kind: expectExactly, revision: revision}
}

// Revision returns the revision that [Exactly] was given; false for all other expectations.
func (e ExpectedRevision) Revision() (revision uint64, exact bool) {
	return e.revision, e.kind == expectExactly
}

func (e ExpectedRevision) String() string {
	switch e.kind {
	case expectNoStream:
		return "no stream"
	case expectStreamExists:
		return "stream exists"
	case expectExactly:
		return strconv.FormatUint(e.revision, 10)
	default:
		return "any"
	}
}
