// Events that can't be decoded or applied: who is deleted is not shown.

package inbox

import (
	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*inbox)(nil)

// Withdraw removes a message that an event deletes, and a subscriber whom it unsubscribes or erases. Their streams are not deleted because
// of it: see [Reader.Unerased].
func (i *inbox) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	stream, deleted := events.DeletedStream(eventType, event.Stream)
	if !deleted {
		stream = event.Stream
		if !events.TakesAway(eventType) {
			return
		}
	}
	if id, ok := events.Number(stream, events.MessagePrefix); ok {
		i.forget(t, id)
	}
	if id, ok := events.Number(stream, events.SubscriberPrefix); ok {
		i.leave(t, id)
	}
}
