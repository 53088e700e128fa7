package drafts

import (
	"encoding/json"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestDecisionsAboutDrafts(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	saved := func(title string) events.DraftSaved {
		base := uint64(4)
		return events.DraftSaved{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, Base: &base, At: at,
			Fields: map[string]json.RawMessage{"title": json.RawMessage(title)},
			Was:    map[string]json.RawMessage{"title": json.RawMessage(`"Quiet"`)}}
	}
	later := saved(`"One"`)
	later.At = at.Add(1)
	ended := events.DraftDiscarded{DraftID: "review-12", Kind: events.ReviewKind, ItemID: 12, At: at}
	one, two := saved(`"One"`), saved(`2`)
	over := discard{"review-12", at}
	decisiontest.Play(t, []decisiontest.Scenario[draft]{
		{Name: "what was typed is saved", When: save{one, MayExist}, Then: decisiontest.Happened(one)},
		{Name: "anything that can be typed is", Given: decisiontest.Happened(one), When: save{two, MayExist}, Then: decisiontest.Happened(two)},
		{Name: "the same again records nothing", Given: decisiontest.Happened(one), When: save{later, MayExist}},
		{Name: "after another it does", Given: decisiontest.Happened(one, two), When: save{later, MayExist}, Then: decisiontest.Happened(later)},
		{Name: "a draft may begin anew", Given: decisiontest.Happened(one, ended), When: save{one, MayExist}, Then: decisiontest.Happened(one)},
		{Name: "a first draft is the first", When: save{one, IsNew}, Then: decisiontest.Happened(one)},
		{Name: "it isn't where there is another", Given: decisiontest.Happened(two), When: save{one, IsNew}, Err: commands.Outdated},
		{Name: "it is harmless where it is there already", Given: decisiontest.Happened(one), When: save{one, IsNew}},
		{Name: "it is the first after another's end", Given: decisiontest.Happened(two, ended), When: save{one, IsNew},
			Then: decisiontest.Happened(one)},
		{Name: "a draft that should be there goes on", Given: decisiontest.Happened(two), When: save{one, Exists},
			Then: decisiontest.Happened(one)},
		{Name: "one that isn't does not", When: save{one, Exists}, Err: commands.NotFound},
		{Name: "one that has ended doesn't either", Given: decisiontest.Happened(one, ended), When: save{one, Exists}, Err: commands.NotFound},
		{Name: "a draft is discarded", Given: decisiontest.Happened(one), When: over, Then: decisiontest.Happened(ended)},
		{Name: "once", Given: decisiontest.Happened(one, ended), When: over, Err: commands.NotFound},
		{Name: "no draft is not", When: over, Err: commands.NotFound},
	})
}

func TestDecisionsAboutFieldsThatWereSavedForReaders(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	base := uint64(4)
	saved := func(names ...string) events.DraftSaved {
		e := events.DraftSaved{DraftID: "settings-site", Kind: events.SettingsKind, Base: &base, At: at,
			Fields: map[string]json.RawMessage{}, Was: map[string]json.RawMessage{}}
		for _, name := range names {
			e.Fields[name], e.Was[name] = json.RawMessage(`"new"`), json.RawMessage(`"old"`)
		}
		return e
	}
	ended := events.DraftDiscarded{DraftID: "settings-site", Kind: events.SettingsKind, At: at}
	take := func(names ...string) release { return release{discard{"settings-site", at}, names} }
	decisiontest.Play(t, []decisiontest.Scenario[draft]{
		{Name: "its last fields end a draft", Given: decisiontest.Happened(saved("name", "tagline")), When: take("tagline", "name", "logo"),
			Then: decisiontest.Happened(ended)},
		{Name: "other fields stay in it", Given: decisiontest.Happened(saved("name", "tagline")), When: take("name"),
			Then: decisiontest.Happened(saved("tagline"))},
		{Name: "a draft without them stays as it is", Given: decisiontest.Happened(saved("name")), When: take("tagline")},
		{Name: "no draft is needed", When: take("name")},
		{Name: "a draft that has ended stays so", Given: decisiontest.Happened(saved("name"), ended), When: take("name")},
	})
}
