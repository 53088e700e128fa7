// Events that can't be decoded or applied: what they take away is no longer found.

package search

import (
	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*search)(nil)

// Withdraw takes an item that an event unpublishes or deletes out of the searches, and the name of a category that it deletes.
func (s *search) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if !events.TakesAway(eventType) {
		return
	}
	e, ok := event.Data.(events.Event)
	if !ok {
		e = events.Withdrawal(eventType, event.Stream, event.Created)
	}
	about, ok := events.AboutOf(e)
	if !ok {
		return
	}
	if about.Kind == events.CategoryKind {
		s.withdrawCategory(t, event.Position, about.ID)
		return
	}
	if !events.IsKind(about.Kind) {
		return
	}
	key := itemKey(about.Kind, about.ID)
	one := s.open[key]
	if one == nil {
		one = loadItem(t, key)
	}
	if one == nil {
		return
	}
	switch about.Action {
	case events.ActionUnpublished:
		one.Published = false
	case events.ActionDeleted:
		one.Deleted = true
	}
	one.Revision = event.Revision
	s.open[key], s.reached = one, event.Position
}

func (s *search) withdrawCategory(t *projector.Tx, at events.Position, id int64) {
	one, known := readCategory(t, id)
	if !known {
		return
	}
	one.Deleted = true
	t.Bucket("category").Put(projector.Number(id), projector.Encode(one))
	s.renamed[reviewGroup(id)], s.renamed[articleGroup(one.Slug)], s.reached = true, true, at
}
