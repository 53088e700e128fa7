// Time: when an event was made.

package events

import (
	"bytes"
	"time"
)

// Time returns when the event was made, UTC: the time in its metadata ([Metadata.At]), which stays the same when a log is moved to
// another store. It returns when the log stored the event if there is none, or a later one, which a clock that was fast has written.
//
// Clocks of several instances differ, so the times of consecutive events may go back a little. Where order matters, the time of the log
// at an event is the latest of the times up to it; see [Past].
func (r Recorded) Time() time.Time {
	if at, ok := r.madeAt(); ok && !at.After(r.Created) {
		return at
	}
	return r.Created.UTC()
}

// atLayout is how [Metadata.At] is written.
const atLayout = "2006-01-02T15:04:05.999Z07:00"

// atFirst is how metadata that Candor writes begins.
var atFirst = []byte(`{"at":"`)

// madeAt returns the time in the event's metadata; false if it has none.
func (r Recorded) madeAt() (at time.Time, ok bool) {
	if rest, first := bytes.CutPrefix(r.Meta, atFirst); first { // without decoding all of it
		if text, _, closed := bytes.Cut(rest[:min(len(rest), len(time.RFC3339Nano)+1)], []byte(`"`)); closed {
			at, _ = time.Parse(time.RFC3339, string(text))
		}
	} else if bytes.Contains(r.Meta, []byte(`"at"`)) {
		var m struct {
			At time.Time `json:"at"`
		}
		if unmarshal(r.Meta, &m) == nil {
			at = m.At
		}
	}
	return at.UTC(), !at.IsZero()
}
