// Erasures: how a read model hears that a stream was deleted.

package projector

import "candor/events"

// Erased says that a stream was deleted: its metadata says that all of it is cut off, or
// it is tombstoned.
type Erased struct{ Stream string }

// ReadErasure looks at the events that the log itself writes. handled: r is one of them; ok: it
// deletes the returned stream.
func ReadErasure(r *events.Recorded) (stream string, ok, handled bool) {
	d, handled := events.ReadDeletion(*r)
	return d.Stream, d.Whole(), handled
}
