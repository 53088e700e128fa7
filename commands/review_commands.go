// The commands on reviews by their own types. [Content] has all of them for every kind.

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

// DeleteReview is Delete of [Handler.Reviews].
func (h *Handler) DeleteReview(ctx context.Context, by Caller, id events.ReviewID, ifMatch *uint64) (Result, error) {
	return h.reviews().Delete(ctx, by, int64(id), ifMatch)
}

// RestoreReview is Restore of [Handler.Reviews].
func (h *Handler) RestoreReview(ctx context.Context, by Caller, id events.ReviewID) (Result, error) {
	return h.reviews().Restore(ctx, by, int64(id))
}

// ReviewHistory is History of [Handler.Reviews].
func (h *Handler) ReviewHistory(ctx context.Context, id events.ReviewID, before *uint64, limit int) ([]Revision, error) {
	return h.reviews().History(ctx, int64(id), before, limit)
}

// ReviewAt is At of [Handler.Reviews].
func (h *Handler) ReviewAt(ctx context.Context, id events.ReviewID, revision uint64) (Past[events.ReviewContent], error) {
	return h.reviews().at(ctx, int64(id), revision)
}

// RestoreReviewTo is RestoreTo of [Handler.Reviews].
func (h *Handler) RestoreReviewTo(ctx context.Context, by Caller, id events.ReviewID, revision uint64, how Restoring, ifMatch *uint64) (Result, error) {
	return h.reviews().RestoreTo(ctx, by, int64(id), revision, how, ifMatch)
}

// ChangeReviews is Bulk of [Handler.Reviews].
func (h *Handler) ChangeReviews(ctx context.Context, by Caller, in BulkChange) (BulkOutcome, error) {
	return h.reviews().Bulk(ctx, by, in)
}
