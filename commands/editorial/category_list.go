// The existing categories, read from the log.

package editorial

import (
	"context"
	"errors"

	"candor/commands"
	"candor/events"
)

// KnownCategory is a category as it is now.
type KnownCategory struct {
	ID events.CategoryID
	events.CategoryContent
}

// Categories returns all categories that are not deleted, by id, from their streams: for commands that need them without a read
// model. Its error is Unavailable.
func (h *Handler) Categories(ctx context.Context) ([]KnownCategory, error) {
	last, err := h.Log.Last(ctx, events.IDsStream(events.CategoryKind))
	if errors.Is(err, events.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, commands.Typed(err)
	}
	var known []KnownCategory
	for id := events.CategoryID(1); id <= events.CategoryID(last.Revision)+1; id++ {
		var l commands.Loaded[category]
		if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil {
			return nil, commands.Typed(err)
		}
		if !l.State.gone() { // it is deleted, or a crash has wasted its number
			known = append(known, KnownCategory{id, l.State.content})
		}
	}
	return known, nil
}
