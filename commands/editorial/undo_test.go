// Taking back what a key or a request did: what becomes of each item, for any life that it may have had.

package editorial_test

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
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/history"
	"candor/commands/rooms"
	"candor/events"
)

// unused is a site on which nothing but the given items exists.
func unused(context.Context, events.CategoryID, events.Position) (int, error) { return 0, nil }

func usedBy(n int) categories.Use {
	return func(context.Context, events.CategoryID, events.Position) (int, error) { return n, nil }
}

var plainReview = `{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A","isPublished":true}`

func TestUndoOfAKey(t *testing.T) {
	type step func(h *rooms.Handlers, by commands.Caller) error
	create := func(h *rooms.Handlers, by commands.Caller) error {
		_, err := h.Editorial.CreateReview(t.Context(), by, parseReview(t, plainReview))
		return err
	}
	edit := func(body string) step {
		return func(h *rooms.Handlers, by commands.Caller) error {
			_, err := h.Editorial.UpdateReview(t.Context(), by, 1, parseReview(t, body), nil)
			return err
		}
	}
	remove := func(h *rooms.Handlers, by commands.Caller) error {
		_, err := h.Editorial.Content(events.ReviewKind).Delete(t.Context(), by, 1, nil)
		return err
	}
	restore := func(h *rooms.Handlers, by commands.Caller) error {
		_, err := h.Editorial.Content(events.ReviewKind).Restore(t.Context(), by, 1)
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
		action  history.UndoAction
		changes []string
		since2  bool // somebody else changed it since
		then    []string
	}{
		{"what the key created is deleted", []act{{commandstest.Bot, create}}, 0, history.UndoDelete, nil, false, []string{"ReviewDeleted"}},
		{"an edit is set back", []act{{commandstest.Admin, create}, {commandstest.Bot, edit(`{"title":"Spam","rating":5}`)}}, 1,
			history.UndoRevert, []string{"title", "rating"}, false, []string{"ReviewUpdated"}},
		{"flags are set back without an edit", []act{{commandstest.Admin, create},
			{commandstest.Bot, edit(`{"isPublished":false,"isFeatured":true}`)}}, 1, history.UndoRevert, []string{"isPublished", "isFeatured"},
			false, []string{"ReviewPublished", "ReviewUnfeatured"}},
		{"what the key deleted comes back", []act{{commandstest.Admin, create}, {commandstest.Bot, edit(`{"title":"Spam"}`)},
			{commandstest.Bot, remove}}, 1, history.UndoRestore, []string{"title", "isDeleted"}, false, []string{"ReviewRestored", "ReviewUpdated"}},
		{"what the key brought back goes again", []act{{commandstest.Admin, create}, {commandstest.Admin, remove}, {commandstest.Bot, restore},
			{commandstest.Bot, edit(`{"title":"Spam"}`)}}, 2, history.UndoDelete, nil, false, []string{"ReviewUpdated", "ReviewDeleted"}},
		{"what was before the moment stays", []act{{commandstest.Bot, create}, {commandstest.Bot, edit(`{"title":"Spam"}`)}}, 1,
			history.UndoRevert, []string{"title"}, false, []string{"ReviewUpdated"}},
		{"what somebody deleted already stays as it is", []act{{commandstest.Bot, create}, {commandstest.Admin, remove}}, 0,
			history.UndoNothing, nil, true, nil},
		{"an edit that was taken back by hand is nothing", []act{{commandstest.Admin, create}, {commandstest.Bot, edit(`{"title":"Spam"}`)},
			{commandstest.Admin, edit(`{"title":"T"}`)}}, 1, history.UndoNothing, nil, true, nil},
		{"chosen in spite of a change since, it is as before the key", []act{{commandstest.Admin, create},
			{commandstest.Bot, edit(`{"title":"Spam"}`)}, {commandstest.Admin, edit(`{"verdict":"V"}`)}}, 1, history.UndoRevert,
			[]string{"title", "verdict"}, true, []string{"ReviewUpdated"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			log := newLife()
			now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
			if _, err := h.Categories.CreateCategory(t.Context(), commandstest.Admin,
				commandstest.ParseCategory(t, `{"name":"Computers","slug":"computers"}`)); err != nil {
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
			u := history.Undoing{Key: 2, Since: since}
			item := history.Item{Kind: "review", ID: 1}
			found, err := h.Editorial.PreviewUndo(t.Context(), u, []history.Item{item, {Kind: "review", ID: 9}, {Kind: "category", ID: 1}}, unused)
			if err != nil || len(found) != 1 {
				t.Fatalf("preview: %+v, %v", found, err)
			}
			got := found[0]
			if got.Action != row.action || !slices.Equal(got.Changes, row.changes) || (got.Since != nil) != row.since2 {
				t.Errorf("preview: %+v", got)
			}
			before := len(log.streams["review-1"])
			out, err := h.Editorial.Undo(t.Context(), commandstest.Admin, u, []history.UndoItem{{Item: item, Revision: got.Revision}}, unused)
			if err != nil || len(out.Done) != 1 || out.Done[0].Changed != (row.then != nil) {
				t.Fatalf("undo: %+v, %v", out, err)
			}
			var then []string
			for _, r := range log.streams["review-1"][before:] {
				if m := r.Metadata(); m.Undoes != "apikey-2" || m.Actor != commandstest.Admin.Actor {
					t.Errorf("%s: %+v", r.Type, m)
				}
				then = append(then, r.Type)
			}
			if !slices.Equal(then, row.then) {
				t.Errorf("got %v, want %v", then, row.then)
			}
			if again, err := h.Editorial.PreviewUndo(t.Context(), u, []history.Item{item}, unused); err != nil ||
				again[0].Action != history.UndoNothing {
				t.Errorf("preview after it: %+v, %v", again, err)
			}
		})
	}
}

func TestUndoRefusesItemByItem(t *testing.T) {
	h, log := commandstest.Start(t) // category 1 is the admin's
	for range 2 {
		if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot, parseReview(t, plainReview)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Categories.CreateCategory(t.Context(), commandstest.Bot,
		commandstest.ParseCategory(t, `{"name":"Spam","slug":"spam"}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 2, parseReview(t, `{"verdict":"V"}`), nil); err != nil {
		t.Fatal(err)
	}
	u := history.Undoing{Key: 2}
	one := history.UndoItem{Item: history.Item{Kind: "review", ID: 1}, Revision: 1}
	two := history.UndoItem{Item: history.Item{Kind: "review", ID: 2}, Revision: 1} // it is 2 by now
	spam := history.UndoItem{Item: history.Item{Kind: "category", ID: 2}}
	foreign := history.UndoItem{Item: history.Item{Kind: "category", ID: 1}}
	by := commandstest.Admin
	by.IdempotencyKey, by.BodyHash = "k", "b"
	out, err := h.Editorial.Undo(t.Context(), by, u, []history.UndoItem{spam, one, two, foreign}, usedBy(1))
	if err != nil || len(out.Done) != 1 || out.Done[0].ID != 1 || len(out.Refused) != 3 {
		t.Fatalf("got %+v, %v", out, err)
	}
	for i, want := range []commands.Kind{commands.InUse, commands.Conflict, commands.NotFound} {
		if got := commands.KindOf(out.Refused[i].Err); got != want {
			t.Errorf("%+v is refused with %v, want %v", out.Refused[i].Item, out.Refused[i].Err, want)
		}
	}
	// The same request again does nothing to what is done, and what was in the way is not any more.
	again, err := h.Editorial.Undo(t.Context(), by, u, []history.UndoItem{spam, one, two, foreign}, unused)
	if err != nil || len(again.Done) != 2 || len(again.Refused) != 2 {
		t.Fatalf("again: %+v, %v", again, err)
	}
	if got := commandstest.Types(t, log, "review-1"); !slices.Equal(got, []string{"ReviewCreated", "ReviewPublished", "ReviewDeleted"}) {
		t.Errorf("the review was undone as %v", got)
	}
	if got := commandstest.Types(t, log, "slug-spam"); !slices.Equal(got, []string{"SlugReserved", "SlugReleased"}) {
		t.Errorf("the slug of the deleted category: %v", got)
	}
	in := parseReview(t, plainReview)
	in.CategoryID = p(events.CategoryID(2))
	_, err = h.Editorial.CreateReview(t.Context(), commandstest.Admin, in)
	commandstest.WantKind(t, err, commands.Invalid)
	_, err = h.Categories.UpdateCategory(t.Context(), commandstest.Admin, 2, commandstest.ParseCategory(t, `{"name":"N"}`), nil)
	commandstest.WantKind(t, err, commands.NotFound)

	// The way back needs the slug.
	whole := history.Undoing{Request: commandstest.Admin.RequestID}
	taken, err := h.Categories.CreateCategory(t.Context(), commandstest.Guest, commandstest.ParseCategory(t, `{"name":"Other","slug":"spam"}`))
	if err != nil {
		t.Fatal(err)
	}
	back := history.UndoItem{Item: spam.Item, Revision: 1}
	out, err = h.Editorial.Undo(t.Context(), commandstest.Guest, whole, []history.UndoItem{back}, unused)
	if err != nil || len(out.Refused) != 1 || commands.KindOf(out.Refused[0].Err) != commands.Invalid {
		t.Errorf("with its slug taken: %+v, %v", out, err)
	}
	if _, err := h.Categories.UpdateCategory(t.Context(), commandstest.Guest, events.CategoryID(taken.ID),
		commandstest.ParseCategory(t, `{"slug":"other"}`), nil); err != nil {
		t.Fatal(err)
	}
	out, err = h.Editorial.Undo(t.Context(), commandstest.Guest, whole, []history.UndoItem{back}, unused)
	if err != nil || len(out.Done) != 1 ||
		!slices.Equal(commandstest.Types(t, log, "category-2"), []string{"CategoryCreated", "CategoryDeleted", "CategoryRestored"}) {
		t.Errorf("with its slug free: %+v, %v", out, err)
	}
	if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Admin, in); err != nil {
		t.Errorf("a review in the restored category: %v", err)
	}
}

// whole is the state of the few things that the property looks at, by their streams. What is deleted is not there.
type whole map[string]any

func (l *life) whole(t *rapid.T, h *rooms.Handlers) whole {
	all := whole{}
	for id := range int64(3) {
		if n := len(l.streams[events.ReviewID(id).Stream()]); n > 0 {
			p, err := h.Editorial.Content(events.ReviewKind).At(context.Background(), id, uint64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Deleted {
				all[events.ReviewID(id).Stream()] = stateOf(p)
			}
		}
		if n := len(l.streams[events.ArticleID(id).Stream()]); n > 0 {
			p, err := h.Editorial.Content(events.ArticleKind).At(context.Background(), id, uint64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Deleted {
				all[events.ArticleID(id).Stream()] = articleState{*p.Content.(*events.ArticleContent), p.Published, false}
			}
		}
		if n := len(l.streams[events.PageID(id).Stream()]); n > 0 {
			p, err := h.Editorial.Content(events.PageKind).At(context.Background(), id, uint64(n-1))
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
	actors := []commands.Caller{commandstest.Admin, commandstest.Bot, {Actor: events.Actor{Kind: events.ActorBot, ID: "3", Name: "other"},
		RequestID: "req-4"}}
	rapid.Check(t, func(t *rapid.T) {
		log := newLife()
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		h, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return now }})
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
		u := history.Undoing{Key: 2, Since: now.Add(time.Duration(since) * time.Minute)}
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
					others[stream] = others[stream] || by.Actor != commandstest.Bot.Actor
				} else if by.Actor == commandstest.Bot.Actor && !now.Before(u.Since) {
					first[stream] = before[stream]
				}
			}
		}

		var items []history.Item
		for id := range int64(3) {
			items = append(items, history.Item{Kind: "review", ID: id}, history.Item{Kind: "article", ID: id}, history.Item{Kind: "page", ID: id},
				history.Item{Kind: "category", ID: id})
		}
		found, err := h.Editorial.PreviewUndo(ctx, u, items, unused)
		if err != nil {
			t.Fatal(err)
		}
		want, present := log.whole(t, h), log.whole(t, h)
		var chosen []history.UndoItem
		for _, c := range found {
			stream := c.Kind + "-" + strconv.FormatInt(c.ID, 10)
			was, ok := first[stream]
			if !ok || (c.Since != nil) != others[stream] {
				t.Fatalf("%s: %+v, changed by others: %v", stream, c, others[stream])
			}
			if c.Since != nil && rapid.Bool().Draw(t, "leave "+stream) {
				continue
			}
			chosen = append(chosen, history.UndoItem{Item: c.Item, Revision: c.Revision})
			if want[stream] = was; was == nil {
				delete(want, stream)
			}
		}
		if len(found) != len(first) {
			t.Fatalf("%d things were touched, %d are shown", len(first), len(found))
		}
		now = now.Add(time.Minute)
		by := commandstest.Admin
		by.RequestID = "undo"
		out, err := h.Editorial.Undo(ctx, by, u, chosen, unused)
		if err != nil || len(out.Refused) > 0 {
			t.Fatalf("undo: %+v, %v", out, err)
		}
		if diff := cmp.Diff(want, log.whole(t, h)); diff != "" {
			t.Fatalf("undone: %s", diff)
		}

		var back []history.UndoItem
		for _, d := range out.Done {
			if d.Changed {
				back = append(back, d.UndoItem)
			}
		}
		if out, err = h.Editorial.Undo(ctx, commandstest.Admin, history.Undoing{Request: "undo"}, back, unused); err != nil ||
			len(out.Refused) > 0 {
			t.Fatalf("undo of the undo: %+v, %v", out, err)
		}
		if diff := cmp.Diff(present, log.whole(t, h)); diff != "" {
			t.Fatalf("the undo undone: %s", diff)
		}
	})
}

// act does something random to a thing of a kind, which may be refused.
func act(t *rapid.T, h *rooms.Handlers, by commands.Caller, kind string, made map[string]int) {
	ctx := context.Background()
	what := rapid.SampledFrom([]string{"create", "edit", "edit", "flag", "delete", "restore"}).Draw(t, "what")
	id := int64(rapid.IntRange(1, max(1, made[kind])).Draw(t, "id"))
	if made[kind] == 0 {
		what = "create"
	} else if what == "create" && made[kind] == 2 {
		what = "edit"
	}
	text, flag := words.Draw(t, "text"), rapid.Bool().Draw(t, "flag")
	bulk := editorial.BulkChange{Action: map[string]editorial.BulkAction{"delete": editorial.BulkDelete,
		"restore": editorial.BulkRestore}[what], IDs: []int64{id}}
	var err error
	switch kind + " " + what {
	case "review create":
		in := editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: &text, Content: &text, ProductName: &text, ProductBrand: &text,
			CategoryID: p(events.CategoryID(1)), AuthorName: &text}, ItemOptions: editorial.ItemOptions{IsPublished: &flag}}
		_, err = h.Editorial.CreateReview(ctx, by, in)
	case "review edit":
		_, err = h.Editorial.UpdateReview(ctx, by, events.ReviewID(id), anyInput(t, &events.ReviewContent{}), nil)
	case "review flag":
		_, err = h.Editorial.UpdateReview(ctx, by, events.ReviewID(id),
			editorial.ReviewInput{ItemOptions: editorial.ItemOptions{IsPublished: &flag, IsFeatured: &flag}}, nil)
	case "review delete", "review restore":
		_, err = h.Editorial.Content(events.ReviewKind).Bulk(ctx, by, bulk)
	case "article create":
		_, err = h.Editorial.CreateArticle(ctx, by, editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: &text, Content: &text,
			Category: &text, AuthorName: &text}, ItemOptions: editorial.ItemOptions{IsPublished: &flag}})
	case "article edit":
		_, err = h.Editorial.UpdateArticle(ctx, by, events.ArticleID(id),
			editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: &text, Excerpt: &text}}, nil)
	case "article flag":
		_, err = h.Editorial.UpdateArticle(ctx, by, events.ArticleID(id),
			editorial.ArticleInput{ItemOptions: editorial.ItemOptions{IsPublished: &flag}}, nil)
	case "article delete", "article restore":
		_, err = h.Editorial.Content(events.ArticleKind).Bulk(ctx, by, bulk)
	case "page create":
		slug := "page" + strconv.Itoa(made[kind]+1)
		_, err = h.Editorial.CreatePage(ctx, by, editorial.PageInput{PageChanges: events.PageChanges{Title: &text, Slug: &slug, Content: &text},
			ItemOptions: editorial.ItemOptions{IsPublished: &flag}})
	case "page edit":
		slug := "page" + strconv.FormatInt(id, 10) + rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "slug")
		_, err = h.Editorial.UpdatePage(ctx, by, events.PageID(id),
			editorial.PageInput{PageChanges: events.PageChanges{Title: &text, Slug: &slug}}, nil)
	case "page flag":
		_, err = h.Editorial.UpdatePage(ctx, by, events.PageID(id), editorial.PageInput{ItemOptions: editorial.ItemOptions{IsPublished: &flag}},
			nil)
	case "page delete", "page restore":
		_, err = h.Editorial.Content(events.PageKind).Bulk(ctx, by, bulk)
	case "category create":
		slug := "slug" + strconv.Itoa(made[kind]+1)
		_, err = h.Categories.CreateCategory(ctx, by, categories.Input{CategoryChanges: events.CategoryChanges{Name: &text, Slug: &slug}})
	default:
		slug := "slug" + strconv.FormatInt(id, 10) + rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "slug")
		_, err = h.Categories.UpdateCategory(ctx, by, events.CategoryID(id),
			categories.Input{CategoryChanges: events.CategoryChanges{Name: &text, Slug: &slug}}, nil)
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
