// Old addresses of authors' pages.

package authors

import (
	"context"
	"slices"
	"time"

	"candor/commands"
	"candor/events"
)

// keepAddressOfAuthor makes an address lead to an author's page. It is in the author's own stream, which is deleted with the author: the
// addresses of authors' pages are made of their names.
type keepAddressOfAuthor struct {
	path string
	id   events.AuthorID
	at   time.Time
}

func (c keepAddressOfAuthor) Decide(s author) ([]events.Event, error) {
	if s.Gone() {
		return nil, commands.Missing("Author")
	}
	if slices.Contains(s.addresses, c.path) {
		return nil, nil
	}
	return []events.Event{events.AddressKept{Path: c.path, Kind: events.AuthorKind, ItemID: int64(c.id), At: c.at}}, nil
}

// KeepAddress makes the path of another site's address, which is an old one as events.OldPath has it, lead to the page of an author. An
// author without a profile gets one, which says no more than the name. Errors: Invalid on "name", NotFound (the author is deleted
// meanwhile), Unavailable.
func (h *Handler) KeepAddress(ctx context.Context, by commands.Caller, path, name string) (commands.Result, error) {
	id, err := h.authorNamed(ctx, name)
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if id == 0 {
		by.IdempotencyKey = "" // the name is the author's own
		created, err := h.CreateAuthor(ctx, by, Input{events.AuthorChanges{Name: &name}})
		if err != nil {
			return commands.Result{}, err
		}
		id = events.AuthorID(created.ID)
	}
	result, err := commands.Execute(ctx, h.Executor, by, id.Stream(), nil, keepAddressOfAuthor{path, id, h.At(by)})
	result.ID = int64(id)
	return result, err
}
