// The commands that undo the changes of an API key or a request.

package editorial

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"candor/commands"
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
	UndoItem      // with its new revision
	Changed  bool `json:"changed"`
}

// UndoRefusal is an item that stays as it is.
type UndoRefusal struct {
	Item
	Err error // its Kind is NotFound, Conflict (changed since the preview), InUse, Invalid (its slug is taken) or Unavailable
}

// CategoryUse counts the reviews and articles that use a category, taking into account everything up to a position in the log.
type CategoryUse func(ctx context.Context, id events.CategoryID, after events.Position) (int, error)

// PreviewUndo returns what undoing would do to each of the items, in their order, without doing it. Items that
// were not touched are left out. Its error is Unavailable, or used's.
func (h *Handler) PreviewUndo(ctx context.Context, u Undoing, items []Item, used CategoryUse) ([]Compensation, error) {
	found := make([]Compensation, len(items))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bulkWriters)
	for i, item := range items {
		group.Go(func() (err error) {
			defer commands.Recovered(&err)
			if item.Kind == events.CategoryKind {
				found[i], err = h.previewCategoryUndo(ctx, u, item, used)
			} else if c := h.contentOf(item.Kind); c != nil {
				found[i], err = c.previewUndo(ctx, u, item)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, commands.Typed(err)
	}
	list := make([]Compensation, 0, len(found))
	for _, c := range found {
		if c.Events > 0 {
			list = append(list, c)
		}
	}
	return list, nil
}

func (h *Handler) previewCategoryUndo(ctx context.Context, u Undoing, item Item, used CategoryUse) (Compensation, error) {
	n, err := used(ctx, events.CategoryID(item.ID), 0)
	if err != nil {
		return Compensation{}, err
	}
	return compensate(ctx, h, u, events.CategoryID(item.ID).Stream(), category{}, undoChanges[category]{item: item, used: n})
}

func (c collection[C, Ch]) previewUndo(ctx context.Context, u Undoing, it Item) (Compensation, error) {
	return compensate(ctx, c.h, u, c.kind.stream(it.ID), c.kind.start(), undoChanges[item[C, Ch]]{item: it})
}

// compensate describes what undoing would do to an item; the zero value where it was not touched.
func compensate[S reversible[S]](ctx context.Context, h *Handler, u Undoing, stream string, start S, c undoChanges[S]) (Compensation, error) {
	var l commands.Loaded[touched[S]]
	if err := touchedBy(u, start)(ctx, h.Log, stream, &l); err != nil {
		return Compensation{}, err
	}
	c.at = h.Now()
	out, err := c.compensation(&l)
	if commands.KindOf(err) == commands.NotFound {
		return Compensation{}, nil
	}
	return out, err
}

// Undo undoes changes, item by item: each has to be at the revision it is given with. Content comes first, so
// that a category whose last review goes with it can go too. All events have the caller's request id. What is
// refused for one item does not hold up the others. Errors: Unprocessable, Unavailable when the log is unavailable
// for every item.
func (h *Handler) Undo(ctx context.Context, by commands.Caller, u Undoing, items []UndoItem, used CategoryUse) (UndoOutcome, error) {
	by.Undoes = u.name()
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
	each := func(chosen func(kind string) bool, undo func(item UndoItem) (commands.Result, error)) {
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
	each(func(kind string) bool { return h.contentOf(kind) != nil }, func(item UndoItem) (commands.Result, error) {
		result, err := h.contentOf(item.Kind).undo(ctx, by, u, item)
		if err == nil {
			h.forgetDraft(ctx, by, events.Item{Kind: item.Kind, ID: item.ID}) // undoing may have deleted it
		}
		return result, err
	})
	after := out.Position
	each(func(kind string) bool { return kind == events.CategoryKind }, func(item UndoItem) (commands.Result, error) {
		return h.undoCategory(ctx, by, u, item, used, after)
	})
	each(func(kind string) bool { return kind == events.AuthorKind }, func(item UndoItem) (commands.Result, error) {
		return h.undoAuthor(ctx, by, u, item)
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

// undo undoes the changes to one item.
func undo[S reversible[S]](ctx context.Context, h *Handler, by commands.Caller, u Undoing, stream string, start S, item UndoItem, c undoChanges[S]) (commands.Result, error) {
	c.at = h.At(by)
	return commands.Step[touched[S]]{Stream: stream, IfMatch: &item.Revision, Load: touchedBy(u, start), Command: c}.Run(ctx, h.Executor, by)
}

func (c collection[C, Ch]) undo(ctx context.Context, by commands.Caller, u Undoing, it UndoItem) (commands.Result, error) {
	run := func(ctx context.Context) (commands.Result, error) {
		return undo(ctx, c.h, by, u, c.kind.stream(it.ID), c.kind.start(), it, undoChanges[item[C, Ch]]{item: it.Item})
	}
	if c.kind.slug == nil {
		return run(ctx)
	}
	return undoWithSlug(ctx, by, u, c.slugs(), c.kind.stream(it.ID), c.kind.start(), it, run)
}

// undoCategory undoes the changes to a category. after is the position that the count of its users has to take into account.
func (h *Handler) undoCategory(ctx context.Context, by commands.Caller, u Undoing, item UndoItem, used CategoryUse, after events.Position) (commands.Result, error) {
	id := events.CategoryID(item.ID)
	n, err := used(ctx, id, after)
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	result, err := undoWithSlug(ctx, by, u, h.categorySlugs(), id.Stream(), category{}, item, func(ctx context.Context) (commands.Result, error) {
		return undo(ctx, h, by, u, id.Stream(), category{}, item, undoChanges[category]{item: item.Item, used: n})
	})
	h.categories.Put(id, time.Time{})
	return result, err
}

// undoWithSlug undoes the changes to a thing with a slug: the slug that it gets back is reserved before, and the one that it
// leaves is released after.
func undoWithSlug[S interface {
	reversible[S]
	slug() string
}](ctx context.Context, by commands.Caller, u Undoing, r slugRegistry, stream string, start S, item UndoItem, run func(context.Context) (commands.Result, error)) (commands.Result, error) {
	unlock, err := r.lock(ctx, item.ID)
	if err != nil {
		return commands.Result{}, err
	}
	defer unlock()
	var l commands.Loaded[touched[S]]
	if err := touchedBy(u, start)(ctx, r.Log, stream, &l); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	from := l.State.now.slug()
	to := from
	if l.Revision == item.Revision && l.State.n > 0 {
		to = l.State.before.slug()
	}
	return r.move(ctx, by, item.ID, from, to, run)
}
