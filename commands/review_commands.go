// The commands on reviews.

package commands

import (
	"context"

	"candor/events"
)

// changes is the input in the words of a ReviewUpdated.
func (in ReviewInput) changes() events.ReviewChanges {
	return events.ReviewChanges{
		ProductName: in.ProductName, ProductBrand: in.ProductBrand, CategoryID: in.CategoryID,
		ProductDescription: in.ProductDescription, ProductPrice: in.ProductPrice, ProductPriceMax: in.ProductPriceMax,
		ProductImageURL: in.ProductImageURL, Specifications: in.Specifications, Features: in.Features,
		Title: in.Title, Content: in.Content, Rating: in.Rating, Pros: in.Pros, Cons: in.Cons, Verdict: in.Verdict,
		VideoCredit: in.VideoCredit, AuthorName: in.AuthorName, VideoURL: in.VideoURL, ImageURLs: in.ImageURLs,
		AliexpressLink: in.AliexpressLink, ShopeeLink: in.ShopeeLink, Tags: in.Tags,
	}
}

// scheduling is what the input says of the schedule.
func (in ReviewInput) scheduling() scheduling { return scheduling{in.PublishAt, in.UnpublishAt} }

// content is the input as a new review says it; a missing rating is 1 (design.md).
func (in ReviewInput) content() events.ReviewContent {
	var c events.ReviewContent
	in.changes().ApplyTo(&c)
	if c.Rating == 0 {
		c.Rating = 1
	}
	return c
}

// CreateReview makes a review; it is a draft unless the input says otherwise. Errors: Invalid,
// Unprocessable (an Idempotency-Key that was used for something else), Unavailable.
func (h *Handler) CreateReview(ctx context.Context, by Caller, in ReviewInput) (Result, error) {
	in, errs := in.tidied()
	badTimes, err := h.checkSchedule(ctx, by, in.scheduling(), isTrue(in.IsPublished))
	if err != nil {
		return Result{}, err
	}
	pictures, err := h.checkReview(ctx, &in, merge(merge(errs, in.missing()), badTimes))
	if err != nil {
		return Result{}, err
	}
	claimed, err := h.claim(ctx, by, reviewKind, 1)
	if err != nil {
		return Result{}, err
	}
	by.At = claimed.at
	return h.createReview(ctx, by, events.ReviewID(claimed.ids[0]), in, pictures)
}

// createReview stores the pictures of a checked input, and then the review.
func (h *Handler) createReview(ctx context.Context, by Caller, id events.ReviewID, in ReviewInput, pictures []picture) (Result, error) {
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	c := createReview{id: id, content: in.content(), published: isTrue(in.IsPublished), featured: isTrue(in.IsFeatured), scheduling: in.scheduling(), at: h.at(by)}
	evs, err := c.decide(review{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.create(ctx, by, id.Stream(), evs...)
	result.ID = int64(id)
	return result, err
}

// UpdateReview changes the given fields of a review. ifMatch is the revision that the caller has
// seen, nil for any. Errors: Invalid, NotFound, Conflict, Unavailable.
func (h *Handler) UpdateReview(ctx context.Context, by Caller, id events.ReviewID, in ReviewInput, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Review")
	}
	in, errs := in.tidied()
	if in.Rating != nil && *in.Rating == 0 {
		errs = append(errs, FieldError{"rating", "Rating must be at least 1"})
	}
	pictures, err := h.checkReview(ctx, &in, errs)
	if err != nil {
		return Result{}, err
	}
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	c := updateReview{id: id, changes: in.changes(), published: in.IsPublished, featured: in.IsFeatured,
		scheduling: in.scheduling(), correction: in.Correction, at: h.at(by), now: h.now()}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, c)
	result.ID = int64(id)
	return result, err
}

// DeleteReview takes a review off the site. Errors: NotFound, Conflict, Unavailable.
func (h *Handler) DeleteReview(ctx context.Context, by Caller, id events.ReviewID, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Review")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, deleteReview{id: id, at: h.at(by)})
	result.ID = int64(id)
	return result, err
}

// RestoreReview brings a deleted review back as it was. Errors: NotFound, Unavailable.
func (h *Handler) RestoreReview(ctx context.Context, by Caller, id events.ReviewID) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Review")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), nil, restoreReview{id: id, at: h.at(by), now: h.now()})
	result.ID = int64(id)
	return result, err
}

// checkReview asks what the input alone can't tell: whether the category exists and the data
// strings are pictures. Data strings are replaced by the addresses their pictures will have.
func (h *Handler) checkReview(ctx context.Context, in *ReviewInput, errs []FieldError) ([]picture, error) {
	if in.CategoryID != nil {
		known, err := h.categoryExists(ctx, *in.CategoryID)
		if err != nil {
			return nil, err
		}
		if !known {
			errs = append(errs, FieldError{"categoryId", "Category does not exist"})
		}
	}
	var pictures []picture
	errs = takePicture(&pictures, errs, "productImageUrl", in.ProductImageURL)
	if in.ImageURLs != nil {
		errs = takePictures(&pictures, errs, "imageUrls", *in.ImageURLs)
	}
	errs, err := h.checkRemoved(ctx, pictures, errs)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	return pictures, nil
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
