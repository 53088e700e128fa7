// Saves: what one request appends to a stream at once.

package events

import "time"

// Step says of an event in a stream what tells one save from the next.
type Step struct {
	Request  string    // its correlation id
	At       time.Time // as the event states it
	Revision uint64
}

// Continues reports whether the event belongs to the same save as the one before it: the same request has appended both, for the same
// moment, one right after the other. An import makes many changes in one request, each of its own moment.
func (s Step) Continues(before Step) bool {
	return s.Request == before.Request && s.At.Equal(before.At) && s.Revision == before.Revision+1
}
