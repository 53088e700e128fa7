// Items by the types of their fields, for the tests of this package.

package editorial

import (
	"context"

	"candor/commands"
	"candor/events"
)

type ReviewInput struct {
	events.ReviewChanges
	ItemOptions
}

type ArticleInput struct {
	events.ArticleChanges
	ItemOptions
}

type PageInput struct {
	events.PageChanges
	ItemOptions
}

func ParseReview(body []byte) (ReviewInput, error) {
	changes, options, err := reviews.parseValid(body)
	return ReviewInput{changes, options}, err
}

func ParseArticle(body []byte) (ArticleInput, error) {
	changes, options, err := articles.parseValid(body)
	return ArticleInput{changes, options}, err
}

func ParsePage(body []byte) (PageInput, error) {
	changes, options, err := pages.parseValid(body)
	return PageInput{changes, options}, err
}

func (h *Handler) CreateReview(ctx context.Context, by commands.Caller, in ReviewInput) (commands.Result, error) {
	return h.Item(in.ReviewChanges, in.ItemOptions).Create(ctx, by)
}

func (h *Handler) UpdateReview(ctx context.Context, by commands.Caller, id events.ReviewID, in ReviewInput,
	ifMatch *uint64) (commands.Result, error) {
	return h.Item(in.ReviewChanges, in.ItemOptions).Update(ctx, by, int64(id), ifMatch)
}

func (h *Handler) CreateArticle(ctx context.Context, by commands.Caller, in ArticleInput) (commands.Result, error) {
	return h.Item(in.ArticleChanges, in.ItemOptions).Create(ctx, by)
}

func (h *Handler) UpdateArticle(ctx context.Context, by commands.Caller, id events.ArticleID, in ArticleInput,
	ifMatch *uint64) (commands.Result, error) {
	return h.Item(in.ArticleChanges, in.ItemOptions).Update(ctx, by, int64(id), ifMatch)
}

func (h *Handler) CreatePage(ctx context.Context, by commands.Caller, in PageInput) (commands.Result, error) {
	return h.Item(in.PageChanges, in.ItemOptions).Create(ctx, by)
}

func (h *Handler) UpdatePage(ctx context.Context, by commands.Caller, id events.PageID, in PageInput,
	ifMatch *uint64) (commands.Result, error) {
	return h.Item(in.PageChanges, in.ItemOptions).Update(ctx, by, int64(id), ifMatch)
}
