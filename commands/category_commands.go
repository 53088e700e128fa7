// The commands on categories.

package commands

import (
	"context"
	"errors"
	"time"

	"candor/events"
)

// changes is the input in the words of a CategoryUpdated.
func (in CategoryInput) changes() events.CategoryChanges {
	return events.CategoryChanges{Name: in.Name, Slug: in.Slug, Description: in.Description, Icon: in.Icon, Color: in.Color}
}

// CreateCategory makes a category. A slug that another one has is Invalid on "slug"; other errors
// as for [Handler.CreateReview].
func (h *Handler) CreateCategory(ctx context.Context, by Caller, in CategoryInput) (Result, error) {
	in, errs := in.tidied()
	if errs = merge(errs, in.missing()); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	claimed, err := h.claim(ctx, by, categoryKind, 1)
	if err != nil {
		return Result{}, err
	}
	by.At = claimed.at
	id := events.CategoryID(claimed.ids[0])
	ctx, cancel := context.WithTimeout(ctx, reservationUse)
	defer cancel()
	if _, err := h.reserveSlug(ctx, by, *in.Slug, id); err != nil {
		return Result{}, err
	}
	c := createCategory{id: id, at: h.at(by)}
	in.changes().ApplyTo(&c.content)
	evs, err := c.decide(category{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.create(ctx, by, id.Stream(), evs...)
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
	var before loaded[category]
	if err := catchUp(ctx, h.log, id.Stream(), &before); err != nil {
		return Result{}, typed(err)
	}
	if before.state.gone() {
		return Result{}, notFound("Category")
	}
	ctx, cancel := context.WithTimeout(ctx, reservationUse)
	defer cancel()
	moved := false
	if in.Slug != nil && *in.Slug != before.state.content.Slug {
		var err error
		if moved, err = h.reserveSlug(ctx, by, *in.Slug, id); err != nil {
			return Result{}, err
		}
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, updateCategory{id: id, changes: in.changes(), at: h.at(by)})
	result.ID = int64(id)
	// Releasing is tidying up: a slug whose category doesn't use it is free after a while anyway.
	switch {
	case moved && KindOf(err) == Conflict:
		h.releaseSlug(ctx, by, *in.Slug, id)
	case err == nil && in.Slug != nil && *in.Slug != before.state.content.Slug:
		h.releaseSlug(ctx, by, before.state.content.Slug, id)
	}
	return result, err
}

// categoryMemory is how long a category that was seen is taken to be there: it may be deleted, by another instance too.
const categoryMemory = 5 * time.Second

// categoryExists asks the log once in a while for each category that is there. One that is deleted at the same
// moment may get one more review; the site shows that without a category, and the desk can give it another.
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
