// The commands that create and change reviews, by their own types. [Content] has the others.

package commands

import (
	"context"

	"candor/events"
)

// CreateReview makes a review. Errors as for [Parsed].Create.
func (h *Handler) CreateReview(ctx context.Context, by Caller, in ReviewInput) (Result, error) {
	return h.reviews().create(ctx, by, in.ReviewChanges, in.ItemOptions)
}

// UpdateReview changes the given fields of a review. Errors as for [Parsed].Update.
func (h *Handler) UpdateReview(ctx context.Context, by Caller, id events.ReviewID, in ReviewInput, ifMatch *uint64) (Result, error) {
	return h.reviews().update(ctx, by, int64(id), in.ReviewChanges, in.ItemOptions, ifMatch)
}
