// The commands on articles by their own types. [Content] has all of them for every kind.

package commands

import (
	"context"

	"candor/events"
)

// CreateArticle makes an article. Errors as for [Parsed].Create.
func (h *Handler) CreateArticle(ctx context.Context, by Caller, in ArticleInput) (Result, error) {
	return h.articles().create(ctx, by, in.ArticleChanges, in.ItemOptions)
}

// UpdateArticle changes the given fields of an article. Errors as for [Parsed].Update.
func (h *Handler) UpdateArticle(ctx context.Context, by Caller, id events.ArticleID, in ArticleInput, ifMatch *uint64) (Result, error) {
	return h.articles().update(ctx, by, int64(id), in.ArticleChanges, in.ItemOptions, ifMatch)
}

// DeleteArticle is Delete of [Handler.Articles].
func (h *Handler) DeleteArticle(ctx context.Context, by Caller, id events.ArticleID, ifMatch *uint64) (Result, error) {
	return h.articles().Delete(ctx, by, int64(id), ifMatch)
}

// RestoreArticle is Restore of [Handler.Articles].
func (h *Handler) RestoreArticle(ctx context.Context, by Caller, id events.ArticleID) (Result, error) {
	return h.articles().Restore(ctx, by, int64(id))
}

// ArticleHistory is History of [Handler.Articles].
func (h *Handler) ArticleHistory(ctx context.Context, id events.ArticleID, before *uint64, limit int) ([]Revision, error) {
	return h.articles().History(ctx, int64(id), before, limit)
}

// ArticleAt is At of [Handler.Articles].
func (h *Handler) ArticleAt(ctx context.Context, id events.ArticleID, revision uint64) (Past[events.ArticleContent], error) {
	return h.articles().at(ctx, int64(id), revision)
}

// RestoreArticleTo is RestoreTo of [Handler.Articles].
func (h *Handler) RestoreArticleTo(ctx context.Context, by Caller, id events.ArticleID, revision uint64, how Restoring, ifMatch *uint64) (Result, error) {
	return h.articles().RestoreTo(ctx, by, int64(id), revision, how, ifMatch)
}

// ChangeArticles is Bulk of [Handler.Articles].
func (h *Handler) ChangeArticles(ctx context.Context, by Caller, in BulkChange) (BulkOutcome, error) {
	return h.articles().Bulk(ctx, by, in)
}
