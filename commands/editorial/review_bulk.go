// Many new reviews in one request.

package editorial

import (
	"bytes"
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

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
	Index  int                   `json:"index"`
	Errors []commands.FieldError `json:"errors"`
}

// BulkItem is one review of a bulk: its input, or what is wrong with it.
type BulkItem struct {
	Changes events.ReviewChanges
	Options ItemOptions
	Errors  []commands.FieldError
}

// ParseReviewBulk reads {"reviews": […]} (or the array alone). An item that breaks rules says so in
// its Errors; the error is about the bulk as a whole.
func ParseReviewBulk(body []byte) ([]BulkItem, error) {
	raw, err := arrayIn(body, "reviews")
	if err != nil {
		return nil, err
	}
	var items []BulkItem
	for value := range input.ElementsOf(raw) {
		if len(items) == maxBulk {
			return nil, commands.Refuse(input.Wrong("reviews", "Reviews can have at most %d items", maxBulk))
		}
		items = append(items, parseBulkItem(value))
	}
	if len(items) == 0 {
		return nil, commands.RefuseField("reviews", "Reviews must have at least one item")
	}
	return items, nil
}

func parseBulkItem(raw []byte) BulkItem {
	if raw[0] != '{' {
		return BulkItem{Errors: []commands.FieldError{{Field: "review", Message: "Review must be a JSON object"}}}
	}
	changes, options, errs, err := reviews.parse(raw)
	if err != nil {
		return BulkItem{Errors: []commands.FieldError{{Field: input.BodyField, Message: err.Error()}}}
	}
	return BulkItem{Changes: changes, Options: options, Errors: input.Merge(errs, reviews.missingInput(changes, options))}
}

// arrayIn returns the raw array in an object's field, or the body itself when it is an array.
func arrayIn(body []byte, field string) ([]byte, error) {
	if err := input.CheckJSON(body); err != nil {
		return nil, err
	}
	if trimmed := bytes.TrimSpace(body); trimmed[0] == '[' {
		return trimmed, nil
	}
	o, err := input.ReadObject(body)
	if err != nil {
		return nil, err
	}
	raw := o.Raw(field)
	switch {
	case raw == nil:
		o.Fail(field, "%s is required", input.Label(field))
	case raw[0] != '[':
		o.Fail(field, "%s must be an array", input.Label(field))
	}
	if len(o.Errs) > 0 {
		return nil, commands.Refuse(o.Errs...)
	}
	return raw, nil
}

// CreateReviews makes a review of every valid item. With no valid item nothing is created and the
// error is nil. When the log becomes unavailable on the way, the error is Unavailable and some items may exist; a
// retry under the same Idempotency-Key makes the others and no item twice.
func (h *Handler) CreateReviews(ctx context.Context, by commands.Caller, items []BulkItem) (BulkResult, error) {
	type valid struct {
		index, id int // id: index into the reserved ids
		in        BulkItem
		pictures  []pictures.Picture
	}
	c := collection[events.ReviewContent, events.ReviewChanges]{h, reviews}
	var out BulkResult
	var todo []valid
	ids := 0
	for i, in := range items {
		errs := reviews.tidyInput(&in.Changes, &in.Options)
		errs = input.Merge(in.Errors, input.Merge(errs, reviews.missingInput(in.Changes, in.Options)))
		// Every item that is well-formed by itself has an id, whatever the log says of it now:
		// a retry must count them the same way.
		id := ids
		if len(errs) == 0 {
			ids++
		}
		badTimes, err := checkSchedule(h.Executor, ctx, by, in.Options.scheduling(), input.IsTrue(in.Options.IsPublished))
		if err != nil {
			return BulkResult{}, err
		}
		uploads, err := c.check(ctx, 0, &in.Changes, input.Merge(errs, badTimes))
		var e *commands.Error
		switch {
		case errors.As(err, &e) && e.Kind == commands.Invalid:
			out.Errors = append(out.Errors, IndexErrors{i, e.Fields})
		case err != nil:
			return BulkResult{}, err
		default:
			todo = append(todo, valid{i, id, in, uploads})
		}
	}
	if len(todo) == 0 {
		return out, nil
	}
	claimed, err := h.Claim(ctx, by, events.ReviewKind, ids)
	if err != nil {
		return BulkResult{}, err
	}
	by.At = claimed.At
	out.Created = make([]BulkCreated, len(todo))
	positions := make([]events.Position, len(todo))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(bulkWriters)
	for i, r := range todo {
		group.Go(func() (err error) {
			defer commands.Recovered(&err)
			result, err := c.createAs(ctx, by, claimed.IDs[r.id], r.in.Changes, r.in.Options, r.pictures)
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
