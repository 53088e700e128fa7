// The commands on tech articles.

package commands

import (
	"context"

	"candor/events"
)

// changes is the input in the words of an ArticleUpdated.
func (in ArticleInput) changes() events.ArticleChanges {
	return events.ArticleChanges{
		Title: in.Title, Content: in.Content, Excerpt: in.Excerpt, ImageURL: in.ImageURL, VideoURL: in.VideoURL,
		VideoCredit: in.VideoCredit, Category: in.Category, AuthorName: in.AuthorName, Tags: in.Tags,
	}
}

// scheduling is what the input says of the schedule.
func (in ArticleInput) scheduling() scheduling { return scheduling{in.PublishAt, in.UnpublishAt} }

// CreateArticle makes an article; it is a draft unless the input says otherwise. Errors as for
// [Handler.CreateReview].
func (h *Handler) CreateArticle(ctx context.Context, by Caller, in ArticleInput) (Result, error) {
	in, errs := in.tidied()
	badTimes, err := h.checkSchedule(ctx, by, in.scheduling(), isTrue(in.IsPublished))
	if err != nil {
		return Result{}, err
	}
	pictures, err := h.checkArticle(ctx, &in, merge(merge(errs, in.missing()), badTimes))
	if err != nil {
		return Result{}, err
	}
	claimed, err := h.claim(ctx, by, articleKind, 1)
	if err != nil {
		return Result{}, err
	}
	by.At = claimed.at
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	id := events.ArticleID(claimed.ids[0])
	c := createArticle{id: id, published: isTrue(in.IsPublished), scheduling: in.scheduling(), at: h.at(by)}
	in.changes().ApplyTo(&c.content)
	evs, err := c.decide(article{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.create(ctx, by, id.Stream(), evs...)
	result.ID = int64(id)
	return result, err
}

// UpdateArticle changes the given fields of an article. Errors as for [Handler.UpdateReview].
func (h *Handler) UpdateArticle(ctx context.Context, by Caller, id events.ArticleID, in ArticleInput, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Tech article")
	}
	in, errs := in.tidied()
	pictures, err := h.checkArticle(ctx, &in, errs)
	if err != nil {
		return Result{}, err
	}
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	c := updateArticle{id: id, changes: in.changes(), published: in.IsPublished, scheduling: in.scheduling(), correction: in.Correction, at: h.at(by), now: h.now()}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, c)
	result.ID = int64(id)
	return result, err
}

// DeleteArticle takes an article off the site. Errors: NotFound, Conflict, Unavailable.
func (h *Handler) DeleteArticle(ctx context.Context, by Caller, id events.ArticleID, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Tech article")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, deleteArticle{id: id, at: h.at(by)})
	result.ID = int64(id)
	return result, err
}

// RestoreArticle brings a deleted article back as it was. Errors: NotFound, Unavailable.
func (h *Handler) RestoreArticle(ctx context.Context, by Caller, id events.ArticleID) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Tech article")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), nil, restoreArticle{id: id, at: h.at(by), now: h.now()})
	result.ID = int64(id)
	return result, err
}

// checkArticle looks into the data string of the picture and replaces it by the picture's address.
func (h *Handler) checkArticle(ctx context.Context, in *ArticleInput, errs []FieldError) ([]picture, error) {
	var pictures []picture
	errs = takePicture(&pictures, errs, "imageUrl", in.ImageURL)
	errs, err := h.checkRemoved(ctx, pictures, errs)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	return pictures, nil
}
