// Publishing a draft: its fields become the item's, in one update.

package editorial

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"candor/commands"
	"candor/commands/drafts"
	"candor/commands/history"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// publishes lists the methods of a kind of content that publishing its drafts calls.
type publishes interface {
	// pictureFields returns the names of the fields that hold pictures.
	pictureFields() []string
	// withDraft gives a content, a pointer to it, the fields of its draft.
	withDraft(ctx context.Context, content any, fields map[string]json.RawMessage)
	// overtakes reports whether an item leaves nothing to do for its draft at a revision: it does not exist, is deleted, or has the draft's
	// content already, as it was published at its time. Its error is Unavailable.
	overtakes(ctx context.Context, id int64, draft uint64) (bool, error)
	// live reports whether readers see an item. Its error is Unavailable.
	live(ctx context.Context, id int64) (bool, error)
	// parseDraft reads the fields of a draft at a revision, and those of the request that publishes it. Its error is Invalid.
	parseDraft(fields []byte, revision uint64) (draftUpdate, error)
	// unscheduleDraft cancels the schedule of an item's draft. Errors: NotFound, Unavailable.
	unscheduleDraft(ctx context.Context, by commands.Caller, id int64) (commands.Result, error)
	// repeated returns the result of an earlier update of an item under the same Idempotency-Key; nil: there was none. Its error is
	// Unavailable.
	repeated(ctx context.Context, by commands.Caller, id int64) (*commands.Result, error)
	// clashes reports at which revision an item is, and whether a field that a draft changes was changed after the draft's base, too, to
	// something else. Errors: NotFound, Invalid, Unavailable.
	clashes(ctx context.Context, id int64, d events.DraftSaved) (revision uint64, clash bool, err error)
}

// draftUpdate is the update that publishing a draft makes of its item.
type draftUpdate interface {
	Parsed
	// publishAt returns when it is to be made of something published; zero: now, as where it unpublishes the item until then.
	publishAt() time.Time
	// schedule schedules the update instead of making it. ifMatch is the item's revision that the decision is based on. Errors as for
	// [Parsed].Update.
	schedule(ctx context.Context, by commands.Caller, e events.DraftScheduled, uploads []pictures.Picture,
		ifMatch uint64) (commands.Result, error)
}

// Publishing is a draft that is to become its item's content.
type Publishing struct {
	h       *Handler
	item    events.Item
	draft   events.DraftSaved
	at      uint64 // the draft's revision
	request map[string]json.RawMessage
	input   draftUpdate

	done *commands.Result // of an earlier try under the same Idempotency-Key; nil: there was none
}

// PublishDraft returns the draft of an item as an update of it, now or at the publishAt that is given of something published. body is a
// JSON object with more fields. Errors: Invalid, NotFound, Unavailable.
func (h *Handler) PublishDraft(ctx context.Context, by commands.Caller, item events.Item, body []byte) (Publishing, error) {
	d, at, err := h.drafts.Saved(ctx, item.Draft())
	if commands.KindOf(err) == commands.NotFound {
		done, unknown := h.contentOf(item.Kind).repeated(ctx, by, item.ID)
		if done != nil || unknown != nil {
			return Publishing{done: done}, unknown
		}
	}
	if err != nil {
		return Publishing{}, err
	}
	request, err := readFields(body)
	if err != nil {
		return Publishing{}, err
	}
	update, err := h.contentOf(item.Kind).parseDraft(input.Encode(mergedFields(d.Fields, request)), at)
	return Publishing{h: h, item: item, draft: d, at: at, request: request, input: update}, err
}

// mergedFields returns the fields of a draft, replaced and joined by those of a request.
func mergedFields(draft, request map[string]json.RawMessage) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	maps.Copy(all, draft)
	maps.Copy(all, request)
	return all
}

// Uploads reports whether pictures are sent with the draft, which will be stored.
func (p Publishing) Uploads() bool { return p.done == nil && p.input.Uploads() }

