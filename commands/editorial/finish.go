// What a crash interrupted.

package editorial

import (
	"context"

	"candor/commands"
	"candor/events"
)

// Finish finishes what a crash interrupted in the stream of an author or a draft. It does nothing in other streams.
func (h *Handler) Finish(ctx context.Context, stream string) error {
	if id, ok := events.Number(stream, events.AuthorPrefix); ok {
		return h.finishAuthor(ctx, events.AuthorID(id))
	}
	if id, ok := events.DraftIn(stream); ok {
		return h.finishDraft(ctx, commands.SystemCaller(stream), id)
	}
	return nil
}
