// The commands that create and change articles, by their own types. [Content] has the others.

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
