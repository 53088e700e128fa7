// The commands that create and change pages, by their own types. [Content] has the others.

package commands

import (
	"context"

	"candor/events"
)

// CreatePage makes a page. Errors as for [Parsed].Create.
func (h *Handler) CreatePage(ctx context.Context, by Caller, in PageInput) (Result, error) {
	return h.pages().create(ctx, by, in.PageChanges, in.ItemOptions)
}

// UpdatePage changes the given fields of a page. Errors as for [Parsed].Update.
func (h *Handler) UpdatePage(ctx context.Context, by Caller, id events.PageID, in PageInput, ifMatch *uint64) (Result, error) {
	return h.pages().update(ctx, by, int64(id), in.PageChanges, in.ItemOptions, ifMatch)
}
