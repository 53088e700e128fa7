// Events that can't be decoded or applied: persons whose streams are deleted are erased.

package analytics

import (
	"strings"

	"github.com/google/uuid"

	"candor/projections/projector"

	"candor/events"
)

var _ projector.Withdrawer = (*analytics)(nil)

// Withdraw erases a person whose stream was deleted.
func (a *analytics) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	stream, ok := events.DeletedStream(eventType, event.Stream)
	if _, lasts := event.Data.(streamRetention); lasts || !ok {
		return
	}
	if id, err := uuid.Parse(strings.TrimPrefix(stream, events.VisitorPrefix)); err == nil {
		a.erase(t, id)
		a.changed = true
	}
}
