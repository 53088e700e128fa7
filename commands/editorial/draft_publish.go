// Publishing a draft: its fields become the item's, in one update.

package editorial

import (
	"context"
	"encoding/json"
	"errors"

	"candor/commands"
	"candor/commands/editorial/history"
	"candor/commands/pictures"
	"candor/events"
)

// publishes lists the methods of a kind of content that publishing its drafts calls.
type publishes interface {
	// takeDraftPictures replaces the data strings in a draft by the addresses that their pictures will have.
	takeDraftPictures(ctx context.Context, fields map[string]json.RawMessage) ([]pictures.Picture, []commands.FieldError, error)
	// withDraft gives a content, a pointer to it, the fields of its draft.
	withDraft(ctx context.Context, content any, fields map[string]json.RawMessage)
	// gone reports whether an item does not exist or is deleted. Its error is Unavailable.
	gone(ctx context.Context, id int64) (bool, error)
	// repeated returns the result of an earlier update of an item under the same Idempotency-Key; nil: there was none. Its error is
	// Unavailable.
	repeated(ctx context.Context, by commands.Caller, id int64) (*commands.Result, error)
	// clashes reports at which revision an item is, and whether a field that a draft changes was changed after the draft's base, too, to
	// something else. Errors: NotFound, Invalid, Unavailable.
	clashes(ctx context.Context, id int64, d events.DraftSaved) (revision uint64, clash bool, err error)
}

// Publishing is a draft that is to become its item's content.
type Publishing struct {
	h     *Handler
	item  events.Item
	draft events.DraftSaved
	at    uint64 // the draft's revision
	input Parsed

	done *commands.Result // of an earlier try under the same Idempotency-Key; nil: there was none
}

// PublishDraft returns the draft of an item as an update of it. body is a JSON object with more fields. Errors: Invalid, NotFound,
// Unavailable.
func (h *Handler) PublishDraft(ctx context.Context, by commands.Caller, item events.Item, body []byte) (Publishing, error) {
	d, at, err := h.savedDraft(ctx, item.Draft())
	if commands.KindOf(err) == commands.NotFound {
		done, unknown := h.contentOf(item.Kind).repeated(ctx, by, item.ID)
		if done != nil || unknown != nil {
			return Publishing{done: done}, unknown
		}
	}
	if err != nil {
		return Publishing{}, err
	}
	all, err := withFields(d, body)
	if err != nil {
		return Publishing{}, err
	}
	input, err := h.contentOf(item.Kind).Parse(all)
	return Publishing{h: h, item: item, draft: d, at: at, input: input}, err
}

// Uploads reports whether pictures are sent with the draft, which will be stored.
func (p Publishing) Uploads() bool { return p.done == nil && p.input.Uploads() }

// Do updates the item and ends the draft. ifMatch is the item's revision that the caller has seen; without it, an item that has changed
// since the draft's base in a field that the draft changes is Outdated. The draft stays where the update is refused. Errors as for
// [Parsed].Update, and Outdated.
func (p Publishing) Do(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
	if p.done != nil {
		return *p.done, nil
	}
	result, err := p.update(ctx, by, ifMatch)
	if err != nil {
		return commands.Result{}, err
	}
	discarded, err := p.h.DiscardDraft(ctx, by, p.item.Draft(), &p.at)
	switch kind := commands.KindOf(err); {
	case err == nil:
		result.Position = max(result.Shown(), discarded.Position)
	case kind != commands.NotFound && kind != commands.Outdated: // the update stands
		p.h.Logger.Warn().Err(err).Str("stream", p.item.Draft().Stream()).Msg("a published draft is not deleted yet")
	}
	return result, nil
}

func (p Publishing) update(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
	if ifMatch != nil {
		return p.input.Update(ctx, by, p.item.ID, ifMatch)
	}
	for range commands.MaxAttempts {
		revision, clash, err := p.h.contentOf(p.item.Kind).clashes(ctx, p.item.ID, p.draft)
		if err != nil {
			return commands.Result{}, err
		}
		if clash {
			refused := p.h.Conflict(ctx, p.item.Stream(), revision, 0)
			refused.Kind = commands.Outdated
			return commands.Result{}, refused
		}
		result, err := p.input.Update(ctx, by, p.item.ID, &revision)
		if commands.KindOf(err) != commands.Conflict {
			return result, err
		}
	}
	return commands.Result{}, commands.TooBusy()
}

func (c collection[C, Ch]) takeDraftPictures(ctx context.Context, fields map[string]json.RawMessage) ([]pictures.Picture,
	[]commands.FieldError, error) {
	return c.kind.takeDraftPictures(ctx, fields)
}

func (c collection[C, Ch]) gone(ctx context.Context, id int64) (bool, error) {
	var l commands.Loaded[item[C, Ch]]
	err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
	return l.State.Gone(), commands.Typed(err)
}

func (c collection[C, Ch]) repeated(ctx context.Context, by commands.Caller, id int64) (*commands.Result, error) {
	l := commands.Loaded[item[C, Ch]]{Mark: by.EventID(c.kind.stream(id), "", 0)}
	if err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l); err != nil || l.Repeated == nil {
		return nil, commands.Typed(err)
	}
	return &commands.Result{ID: id, Revision: l.Repeated.Revision, Position: l.Repeated.Position}, nil
}

func (c collection[C, Ch]) clashes(ctx context.Context, id int64, d events.DraftSaved) (revision uint64, clash bool, err error) {
	var now commands.Loaded[item[C, Ch]]
	if err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &now); err != nil {
		return 0, false, commands.Typed(err)
	}
	if now.State.Gone() {
		return 0, false, c.kind.notFound()
	}
	if d.Base == nil || now.Revision <= *d.Base {
		return now.Revision, false, nil
	}
	m, err := history.At(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), *d.Base)
	if err != nil {
		return 0, false, err
	}
	typedChanges, options, _, err := c.kind.parse(asJSON(d.Fields))
	if err != nil {
		return 0, false, err
	}
	then, is := m.After, now.State
	theirs := events.Differing(then.content, events.Whole[Ch](is.content))
	ours := events.Differing(is.content, typedChanges)
	clash = overlap(theirs, ours) ||
		options.IsPublished != nil && then.published() != is.published() && *options.IsPublished != is.published() ||
		options.IsFeatured != nil && then.featured != is.featured && *options.IsFeatured != is.featured
	return now.Revision, clash, nil
}

// overlap reports whether two changes set the same field.
func overlap[Ch any](a, b Ch) bool {
	var fieldsOfA, fieldsOfB map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(asJSON(a), &fieldsOfA), json.Unmarshal(asJSON(b), &fieldsOfB)); err != nil {
		panic(err) // changes are objects
	}
	for name := range fieldsOfA {
		if _, ok := fieldsOfB[name]; ok {
			return true
		}
	}
	return false
}
