// The commands on categories.

package commands

import (
	"context"
	"errors"
	"time"

	"candor/events"
)

// CreateCategory makes a category. A slug that another one has is Invalid on "slug"; other errors
// as for [Handler.CreateReview].
func (h *Handler) CreateCategory(ctx context.Context, by Caller, in CategoryInput) (Result, error) {
	in, errs := in.tidied()
	if errs = merge(errs, in.missing()); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	claimed, err := h.claim(ctx, by, events.CategoryKind, 1)
	if err != nil {
		return Result{}, err
	}
	by.At = claimed.at
	id := events.CategoryID(claimed.ids[0])
	if by.IdempotencyKey != "" { // the slug of what an earlier try made may be another category's since
		last, err := h.log.Last(ctx, id.Stream())
		if err == nil {
			return Result{ID: int64(id), Revision: last.Revision, Position: last.Position}, nil
		}
		if err = absent(err); err != nil {
			return Result{}, typed(err)
		}
	}
	c := createCategory{id: id, at: h.at(by)}
	events.Apply(&c.content, in.CategoryChanges)
	evs, err := c.decide(category{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.categorySlugs().move(ctx, by, int64(id), "", *in.Slug, func(ctx context.Context) (Result, error) {
		return h.create(ctx, by, id.Stream(), evs...)
	})
	result.ID = int64(id)
	if err == nil {
		h.categories.put(id, h.clock())
	}
	return result, err
}

// UpdateCategory changes the given fields of a category. Errors: Invalid (a taken slug among
// them), NotFound, Conflict, Unavailable.
func (h *Handler) UpdateCategory(ctx context.Context, by Caller, id events.CategoryID, in CategoryInput, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Category")
	}
	in, errs := in.tidied()
	if len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	registry := h.categorySlugs()
	unlock, err := registry.lock(ctx, int64(id))
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	var before loaded[category]
	if err := catchUp(ctx, h.log, id.Stream(), &before); err != nil {
		return Result{}, typed(err)
	}
	if before.state.gone() {
		return Result{}, notFound("Category")
	}
	from := before.state.slug()
	to := from
	set(&to, in.Slug)
	update := updateCategory{id: id, changes: in.CategoryChanges, at: h.at(by)}
	if in.Criteria != nil {
		update.scored = h.scoredBy(int64(id), before.state.content.Criteria)
	}
	result, err := registry.move(ctx, by, int64(id), from, to, func(ctx context.Context) (Result, error) {
		return execute(ctx, h.executor, by, id.Stream(), ifMatch, update)
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

// categorySlugs returns the registry of categories' slugs.
func (h *Handler) categorySlugs() slugRegistry {
	return slugRegistry{executor: h.executor, slugs: categorySlugs, uses: func(ctx context.Context, id int64, slug string) (bool, error) {
		var l loaded[category]
		err := catchUp(ctx, h.log, events.CategoryID(id).Stream(), &l)
		return l.state.slug() == slug, err
	}}
}

// categoryMemory is how long a category that was seen is assumed to exist: it may be deleted, by another instance too.
const categoryMemory = 5 * time.Second

// categoryExists reports whether a category exists. It asks the log for each category once in a while. One that is deleted at the same
// moment may get one more review; the site shows that without a category, and the admin can give it another.
func (h *Handler) categoryExists(ctx context.Context, id events.CategoryID) (bool, error) {
	if id <= 0 {
		return false, nil
	}
	now := h.clock()
	if seen, known := h.categories.get(id); known && now.Sub(seen).Abs() < categoryMemory {
		return true, nil
	}
	last, err := h.log.Last(ctx, id.Stream())
	if errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted) {
		return false, nil
	}
	if err != nil {
		return false, typed(err)
	}
	if last.Type == (events.CategoryDeleted{}).EventType() { // nothing but its restoration follows
		return false, nil
	}
	h.categories.put(id, now)
	return true, nil
}
