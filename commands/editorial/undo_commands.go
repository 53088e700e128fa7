// The commands that undo the changes of an API key or a request.

package editorial

import (
	"context"

	"golang.org/x/sync/errgroup"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/history"
	"candor/events"
)

// UndoOutcome says how undoing ended for each item.
type UndoOutcome struct {
	RequestID string // by which the changes can be undone; an earlier request's, where this one repeats it
	Done      []UndoDone
	Refused   []UndoRefusal
	Position  events.Position // what a reader must wait for to see all of it; 0: nothing was appended
}

// UndoDone is an item that now is as it was. Changed is false when it was so already.
type UndoDone struct {
	history.UndoItem      // with its new revision
	Changed          bool `json:"changed"`
}

// UndoRefusal is an item that stays as it is.
type UndoRefusal struct {
	history.Item
	Err error // its Kind is NotFound, Conflict (changed since the preview), InUse, Invalid (its slug is taken) or Unavailable
}

// PreviewUndo returns what undoing would do to each of the items, in their order, without doing it. Items that
// were not touched are left out. Its error is Unavailable, or used's.
func (h *Handler) PreviewUndo(ctx context.Context, u history.Undoing, items []history.Item, used categories.Use) ([]history.Compensation,
	error) {
	found := make([]history.Compensation, len(items))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bulkWriters)
	for i, item := range items {
		group.Go(func() (err error) {
			defer commands.Recovered(&err)
			if item.Kind == events.CategoryKind {
				found[i], err = h.categories.PreviewUndo(ctx, u, item, used)
			} else if c := h.contentOf(item.Kind); c != nil {
				found[i], err = c.previewUndo(ctx, u, item)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, commands.Typed(err)
	}
	list := make([]history.Compensation, 0, len(found))
	for _, c := range found {
		if c.Events > 0 {
			list = append(list, c)
		}
	}
	return list, nil
}

func (c collection[C, Ch]) previewUndo(ctx context.Context, u history.Undoing, it history.Item) (history.Compensation, error) {
	return history.Preview(ctx, c.h.Executor, u, c.kind.stream(it.ID), c.kind.start(), it, 0)
}

// Undo undoes changes, item by item: each has to be at the revision it is given with. Content comes first, so
// that a category whose last review goes with it can go too. All events have the caller's request id. What is
// refused for one item does not hold up the others. Errors: Unprocessable, Unavailable when the log is unavailable
// for every item.
func (h *Handler) Undo(ctx context.Context, by commands.Caller, u history.Undoing, items []history.UndoItem,
	used categories.Use) (UndoOutcome, error) {
	by.Undoes = u.Name()
	if by.IdempotencyKey != "" {
		accepted, err := h.Claim(ctx, by, "", 0)
		if err != nil {
			return UndoOutcome{}, err
		}
		by.At, by.RequestID = accepted.At, accepted.Request
	}
	out := UndoOutcome{RequestID: by.RequestID}
	if u.Deactivate {
		deactivated, err := h.access.DeactivateKey(ctx, by, u.Key)
		if err != nil && commands.KindOf(err) != commands.NotFound { // a deleted key is as good as a deactivated one
			return UndoOutcome{}, err
		}
		out.Position = deactivated.Position
	}
	results := make([]commands.Result, len(items))
	failed := make([]error, len(items))
	each := func(chosen func(kind string) bool, undo func(item history.UndoItem) (commands.Result, error)) {
		var group errgroup.Group
		group.SetLimit(bulkWriters)
		for i, item := range items {
			if chosen(item.Kind) {
				group.Go(func() error {
					defer commands.Recovered(&failed[i])
					results[i], failed[i] = undo(item)
					return nil
				})
			}
		}
		_ = group.Wait() // every item's error is its own
		for _, r := range results {
			out.Position = max(out.Position, r.Position)
		}
	}
	each(func(kind string) bool { return h.contentOf(kind) != nil }, func(item history.UndoItem) (commands.Result, error) {
		result, err := h.contentOf(item.Kind).undo(ctx, by, u, item)
		if err == nil {
			h.forgetDraft(ctx, by, events.Item{Kind: item.Kind, ID: item.ID}) // undoing may have deleted it
		}
		return result, err
	})
	after := out.Position
	each(func(kind string) bool { return kind == events.CategoryKind }, func(item history.UndoItem) (commands.Result, error) {
		return h.categories.Undo(ctx, by, u, item, used, after)
	})
	each(func(kind string) bool { return kind == events.AuthorKind }, func(item history.UndoItem) (commands.Result, error) {
		return h.authors.Undo(ctx, by, u, item)
	})
	var unavailable error
	for i, item := range items {
		if err := failed[i]; err != nil {
			switch commands.KindOf(err) {
			case commands.NotFound, commands.Conflict, commands.InUse, commands.Invalid:
			case commands.Unavailable:
				unavailable = err
			default:
				return UndoOutcome{}, err
			}
			out.Refused = append(out.Refused, UndoRefusal{item.Item, err})
			continue
		}
		item.Revision = results[i].Revision
		out.Done = append(out.Done, UndoDone{item, results[i].Position != 0})
	}
	if unavailable != nil && len(out.Done) == 0 {
		return UndoOutcome{}, unavailable
	}
	return out, nil
}

func (c collection[C, Ch]) undo(ctx context.Context, by commands.Caller, u history.Undoing, it history.UndoItem) (commands.Result, error) {
	if c.kind.slug == nil {
		return history.Undo(ctx, c.h.Executor, by, u, c.kind.stream(it.ID), c.kind.start(), it, 0)
	}
	return history.UndoWithSlug(ctx, by, u, c.slugs(), c.kind.stream(it.ID), c.kind.start(), it, 0)
}
