// Reviews in the content model.

package content

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// openReviewOf returns a review for changing, nil when it does not exist.
func (c *content) openReviewOf(t *projector.Tx, id events.ReviewID) *openReview {
	if open := c.openReviews[int64(id)]; open != nil {
		return open
	}
	h, body := c.reviews.row(t, int64(id))
	if h == nil {
		return nil
	}
	open := &openReview{before: h, after: *h}
	if err := json.Unmarshal(body, &open.review); err != nil {
		panic(projector.Damage("a review's row is no JSON"))
	}
	c.openReviews[int64(id)] = open
	return open
}

// applyReview takes in what happened to a review. False: nothing, or to one that isn't there.
func (c *content) applyReview(t *projector.Tx, event *projector.Event) bool {
	var open *openReview
	var at time.Time
	switch e := event.Data.(type) {
	case events.ReviewCreated:
		if c.openReviewOf(t, e.ReviewID) != nil {
			return false // created twice: a foreign writer's doing
		}
		open, at = &openReview{}, e.At
		open.review.ID, open.review.CreatedAt = int64(e.ReviewID), e.At.UTC()
		open.after.created = e.At.UnixNano()
		open.review.setContent(e.ReviewContent)
		open.review.priced(at)
		c.openReviews[int64(e.ReviewID)] = open
		c.productOf(t, e.ProductBrand, e.ProductName)
	case events.ReviewUpdated:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			now := open.review.content()
			e.Changes.ApplyTo(&now)
			open.review.setContent(now)
			if e.Changes.ProductPrice != nil || e.Changes.ProductPriceMax != nil {
				open.review.priced(at)
			}
			c.productOf(t, now.ProductBrand, now.ProductName)
		}
	case events.ReviewPublished:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.review.IsPublished, open.review.PublishedAt = true, &at
		}
	case events.ReviewUnpublished:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.review.IsPublished, open.review.PublishedAt = false, nil
		}
	case events.ReviewFeatured:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.review.IsFeatured = true
		}
	case events.ReviewUnfeatured:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.review.IsFeatured = false
		}
	case events.ReviewScheduled:
		if open = c.openReviewOf(t, e.ReviewID); open != nil {
			open.after.schedule(e.Schedule)
			at = open.review.UpdatedAt // nothing that anybody sees has changed
		}
	case events.ReviewCorrected:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			corrected := at.UTC()
			open.review.CorrectedAt = &corrected
			c.reviews.correct(t, event, int64(e.ReviewID), Correction{Revision: event.Revision, At: corrected, Note: e.Note,
				Changes: correctedReview(e.Was, open.review.content())})
		}
	case events.ReviewDeleted:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.after.deleted = true
		}
	case events.ReviewRestored:
		if open, at = c.openReviewOf(t, e.ReviewID), e.At; open != nil {
			open.after.deleted = false
		}
	}
	if open == nil {
		return false
	}
	open.review.UpdatedAt, open.review.Revision = at.UTC(), event.Revision
	return true
}

func (c *content) writeReview(t *projector.Tx, id int64, open *openReview, precise bool) {
	r := &open.review
	h := &open.after
	h.published, h.featured, h.title = r.IsPublished, r.IsFeatured, r.Title
	h.category, h.revision, h.updated, h.lastReleased = uint64(max(0, r.CategoryID)), r.Revision, r.UpdatedAt.UnixNano(), 0
	if r.PublishedAt != nil {
		*r.PublishedAt = r.PublishedAt.UTC()
		h.lastReleased = r.PublishedAt.UnixNano()
	}
	var old Review
	if open.before != nil && open.before.published && !open.before.deleted {
		if _, body := c.reviews.row(t, id); json.Unmarshal(body, &old) != nil {
			panic(projector.Damage("a review's row is no JSON"))
		}
		c.leaveProduct(t, &old, open.before)
	}
	c.reviews.write(t, id, open.before, h, projector.Encode(r), searchText(r.Title, r.Content, r.AuthorName), precise)
	if h.published && !h.deleted {
		c.joinProduct(t, r, h)
	}
}

// ReviewOf returns a review with a content, as answers show it; who, when and the flags are the caller's to add.
func ReviewOf(c events.ReviewContent) (r Review) {
	r.setContent(c)
	return r
}

// setContent shows what an event says.
func (r *Review) setContent(c events.ReviewContent) {
	r.ProductName, r.ProductBrand, r.CategoryID = c.ProductName, c.ProductBrand, int64(c.CategoryID)
	r.ProductDescription, r.ProductPrice, r.ProductPriceMax = answers.Text(c.ProductDescription), answers.Price(c.ProductPrice), answers.Price(c.ProductPriceMax)
	r.ProductImageURL, r.Specifications, r.Features = answers.Text(c.ProductImageURL), answers.List(c.Specifications), answers.List(c.Features)
	r.Title, r.Content, r.Rating, r.Pros, r.Cons = c.Title, c.Content, c.Rating, answers.List(c.Pros), answers.List(c.Cons)
	r.Verdict, r.VideoCredit, r.AuthorName, r.VideoURL = answers.Text(c.Verdict), answers.Text(c.VideoCredit), c.AuthorName, answers.Text(c.VideoURL)
	r.ImageURLs, r.AliexpressLink, r.ShopeeLink = answers.List(c.ImageURLs), answers.Text(c.AliexpressLink), answers.Text(c.ShopeeLink)
	r.Tags = c.Tags
}

// priced notes that the price was said at a time.
func (r *Review) priced(at time.Time) {
	r.PricedAt = nil
	if r.ProductPrice != nil || r.ProductPriceMax != nil {
		at = at.UTC()
		r.PricedAt = &at
	}
}

// content is the other way round.
func (r *Review) content() events.ReviewContent {
	return events.ReviewContent{
		ProductName: r.ProductName, ProductBrand: r.ProductBrand, CategoryID: events.CategoryID(r.CategoryID),
		ProductDescription: answers.Value(r.ProductDescription), ProductPrice: answers.Value(r.ProductPrice), ProductPriceMax: answers.Value(r.ProductPriceMax),
		ProductImageURL: answers.Value(r.ProductImageURL), Specifications: r.Specifications, Features: r.Features,
		Title: r.Title, Content: r.Content, Rating: r.Rating, Pros: r.Pros, Cons: r.Cons,
		Verdict: answers.Value(r.Verdict), VideoCredit: answers.Value(r.VideoCredit), AuthorName: r.AuthorName, VideoURL: answers.Value(r.VideoURL),
		ImageURLs: r.ImageURLs, AliexpressLink: answers.Value(r.AliexpressLink), ShopeeLink: answers.Value(r.ShopeeLink), Tags: r.Tags,
	}
}
