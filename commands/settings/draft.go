// Drafts of sections: what the owner has typed in a form and not saved yet.

package settings

import (
	"context"
	"slices"

	"candor/commands"
	"candor/commands/drafts"
	"candor/events"
)

// SaveDraft sets what the draft of a section contains; see [drafts.Handler.Save]. Its base is a number of changes.
func (h *Handler) SaveDraft(ctx context.Context, by commands.Caller, name string, in drafts.Input, ifMatch *uint64,
	when drafts.Condition) (commands.Result, error) {
	return h.drafts.Save(ctx, by, events.SectionDraft(name), events.SettingsKind, sections[name].PictureNames(), in, ifMatch, when)
}

// DiscardDraft ends the draft of a section; see [drafts.Handler.Discard].
func (h *Handler) DiscardDraft(ctx context.Context, by commands.Caller, name string, ifMatch *uint64) (commands.Result, error) {
	return h.drafts.Discard(ctx, by, events.SectionDraft(name), ifMatch)
}

// releaseDraft takes what a change has set out of the section's draft, and has the result name the last position. What another window has
// typed of other fields meanwhile stays.
func (h *Handler) releaseDraft(ctx context.Context, by commands.Caller, in Input, result *commands.Result) {
	id := events.SectionDraft(in.section)
	released, err := h.drafts.Release(ctx, by, id, in.fields())
	if err != nil { // the change stands
		h.Logger.Warn().Err(err).Str("stream", id.Stream()).Msg("the draft of saved settings is not deleted yet")
		return
	}
	if released.Position > 0 {
		result.Position = max(result.Shown(), released.Position)
	}
}

// fields returns the names of the fields that the change sets.
func (in Input) fields() []string {
	names := slices.Clone(in.defaults)
	for name := range events.Given(in.values) {
		names = append(names, name)
	}
	return names
}
