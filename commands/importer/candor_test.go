package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/importer"
	"candor/events"
	"candor/projections/replay"
)

// export is what candor replay writes of the site.
func (s *site) export() string {
	s.t.Helper()
	var out bytes.Buffer
	if _, err := replay.Run(context.Background(), s.log.Log, replay.Query{}, replay.Output{Writer: &out}); err != nil {
		s.t.Fatal(err)
	}
	return out.String()
}

// admin is a site's own editor at work.
var admin = commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, RequestID: "r"}

const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

func parse[In any](t testing.TB, read func([]byte) (In, error), fields map[string]any) In {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	in, err := read(body)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// must fails the test when a command is refused.
func must(t testing.TB) func(commands.Result, error) commands.Result {
	return func(r commands.Result, err error) commands.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func TestAnotherCandorsItemsComeWithTheirRevisions(t *testing.T) {
	from := newSite(t)
	ctx, ok, h := context.Background(), must(t), from.handler
	at := func(day int) commands.Caller {
		by := admin
		by.At = time.Date(2026, 5, day, 8, 0, 0, 0, time.UTC)
		return by
	}
	own := ok(h.Categories.CreateCategory(ctx, at(1), parse(t, categories.Parse, map[string]any{"name": "Kitchen", "slug": "kitchen",
		"criteria": []any{map[string]any{"name": "Heat", "weight": 60}, map[string]any{"name": "Noise", "weight": 40}}})))
	ok(h.Categories.UpdateCategory(ctx, at(2), events.CategoryID(own.ID), parse(t, categories.Parse, map[string]any{"name": "Kitchens"}), nil))
	scored := ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"productName": "Oven", "productBrand": "Holt",
		"categoryId": own.ID,
		"title":      "It roasts", "content": "Slowly.", "authorName": "Ida", "isPublished": true, "productPrice": 900,
		"subScores": []any{map[string]any{"criterionId": "heat", "score": 4, "text": "Even."},
			map[string]any{"criterionId": "noise", "score": 2}},
		"shops": []any{map[string]any{"name": "AliExpress", "url": "https://a.example/oven", "price": 880, "date": "2026-05-01"},
			map[string]any{"name": "Corner", "url": "https://c.example/oven"}}}).Create(ctx, at(2))).ID
	ok(h.Categories.UpdateCategory(ctx, at(2), events.CategoryID(own.ID), parse(t, categories.Parse, map[string]any{
		"criteria": []any{map[string]any{"id": "heat", "name": "Warmth", "weight": 50}, map[string]any{"name": "Looks", "weight": 50}}}), nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"correction": "It is louder, and prettier.", "subScores": []any{
		map[string]any{"criterionId": "heat", "score": 4, "text": "Even."}, map[string]any{"criterionId": "noise", "score": 1.5},
		map[string]any{"criterionId": "looks", "score": 5}}}).Update(ctx, at(3), scored, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"productPrice": 850, "update": "", "shops": []any{}}).Update(ctx,
		at(3), scored, nil))
	id := ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"productName": "Kettle", "productBrand": "Holt",
		"categoryId": own.ID,
		"title":      "It talks", "content": "Too much.", "rating": 3.5, "authorName": "Ida", "imageUrls": []string{pixel}, "productPrice": 40,
		"isPublished": true}).Create(ctx, at(3))).ID
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"title": "It whispers", "productPrice": 0,
		"categoryId": 4}).Update(ctx, at(4), id, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"rating": 3, "correction": "It was too kind."}).Update(ctx,
		at(4), id, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"rating": 2.5, "update": "It got worse."}).Update(ctx,
		at(4), id, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"rating": 2.4}).Update(ctx, at(4), id, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"title": "It mumbles", "typo": true}).Update(ctx, at(4), id, nil))
	ok(parse(t, h.Editorial.Content(events.ReviewKind).Parse, map[string]any{"unpublishAt": "2027-01-01T00:00:00Z"}).Update(ctx,
		at(4), id, nil))
	ok(h.Editorial.Content(events.ReviewKind).Delete(ctx, at(5), id, nil))
	ok(h.Editorial.Content(events.ReviewKind).Restore(ctx, at(6), id))
	article := ok(parse(t, h.Editorial.Content(events.ArticleKind).Parse, map[string]any{"title": "News", "content": "Old.", "category": "AI",
		"authorName": "Ida"}).Create(ctx, at(7))).ID
	ok(h.Editorial.Content(events.ArticleKind).Delete(ctx, at(8), article, nil))
	about := ok(parse(t, h.Editorial.Content(events.PageKind).Parse,
		map[string]any{"title": "How we test", "content": "With care."}).Create(ctx, at(9))).ID
	ok(parse(t, h.Editorial.Content(events.PageKind).Parse, map[string]any{"slug": "testing", "isPublished": true}).Update(ctx,
		at(9), about, nil))
	if _, err := h.Access.SetPassword(ctx, at(9), "a long password"); err != nil {
		t.Fatal(err)
	}
	file := from.export()

	to := newSite(t)
	before := to.history()
	ok(parse(t, to.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"title": "Mine", "content": "Here.", "category": "AI",
		"authorName": "Me"}).Create(ctx, admin))
	planned := to.imports(file, dry)
	report := to.imports(file)
	if planned.Count(importer.Added) != 5 || report.Count(importer.Added) != 5 {
		t.Fatalf("planned: %s\nimported: %s", said(t, planned), said(t, report))
	}
	if text := said(t, report); !strings.Contains(text, "AdminPasswordSet: passwords") || strings.Contains(text, "IdReserved") {
		t.Errorf("the report: %s", text)
	}
	// Events of the same times, in the same order, with the same content; only the numbers differ.
	want, got := strings.ReplaceAll(strings.TrimPrefix(from.history(), before), `"articleId": 1`, `"articleId": 2`),
		strings.TrimPrefix(to.history(), before)
	// A category comes as it is now, in one event.
	category := regexp.MustCompile(`(?ms)^category- .*?^}\n`)
	got = got[strings.Index(got, "category- "):]
	if events := category.FindAllString(got, -1); len(events) != 1 || !strings.Contains(events[0], `"Kitchens"`) ||
		!strings.Contains(events[0], `"Warmth"`) || !strings.Contains(events[0], `"retired": true`) {
		t.Errorf("the category came as %q", events)
	}
	got, want = category.ReplaceAllString(got, ""), category.ReplaceAllString(want, "")
	if !strings.Contains(want, `"name": "Heat"`) || !strings.Contains(want, `"name": "Corner"`) {
		t.Error("the file has no scores of another day, or no shops")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the history is another one (-want +got):\n%s", diff)
	}
	after := to.head()
	if again := to.imports(file); again.Count(importer.Added) != 0 || to.head() != after {
		t.Errorf("the second run: %s", said(t, again))
	}
	// What was changed here since is not changed back.
	ok(parse(t, to.handler.Editorial.Content(events.ReviewKind).Parse, map[string]any{"title": "Changed here"}).Update(ctx, admin, 1, nil))
	after = to.head()
	to.imports(file)
	if to.head() != after {
		t.Error("a later run changed an item that was edited here")
	}
	// An import doesn't guess what a change was whose author hadn't said.
	unsaid := strings.Join(slices.DeleteFunc(strings.Split(file, "\n"),
		func(line string) bool { return strings.Contains(line, `"ReviewUpdateNoted"`) }), "\n")
	old := newSite(t)
	if old.imports(unsaid); strings.Contains(old.history(), "UpdateNoted") || !strings.Contains(old.history(), `"rating": 2.4`) {
		t.Errorf("an import of changes without notes: %s", old.history())
	}
	part := strings.Join(strings.Split(file, "\n")[25:], "\n")
	if report := newSite(t).imports(part); !strings.Contains(said(t, report), "its first events are missing from the file") {
		t.Errorf("a part of an export: %s", said(t, report))
	}
}

