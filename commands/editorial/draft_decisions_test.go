package editorial

import (
	"encoding/json"
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestDecisionsAboutDrafts(t *testing.T) {
	saved := func(title string) events.DraftSaved {
		base := uint64(4)
		return events.DraftSaved{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, Base: &base, At: at,
			Fields: map[string]json.RawMessage{"title": json.RawMessage(title)}, Was: map[string]json.RawMessage{"title": json.RawMessage(`"Quiet"`)}}
	}
	later := saved(`"One"`)
	later.At = at.Add(1)
	ended := events.DraftDiscarded{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, At: at}
	one, two := saved(`"One"`), saved(`2`)
	discard := discardDraft{"review-12", at}
	decisiontest.Play(t, []scenario[draft]{
		{Name: "what was typed is saved", When: saveDraft{one, DraftMayBeThere}, Then: happened(one)},
		{Name: "anything that can be typed is", Given: happened(one), When: saveDraft{two, DraftMayBeThere}, Then: happened(two)},
		{Name: "the same again records nothing", Given: happened(one), When: saveDraft{later, DraftMayBeThere}},
		{Name: "after another it does", Given: happened(one, two), When: saveDraft{later, DraftMayBeThere}, Then: happened(later)},
		{Name: "a draft may begin anew", Given: happened(one, ended), When: saveDraft{one, DraftMayBeThere}, Then: happened(one)},
		{Name: "a first draft is the first", When: saveDraft{one, DraftIsNew}, Then: happened(one)},
		{Name: "it isn't where there is another", Given: happened(two), When: saveDraft{one, DraftIsNew}, Err: commands.Outdated},
		{Name: "it is harmless where it is there already", Given: happened(one), When: saveDraft{one, DraftIsNew}},
		{Name: "it is the first after another's end", Given: happened(two, ended), When: saveDraft{one, DraftIsNew}, Then: happened(one)},
		{Name: "a draft that should be there goes on", Given: happened(two), When: saveDraft{one, DraftIsThere}, Then: happened(one)},
		{Name: "one that isn't does not", When: saveDraft{one, DraftIsThere}, Err: commands.NotFound},
		{Name: "one that has ended doesn't either", Given: happened(one, ended), When: saveDraft{one, DraftIsThere}, Err: commands.NotFound},
		{Name: "a draft is discarded", Given: happened(one), When: discard, Then: happened(ended)},
		{Name: "once", Given: happened(one, ended), When: discard, Err: commands.NotFound},
		{Name: "no draft is not", When: discard, Err: commands.NotFound},
	})
}
