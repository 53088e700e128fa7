// Creating an item from its draft: once, however often it is sent.

package editorial

import (
	"context"
	"fmt"

	"candor/commands"
	"candor/commands/pictures"
	"candor/events"
)

// creates lists the methods of a kind of content that creating an item from a draft calls.
type creates interface {
	createFromDraft(ctx context.Context, by commands.Caller, id events.DraftID, body []byte) (commands.Result, error)
}

// CreateFromDraft makes an item of a draft, with the content of body, and ends the draft. It returns the item's kind. The draft's id is the
// key under which the item is created: the same body again finds the item that it made, and another one is InUse. Errors as for
// [Parsed].Create, and NotFound.
func (h *Handler) CreateFromDraft(ctx context.Context, by commands.Caller, id events.DraftID, body []byte) (kind string, _ commands.Result,
	_ error) {
	by.IdempotencyKey = "draft " + string(id)
	d, at, err := h.drafts.Saved(ctx, id)
	kind = d.Kind
	if commands.KindOf(err) == commands.NotFound {
		kind, err = h.createdFrom(ctx, by, id)
	}
	if err != nil {
		return "", commands.Result{}, err
	}
	result, err := h.contentOf(kind).createFromDraft(ctx, by, id, body)
	if err != nil {
		return "", commands.Result{}, err
	}
	if d.Kind == "" {
		return kind, result, nil
	}
	discarded, err := h.DiscardDraft(ctx, by, id, &at)
	switch failed := commands.KindOf(err); {
	case err == nil:
		result.Position = max(result.Shown(), discarded.Position)
	case failed != commands.NotFound && failed != commands.Outdated: // the item stands
		h.Logger.Warn().Err(err).Str("stream", id.Stream()).Msg("the draft of a new item is not deleted yet")
	}
	return kind, result, nil
}

// createdFrom returns the kind of the item that was created from a draft, which is gone. Errors: NotFound, Unavailable.
func (h *Handler) createdFrom(ctx context.Context, by commands.Caller, id events.DraftID) (string, error) {
	for _, c := range h.content() {
		by.BodyHash = creationHash(c.Kind(), id)
		switch accepted, err := h.Accepted(ctx, by); {
		case err != nil:
			return "", err
		case accepted != nil:
			return c.Kind(), nil
		}
	}
	return "", commands.Missing("Draft")
}

// creationHash stands for the body of a creation from a draft: the item's id is the draft's, whatever is sent.
func creationHash(kind string, id events.DraftID) string {
	return pictures.HashOf([]byte(kind + " " + string(id)))
}

func (c collection[C, Ch]) createFromDraft(ctx context.Context, by commands.Caller, id events.DraftID, body []byte) (commands.Result,
	error) {
	changes, options, err := c.kind.parseValid(body)
	if err != nil {
		return commands.Result{}, err
	}
	uploads, err := c.checkNew(ctx, by, &changes, &options)
	if err != nil {
		return commands.Result{}, err
	}
	by.BodyHash = creationHash(c.kind.Name, id)
	claimed, err := c.h.Claim(ctx, by, c.kind.Name, 1)
	if err != nil {
		return commands.Result{}, err
	}
	number := claimed.IDs[0]
	by.At, by.BodyHash = claimed.At, pictures.HashOf(body)
	stream := c.kind.stream(number)
	first := commands.Loaded[item[C, Ch]]{Mark: by.EventID(stream, "", 0)}
	if err := c.kind.load(ctx, c.h.Log, stream, &first); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if first.Exists && first.Repeated == nil {
		return commands.Result{}, &commands.Error{Kind: commands.InUse,
			Message: fmt.Sprintf("This draft was already created as %s %d.", c.kind.newNoun, number)}
	}
	return c.createAs(ctx, by, number, changes, options, uploads)
}
