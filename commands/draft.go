// Drafts: what editors have typed and readers don't see yet. A draft is a stream of its own, so that it moves nothing of its item, and its
// last event says all of it. The stream is deleted with the draft.

package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// ParseDraftID reads the id of the draft of an item that doesn't exist yet: a UUID, written as we write it.
func ParseDraftID(text string) (events.DraftID, bool) {
	id, err := uuid.Parse(text)
	return events.DraftOfNew(id), err == nil && id.String() == text
}

// draft is the state of one draft, which follows from its last event.
type draft struct{ saved *events.DraftSaved }

func (s draft) evolve(e events.Event) draft {
	switch e := e.(type) {
	case events.DraftSaved:
		s.saved = &e
	case events.DraftDiscarded:
		s.saved = nil
	}
	return s
}

// says reports whether the draft contains just what e says.
func (s draft) says(e events.DraftSaved) bool {
	if s.saved == nil {
		return false
	}
	now := *s.saved
	now.At, e.At = time.Time{}, time.Time{}
	return bytes.Equal(asJSON(now), asJSON(e))
}

// saveDraft sets what a draft contains.
type saveDraft struct {
	content events.DraftSaved
	when    DraftCondition
}

// DraftCondition says whether there should be a draft already. The zero value accepts both.
type DraftCondition int

// The conditions. A save that doesn't meet them fails with Outdated, or with NotFound where there should be a draft.
const (
	DraftMayBeThere DraftCondition = iota
	DraftIsNew
	DraftIsThere
)

func (c saveDraft) decide(s draft) ([]events.Event, error) {
	switch {
	case c.when == DraftIsThere && s.saved == nil:
		return nil, notFound("Draft")
	case s.says(c.content):
		return nil, nil
	case c.when == DraftIsNew && s.saved != nil:
		return nil, outdated()
	}
	return []events.Event{c.content}, nil
}

// discardDraft ends a draft.
type discardDraft struct {
	id events.DraftID
	at time.Time
}

func (c discardDraft) decide(s draft) ([]events.Event, error) {
	if s.saved == nil {
		return nil, notFound("Draft")
	}
	return []events.Event{events.DraftDiscarded{DraftID: c.id, Kind: s.saved.Kind, ItemID: s.saved.ItemID, At: c.at}}, nil
}

// outdated refuses a change that is based on an older revision than there is.
func outdated() *Error {
	return &Error{Kind: Outdated, Message: "Someone else changed this in the meantime."}
}

// SaveDraft sets what a draft contains. ifMatch is the draft's revision that the caller has seen, nil for any. Saving what the draft
// contains already appends nothing. Pictures in it are stored. Errors: Invalid, NotFound, Outdated, TooLarge, Unavailable.
func (h *Handler) SaveDraft(ctx context.Context, by Caller, id events.DraftID, kind string, in DraftInput, ifMatch *uint64, when DraftCondition) (Result, error) {
	pictures, errs, err := h.contentOf(kind).takeDraftPictures(ctx, in.Fields)
	if err != nil {
		return Result{}, err
	}
	errs, err = h.checkRemoved(ctx, pictures, errs)
	if err != nil {
		return Result{}, err
	}
	if len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	content := in.event(id, kind)
	content.At = h.at(by)
	if len(asJSON(content)) > maxDraft {
		return Result{}, &Error{Kind: TooLarge, Message: "The draft is larger than 1 MB."}
	}
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	result, err := h.changeDraft(ctx, by, id, ifMatch, saveDraft{content, when})
	if err == nil && result.Position != 0 {
		_, err = h.log.SetMaxCount(ctx, id.Stream(), events.DraftsKept)
	}
	return result, typed(err)
}

