// The commands that take back what an API key or a request has done.

package commands

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"candor/events"
)

// Item names a review, an article or a category.
type Item struct {
	Kind string `json:"kind"` // "review", "article" or "category"
	ID   int64  `json:"id"`
}

// UndoItem is an item at the revision that a preview was based on.
type UndoItem struct {
	Item
	Revision uint64 `json:"revision"`
}

// UndoOutcome says what became of each item.
type UndoOutcome struct {
	RequestID string // by which what was done can be undone; an earlier request's, where this one repeats it
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

// CategoryUse counts the reviews and articles that use a category, once everything up to a position in the log
// is taken into account.
type CategoryUse func(ctx context.Context, id events.CategoryID, after events.Position) (int, error)

// PreviewUndo says what taking back would do to each of the items, in their order, without doing it. Items that
// were not touched are left out. Its error is Unavailable, or used's.
func (h *Handler) PreviewUndo(ctx context.Context, u Undoing, items []Item, used CategoryUse) ([]Compensation, error) {
	found := make([]Compensation, len(items))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bulkWriters)
	for i, item := range items {
		group.Go(func() (err error) {
			switch item.Kind {
			case reviewKind:
				found[i], err = compensate(ctx, h, u, events.ReviewID(item.ID).Stream(), takeBack[reviewPast]{item: item})
			case articleKind:
				found[i], err = compensate(ctx, h, u, events.ArticleID(item.ID).Stream(), takeBack[articlePast]{item: item})
			case categoryKind:
				n, failed := used(ctx, events.CategoryID(item.ID), 0)
				if failed != nil {
					return failed
				}
				found[i], err = compensate(ctx, h, u, events.CategoryID(item.ID).Stream(), takeBack[category]{item: item, used: n})
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, typed(err)
	}
	list := make([]Compensation, 0, len(found))
	for _, c := range found {
		if c.Events > 0 {
			list = append(list, c)
		}
	}
	return list, nil
}

// compensate describes what taking back would do to an item; the zero value where it was not touched.
func compensate[S reversible[S]](ctx context.Context, h *Handler, u Undoing, stream string, c takeBack[S]) (Compensation, error) {
	var l loaded[touched[S]]
	if err := touchedBy[S](u)(ctx, h.log, stream, &l); err != nil {
		return Compensation{}, err
	}
	c.at = h.now()
	out, err := c.compensation(&l)
	if KindOf(err) == NotFound {
		return Compensation{}, nil
	}
	return out, err
}

// Undo takes back, item by item: each has to be at the revision it is given with. Reviews and articles come first, so
// that a category whose last review goes with it can go too. All events have the caller's request id. What is
// refused for one item does not hold up the others. Errors: Unprocessable, Unavailable when the log is away
// for every item.
func (h *Handler) Undo(ctx context.Context, by Caller, u Undoing, items []UndoItem, used CategoryUse) (UndoOutcome, error) {
	by.Undoes = u.name()
	if by.IdempotencyKey != "" {
		accepted, err := h.claim(ctx, by, "", 0)
		if err != nil {
			return UndoOutcome{}, err
		}
		by.At, by.RequestID = accepted.at, accepted.request
	}
	out := UndoOutcome{RequestID: by.RequestID}
	if u.Deactivate {
		done, err := h.DeactivateKey(ctx, by, u.Key)
		if err != nil && KindOf(err) != NotFound { // a deleted key is as good as a deactivated one
			return UndoOutcome{}, err
		}
		out.Position = done.Position
	}
	results := make([]Result, len(items))
	failed := make([]error, len(items))
	each := func(undo func(i int, item UndoItem) (Result, error), kinds ...string) {
		var group errgroup.Group
		group.SetLimit(bulkWriters)
		for i, item := range items {
			for _, kind := range kinds {
				if item.Kind == kind {
					group.Go(func() error {
						results[i], failed[i] = undo(i, item)
						return nil
					})
				}
			}
		}
		_ = group.Wait() // every item's error is its own
	}
	each(func(_ int, item UndoItem) (Result, error) {
		if item.Kind == articleKind {
			return undo[articlePast](ctx, h, by, u, events.ArticleID(item.ID).Stream(), item, 0)
		}
		return undo[reviewPast](ctx, h, by, u, events.ReviewID(item.ID).Stream(), item, 0)
	}, reviewKind, articleKind)
	for _, r := range results {
		out.Position = max(out.Position, r.Position)
	}
	after := out.Position
	each(func(_ int, item UndoItem) (Result, error) { return h.undoCategory(ctx, by, u, item, used, after) }, categoryKind)

	var away error
	for i, item := range items {
		if err := failed[i]; err != nil {
			switch KindOf(err) {
			case NotFound, Conflict, InUse, Invalid:
			case Unavailable:
				away = err
			default:
				return UndoOutcome{}, err
			}
			out.Refused = append(out.Refused, UndoRefusal{item.Item, err})
			continue
		}
		item.Revision = results[i].Revision
		out.Done = append(out.Done, UndoDone{item, results[i].Position != 0})
		out.Position = max(out.Position, results[i].Position)
	}
	if away != nil && len(out.Done) == 0 {
		return UndoOutcome{}, away
	}
	return out, nil
}

// undo takes back what was done to one item.
func undo[S reversible[S]](ctx context.Context, h *Handler, by Caller, u Undoing, stream string, item UndoItem, used int) (Result, error) {
	return step[touched[S]]{stream: stream, ifMatch: &item.Revision, load: touchedBy[S](u),
		command: takeBack[S]{item: item.Item, used: used, at: h.at(by)}}.run(ctx, h.executor, by)
}

// undoCategory is undo with the slug: the one that the category gets back is reserved before, and the one that it
// leaves is released after.
func (h *Handler) undoCategory(ctx context.Context, by Caller, u Undoing, item UndoItem, used CategoryUse, after events.Position) (Result, error) {
	id := events.CategoryID(item.ID)
	n, err := used(ctx, id, after)
	if err != nil {
		return Result{}, typed(err)
	}
	var l loaded[touched[category]]
	if err := touchedBy[category](u)(ctx, h.log, id.Stream(), &l); err != nil {
		return Result{}, typed(err)
	}
	ctx, cancel := context.WithTimeout(ctx, reservationUse)
	defer cancel()
	now, before := l.state.now, l.state.before
	if l.revision == item.Revision && !before.gone() && !now.uses(before.content.Slug) {
		if _, err := h.reserveSlug(ctx, by, before.content.Slug, id); err != nil {
			return Result{}, err
		}
	}
	result, err := undo[category](ctx, h, by, u, id.Stream(), item, n)
	h.categories.put(id, time.Time{})
	// Releasing is tidying up: a slug whose category doesn't use it is free after a while anyway.
	for _, slug := range []string{now.content.Slug, before.content.Slug} {
		h.releaseUnused(ctx, by, slug, id)
	}
	return result, err
}

// releaseUnused frees a slug if the category has it and does not use it.
func (h *Handler) releaseUnused(ctx context.Context, by Caller, slug string, id events.CategoryID) {
	var l loaded[category]
	if slug == "" || catchUp(ctx, h.log, id.Stream(), &l) != nil || l.state.uses(slug) {
		return
	}
	h.releaseSlug(ctx, by, slug, id)
}
