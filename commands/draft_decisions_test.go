package commands

import (
	"encoding/json"
	"testing"

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
	play(t, []scenario[draft]{
		{name: "what was typed is saved", when: saveDraft{one, DraftMayBeThere}, then: happened(one)},
		{name: "anything that can be typed is", given: happened(one), when: saveDraft{two, DraftMayBeThere}, then: happened(two)},
		{name: "the same again records nothing", given: happened(one), when: saveDraft{later, DraftMayBeThere}},
		{name: "after another it does", given: happened(one, two), when: saveDraft{later, DraftMayBeThere}, then: happened(later)},
		{name: "a draft may begin anew", given: happened(one, ended), when: saveDraft{one, DraftMayBeThere}, then: happened(one)},
		{name: "a first draft is the first", when: saveDraft{one, DraftIsNew}, then: happened(one)},
		{name: "it isn't where there is another", given: happened(two), when: saveDraft{one, DraftIsNew}, err: Outdated},
		{name: "it is harmless where it is there already", given: happened(one), when: saveDraft{one, DraftIsNew}},
		{name: "it is the first after another's end", given: happened(two, ended), when: saveDraft{one, DraftIsNew}, then: happened(one)},
		{name: "a draft that should be there goes on", given: happened(two), when: saveDraft{one, DraftIsThere}, then: happened(one)},
		{name: "one that isn't does not", when: saveDraft{one, DraftIsThere}, err: NotFound},
		{name: "one that has ended doesn't either", given: happened(one, ended), when: saveDraft{one, DraftIsThere}, err: NotFound},
		{name: "a draft is discarded", given: happened(one), when: discard, then: happened(ended)},
		{name: "once", given: happened(one, ended), when: discard, err: NotFound},
		{name: "no draft is not", when: discard, err: NotFound},
	})
}