// changeDraft carries out a command on a draft.
func (h *Handler) changeDraft(ctx context.Context, by Caller, id events.DraftID, ifMatch *uint64, c decider[draft]) (Result, error) {
	for range maxAttempts {
		var l loaded[draft]
		if err := latest(ctx, h.log, id.Stream(), &l); err != nil {
			return Result{}, typed(err)
		}
		evs, err := c.decide(l.state)
		switch {
		case KindOf(err) == Outdated || len(evs) > 0 && ifMatch != nil && (l.state.saved == nil || *ifMatch != l.revision):
			refused := h.conflict(ctx, id.Stream(), l.revision, l.position)
			refused.Kind = Outdated
			return Result{}, refused
		case err != nil:
			return Result{}, err
		case len(evs) == 0:
			return Result{Revision: l.revision, Seen: l.position}, nil
		}
		w, err := h.append(ctx, by, id.Stream(), l.expected(), "", "", evs...)
		if !events.IsConflict(err) {
			return Result{Revision: w.Revision, Position: w.Position}, typed(err)
		}
		h.metrics.conflicts.Inc()
	}
	return Result{}, tooBusy()
}

// DiscardDraft ends a draft and deletes its stream. ifMatch is the draft's revision that the caller has seen, nil for any. Errors:
// NotFound, Outdated, Unavailable; after the latter it can be called again, or FinishErasures does the rest.
func (h *Handler) DiscardDraft(ctx context.Context, by Caller, id events.DraftID, ifMatch *uint64) (Result, error) {
	by.IdempotencyKey = "" // a repetition finds it discarded
	result, err := h.changeDraft(ctx, by, id, ifMatch, discardDraft{id, h.at(by)})
	if err != nil {
		return Result{}, err
	}
	return result, typed(h.deleteDraft(ctx, id, result.Revision))
}

// deleteDraft deletes the stream of a draft that ended at a revision, unless it was written again since.
func (h *Handler) deleteDraft(ctx context.Context, id events.DraftID, ended uint64) error {
	err := h.log.DeleteStream(ctx, id.Stream(), events.Exactly(ended))
	if events.IsConflict(err) {
		return nil
	}
	return err
}

// finishDraft deletes the stream of a draft that has ended, or whose item is deleted. It leaves any other draft alone.
func (h *Handler) finishDraft(ctx context.Context, by Caller, id events.DraftID) error {
	var l loaded[draft]
	if err := latest(ctx, h.log, id.Stream(), &l); err != nil || !l.exists {
		return err
	}
	if l.state.saved == nil {
		return h.deleteDraft(ctx, id, l.revision)
	}
	item, ok := id.Item()
	if !ok {
		return nil
	}
	gone, err := h.contentOf(item.Kind).gone(ctx, item.ID)
	if err != nil || !gone {
		return err
	}
	_, err = h.DiscardDraft(ctx, by, id, &l.revision)
	if kind := KindOf(err); kind == NotFound || kind == Outdated {
		return nil
	}
	return err
}

// forgetDraft ends the draft of an item that may just have been deleted. The deletion stands whatever becomes of it: FinishErasures does
// at the next start what could not be done.
func (h *Handler) forgetDraft(ctx context.Context, by Caller, item events.Item) {
	if err := h.finishDraft(ctx, by, item.Draft()); err != nil {
		h.logger.Warn().Err(err).Str("stream", item.Draft().Stream()).Msg("the draft of a deleted item is not deleted yet")
	}
}

// savedDraft loads a draft. Errors: NotFound, Unavailable.
func (h *Handler) savedDraft(ctx context.Context, id events.DraftID) (d events.DraftSaved, revision uint64, err error) {
	var l loaded[draft]
	if err := latest(ctx, h.log, id.Stream(), &l); err != nil {
		return d, 0, typed(err)
	}
	if l.state.saved == nil {
		return d, 0, notFound("Draft")
	}
	return *l.state.saved, l.revision, nil
}

// withFields returns the fields of a draft, replaced and joined by those of a JSON object, as one. Its error is an *Error of kind Invalid.
func withFields(d events.DraftSaved, body []byte) (json.RawMessage, error) {
	o, err := readObject(body)
	if err != nil {
		return nil, err
	}
	if err := o.invalid(body); err != nil {
		return nil, err
	}
	all := map[string]json.RawMessage{}
	for name, value := range d.Fields {
		all[name] = value
	}
	for name, value := range o.fields {
		all[name] = value
	}
	return asJSON(all), nil
}
