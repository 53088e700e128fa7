// Many reviews in one request.

package commands

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"candor/events"
)

// bulkWriters is how many reviews of one bulk are appended at the same time: the log commits what
// arrives together as one, so a few in flight are much faster than one after the other.
const bulkWriters = 16

// BulkResult says what became of each item of a bulk.
type BulkResult struct {
	Created  []BulkCreated
	Errors   []IndexErrors
	Position events.Position // what a reader must wait for to see all of them
}

// BulkCreated is an item that is now a review.
type BulkCreated struct {
	Index int   `json:"index"`
	ID    int64 `json:"id"`
}

// IndexErrors is an item that broke rules.
type IndexErrors struct {
	Index  int          `json:"index"`
	Errors []FieldError `json:"errors"`
}

// CreateReviews makes a review of every valid item. With no valid item nothing is created and the
// error is nil. When the log goes away on the way, the error is Unavailable and some items may exist; a
// retry under the same Idempotency-Key makes the others and no item twice.
func (h *Handler) CreateReviews(ctx context.Context, by Caller, items []BulkItem) (BulkResult, error) {
	type ready struct {
		index, id int // id: index into the reserved ids
		in        ReviewInput
		pictures  []picture
	}
	var out BulkResult
	var todo []ready
	ids := 0
	for i, item := range items {
		in, errs := item.Input.tidied()
		errs = merge(item.Errors, merge(errs, in.missing()))
		// Every item that is well-formed by itself has an id, whatever the log says of it now:
		// a retry must count them the same way.
		id := ids
		if len(errs) == 0 {
			ids++
		}
		badTimes, err := h.checkSchedule(ctx, by, in.scheduling(), isTrue(in.IsPublished))
		if err != nil {
			return BulkResult{}, err
		}
		pictures, err := h.checkReview(ctx, &in, merge(errs, badTimes))
		var e *Error
		switch {
		case errors.As(err, &e) && e.Kind == Invalid:
			out.Errors = append(out.Errors, IndexErrors{i, e.Fields})
		case err != nil:
			return BulkResult{}, err
		default:
			todo = append(todo, ready{i, id, in, pictures})
		}
	}
	if len(todo) == 0 {
		return out, nil
	}
	claimed, err := h.claim(ctx, by, reviewKind, ids)
	if err != nil {
		return BulkResult{}, err
	}
	by.At = claimed.at
	out.Created = make([]BulkCreated, len(todo))
	positions := make([]events.Position, len(todo))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bulkWriters)
	for i, r := range todo {
		group.Go(func() error {
			result, err := h.createReview(ctx, by, events.ReviewID(claimed.ids[r.id]), r.in, r.pictures)
			out.Created[i] = BulkCreated{Index: r.index, ID: result.ID}
			positions[i] = result.Position
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return BulkResult{}, err
	}
	for _, p := range positions {
		out.Position = max(out.Position, p)
	}
	return out, nil
}