// Do updates the item and ends the draft, or schedules that. ifMatch is the item's revision that the caller has seen; without it, an item
// that has changed since the draft's base in a field that the draft changes is Outdated. The draft stays where the update is refused.
// Errors as for [Parsed].Update, and Outdated.
func (p Publishing) Do(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
	if p.done != nil {
		return *p.done, nil
	}
	if !p.input.publishAt().IsZero() {
		live, err := p.h.contentOf(p.item.Kind).live(ctx, p.item.ID)
		if err != nil {
			return commands.Result{}, err
		}
		if live {
			return p.schedule(ctx, by, ifMatch)
		}
	}
	result, err := p.unlessClashing(ctx, ifMatch, func(revision uint64) (commands.Result, error) {
		return p.input.Update(ctx, by, p.item.ID, &revision)
	})
	if err != nil {
		return commands.Result{}, err
	}
	p.h.endPublishedDraft(ctx, by, p.item, p.at, &result)
	return result, nil
}

// schedule schedules the update. Pictures that come with the request are stored now.
func (p Publishing) schedule(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
	e := events.DraftScheduled{Kind: p.item.Kind, ItemID: p.item.ID, DraftRevision: p.at,
		PublishAt: p.input.publishAt(), Request: p.request}
	uploads, err := p.h.drafts.TakePictures(ctx, p.h.contentOf(p.item.Kind).pictureFields(), e.Request)
	if err != nil {
		return commands.Result{}, err
	}
	delete(e.Request, "publishAt")
	if len(input.Encode(e.Request)) > drafts.MaxSize {
		return commands.Result{}, &commands.Error{Kind: commands.TooLarge, Message: "The request is larger than 1 MB."}
	}
	return p.unlessClashing(ctx, ifMatch, func(revision uint64) (commands.Result, error) {
		return p.input.schedule(ctx, by, e, uploads, revision)
	})
}

// endPublishedDraft ends the draft of an item that was published at a revision, and has the result name the last position.
func (h *Handler) endPublishedDraft(ctx context.Context, by commands.Caller, item events.Item, revision uint64, result *commands.Result) {
	ended, err := h.drafts.Discard(ctx, by, item.Draft(), &revision)
	switch kind := commands.KindOf(err); {
	case err == nil:
		result.Position = max(result.Shown(), ended.Position)
	case kind != commands.NotFound && kind != commands.Outdated: // the update stands
		h.Logger.Warn().Err(err).Str("stream", item.Draft().Stream()).Msg("a published draft is not deleted yet")
	}
}

// unlessClashing does something on the item's revision: on ifMatch, or else on its last one, unless the draft clashes with that.
func (p Publishing) unlessClashing(ctx context.Context, ifMatch *uint64,
	do func(revision uint64) (commands.Result, error)) (commands.Result, error) {
	if ifMatch != nil {
		return do(*ifMatch)
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
		result, err := do(revision)
		if commands.KindOf(err) != commands.Conflict {
			return result, err
		}
	}
	return commands.Result{}, commands.TooBusy()
}

func (c collection[C, Ch]) pictureFields() []string { return c.kind.fields.PictureNames() }

func (c collection[C, Ch]) overtakes(ctx context.Context, id int64, draft uint64) (bool, error) {
	var l commands.Loaded[item[C, Ch]]
	err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
	published := l.State.publishedDraft
	return l.State.Gone() || published != nil && *published == draft, commands.Typed(err)
}

func (c collection[C, Ch]) live(ctx context.Context, id int64) (bool, error) {
	var l commands.Loaded[item[C, Ch]]
	err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
	return !l.State.Gone() && l.State.published(), commands.Typed(err)
}

func (c collection[C, Ch]) parseDraft(fields []byte, revision uint64) (draftUpdate, error) {
	changes, options, err := c.kind.parseValid(fields)
	if err != nil {
		return nil, err
	}
	options.draft = &revision
	return parsed[C, Ch]{c, changes, options}, nil
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
	typedChanges, options, _, err := c.kind.parse(input.Encode(d.Fields))
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
	if err := errors.Join(json.Unmarshal(input.Encode(a), &fieldsOfA), json.Unmarshal(input.Encode(b), &fieldsOfB)); err != nil {
		panic(err) // changes are objects
	}
	for name := range fieldsOfA {
		if _, ok := fieldsOfB[name]; ok {
			return true
		}
	}
	return false
}
