// Preview links: secret addresses at which an item is shown with its draft, for a while.

package editorial

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	previewTime = 7 * 24 * time.Hour // after which a link leads nowhere
	maxPreviews = 20                 // links of an item that lead somewhere
)

// previews is the state of an item's links: until when each that was not withdrawn is valid.
type previews struct{ until map[uuid.UUID]time.Time }

func (s previews) Evolve(e events.Event) previews {
	now := previews{until: map[uuid.UUID]time.Time{}}
	for id, until := range s.until {
		now.until[id] = until
	}
	switch e := e.(type) {
	case events.PreviewLinkCreated:
		now.until[e.LinkID] = e.ExpiresAt
	case events.PreviewLinkWithdrawn:
		if e.LinkID == uuid.Nil { // it can't be read which
			clear(now.until)
		}
		delete(now.until, e.LinkID)
	}
	return now
}

// live returns how many links are valid at a time.
func (s previews) live(at time.Time) (n int) {
	for _, until := range s.until {
		if at.Before(until) {
			n++
		}
	}
	return n
}

// createPreviewLink makes a link.
type createPreviewLink struct{ link events.PreviewLinkCreated }

func (c createPreviewLink) Decide(s previews) ([]events.Event, error) {
	if s.live(c.link.At) >= maxPreviews {
		return nil, commands.RefuseField("links",
			fmt.Sprintf("An item can have at most %d preview links. Please withdraw one first.", maxPreviews))
	}
	return []events.Event{c.link}, nil
}

// withdrawPreviewLink makes a link lead nowhere.
type withdrawPreviewLink struct {
	id   uuid.UUID
	item events.Item
	at   time.Time
}

func (c withdrawPreviewLink) Decide(s previews) ([]events.Event, error) {
	if until, ok := s.until[c.id]; !ok || !c.at.Before(until) {
		return nil, commands.Missing("Preview link")
	}
	return []events.Event{events.PreviewLinkWithdrawn{LinkID: c.id, Kind: c.item.Kind, ItemID: c.item.ID, At: c.at}}, nil
}

// CreatePreviewLink makes a link under which an item is shown with its draft, and returns the link's id. Errors: Invalid when there are too
// many, Unavailable.
func (h *Handler) CreatePreviewLink(ctx context.Context, by commands.Caller, item events.Item) (uuid.UUID, commands.Result, error) {
	id := by.EventID(item.Previews(), "link", 0)
	if id == uuid.Nil {
		id = uuid.New()
	}
	at := h.At(by)
	c := createPreviewLink{events.PreviewLinkCreated{LinkID: id, Kind: item.Kind, ItemID: item.ID, Token: rand.Text(),
		ExpiresAt: at.Add(previewTime), At: at}}
	result, err := commands.Execute(ctx, h.Executor, by, item.Previews(), nil, c)
	return id, result, err
}

// WithdrawPreviewLink makes a link lead nowhere. Errors: NotFound, Unavailable.
func (h *Handler) WithdrawPreviewLink(ctx context.Context, by commands.Caller, item events.Item, id uuid.UUID) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it withdrawn
	return commands.Execute(ctx, h.Executor, by, item.Previews(), nil, withdrawPreviewLink{id, item, h.At(by)})
}
