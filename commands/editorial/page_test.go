// Commands on pages: their slugs, their history, and everything that other content can do.

package editorial_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/history"
	"candor/commands/rooms"
	"candor/events"
)

func parsePage(t testing.TB, body string) editorial.PageInput {
	t.Helper()
	in, err := editorial.ParsePage([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// pageAt is what a page was at a revision.
func pageAt(t testing.TB, h *rooms.Handlers, id int64, revision uint64) events.PageContent {
	t.Helper()
	past, err := h.Editorial.Content(events.PageKind).At(t.Context(), id, revision)
	if err != nil {
		t.Fatal(err)
	}
	return *past.Content.(*events.PageContent)
}

func TestPageFromCreationToRestoration(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx, pages := t.Context(), h.Editorial.Content(events.PageKind)
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k", "b"
	for range 2 {
		made, err := h.Editorial.CreatePage(ctx, by, parsePage(t, `{"title":"How we test","content":"With care.","isPublished":true}`))
		if err != nil || made.ID != 1 || made.Revision != 1 {
			t.Fatalf("created: got %+v, %v", made, err)
		}
	}
	if got := pageAt(t, h, 1, 1); got.Slug != "how-we-test" {
		t.Errorf("the slug is %q", got.Slug)
	}
	_, err := h.Editorial.CreatePage(ctx, commandstest.Bot, parsePage(t, `{"slug":"x"}`))
	if got := commandstest.FieldsOf(t, err); len(got) != 2 {
		t.Errorf("what a new page lacks: %v", got)
	}
	if _, err := h.Editorial.UpdatePage(ctx, commandstest.Admin, 1, parsePage(t, `{"slug":"testing","isPublished":false}`),
		p(uint64(1))); err != nil {
		t.Fatal(err)
	}
	_, err = pages.Delete(ctx, commandstest.Admin, 1, p(uint64(1)))
	commandstest.WantKind(t, err, commands.Conflict)
	if _, err := pages.Delete(ctx, commandstest.Admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.UpdatePage(ctx, commandstest.Admin, 1, parsePage(t, `{"title":"x"}`), nil)
	commandstest.WantKind(t, err, commands.NotFound)
	if err.Error() != "Page not found" {
		t.Errorf("got %q", err)
	}
	if _, err := pages.Restore(ctx, commandstest.Admin, 1); err != nil {
		t.Fatal(err)
	}
	_, err = pages.Restore(ctx, commandstest.Admin, 0)
	commandstest.WantKind(t, err, commands.NotFound)
	want := []string{"PageCreated", "PagePublished", "PageUnpublished", "PageUpdated", "PageDeleted", "PageRestored"}
	if diff := cmp.Diff(want, commandstest.Types(t, log, "page-1")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"PageSlugReserved", "PageSlugReleased"},
		commandstest.Types(t, log, events.PageSlugStream("how-we-test"))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"PageSlugReserved", "PageSlugReleased", "PageSlugReserved"},
		commandstest.Types(t, log, events.PageSlugStream("testing"))); diff != "" {
		t.Error(diff)
	}
	revisions, err := pages.History(ctx, 1, nil, 10)
	if err != nil || len(revisions) != 4 ||
		!cmp.Equal(revisions[2].Changes, []history.FieldChange{{Field: "slug", Old: "how-we-test", New: "testing"},
			{Field: "isPublished", Old: true, New: false}}) {
		t.Errorf("the history: %+v, %v", revisions, err)
	}
}

func TestPageFields(t *testing.T) {
	long := strings.Repeat("x", 101)
	for body, want := range map[string]map[string]string{
		`{"title":" ","content":""}`: {"title": "Title is required", "content": "Content is required"},
		`{"slug":"How we"}`: {
			"slug": "Slug must consist of lower-case letters, digits and single hyphens between them, such as “how-we”",
		},
		`{"slug":"` + long + `"}`:            {"slug": "Slug must be at most 100 characters"},
		`{"title":1,"isPublished":"x"}`:      {"title": "Title must be text", "isPublished": "Published must be true or false"},
		`{"slug":"","isFeatured":"ignored"}`: {},
		`{"correction":["so"]}`:              {"correction": "Correction must be text"},
	} {
		_, err := editorial.ParsePage([]byte(body))
		if len(want) == 0 {
			if err != nil {
				t.Errorf("%s: %v", body, err)
			}
			continue
		}
		if diff := cmp.Diff(want, commandstest.FieldsOf(t, err)); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
	h, _ := commandstest.Start(t)
	if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, parsePage(t, `{"title":"A","content":"B","slug":""}`)); err != nil {
		t.Fatal(err)
	}
	_, err := h.Editorial.UpdatePage(t.Context(), commandstest.Admin, 1, parsePage(t, `{"slug":""}`), nil)
	wantField(t, err, "slug")
}

func TestSlugOfAPageIsMadeFromItsTitle(t *testing.T) {
	h, _ := commandstest.Start(t)
	long := strings.Repeat("word ", 60)
	want := map[string][]string{
		"How we test": {"how-we-test", "how-we-test-2", "how-we-test-3"},
		"Über uns!":   {"uber-uns", "uber-uns-2"},
		"関于":          {"関于", "関于-2"},
		long[:300]:    {strings.TrimSuffix(strings.Repeat("word-", 20), "-"), strings.Repeat("word-", 19) + "wor-2"},
	}
	id := int64(0)
	for title, slugs := range want {
		for _, slug := range slugs {
			in := editorial.PageInput{PageChanges: events.PageChanges{Title: &title, Content: p("Text")}}
			if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, in); err != nil {
				t.Fatal(err)
			}
			id++
			if got := pageAt(t, h, id, 0).Slug; got != slug {
				t.Errorf("%q: got %q, want %q", title, got, slug)
			}
		}
	}
}

func TestASlugIsOnePages(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx, pages := t.Context(), h.Editorial.Content(events.PageKind)
	create := func(title, slug string) error {
		_, err := h.Editorial.CreatePage(ctx, commandstest.Admin, parsePage(t, fmt.Sprintf(`{"title":%q,"content":"C","slug":%q}`, title, slug)))
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	taken := func(what string, err error) {
		t.Helper()
		if got := commandstest.FieldsOf(t, err); got["slug"] != "Slug is already taken" {
			t.Errorf("%s: got %v", what, err)
		}
	}
	must(create("One", "a"))
	taken("a second page", create("Two", "a"))
	must(create("Two", "computers")) // a category's slug is another matter
	_, err := h.Editorial.UpdatePage(ctx, commandstest.Admin, 3, parsePage(t, `{"slug":"a"}`), nil)
	taken("a change", err)
	if n := len(commandstest.Types(t, log, "page-3")); n != 1 {
		t.Errorf("a refused change appended %d events", n-1)
	}

	// A slug that a page leaves is free; to return to it, the page has to reserve it again.
	_, err = h.Editorial.UpdatePage(ctx, commandstest.Admin, 1, parsePage(t, `{"slug":"b"}`), nil)
	must(err)
	_, err = h.Editorial.UpdatePage(ctx, commandstest.Admin, 3, parsePage(t, `{"slug":"a"}`), nil)
	must(err)
	_, err = pages.RestoreTo(ctx, commandstest.Admin, 1, 0, editorial.Restoring{}, nil)
	taken("a restore of a revision", err)
	_, err = pages.Delete(ctx, commandstest.Admin, 3, nil)
	must(err)
	_, err = pages.RestoreTo(ctx, commandstest.Admin, 1, 0, editorial.Restoring{}, nil)
	must(err)
	if got := pageAt(t, h, 1, 2).Slug; got != "a" {
		t.Errorf("restored to the slug %q", got)
	}
	_, err = pages.Restore(ctx, commandstest.Admin, 3)
	taken("a restore of a deleted page", err)
	out, err := pages.Bulk(ctx, commandstest.Admin, editorial.BulkChange{Action: editorial.BulkRestore, IDs: []int64{1, 3}})
	must(err)
	if len(out.Done) != 1 || len(out.Refused) != 1 || commands.KindOf(out.Refused[0].Err) != commands.Invalid {
		t.Errorf("in bulk: %+v", out)
	}
	must(create("Four", "b"))

	// A conflict gives the slug that was reserved for the change back.
	_, err = h.Editorial.UpdatePage(ctx, commandstest.Admin, 1, parsePage(t, `{"slug":"new"}`), p(uint64(0)))
	commandstest.WantKind(t, err, commands.Conflict)
	must(create("Five", "new"))
}

func TestARepeatedRequestIsAnsweredThoughItsSlugIsTakenSince(t *testing.T) {
	h, _ := commandstest.Start(t)
	by := commandstest.Admin
	by.IdempotencyKey, by.BodyHash = "create", "b"
	in := parsePage(t, `{"title":"One","content":"C","slug":"one"}`)
	change := by
	change.IdempotencyKey = "change"
	for range 2 {
		if made, err := h.Editorial.CreatePage(t.Context(), by, in); err != nil || made.ID != 1 || made.Position == 0 {
			t.Fatalf("created: %+v, %v", made, err)
		}
		if made, err := h.Editorial.UpdatePage(t.Context(), change, 1, parsePage(t, `{"slug":"two"}`), nil); err != nil ||
			made.Revision != 1 || made.ID != 1 {
			t.Fatalf("changed: %+v, %v", made, err)
		}
		if _, err := h.Editorial.UpdatePage(t.Context(), commandstest.Admin, 1, parsePage(t, `{"slug":"three"}`), nil); err != nil {
			t.Fatal(err)
		}
		for _, slug := range []string{"one", "two"} {
			_, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, parsePage(t, `{"title":"T","content":"C","slug":"`+slug+`"}`))
			if err != nil && commands.KindOf(err) != commands.Invalid {
				t.Fatal(err)
			}
		}
	}
}

func TestSlugOfAPageWhoseRequestDiedIsFreeAgainAfterAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
		log.Fail(nil, func(stream string) bool { return strings.HasPrefix(stream, events.PagePrefix) })
		in := parsePage(t, `{"title":"One","content":"C","slug":"one"}`)
		_, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, in)
		commandstest.WantKind(t, err, commands.Unavailable)
		log.Fail(nil, nil)
		_, err = h.Editorial.CreatePage(t.Context(), commandstest.Admin, in)
		wantField(t, err, "slug")
		time.Sleep(6 * time.Minute)
		if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, in); err != nil {
			t.Error(err)
		}
	})
}

