// Erasures: how a read model learns that a stream was deleted.

package projector

import "candor/events"

// Erased is the event that a stream was deleted: its metadata truncates all of it, or it is tombstoned.
type Erased struct{ Stream string }

// ReadErasure reads an event of the log's own. handled reports that r is one; ok that it deletes the returned stream.
func ReadErasure(r *events.Recorded) (stream string, ok, handled bool) {
	d, handled := events.ReadDeletion(*r)
	return d.Stream, d.Whole(), handled
}
