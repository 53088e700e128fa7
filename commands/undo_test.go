// Taking back what a key or a request did: what becomes of each item, for any life that it may have had.

package commands_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/commands"
	"candor/events"
)

// unused is a site on which nothing but the given items exists.
func unused(context.Context, events.CategoryID, events.Position) (int, error) { return 0, nil }

func usedBy(n int) commands.CategoryUse {
	return func(context.Context, events.CategoryID, events.Position) (int, error) { return n, nil }
}

var plainReview = `{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A","isPublished":true}`

func TestUndoOfAKey(t *testing.T) {
	type step func(h *commands.Handler, by commands.Caller) error
	create := func(h *commands.Handler, by commands.Caller) error {
		_, err := h.CreateReview(t.Context(), by, parseReview(t, plainReview))
		return err
	}
	edit := func(body string) step {
		return func(h *commands.Handler, by commands.Caller) error {
			_, err := h.UpdateReview(t.Context(), by, 1, parseReview(t, body), nil)
			return err
		}
	}
	remove := func(h *commands.Handler, by commands.Caller) error {
		_, err := h.Content(events.ReviewKind).Delete(t.Context(), by, 1, nil)
		return err
	}
	restore := func(h *commands.Handler, by commands.Caller) error {
		_, err := h.Content(events.ReviewKind).Restore(t.Context(), by, 1)
		return err
	}
	type act struct {
		by   commands.Caller
		does step
	}
	for _, row := range []struct {
		name    string
		acts    []act
		since   int // the act from which on is taken back
		action  commands.UndoAction
		changes []string
		since2  bool // somebody else changed it since
		then    []string
	}{
		{"what the key created is deleted", []act{{bot, create}}, 0, commands.UndoDelete, nil, false, []string{"ReviewDeleted"}},
		{"an edit is set back", []act{{admin, create}, {bot, edit(`{"title":"Spam","rating":5}`)}}, 1, commands.UndoRevert, []string{"title", "rating"}, false, []string{"ReviewUpdated", "ReviewUpdateNoted"}},
		{"flags are set back without an edit", []act{{admin, create}, {bot, edit(`{"isPublished":false,"isFeatured":true}`)}}, 1, commands.UndoRevert, []string{"isPublished", "isFeatured"}, false, []string{"ReviewPublished", "ReviewUnfeatured"}},
		{"what the key deleted comes back", []act{{admin, create}, {bot, edit(`{"title":"Spam"}`)}, {bot, remove}}, 1, commands.UndoRestore, []string{"title", "isDeleted"}, false, []string{"ReviewRestored", "ReviewUpdated"}},
		{"what the key brought back goes again", []act{{admin, create}, {admin, remove}, {bot, restore}, {bot, edit(`{"title":"Spam"}`)}}, 2, commands.UndoDelete, nil, false, []string{"ReviewUpdated", "ReviewDeleted"}},
		{"what was before the moment stays", []act{{bot, create}, {bot, edit(`{"title":"Spam"}`)}}, 1, commands.UndoRevert, []string{"title"}, false, []string{"ReviewUpdated"}},
		{"what somebody deleted already stays as it is", []act{{bot, create}, {admin, remove}}, 0, commands.UndoNothing, nil, true, nil},
		{"an edit that was taken back by hand is nothing", []act{{admin, create}, {bot, edit(`{"title":"Spam"}`)}, {admin, edit(`{"title":"T"}`)}}, 1, commands.UndoNothing, nil, true, nil},
		{"chosen in spite of a change since, it is as before the key", []act{{admin, create}, {bot, edit(`{"title":"Spam"}`)}, {admin, edit(`{"verdict":"V"}`)}}, 1, commands.UndoRevert, []string{"title", "verdict"}, true, []string{"ReviewUpdated"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			log := newLife()
			now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
			if _, err := h.CreateCategory(t.Context(), admin, parseCategory(t, `{"name":"Computers","slug":"computers"}`)); err != nil {
				t.Fatal(err)
			}
			var since time.Time
			for i, a := range row.acts {
				now = now.Add(time.Minute)
				if i == row.since {
					since = now
				}
				if err := a.does(h, a.by); err != nil {
					t.Fatal(err)
				}
			}
			u := commands.Undoing{Key: 2, Since: since}
			item := commands.Item{Kind: "review", ID: 1}
			found, err := h.PreviewUndo(t.Context(), u, []commands.Item{item, {Kind: "review", ID: 9}, {Kind: "category", ID: 1}}, unused)
			if err != nil || len(found) != 1 {
				t.Fatalf("preview: %+v, %v", found, err)
			}
			got := found[0]
			if got.Action != row.action || !slices.Equal(got.Changes, row.changes) || (got.Since != nil) != row.since2 {
				t.Errorf("preview: %+v", got)
			}
			before := len(log.streams["review-1"])
			out, err := h.Undo(t.Context(), admin, u, []commands.UndoItem{{Item: item, Revision: got.Revision}}, unused)
			if err != nil || len(out.Done) != 1 || out.Done[0].Changed != (row.then != nil) {
				t.Fatalf("undo: %+v, %v", out, err)
			}
			var then []string
			for _, r := range log.streams["review-1"][before:] {
				if m := r.Metadata(); m.Undoes != "apikey-2" || m.Actor != admin.Actor {
					t.Errorf("%s: %+v", r.Type, m)
				}
				then = append(then, r.Type)
			}
			if !slices.Equal(then, row.then) {
				t.Errorf("got %v, want %v", then, row.then)
			}
			if again, err := h.PreviewUndo(t.Context(), u, []commands.Item{item}, unused); err != nil || again[0].Action != commands.UndoNothing {
				t.Errorf("preview after it: %+v, %v", again, err)
			}
		})
	}
}