// An item that readers can't see in the end was never published here, so that unpublishing it changed nothing: neither does a second run.
func TestASecondRunLeavesAloneWhatAnEventDidNotChange(t *testing.T) {
	ctx, ok := context.Background(), must(t)
	imported := func(deleted bool) (to *site, file string) {
		from := newSite(t)
		h := from.handler
		id := ok(parse(t, h.Editorial.Content(events.ArticleKind).Parse, map[string]any{"title": "News", "content": "Old.", "category": "AI",
			"authorName": "Ida", "isPublished": true}).Create(ctx, admin)).ID
		ok(parse(t, h.Editorial.Content(events.ArticleKind).Parse, map[string]any{"isPublished": false}).Update(ctx, admin, id, nil))
		if deleted {
			ok(h.Editorial.Content(events.ArticleKind).Delete(ctx, admin, id, nil))
		}
		to = newSite(t)
		to.imports(from.export())
		return to, from.export()
	}
	again := func(to *site, file, what string) {
		t.Helper()
		after := to.head()
		if report := to.imports(file); report.Count(importer.Present) != 1 || to.head() != after {
			t.Errorf("%s: %s", what, said(t, report))
		}
	}
	to, file := imported(true)
	again(to, file, "an item that is deleted")
	to, file = imported(false)
	ok(parse(t, to.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"isPublished": true}).Update(ctx, admin, 1, nil))
	again(to, file, "an item that was published here")
}

