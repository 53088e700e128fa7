// Drafts in the log: what they keep, what they leave alone, and how they end.

package editorial_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/drafts"
	"candor/commands/editorial"
	"candor/commands/history"
	"candor/commands/rooms"
	"candor/events"
)

var (
	reviewOne = events.Item{Kind: events.ReviewKind, ID: 1}
	draftOne  = reviewOne.Draft()
)

func parseDraft(t testing.TB, body string) drafts.Input {
	t.Helper()
	in, err := drafts.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// saveDraft saves a draft of review 1.
func saveDraft(t testing.TB, h *rooms.Handlers, body string) commands.Result {
	t.Helper()
	saved, err := h.Editorial.SaveDraft(t.Context(), commandstest.Admin, draftOne, events.ReviewKind, parseDraft(t, body),
		nil, drafts.MayExist)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// startWithReview is start with review 1.
func startWithReview(t testing.TB) (*rooms.Handlers, *commandstest.Door) {
	t.Helper()
	h, log := commandstest.Start(t)
	in := parseReview(t, `{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"Quiet","content":"It is quiet.","authorName":"Ada","isPublished":true}`)
	if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Admin, in); err != nil {
		t.Fatal(err)
	}
	return h, log
}

func publishDraft(t testing.TB, h *rooms.Handlers, by commands.Caller, body string, ifMatch *uint64) (commands.Result, error) {
	t.Helper()
	p, err := h.Editorial.PublishDraft(t.Context(), by, reviewOne, []byte(body))
	if err != nil {
		return commands.Result{}, err
	}
	return p.Do(t.Context(), by, ifMatch)
}

func TestADraftKeepsItsLastVersionsAndIsDeletedWhole(t *testing.T) {
	h, log := startWithReview(t)
	before := commandstest.Types(t, log, "review-1")
	for i := range events.DraftsKept + 5 {
		saveDraft(t, h, fmt.Sprintf(`{"base":1,"fields":{"title":"No. %d"}}`, i))
	}
	kept := commandstest.Recorded(t, log, draftOne.Stream())
	if len(kept) != events.DraftsKept || kept[0].Revision != 5 {
		t.Errorf("%d events are kept, from revision %d on", len(kept), kept[0].Revision)
	}
	if _, err := h.Editorial.DiscardDraft(t.Context(), commandstest.Admin, draftOne, nil); err != nil {
		t.Fatal(err)
	}
	if left := commandstest.Recorded(t, log, draftOne.Stream()); left != nil {
		t.Errorf("the stream still holds %d events", len(left))
	}
	if saved := saveDraft(t, h, `{"base":1,"fields":{"title":"Again"}}`); saved.Revision <= kept[len(kept)-1].Revision {
		t.Errorf("a new draft is at revision %d, which another had before", saved.Revision)
	}
	if diff := cmp.Diff(before, commandstest.Types(t, log, "review-1")); diff != "" {
		t.Error("the review has changed", diff)
	}
	for i := range events.DraftsKept + 5 {
		saveDraft(t, h, fmt.Sprintf(`{"base":1,"fields":{"title":"No. %d"}}`, i))
	}
	if kept := commandstest.Recorded(t, log, draftOne.Stream()); len(kept) != events.DraftsKept {
		t.Errorf("the second draft keeps %d events", len(kept))
	}
}

func TestADraftIsRefusedWhenItsEditorHasNotSeenTheLastOne(t *testing.T) {
	h, _ := startWithReview(t)
	first := saveDraft(t, h, `{"base":1,"fields":{"title":"One"}}`)
	saveDraft(t, h, `{"base":1,"fields":{"title":"Two"}}`)
	save := func(body string, ifMatch *uint64, when drafts.Condition) error {
		_, err := h.Editorial.SaveDraft(t.Context(), commandstest.Admin, draftOne, events.ReviewKind, parseDraft(t, body), ifMatch, when)
		return err
	}
	err := save(`{"base":1,"fields":{"title":"Three"}}`, &first.Revision, drafts.MayExist)
	commandstest.WantKind(t, err, commands.Outdated)
	if refused := err.(*commands.Error); refused.CurrentRevision != first.Revision+1 || refused.Changed == nil ||
		refused.Changed.By.Name != "admin" {
		t.Errorf("%+v", refused)
	}
	commandstest.WantKind(t, save(`{"base":1,"fields":{"title":"Three"}}`, nil, drafts.IsNew), commands.Outdated)
	if err := save(`{"base":1,"fields":{"title":"Two"}}`, &first.Revision, drafts.IsNew); err != nil {
		t.Errorf("a repetition whose first answer was lost: %v", err)
	}
	if _, err := h.Editorial.DiscardDraft(t.Context(), commandstest.Admin, draftOne,
		&first.Revision); commands.KindOf(err) != commands.Outdated {
		t.Errorf("discarding what was not seen: %v", err)
	}
	if _, err := h.Editorial.DiscardDraft(t.Context(), commandstest.Admin, draftOne, nil); err != nil {
		t.Fatal(err)
	}
	commandstest.WantKind(t, save(`{"base":1,"fields":{"title":"Three"}}`, &first.Revision, drafts.MayExist), commands.Outdated)
}

func TestPublishingADraftIsOneUpdateOfItsItem(t *testing.T) {
	h, log := startWithReview(t)
	saveDraft(t, h, `{"base":1,"fields":{"title":" Quieter ","rating":"4.5"},"was":{"title":"Quiet","rating":null}}`)
	if _, err := publishDraft(t, h, commandstest.Admin, `{"correction":"It is quieter."}`, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ReviewCreated", "ReviewPublished", "ReviewUpdated", "ReviewCorrected"},
		commandstest.Types(t, log, "review-1")); diff != "" {
		t.Error(diff)
	}
	past, err := h.Editorial.Content(events.ReviewKind).At(t.Context(), 1, 3)
	if content := *past.Content.(*events.ReviewContent); err != nil || content.Title != "Quieter" || content.Rating != 4.5 {
		t.Errorf("%+v, %v", past.Content, err)
	}
	if left := commandstest.Recorded(t, log, draftOne.Stream()); left != nil {
		t.Errorf("the draft's stream still holds %d events", len(left))
	}
	_, err = publishDraft(t, h, commandstest.Admin, `{}`, nil)
	commandstest.WantKind(t, err, commands.NotFound)
}

func TestARefusedPublicationKeepsTheDraft(t *testing.T) {
	h, log := startWithReview(t)
	saveDraft(t, h, `{"base":1,"fields":{"title":"","rating":"high"}}`)
	_, err := publishDraft(t, h, commandstest.Admin, `{"publishAt":"whenever"}`, nil)
	commandstest.WantKind(t, err, commands.Invalid)
	var fields []string
	for _, f := range err.(*commands.Error).Fields {
		fields = append(fields, f.Field)
	}
	if diff := cmp.Diff([]string{"rating", "publishAt", "title"}, fields); diff != "" {
		t.Error(diff)
	}
	if got := commandstest.Types(t, log, draftOne.Stream()); len(got) != 1 {
		t.Errorf("the draft's stream holds %v", got)
	}
}

func TestADraftClashesWithAnotherChangeOfTheSameField(t *testing.T) {
	for name, one := range map[string]struct {
		draft, meanwhile string
		clash            bool
	}{
		"the same field":                 {`{"title":"Mine"}`, `{"title":"Theirs"}`, true},
		"the same field in the same way": {`{"title":"Same"}`, `{"title":"Same"}`, false},
		"another field":                  {`{"title":"Mine"}`, `{"verdict":"Theirs"}`, false},
		"a list":                         {`{"pros":"• Silent"}`, `{"pros":["Light"]}`, true},
		"a list in another form":         {`{"pros":"• Silent\n• Light"}`, `{"pros":["Silent","Light"]}`, false},
		"a field that came back":         {`{"verdict":"Mine"}`, `{"verdict":""}`, false},
		"whether it is published":        {`{"isPublished":true}`, `{"isPublished":false}`, true},
		"whether it is featured":         {`{"isFeatured":false,"title":"Mine"}`, `{"isFeatured":true}`, true},
		"its state in the same way":      {`{"isPublished":false}`, `{"isPublished":false}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			h, log := startWithReview(t)
			saveDraft(t, h, `{"base":1,"fields":`+one.draft+`}`)
			if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Bot, 1, parseReview(t, one.meanwhile), nil); err != nil {
				t.Fatal(err)
			}
			_, err := publishDraft(t, h, commandstest.Admin, `{}`, nil)
			if !one.clash {
				if err != nil {
					t.Error(err)
				}
				return
			}
			commandstest.WantKind(t, err, commands.Outdated)
			if refused := err.(*commands.Error); refused.CurrentRevision < 2 || refused.Changed == nil || refused.Changed.By.Name != "bot" {
				t.Errorf("%+v", refused)
			}
			if len(commandstest.Types(t, log, draftOne.Stream())) != 1 {
				t.Error("the draft is gone")
			}
			now := uint64(len(commandstest.Recorded(t, log, "review-1")) - 1)
			if _, err := publishDraft(t, h, commandstest.Admin, `{}`, &now); err != nil {
				t.Errorf("by an editor who has seen it: %v", err)
			}
		})
	}
}

func TestARepeatedPublicationFindsWhatTheFirstDid(t *testing.T) {
	h, log := startWithReview(t)
	saveDraft(t, h, `{"base":1,"fields":{"title":"Quieter"}}`)
	by := commandstest.Admin
	by.IdempotencyKey, by.BodyHash = "k", "b"
	for range 2 {
		if result, err := publishDraft(t, h, by, `{}`, nil); err != nil || result.Revision != 2 || result.ID != 1 {
			t.Errorf("%+v, %v", result, err)
		}
	}
	if got := commandstest.Types(t, log, "review-1"); len(got) != 3 {
		t.Errorf("the review's stream holds %v", got)
	}
}

func TestTheDraftOfADeletedItemIsDeleted(t *testing.T) {
	h, log := startWithReview(t)
	ctx := t.Context()
	deletions := map[string]func() error{
		"alone": func() error {
			_, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, 1, nil)
			return err
		},
		"with others": func() error {
			_, err := h.Editorial.Content(events.ReviewKind).Bulk(ctx, commandstest.Admin,
				editorial.BulkChange{Action: editorial.BulkDelete, IDs: []int64{1}})
			return err
		},
		"by undoing": func() error {
			_, err := h.Editorial.Undo(ctx, commandstest.Bot, history.Undoing{Request: commandstest.Admin.RequestID},
				[]history.UndoItem{{Item: history.Item{Kind: events.ReviewKind, ID: 1},
					Revision: uint64(len(commandstest.Recorded(t, log, "review-1")) - 1)}}, nil)
			return err
		},
	}
	for name, remove := range deletions {
		saveDraft(t, h, `{"base":1,"fields":{"title":"Quieter"}}`)
		if err := remove(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if left := commandstest.Recorded(t, log, draftOne.Stream()); left != nil {
			t.Errorf("%s: the draft's stream still holds %d events", name, len(left))
		}
		if _, err := h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, 1); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

func TestWhatACrashLeftOfADraftIsFinished(t *testing.T) {
	h, log := startWithReview(t)
	ctx := t.Context()
	add := func(stream string, want events.ExpectedRevision, e events.Event) {
		t.Helper()
		p, err := events.Encode(events.Envelope{Event: e})
		if err == nil {
			_, err = log.Append(ctx, stream, want, p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	saveDraft(t, h, `{"base":1,"fields":{"title":"Quieter"}}`)
	two := events.Item{Kind: events.ReviewKind, ID: 2}.Draft() // of an item that isn't there
	add(two.Stream(), events.NoStream, events.DraftSaved{DraftID: two, Kind: events.ReviewKind, ItemID: 2,
		Fields: map[string]json.RawMessage{}, At: time.Now()})
	three := events.DraftID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
	add(three.Stream(), events.NoStream, events.DraftDiscarded{DraftID: three, Kind: events.PageKind, At: time.Now()})
	site, privacy := events.SectionDraft(events.SiteSection), events.SectionDraft(events.PrivacySection)
	add(site.Stream(), events.NoStream, events.DraftDiscarded{DraftID: site, Kind: events.SettingsKind, At: time.Now()})
	add(privacy.Stream(), events.NoStream, events.DraftSaved{DraftID: privacy, Kind: events.SettingsKind, Fields: map[string]json.RawMessage{},
		At: time.Now()})
	left := []string{draftOne.Stream(), two.Stream(), three.Stream(), site.Stream(), privacy.Stream(), "draft-junk", "draft-"}
	if err := h.FinishErasures(ctx, left); err != nil {
		t.Fatal(err)
	}
	for stream, want := range map[string]bool{draftOne.Stream(): true, two.Stream(): false, three.Stream(): false, site.Stream(): false,
		privacy.Stream(): true} {
		if there := commandstest.Recorded(t, log, stream) != nil; there != want {
			t.Errorf("%s is there: %t, want %t", stream, there, want)
		}
	}
}

func TestADraftIsCreatedOnce(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	ctx := t.Context()
	id := events.DraftID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
	in, err := editorial.ParseNewDraft([]byte(`{"kind":"page","fields":{"title":"How we test"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Editorial.SaveDraft(ctx, commandstest.Admin, id, in.Kind, in.Input, nil, drafts.IsNew); err != nil {
		t.Fatal(err)
	}
	const body = `{"title":"How we test","content":"With care."}`
	_, _, err = h.Editorial.CreateFromDraft(ctx, commandstest.Admin, id, []byte(`{"title":"How we test"}`))
	commandstest.WantKind(t, err, commands.Invalid)
	log.Fail(func(stream string) bool { return stream == "page-1" }, nil)
	_, _, err = h.Editorial.CreateFromDraft(ctx, commandstest.Admin, id, []byte(body))
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	for range 3 { // after a lost answer, again, and after the draft's end
		if kind, made, err := h.Editorial.CreateFromDraft(ctx, commandstest.Admin, id, []byte(body)); err != nil ||
			kind != events.PageKind || made.ID != 1 {
			t.Fatalf("%s, %+v, %v", kind, made, err)
		}
	}
	_, _, err = h.Editorial.CreateFromDraft(ctx, commandstest.Admin, id, []byte(`{"title":"How we test","content":"With great care."}`))
	commandstest.WantKind(t, err, commands.InUse)
	if commandstest.Recorded(t, log, "page-2") != nil || commandstest.Recorded(t, log, id.Stream()) != nil ||
		len(commandstest.Types(t, log, "page-1")) != 1 {
		t.Error("there should be one page and no draft")
	}
	_, _, err = h.Editorial.CreateFromDraft(ctx, commandstest.Admin, "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", []byte(body))
	commandstest.WantKind(t, err, commands.NotFound)
}
