// The existing categories, read from the log.

package categories

import (
	"context"
	"errors"

	"candor/commands"
	"candor/events"
)

// Known is a category as it is now.
type Known struct {
	ID events.CategoryID
	events.CategoryContent
}

// All returns all categories that are not deleted, by id, from their streams: for commands that need them without a read
// model. Its error is Unavailable.
func (h *Handler) All(ctx context.Context) ([]Known, error) {
	last, err := h.Log.Last(ctx, events.IDsStream(events.CategoryKind))
	if errors.Is(err, events.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, commands.Typed(err)
	}
	var known []Known
	for id := events.CategoryID(1); id <= events.CategoryID(last.Revision)+1; id++ {
		var l commands.Loaded[category]
		if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil {
			return nil, commands.Typed(err)
		}
		if !l.State.Gone() { // it is deleted, or a crash has wasted its number
			known = append(known, Known{id, l.State.content})
		}
	}
	return known, nil
}

// Criteria returns the criteria of a category; none of one that doesn't exist. Its error is Unavailable.
func (h *Handler) Criteria(ctx context.Context, id events.CategoryID) ([]events.Criterion, error) {
	var l commands.Loaded[category]
	if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil {
		return nil, commands.Typed(err)
	}
	return l.State.content.Criteria, nil
}
