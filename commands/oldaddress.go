// Old addresses: readers who follow a link to the site that an item was imported from are led to the item.

package commands

import (
	"context"
	"strings"
	"time"

	"candor/events"
)

// oldAddress is the state of one address.
type oldAddress struct{ kept bool }

func (s oldAddress) evolve(e events.Event) oldAddress {
	if _, ok := e.(events.AddressKept); ok {
		s.kept = true
	}
	return s
}

// keepAddress makes an address lead to an item.
type keepAddress struct {
	path, kind string
	id         int64
	at         time.Time
}

// decide leaves an address to the first item that has it: links on other sites should keep leading to the same item.
func (c keepAddress) decide(s oldAddress) ([]events.Event, error) {
	if s.kept {
		return nil, nil
	}
	return []events.Event{events.AddressKept{Path: c.path, Kind: c.kind, ItemID: c.id, At: c.at}}, nil
}

// KeepAddress makes the path of another site's address (decoded, as url.URL has it) lead to a review or article, unless it
// leads to something already, or to nothing but the front page. kind is events.ReviewKind or events.ArticleKind. Errors:
// Invalid on "path", Unavailable.
func (h *Handler) KeepAddress(ctx context.Context, by Caller, path, kind string, id int64) (Result, error) {
	switch {
	case len(path) > maxAddress:
		return Result{}, invalid(fieldError("path", "The address must be at most %d bytes long", maxAddress))
	case !isClean(path) || strings.HasPrefix(path, "//"):
		return Result{}, invalidField("path", "The address must be a path on the old site")
	}
	if path = events.OldPath(path); path == "" {
		return Result{}, nil
	}
	c := keepAddress{path: path, kind: kind, id: id, at: h.at(by)}
	return execute(ctx, h.executor, by, events.OldAddressStream(path), nil, c)
}
