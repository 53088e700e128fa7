// Reviews, as a kind of content.

package editorial

import (
	"context"
	"time"

	"candor/commands"
	"candor/events"
)

// review is the state of one review.
type review = item[events.ReviewContent, events.ReviewChanges]

var reviews = &kind[events.ReviewContent, events.ReviewChanges]{
	Kind: events.MustKind(events.ReviewKind), newNoun: "review", actions: ReviewActions,
	note:  notePrice,
	title: func(c events.ReviewContent) string { return c.Title },
	complete: func(c *events.ReviewContent) {
		if c.Rating == 0 {
			c.Rating = 1 // design.md
		}
	},
	correctable: "the rating, a sub-score, the verdict, a price, the product, its pros, cons or specifications, the content, the title, " +
		"a picture or the author",
	fields: reviewFields, tidy: tidyShops,
	check: func(ctx context.Context, h *Handler, before func() (events.ReviewContent, error),
		ch *events.ReviewChanges) ([]commands.FieldError,
		error) {
		if ch.CategoryID != nil {
			known, err := h.categories.Exists(ctx, *ch.CategoryID)
			if err != nil {
				return nil, err
			}
			if !known {
				return []commands.FieldError{{Field: "categoryId", Message: "Category does not exist"}}, nil
			}
		}
		errs, err := h.scored(ctx, before, ch)
		if err != nil {
			return nil, err
		}
		return errs, h.offered(before, ch)
	},
}

// notePrice notes when a review's price was last stated.
func notePrice(times *Times, c events.ReviewContent, changes events.ReviewChanges, at time.Time) {
	if changes.ProductPrice == nil && changes.ProductPriceMax == nil {
		return
	}
	times.Priced = time.Time{}
	if c.ProductPrice != 0 || c.ProductPriceMax != 0 {
		times.Priced = at
	}
}
