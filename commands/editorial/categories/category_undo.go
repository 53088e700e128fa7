// Undoing the changes to a category.

package categories

import (
	"context"
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// Use counts the reviews and articles that use a category, taking into account everything up to a position in the log.
type Use func(ctx context.Context, id events.CategoryID, after events.Position) (int, error)

// PreviewUndo describes what undoing would do to a category; the zero value where it was not touched. Its error is Unavailable, or used's.
func (h *Handler) PreviewUndo(ctx context.Context, u history.Undoing, item history.Item, used Use) (history.Compensation, error) {
	id := events.CategoryID(item.ID)
	n, err := used(ctx, id, 0)
	if err != nil {
		return history.Compensation{}, err
	}
	return history.Preview(ctx, h.Executor, u, id.Stream(), category{}, item, n)
}

// Undo undoes the changes to a category. after is the position that the count of its users has to take into account. Errors: NotFound,
// Conflict, InUse, Invalid when another category has its slug, Unavailable.
func (h *Handler) Undo(
	ctx context.Context, by commands.Caller, u history.Undoing, item history.UndoItem, used Use, after events.Position,
) (commands.Result, error) {
	id := events.CategoryID(item.ID)
	n, err := used(ctx, id, after)
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	result, err := history.UndoWithSlug(ctx, by, u, h.slugs(), id.Stream(), category{}, item, n)
	h.seen.Put(id, time.Time{})
	return result, err
}