// The copy of a site has the same events, wherever the import was interrupted; but what readers can't see in the end
// was never published here.
func TestAnyHistoryIsImportedAsItWas(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from, to := newSite(t), newSite(t)
		ctx, h := context.Background(), from.handler
		for range rapid.IntRange(1, 15).Draw(rt, "commands") {
			id := rapid.Int64Range(1, 3).Draw(rt, "id")
			text := map[string]any{"title": fmt.Sprint("T", rapid.IntRange(0, 5).Draw(rt, "title")),
				"isPublished": rapid.Bool().Draw(rt, "published")}
			switch rapid.IntRange(0, 11).Draw(rt, "command") {
			case 0, 1:
				text["productName"], text["productBrand"], text["categoryId"], text["content"], text["authorName"] = "P", "B", id, "C", "A"
				_, _ = parse(t, h.Editorial.Content(events.ReviewKind).Parse, text).Create(ctx, admin)
			case 2:
				text["content"], text["category"], text["authorName"] = "C", "K", "A"
				_, _ = parse(t, h.Editorial.Content(events.ArticleKind).Parse, text).Create(ctx, admin)
			case 3:
				text["isFeatured"] = rapid.Bool().Draw(rt, "featured")
				text["rating"] = rapid.IntRange(1, 2).Draw(rt, "rating")
				if mark := rapid.SampledFrom([]string{"", "correction", "update", "typo"}).Draw(rt, "marking"); mark == "typo" {
					text[mark] = true
				} else if mark != "" {
					text[mark] = "N"
				}
				_, _ = parse(t, h.Editorial.Content(events.ReviewKind).Parse, text).Update(ctx, admin, id, nil)
			case 4:
				_, _ = parse(t, h.Editorial.Content(events.ArticleKind).Parse, text).Update(ctx, admin, id, nil)
			case 5:
				_, _ = h.Editorial.Content(events.ReviewKind).Delete(ctx, admin, id, nil)
			case 6:
				_, _ = h.Editorial.Content(events.ReviewKind).Restore(ctx, admin, id)
			case 7:
				_, _ = h.Editorial.Content(events.ArticleKind).Delete(ctx, admin, id, nil)
			case 8:
				text["content"] = "C"
				_, _ = parse(t, h.Editorial.Content(events.PageKind).Parse, text).Create(ctx, admin)
			case 9:
				text["slug"] = fmt.Sprint("t", rapid.IntRange(0, 5).Draw(rt, "slug"))
				_, _ = parse(t, h.Editorial.Content(events.PageKind).Parse, text).Update(ctx, admin, id, nil)
			case 10:
				_, _ = h.Editorial.Content(events.PageKind).Delete(ctx, admin, id, nil)
			case 11:
				_, _ = h.Editorial.Content(events.PageKind).Restore(ctx, admin, id)
			}
		}
		file := from.export()
		to.log.left = rapid.IntRange(0, 40).Draw(rt, "appends before the crash")
		_, _ = to.run(file)
		to.log.left = -1
		to.imports(file)
		if diff := cmp.Diff(eachItem(from), eachItem(to)); diff != "" {
			rt.Fatalf("the copy differs: %s", diff)
		}
	})
}

// aboutReaders are the events that only what readers can see has.
var aboutReaders = regexp.MustCompile(`^[A-Z][a-z]+(Published|Unpublished|Corrected|UpdateNoted|TypoMarked)map`)

// eachItem is the events of each stream of the site's items. Numbers that a crash cost are closed up.
func eachItem(s *site) [][]string {
	s.t.Helper()
	var all [][]string
	for _, prefix := range []string{events.ReviewPrefix, events.ArticlePrefix, events.PagePrefix} {
		for id := 1; id < 40; id++ {
			var one []string
			var v events.PublicVersions
			_ = s.log.Load(context.Background(), fmt.Sprint(prefix, id), 0, func(r events.Recorded) error {
				var data map[string]any
				if err := json.Unmarshal(r.Data, &data); err != nil {
					return err
				}
				delete(data, "reviewId")
				delete(data, "articleId")
				delete(data, "pageId")
				one = append(one, fmt.Sprint(r.Type, data))
				e, err := r.Decode()
				if about, ok := events.AboutOf(e); ok {
					v, _ = v.Next(about, r.Revision, "")
				}
				if err != nil {
					return err
				}
				return nil
			})
			if v.Exists && !v.Visible() {
				one = slices.DeleteFunc(one, func(e string) bool { return aboutReaders.MatchString(e) })
			}
			if one != nil {
				all = append(all, one)
			}
		}
	}
	return all
}
