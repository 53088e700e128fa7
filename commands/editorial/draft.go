// Drafts: what editors have typed and readers don't see yet. A draft is a stream of its own, so that it moves nothing of its item, and its
// last event says all of it. The stream is deleted with the draft.

package editorial

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// draft is the state of one draft, which follows from its last event.
type draft struct{ saved *events.DraftSaved }

func (s draft) Evolve(e events.Event) draft {
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

func (c saveDraft) Decide(s draft) ([]events.Event, error) {
	switch {
	case c.when == DraftIsThere && s.saved == nil:
		return nil, commands.Missing("Draft")
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

func (c discardDraft) Decide(s draft) ([]events.Event, error) {
	if s.saved == nil {
		return nil, commands.Missing("Draft")
	}
	return []events.Event{events.DraftDiscarded{DraftID: c.id, Kind: s.saved.Kind, ItemID: s.saved.ItemID, At: c.at}}, nil
}

// outdated refuses a change that is based on an older revision than there is.
func outdated() *commands.Error {
	return &commands.Error{Kind: commands.Outdated, Message: "Someone else changed this in the meantime."}
}

// SaveDraft sets what a draft contains. ifMatch is the draft's revision that the caller has seen, nil for any. Saving what the draft
// contains already appends nothing. Pictures in it are stored. Errors: Invalid, NotFound, Outdated, TooLarge, Unavailable.
func (h *Handler) SaveDraft(ctx context.Context, by commands.Caller, id events.DraftID, kind string, in DraftInput, ifMatch *uint64,
	when DraftCondition) (commands.Result, error) {
	pictures, errs, err := h.contentOf(kind).takeDraftPictures(ctx, in.Fields)
	if err != nil {
		return commands.Result{}, err
	}
	errs, err = h.pictures.CheckRemoved(ctx, pictures, errs)
	if err != nil {
		return commands.Result{}, err
	}
	if len(errs) > 0 {
		return commands.Result{}, commands.Refuse(errs...)
	}
	content := in.event(id, kind)
	content.At = h.At(by)
	if len(asJSON(content)) > maxDraft {
		return commands.Result{}, &commands.Error{Kind: commands.TooLarge, Message: "The draft is larger than 1 MB."}
	}
	if err := h.pictures.StorePictures(ctx, by, pictures); err != nil {
		return commands.Result{}, err
	}
	result, err := h.changeDraft(ctx, by, id, ifMatch, saveDraft{content, when})
	if err == nil && result.Position != 0 {
		_, err = h.Log.SetMaxCount(ctx, id.Stream(), events.DraftsKept)
	}
	return result, commands.Typed(err)
}

// changeDraft carries out a command on a draft.
func (h *Handler) changeDraft(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64,
	c commands.Decider[draft]) (commands.Result, error) {
	for range commands.MaxAttempts {
		var l commands.Loaded[draft]
		if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		evs, err := c.Decide(l.State)
		switch {
		case commands.KindOf(err) == commands.Outdated || len(evs) > 0 && ifMatch != nil && (l.State.saved == nil || *ifMatch != l.Revision):
			refused := h.Conflict(ctx, id.Stream(), l.Revision, l.Position)
			refused.Kind = commands.Outdated
			return commands.Result{}, refused
		case err != nil:
			return commands.Result{}, err
		case len(evs) == 0:
			return commands.Result{Revision: l.Revision, Seen: l.Position}, nil
		}
		w, err := h.Append(ctx, by, id.Stream(), l.Expected(), "", "", evs...)
		if !events.IsConflict(err) {
			return commands.Result{Revision: w.Revision, Position: w.Position}, commands.Typed(err)
		}
		h.Metrics.Conflicts.Inc()
	}
	return commands.Result{}, commands.TooBusy()
}

// DiscardDraft ends a draft, deletes its stream, and cancels its schedule. ifMatch is the draft's revision that the caller has seen, nil for
// any. Errors: NotFound, Outdated, Unavailable; after the latter it can be called again, or FinishErasures does the rest.
func (h *Handler) DiscardDraft(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64) (commands.Result, error) {
	result, err := h.endDraft(ctx, by, id, ifMatch)
	item, ok := id.Item()
	if err != nil || !ok {
		return result, err
	}
	switch canceled, err := h.UnscheduleDraft(ctx, by, item); {
	case err == nil:
		result.Position = max(result.Position, canceled.Position)
	case commands.KindOf(err) != commands.NotFound: // when it is due, there is no draft
		h.Logger.Warn().Err(err).Str("stream", item.Stream()).Msg("the schedule of a discarded draft is not canceled yet")
	}
	return result, nil
}

// UnscheduleDraft cancels the schedule of an item's draft, or ends the notice that the draft was not published. Errors: NotFound,
// Unavailable.
func (h *Handler) UnscheduleDraft(ctx context.Context, by commands.Caller, item events.Item) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it canceled
	return h.contentOf(item.Kind).unscheduleDraft(ctx, by, item.ID)
}

// endDraft is DiscardDraft for a draft that has no schedule any more.
func (h *Handler) endDraft(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it discarded
	result, err := h.changeDraft(ctx, by, id, ifMatch, discardDraft{id, h.At(by)})
	if err != nil {
		return commands.Result{}, err
	}
	return result, commands.Typed(h.deleteDraft(ctx, id, result.Revision))
}

// deleteDraft deletes the stream of a draft that ended at a revision, unless it was written again since.
func (h *Handler) deleteDraft(ctx context.Context, id events.DraftID, ended uint64) error {
	err := h.Log.DeleteStream(ctx, id.Stream(), events.Exactly(ended))
	if events.IsConflict(err) {
		return nil
	}
	return err
}

// Finish finishes what a crash interrupted in the stream of a draft. It does nothing in other streams.
func (h *Handler) Finish(ctx context.Context, stream string) error {
	if id, ok := events.DraftIn(stream); ok {
		return h.finishDraft(ctx, commands.SystemCaller(stream), id)
	}
	return nil
}

// finishDraft deletes the stream of a draft that has ended, was published at its time, or whose item is deleted. It leaves any other draft
// alone.
func (h *Handler) finishDraft(ctx context.Context, by commands.Caller, id events.DraftID) error {
	var l commands.Loaded[draft]
	if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil || !l.Exists {
		return err
	}
	if l.State.saved == nil {
		return h.deleteDraft(ctx, id, l.Revision)
	}
	item, ok := id.Item()
	if !ok {
		return nil
	}
	over, err := h.contentOf(item.Kind).overtakes(ctx, item.ID, l.Revision)
	if err != nil || !over {
		return err
	}
	by.IdempotencyKey = ""
	_, err = h.endDraft(ctx, by, id, &l.Revision)
	if kind := commands.KindOf(err); kind == commands.NotFound || kind == commands.Outdated {
		return nil
	}
	return err
}

// forgetDraft ends the draft of an item that may just have been deleted. The deletion stands whatever becomes of it: FinishErasures does
// at the next start what could not be done.
func (h *Handler) forgetDraft(ctx context.Context, by commands.Caller, item events.Item) {
	if err := h.finishDraft(ctx, by, item.Draft()); err != nil {
		h.Logger.Warn().Err(err).Str("stream", item.Draft().Stream()).Msg("the draft of a deleted item is not deleted yet")
	}
}

// savedDraft loads a draft. Errors: NotFound, Unavailable.
func (h *Handler) savedDraft(ctx context.Context, id events.DraftID) (d events.DraftSaved, revision uint64, err error) {
	var l commands.Loaded[draft]
	if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil {
		return d, 0, commands.Typed(err)
	}
	if l.State.saved == nil {
		return d, 0, commands.Missing("Draft")
	}
	return *l.State.saved, l.Revision, nil
}

// readFields returns the fields of a JSON object. Its error is an *Error of kind Invalid.
func readFields(body []byte) (map[string]json.RawMessage, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return nil, err
	}
	return o.Fields, readInvalid(o, body)
}
