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
func (a *analytics) Withdraw(t *projector.Tx, event *projector.Event, _ string) {
	erased, ok := event.Data.(projector.Erased)
	if !ok {
		return
	}
	if id, err := uuid.Parse(strings.TrimPrefix(erased.Stream, events.VisitorPrefix)); err == nil {
		a.erase(t, id)
		a.changed = true
	}
}
