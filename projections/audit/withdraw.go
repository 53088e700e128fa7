// Events that can't be decoded or applied: what they take off the site is shown as it is now.

package audit

import (
	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*auditLog)(nil)

// Withdraw notes that an item is no longer published, or that it is deleted, so that it can be restored. There is no entry: who did it, and
// what, can't be read.
func (l *auditLog) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if !events.TakesAway(eventType) {
		return
	}
	known, decoded := event.Data.(recordedEvent)
	about, of := known.about, decoded
	if !decoded {
		about, of = events.AboutOf(events.Withdrawal(eventType, event.Stream, event.Created))
		known.metadata.Actor = events.System
	}
	if !of {
		return
	}
	entry := Entry{Position: event.Position, Stream: event.Stream, Revision: event.Revision, At: event.Created.UTC(), Kind: about.Kind,
		ID: about.ID, Actor: known.metadata.Actor, CorrelationID: known.metadata.CorrelationID}
	entry.noteDeletion(t, about.Action)
	l.changed = entry.transition(t, about.Action) || l.changed
}