// Handlers that stand for instances, on one log: whoever loses a race for a slug is refused, or gets the next one.
func TestRacesForSlugsOfPages(t *testing.T) {
	log := commandstest.OpenLog(t)
	const instances, each = 4, 5
	var wait sync.WaitGroup
	fixed := make([]int, instances)
	for i := range instances {
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
		wait.Go(func() {
			for n := range each {
				if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, parsePage(t, `{"title":"Our rules","content":"C"}`)); err != nil {
					t.Error(err)
				}
				_, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin,
					parsePage(t, fmt.Sprintf(`{"title":"T","content":"C","slug":"given-%d"}`, n)))
				if err == nil {
					fixed[i]++
				} else if commands.KindOf(err) != commands.Invalid {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	total := 0
	for _, n := range fixed {
		total += n
	}
	if total != each {
		t.Errorf("%d given slugs were taken by %d pages", each, total)
	}
	slugs := map[string]bool{}
	for id := range int64(2 * instances * each) {
		for _, r := range commandstest.Recorded(t, log, events.PageID(id+1).Stream()) {
			e, err := r.Decode()
			if err != nil {
				t.Fatal(err)
			}
			slug := e.(events.PageCreated).Slug
			if slugs[slug] {
				t.Errorf("two pages have the slug %s", slug)
			}
			slugs[slug] = true
		}
	}
	if len(slugs) != (instances+1)*each {
		t.Errorf("%d pages were created, want %d", len(slugs), (instances+1)*each)
	}
}

func TestAPageIsPublishedAtItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		due := newAgenda()
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Schedules: due})
		at := time.Now().Add(time.Hour)
		in := parsePage(t, `{"title":"One","content":"C"}`)
		in.PublishAt = &at
		if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, in); err != nil {
			t.Fatal(err)
		}
		due.set("page-1", at)
		time.Sleep(time.Hour)
		synctest.Wait()
		if diff := cmp.Diff([]string{"PageCreated", "PageScheduled", "PagePublished", "PageScheduled"},
			commandstest.Types(t, log, "page-1")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestUndoOfAPagesChangesGivesItsSlugBack(t *testing.T) {
	h, _ := commandstest.Start(t)
	ctx := t.Context()
	must := func(_ commands.Result, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(h.Editorial.CreatePage(ctx, commandstest.Admin, parsePage(t, `{"title":"One","content":"C","slug":"one"}`)))
	by := commandstest.Admin
	by.RequestID = "to undo"
	must(h.Editorial.UpdatePage(ctx, by, 1, parsePage(t, `{"slug":"two"}`), nil))
	must(h.Editorial.CreatePage(ctx, by, parsePage(t, `{"title":"Three","content":"C","slug":"three"}`)))
	u := history.Undoing{Request: "to undo"}
	preview, err := h.Editorial.PreviewUndo(ctx, u, []history.Item{{Kind: events.PageKind, ID: 1}, {Kind: events.PageKind, ID: 2}}, unused)
	if err != nil || len(preview) != 2 || preview[0].Action != history.UndoRevert || !cmp.Equal(preview[0].Changes, []string{"slug"}) ||
		preview[1].Action != history.UndoDelete {
		t.Fatalf("preview: %+v, %v", preview, err)
	}
	items := []history.UndoItem{{Item: preview[0].Item, Revision: preview[0].Revision}, {Item: preview[1].Item, Revision: preview[1].Revision}}
	must(h.Editorial.CreatePage(ctx, commandstest.Admin, parsePage(t, `{"title":"Other","content":"C","slug":"one"}`)))
	out, err := h.Editorial.Undo(ctx, commandstest.Admin, u, items, unused)
	if err != nil || len(out.Done) != 1 || len(out.Refused) != 1 || commands.KindOf(out.Refused[0].Err) != commands.Invalid {
		t.Fatalf("with the slug taken: %+v, %v", out, err)
	}
	must(h.Editorial.UpdatePage(ctx, commandstest.Admin, 3, parsePage(t, `{"slug":"three"}`), nil)) // of the page whose creation was undone
	out, err = h.Editorial.Undo(ctx, commandstest.Admin, u, items[:1], unused)
	if err != nil || len(out.Done) != 1 || !out.Done[0].Changed {
		t.Fatalf("with the slug free: %+v, %v", out, err)
	}
	if got := pageAt(t, h, 1, out.Done[0].Revision).Slug; got != "one" {
		t.Errorf("the slug is %q", got)
	}
	must(h.Editorial.CreatePage(ctx, commandstest.Admin, parsePage(t, `{"title":"Other","content":"C","slug":"two"}`)))
}

// pageState is what a page was.
type pageState struct {
	Content            events.PageContent
	Published, Deleted bool
}

// Edits, restores and actions on any of three pages that want each other's slugs: every revision is what was known of it, no
// two pages that are there have one slug, and a command is refused exactly when it would give a page another one's.
func TestAnyRevisionOfAPageCanBeRestoredUnlessItsSlugIsTaken(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		log := newLife()
		h, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop()})
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(err)
		defer func() { must(h.Close(ctx)) }()
		content := h.Editorial.Content(events.PageKind)
		const pages = 3
		known := map[int64]map[uint64]pageState{}
		want := map[int64]pageState{}
		at := func(id int64, revision uint64) pageState {
			past, err := content.At(ctx, id, revision)
			must(err)
			return pageState{*past.Content.(*events.PageContent), past.Published, past.Deleted}
		}
		last := func(id int64) uint64 { return uint64(len(log.held(events.PageID(id).Stream())) - 1) }
		note := func(id int64) {
			t.Helper()
			got := at(id, last(id))
			if diff := cmp.Diff(want[id], got); diff != "" {
				t.Fatalf("page %d: %s", id, diff)
			}
			known[id][last(id)] = got
		}
		taken := func(slug string, by int64) bool {
			for id, s := range want {
				if id != by && !s.Deleted && s.Content.Slug == slug {
					return true
				}
			}
			return false
		}
		// settle checks how a command ended that was to make a page what it should be.
		settle := func(id int64, to pageState, err error) {
			t.Helper()
			switch {
			case !to.Deleted && taken(to.Content.Slug, id):
				if commands.KindOf(err) != commands.Invalid || err == nil {
					t.Fatalf("page %d with another one's slug: %v", id, err)
				}
			default:
				must(err)
				want[id] = to
			}
			note(id)
		}
		for id := int64(1); id <= pages; id++ {
			title, slug := words.Draw(t, "title"), fmt.Sprint("slug-", id)
			_, err := h.Editorial.CreatePage(ctx, commandstest.Admin,
				editorial.PageInput{PageChanges: events.PageChanges{Title: &title, Slug: &slug, Content: p("Text")}})
			must(err)
			known[id], want[id] = map[uint64]pageState{}, pageState{Content: events.PageContent{Title: title, Slug: slug, Content: "Text"}}
			note(id)
		}
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			id := rapid.Int64Range(1, pages).Draw(t, "page")
			s := want[id]
			switch what := rapid.SampledFrom([]string{"edit", "edit", "revision", "delete", "restore"}).Draw(t, "what"); what {
			case "edit":
				slug := fmt.Sprint("slug-", rapid.IntRange(1, pages+1).Draw(t, "slug"))
				in := editorial.PageInput{PageChanges: events.PageChanges{Title: p(words.Draw(t, "title")), Slug: &slug},
					ItemOptions: editorial.ItemOptions{IsPublished: p(rapid.Bool().Draw(t, "published"))}}
				_, err := h.Editorial.UpdatePage(ctx, commandstest.Admin, events.PageID(id), in, nil)
				if s.Deleted {
					wantError(t, err, commands.NotFound)
					continue
				}
				s.Content.Title, s.Content.Slug, s.Published = *in.Title, slug, *in.IsPublished
				settle(id, s, err)
			case "revision":
				revision := rapid.Uint64Range(0, last(id)).Draw(t, "revision")
				then := at(id, revision)
				if expected, ok := known[id][revision]; ok && !cmp.Equal(expected, then) {
					t.Fatalf("page %d at revision %d: %s", id, revision, cmp.Diff(expected, then))
				}
				how := editorial.Restoring{State: rapid.Bool().Draw(t, "with state")}
				_, err := content.RestoreTo(ctx, commandstest.Admin, id, revision, how, nil)
				if s.Deleted {
					wantError(t, err, commands.NotFound)
					continue
				}
				if s.Content = then.Content; how.State {
					s.Published = then.Published
				}
				settle(id, s, err)
			case "delete":
				_, err := content.Delete(ctx, commandstest.Admin, id, nil)
				if s.Deleted {
					wantError(t, err, commands.NotFound)
					continue
				}
				s.Deleted = true
				settle(id, s, err)
			case "restore":
				_, err := content.Restore(ctx, commandstest.Admin, id)
				s.Deleted = false
				settle(id, s, err)
			}
		}
	})
}
