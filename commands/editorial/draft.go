// Drafts of items, and of what is not an item yet: how they end with their items and with their schedules.

package editorial

import (
	"context"
	"encoding/json"

	"candor/commands"
	"candor/commands/drafts"
	"candor/commands/input"
	"candor/events"
)

// SaveDraft sets what a draft of an item of a kind contains; see [drafts.Handler.Save].
func (h *Handler) SaveDraft(ctx context.Context, by commands.Caller, id events.DraftID, kind string, in drafts.Input, ifMatch *uint64,
	when drafts.Condition) (commands.Result, error) {
	return h.drafts.Save(ctx, by, id, kind, h.contentOf(kind).pictureFields(), in, ifMatch, when)
}

// DiscardDraft ends a draft, deletes its stream, and cancels its schedule. ifMatch is the draft's revision that the caller has seen, nil
// for any. Errors: NotFound, Outdated, Unavailable; after the latter it can be called again, or FinishErasures does the rest.
func (h *Handler) DiscardDraft(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64) (commands.Result, error) {
	result, err := h.drafts.Discard(ctx, by, id, ifMatch)
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
	revision, exists, err := h.drafts.Finish(ctx, id)
	if err != nil || !exists {
		return err
	}
	item, ok := id.Item()
	if !ok {
		return nil
	}
	over, err := h.contentOf(item.Kind).overtakes(ctx, item.ID, revision)
	if err != nil || !over {
		return err
	}
	_, err = h.drafts.Discard(ctx, by, id, &revision)
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

// readFields returns the fields of a JSON object. Its error is an *Error of kind Invalid.
func readFields(body []byte) (map[string]json.RawMessage, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return nil, err
	}
	return o.Fields, drafts.Invalid(o, body)
}