func TestUndoRefusesItemByItem(t *testing.T) {
	h, log := start(t) // category 1 is the admin's
	for range 2 {
		if _, err := h.CreateReview(t.Context(), bot, parseReview(t, plainReview)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.CreateCategory(t.Context(), bot, parseCategory(t, `{"name":"Spam","slug":"spam"}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.UpdateReview(t.Context(), admin, 2, parseReview(t, `{"verdict":"V"}`), nil); err != nil {
		t.Fatal(err)
	}
	u := commands.Undoing{Key: 2}
	one := commands.UndoItem{Item: commands.Item{Kind: "review", ID: 1}, Revision: 1}
	two := commands.UndoItem{Item: commands.Item{Kind: "review", ID: 2}, Revision: 1} // it is 2 by now
	spam := commands.UndoItem{Item: commands.Item{Kind: "category", ID: 2}}
	foreign := commands.UndoItem{Item: commands.Item{Kind: "category", ID: 1}}
	by := admin
	by.IdempotencyKey, by.BodyHash = "k", "b"
	out, err := h.Undo(t.Context(), by, u, []commands.UndoItem{spam, one, two, foreign}, usedBy(1))
	if err != nil || len(out.Done) != 1 || out.Done[0].ID != 1 || len(out.Refused) != 3 {
		t.Fatalf("got %+v, %v", out, err)
	}
	for i, want := range []commands.Kind{commands.InUse, commands.Conflict, commands.NotFound} {
		if got := commands.KindOf(out.Refused[i].Err); got != want {
			t.Errorf("%+v is refused with %v, want %v", out.Refused[i].Item, out.Refused[i].Err, want)
		}
	}
	// The same request again does nothing to what is done, and what was in the way is not any more.
	again, err := h.Undo(t.Context(), by, u, []commands.UndoItem{spam, one, two, foreign}, unused)
	if err != nil || len(again.Done) != 2 || len(again.Refused) != 2 {
		t.Fatalf("again: %+v, %v", again, err)
	}
	if got := types(t, log, "review-1"); !slices.Equal(got, []string{"ReviewCreated", "ReviewPublished", "ReviewDeleted"}) {
		t.Errorf("the review was undone as %v", got)
	}
	if got := types(t, log, "slug-spam"); !slices.Equal(got, []string{"SlugReserved", "SlugReleased"}) {
		t.Errorf("the slug of the deleted category: %v", got)
	}
	in := parseReview(t, plainReview)
	in.CategoryID = p(events.CategoryID(2))
	_, err = h.CreateReview(t.Context(), admin, in)
	wantKind(t, err, commands.Invalid)
	_, err = h.UpdateCategory(t.Context(), admin, 2, parseCategory(t, `{"name":"N"}`), nil)
	wantKind(t, err, commands.NotFound)

	// The way back needs the slug.
	whole := commands.Undoing{Request: admin.RequestID}
	taken, err := h.CreateCategory(t.Context(), guest, parseCategory(t, `{"name":"Other","slug":"spam"}`))
	if err != nil {
		t.Fatal(err)
	}
	back := commands.UndoItem{Item: spam.Item, Revision: 1}
	out, err = h.Undo(t.Context(), guest, whole, []commands.UndoItem{back}, unused)
	if err != nil || len(out.Refused) != 1 || commands.KindOf(out.Refused[0].Err) != commands.Invalid {
		t.Errorf("with its slug taken: %+v, %v", out, err)
	}
	if _, err := h.UpdateCategory(t.Context(), guest, events.CategoryID(taken.ID), parseCategory(t, `{"slug":"other"}`), nil); err != nil {
		t.Fatal(err)
	}
	out, err = h.Undo(t.Context(), guest, whole, []commands.UndoItem{back}, unused)
	if err != nil || len(out.Done) != 1 || !slices.Equal(types(t, log, "category-2"), []string{"CategoryCreated", "CategoryDeleted", "CategoryRestored"}) {
		t.Errorf("with its slug free: %+v, %v", out, err)
	}
	if _, err := h.CreateReview(t.Context(), admin, in); err != nil {
		t.Errorf("a review in the restored category: %v", err)
	}
}

// whole is the state of the few things that the property looks at, by their streams. What is deleted is not there.
type whole map[string]any

func (l *life) whole(t *rapid.T, h *commands.Handler) whole {
	all := whole{}
	for id := range int64(3) {
		if n := len(l.streams[events.ReviewID(id).Stream()]); n > 0 {
			p, err := h.Content(events.ReviewKind).At(context.Background(), id, uint64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Deleted {
				all[events.ReviewID(id).Stream()] = stateOf(p)
			}
		}
		if n := len(l.streams[events.ArticleID(id).Stream()]); n > 0 {
			p, err := h.Content(events.ArticleKind).At(context.Background(), id, uint64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Deleted {
				all[events.ArticleID(id).Stream()] = articleState{*p.Content.(*events.ArticleContent), p.Published, false}
			}
		}
		if n := len(l.streams[events.PageID(id).Stream()]); n > 0 {
			p, err := h.Content(events.PageKind).At(context.Background(), id, uint64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Deleted {
				all[events.PageID(id).Stream()] = pageState{*p.Content.(*events.PageContent), p.Published, false}
			}
		}
		var content events.CategoryContent
		deleted := false
		for _, r := range l.streams[events.CategoryID(id).Stream()] {
			e, err := r.Decode()
			if err != nil {
				t.Fatal(err)
			}
			switch e := e.(type) {
			case events.CategoryCreated:
				content = e.CategoryContent
			case events.CategoryUpdated:
				events.Apply(&content, e.Changes)
			default:
				deleted = r.Type == "CategoryDeleted"
			}
			if all[r.Stream] = content; deleted {
				delete(all, r.Stream)
			}
		}
	}
	return all
}

func (l *life) lengths() map[string]int {
	all := map[string]int{}
	for stream, held := range l.streams {
		for _, prefix := range []string{events.ReviewPrefix, events.ArticlePrefix, events.PagePrefix, events.CategoryPrefix} {
			if _, ok := events.Number(stream, prefix); ok {
				all[stream] = len(held)
			}
		}
	}
	return all
}

// For any interleaving of what a key, another key and the admin do, undoing the key gives back what was before its
// first change of each thing, nothing else changes, and undoing that gives back what was before the undo.
func TestUndoGivesBackWhatWasBefore(t *testing.T) {
	ctx := t.Context()
	actors := []commands.Caller{admin, bot, {Actor: events.Actor{Kind: events.ActorBot, ID: "3", Name: "other"}, RequestID: "req-4"}}
	rapid.Check(t, func(t *rapid.T) {
		log := newLife()
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		h, err := commands.New(commands.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := h.Close(ctx); err != nil {
				t.Error(err)
			}
		}()
		made := map[string]int{}
		since := rapid.IntRange(0, 10).Draw(t, "since")
		u := commands.Undoing{Key: 2, Since: now.Add(time.Duration(since) * time.Minute)}
		first := whole{}            // what a thing was before the key's first change
		others := map[string]bool{} // changed by others since
		for i := range rapid.IntRange(1, 25).Draw(t, "steps") {
			now = now.Add(time.Minute)
			by := rapid.SampledFrom(actors).Draw(t, "who")
			by.RequestID = "step-" + strconv.Itoa(i)
			kind := rapid.SampledFrom([]string{"review", "article", "page", "category"}).Draw(t, "kind")
			before, lengths := log.whole(t, h), log.lengths()
			act(t, h, by, kind, made)
			for stream, n := range log.lengths() {
				if n == lengths[stream] {
					continue
				}
				if _, ok := first[stream]; ok {
					others[stream] = others[stream] || by.Actor != bot.Actor
				} else if by.Actor == bot.Actor && !now.Before(u.Since) {
					first[stream] = before[stream]
				}
			}
		}

		var items []commands.Item
		for id := range int64(3) {
			items = append(items, commands.Item{Kind: "review", ID: id}, commands.Item{Kind: "article", ID: id}, commands.Item{Kind: "page", ID: id}, commands.Item{Kind: "category", ID: id})
		}
		found, err := h.PreviewUndo(ctx, u, items, unused)
		if err != nil {
			t.Fatal(err)
		}
		want, present := log.whole(t, h), log.whole(t, h)
		var chosen []commands.UndoItem
		for _, c := range found {
			stream := c.Kind + "-" + strconv.FormatInt(c.ID, 10)
			was, ok := first[stream]
			if !ok || (c.Since != nil) != others[stream] {
				t.Fatalf("%s: %+v, changed by others: %v", stream, c, others[stream])
			}
			if c.Since != nil && rapid.Bool().Draw(t, "leave "+stream) {
				continue
			}
			chosen = append(chosen, commands.UndoItem{Item: c.Item, Revision: c.Revision})
			if want[stream] = was; was == nil {
				delete(want, stream)
			}
		}
		if len(found) != len(first) {
			t.Fatalf("%d things were touched, %d are shown", len(first), len(found))
		}
		now = now.Add(time.Minute)
		by := admin
		by.RequestID = "undo"
		out, err := h.Undo(ctx, by, u, chosen, unused)
		if err != nil || len(out.Refused) > 0 {
			t.Fatalf("undo: %+v, %v", out, err)
		}
		if diff := cmp.Diff(want, log.whole(t, h)); diff != "" {
			t.Fatalf("undone: %s", diff)
		}

		var back []commands.UndoItem
		for _, d := range out.Done {
			if d.Changed {
				back = append(back, d.UndoItem)
			}
		}
		if out, err = h.Undo(ctx, admin, commands.Undoing{Request: "undo"}, back, unused); err != nil || len(out.Refused) > 0 {
			t.Fatalf("undo of the undo: %+v, %v", out, err)
		}
		if diff := cmp.Diff(present, log.whole(t, h)); diff != "" {
			t.Fatalf("the undo undone: %s", diff)
		}
	})
}

// act does something random to a thing of a kind, which may be refused.
func act(t *rapid.T, h *commands.Handler, by commands.Caller, kind string, made map[string]int) {
	ctx := context.Background()
	what := rapid.SampledFrom([]string{"create", "edit", "edit", "flag", "delete", "restore"}).Draw(t, "what")
	id := int64(rapid.IntRange(1, max(1, made[kind])).Draw(t, "id"))
	if made[kind] == 0 {
		what = "create"
	} else if what == "create" && made[kind] == 2 {
		what = "edit"
	}
	text, flag := words.Draw(t, "text"), rapid.Bool().Draw(t, "flag")
	bulk := commands.BulkChange{Action: map[string]commands.BulkAction{"delete": commands.BulkDelete, "restore": commands.BulkRestore}[what], IDs: []int64{id}}
	var err error
	switch kind + " " + what {
	case "review create":
		in := commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: &text, Content: &text, ProductName: &text, ProductBrand: &text, CategoryID: p(events.CategoryID(1)), AuthorName: &text}, ItemOptions: commands.ItemOptions{IsPublished: &flag}}
		_, err = h.CreateReview(ctx, by, in)
	case "review edit":
		_, err = h.UpdateReview(ctx, by, events.ReviewID(id), anyInput(t, &events.ReviewContent{}), nil)
	case "review flag":
		_, err = h.UpdateReview(ctx, by, events.ReviewID(id), commands.ReviewInput{ItemOptions: commands.ItemOptions{IsPublished: &flag, IsFeatured: &flag}}, nil)
	case "review delete", "review restore":
		_, err = h.Content(events.ReviewKind).Bulk(ctx, by, bulk)
	case "article create":
		_, err = h.CreateArticle(ctx, by, commands.ArticleInput{ArticleChanges: events.ArticleChanges{Title: &text, Content: &text, Category: &text, AuthorName: &text}, ItemOptions: commands.ItemOptions{IsPublished: &flag}})
	case "article edit":
		_, err = h.UpdateArticle(ctx, by, events.ArticleID(id), commands.ArticleInput{ArticleChanges: events.ArticleChanges{Title: &text, Excerpt: &text}}, nil)
	case "article flag":
		_, err = h.UpdateArticle(ctx, by, events.ArticleID(id), commands.ArticleInput{ItemOptions: commands.ItemOptions{IsPublished: &flag}}, nil)
	case "article delete", "article restore":
		_, err = h.Content(events.ArticleKind).Bulk(ctx, by, bulk)
	case "page create":
		slug := "page" + strconv.Itoa(made[kind]+1)
		_, err = h.CreatePage(ctx, by, commands.PageInput{PageChanges: events.PageChanges{Title: &text, Slug: &slug, Content: &text}, ItemOptions: commands.ItemOptions{IsPublished: &flag}})
	case "page edit":
		slug := "page" + strconv.FormatInt(id, 10) + rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "slug")
		_, err = h.UpdatePage(ctx, by, events.PageID(id), commands.PageInput{PageChanges: events.PageChanges{Title: &text, Slug: &slug}}, nil)
	case "page flag":
		_, err = h.UpdatePage(ctx, by, events.PageID(id), commands.PageInput{ItemOptions: commands.ItemOptions{IsPublished: &flag}}, nil)
	case "page delete", "page restore":
		_, err = h.Content(events.PageKind).Bulk(ctx, by, bulk)
	case "category create":
		slug := "slug" + strconv.Itoa(made[kind]+1)
		_, err = h.CreateCategory(ctx, by, commands.CategoryInput{CategoryChanges: events.CategoryChanges{Name: &text, Slug: &slug}})
	default:
		slug := "slug" + strconv.FormatInt(id, 10) + rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "slug")
		_, err = h.UpdateCategory(ctx, by, events.CategoryID(id), commands.CategoryInput{CategoryChanges: events.CategoryChanges{Name: &text, Slug: &slug}}, nil)
	}
	switch commands.KindOf(err) {
	case commands.NotFound, commands.Invalid: // it is deleted, or there is no category for it yet
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if what == "create" {
		made[kind]++
	}
}
