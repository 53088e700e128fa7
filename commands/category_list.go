// The categories that there are, as the log tells them.

package commands

import (
	"context"
	"errors"

	"candor/events"
)

// KnownCategory is a category as it is now.
type KnownCategory struct {
	ID events.CategoryID
	events.CategoryContent
}

// Categories returns all categories that are not deleted, by id, from their streams: for commands that must know them and have no read model. Its
// error is Unavailable.
func (h *Handler) Categories(ctx context.Context) ([]KnownCategory, error) {
	last, err := h.log.Last(ctx, events.IDsStream(events.CategoryKind))
	if errors.Is(err, events.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, typed(err)
	}
	var known []KnownCategory
	for id := events.CategoryID(1); id <= events.CategoryID(last.Revision)+1; id++ {
		var l loaded[category]
		if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil {
			return nil, typed(err)
		}
		if !l.state.gone() { // deleted; or a crash has cost a number
			known = append(known, KnownCategory{id, l.state.content})
		}
	}
	return known, nil
}
