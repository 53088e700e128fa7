// The commands on categories.

package categories

import (
	"context"
	"errors"
	"time"

	"candor/commands"
	"candor/commands/editorial/slugs"
	"candor/commands/input"
	"candor/events"
)

// CreateCategory makes a category. Errors: Invalid (a taken slug among them), Unprocessable (an Idempotency-Key that was used for something
// else), Unavailable.
func (h *Handler) CreateCategory(ctx context.Context, by commands.Caller, in Input) (commands.Result, error) {
	in, errs := in.tidied()
	if errs = input.Merge(errs, in.missing()); len(errs) > 0 {
		return commands.Result{}, commands.Refuse(errs...)
	}
	claimed, err := h.Claim(ctx, by, events.CategoryKind, 1)
	if err != nil {
		return commands.Result{}, err
	}
	by.At = claimed.At
	id := events.CategoryID(claimed.IDs[0])
	if by.IdempotencyKey != "" { // the slug of what an earlier try made may be another category's since
		last, err := h.Log.Last(ctx, id.Stream())
		if err == nil {
			return commands.Result{ID: int64(id), Revision: last.Revision, Position: last.Position}, nil
		}
		if err = commands.IgnoreAbsent(err); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
	}
	c := createCategory{id: id, at: h.At(by)}
	events.Apply(&c.content, in.CategoryChanges)
	evs, err := c.Decide(category{})
	if err != nil {
		return commands.Result{}, err
	}
	result, err := h.slugs().Move(ctx, by, int64(id), "", *in.Slug, func(ctx context.Context) (commands.Result, error) {
		return h.Create(ctx, by, id.Stream(), evs...)
	})
	result.ID = int64(id)
	if err == nil {
		h.seen.Put(id, h.Clock())
	}
	return result, err
}

// UpdateCategory changes the given fields of a category. Errors: Invalid (a taken slug among
// them), NotFound, Conflict, Unavailable.
func (h *Handler) UpdateCategory(
	ctx context.Context, by commands.Caller, id events.CategoryID, in Input, ifMatch *uint64,
) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("Category")
	}
	in, errs := in.tidied()
	if len(errs) > 0 {
		return commands.Result{}, commands.Refuse(errs...)
	}
	registry := h.slugs()
	unlock, err := registry.Lock(ctx, int64(id))
	if err != nil {
		return commands.Result{}, err
	}
	defer unlock()
	var before commands.Loaded[category]
	if err := commands.CatchUp(ctx, h.Log, id.Stream(), &before); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if before.State.Gone() {
		return commands.Result{}, commands.Missing("Category")
	}
	from := before.State.Slug()
	to := from
	if in.Slug != nil {
		to = *in.Slug
	}
	update := updateCategory{id: id, changes: in.CategoryChanges, at: h.At(by)}
	if in.Criteria != nil {
		update.scored = h.scoredBy(int64(id), before.State.content.Criteria)
	}
	result, err := registry.Move(ctx, by, int64(id), from, to, func(ctx context.Context) (commands.Result, error) {
		return commands.Execute(ctx, h.Executor, by, id.Stream(), ifMatch, update)
	})
	result.ID = int64(id)
	return result, err
}

// scoredBy returns the criteria of a category by which reviews are scored: as long as that isn't known, all.
func (h *Handler) scoredBy(category int64, criteria []events.Criterion) map[string]bool {
	if h.scores != nil {
		if scored, err := h.scores.ScoredBy(category); err == nil {
			return scored
		}
	}
	all := map[string]bool{}
	for _, one := range criteria {
		all[one.ID] = true
	}
	return all
}

// slugs returns the registry of categories' slugs.
func (h *Handler) slugs() slugs.Registry {
	uses := func(ctx context.Context, id int64, slug string) (bool, error) {
		var l commands.Loaded[category]
		err := commands.CatchUp(ctx, h.Log, events.CategoryID(id).Stream(), &l)
		return l.State.Slug() == slug, err
	}
	return slugs.Registry{Executor: h.Executor, Kind: slugs.OfCategories, Uses: uses}
}

// categoryMemory is how long a category that was seen is assumed to exist: it may be deleted, by another instance too.
const categoryMemory = 5 * time.Second

// Exists reports whether a category exists. It asks the log for each category once in a while. One that is deleted at the same
// moment may get one more review; the site shows that without a category, and the admin can give it another.
func (h *Handler) Exists(ctx context.Context, id events.CategoryID) (bool, error) {
	if id <= 0 {
		return false, nil
	}
	now := h.Clock()
	if seen, known := h.seen.Get(id); known && now.Sub(seen).Abs() < categoryMemory {
		return true, nil
	}
	last, err := h.Log.Last(ctx, id.Stream())
	if errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted) {
		return false, nil
	}
	if err != nil {
		return false, commands.Typed(err)
	}
	if last.Type == (events.CategoryDeleted{}).EventType() { // nothing but its restoration follows
		return false, nil
	}
	h.seen.Put(id, now)
	return true, nil
}
