// Undoing the changes to an author.

package authors

import (
	"context"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// Undo undoes the changes to an author. Where there was none before, the author's stream is deleted. Errors: NotFound, Conflict, Invalid
// when another author has the name, Unavailable.
func (h *Handler) Undo(ctx context.Context, by commands.Caller, u history.Undoing, item history.UndoItem) (commands.Result, error) {
	id := events.AuthorID(item.ID)
	before, touched, err := history.Undone(ctx, h.Executor, u, id.Stream(), author{})
	if err != nil {
		return commands.Result{}, err
	}
	run := func(ctx context.Context) (commands.Result, error) {
		return history.Undo(ctx, h.Executor, by, u, id.Stream(), author{}, item, 0)
	}
	if touched && !before.Gone() {
		return h.renamed(ctx, by, id, before.content.Name, run)
	}
	result, err := run(ctx)
	if err != nil {
		return result, err
	}
	return result, commands.Typed(h.finish(ctx, id))
}
