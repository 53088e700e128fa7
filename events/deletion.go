// Deletions: how the log says that a stream, or its beginning, is deleted.

package events

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
)

// MetadataPrefix turns the name of a stream, or a prefix, into that of its metadata stream, in which a soft deletion stands.
const MetadataPrefix = "$$"

// MetadataType is the type of the events in metadata streams.
const MetadataType = "$metadata"

// TombstoneType is the type of a stream's last event once it is deleted for ever.
const TombstoneType = "$streamDeleted"

// TruncatedType is the type of the empty events that stand in the place of a stream's first events where those are gone, in a log that was
// made from a backup by package restore: a store begins every stream at revision 0. Readers of the stream don't see them.
const TruncatedType = "$truncated"

// OwnedByStore reports whether a stream belongs to the store, such as $users, or $$$users with its metadata: no site writes it.
func OwnedByStore(stream string) bool {
	return strings.HasPrefix(strings.TrimPrefix(stream, MetadataPrefix), "$")
}

// Deletion says which events of a stream are deleted: those with a revision below Before, which the log goes on holding until it
// is scavenged.
type Deletion struct {
	Stream string
	Before uint64
}

// Whole reports whether nothing of the stream is left.
func (d Deletion) Whole() bool { return d.Before >= math.MaxInt64 }

// ReadDeletion reads an event that the log itself writes about a stream: its metadata, or its tombstone. ok is false for any other
// event; a Deletion with Before 0 deletes nothing.
func ReadDeletion(r Recorded) (d Deletion, ok bool) {
	if r.Type == TombstoneType {
		return Deletion{strings.TrimPrefix(r.Stream, MetadataPrefix), math.MaxUint64}, true
	}
	stream, ok := strings.CutPrefix(r.Stream, MetadataPrefix)
	if !ok {
		return Deletion{}, false
	}
	var m struct {
		TruncateBefore uint64 `json:"$tb"`
	}
	if json.Unmarshal(r.Data, &m) != nil {
		m.TruncateBefore = 0
	}
	return Deletion{stream, m.TruncateBefore}, true
}

// DeletedStream returns the stream that an event of the log's own is about, by its type and the stream that it is in; false for any other
// event. Whether it deletes that stream, only its data says.
func DeletedStream(eventType, stream string) (string, bool) {
	d, ok := ReadDeletion(Recorded{Type: eventType, Stream: stream})
	return d.Stream, ok
}

// tellOfDeletion are the types of events that say that what their stream held was deleted, and nothing that was in it.
var tellOfDeletion = []string{MessageDeleted{}.EventType(), AuthorDeleted{}.EventType(), NewsletterUnsubscribed{}.EventType(),
	DraftDiscarded{}.EventType()}

// TellsOfDeletion reports whether an event says that what its stream held was deleted, and nothing that was in it: it is shown
// although its stream is deleted.
func TellsOfDeletion(eventType string) bool { return slices.Contains(tellOfDeletion, eventType) }
