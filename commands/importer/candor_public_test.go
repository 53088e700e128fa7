package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/importer"
	"candor/events"
)

// leak returns the text of a review or an article that readers could see at some time of the site's life and that holds "Secret"; ""
// without one.
func (s *site) leak() (found string) {
	s.t.Helper()
	seen, texts := map[string]events.PublicVersions{}, map[string]map[string]any{}
	var batch string
	check := func() {
		if seen[batch].Visible() && strings.Contains(fmt.Sprint(texts[batch]), "Secret") {
			found = fmt.Sprint(batch, texts[batch])
		}
	}
	err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		e, err := r.Decode()
		about, _ := events.AboutOf(e)
		if err != nil || !about.IsContent() {
			return nil
		}
		if r.Stream != batch || about.Action == events.ActionUpdated || about.Action == events.ActionCreated {
			check() // what one append brings takes effect at once, and begins with the content
			batch = r.Stream
		}
		var data map[string]any
		if err := json.Unmarshal(r.Data, &data); err != nil {
			return err
		}
		if texts[r.Stream] == nil {
			texts[r.Stream] = map[string]any{}
		}
		if changes, ok := data["changes"].(map[string]any); ok {
			data = changes
		}
		for _, field := range []string{"title", "content"} {
			if text, ok := data[field]; ok {
				texts[r.Stream][field] = text
			}
		}
		seen[r.Stream], _ = seen[r.Stream].Next(about, r.Revision, "")
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	check()
	return found
}

// visible returns whether readers can see an item of a kind in the end. A crash may cost numbers.
func (s *site) visible(prefix string) (visible bool) {
	for id := range 3 {
		var v events.PublicVersions
		_ = s.log.Load(context.Background(), fmt.Sprint(prefix, id+1), 0, func(r events.Recorded) error {
			if e, err := r.Decode(); err == nil {
				about, _ := events.AboutOf(e)
				v, _ = v.Next(about, r.Revision, "")
			}
			return nil
		})
		visible = visible || v.Visible()
	}
	return visible
}

// What readers of a site can't see is never shown by its copy, wherever the import is cut short.
func TestWhatIsWithheldIsNotPublishedByAnImport(t *testing.T) {
	type fields = map[string]any
	article := fields{"title": "News", "content": "Plain.", "category": "AI", "authorName": "Ida", "isPublished": true}
	with := func(of, changes fields) fields {
		all := fields{}
		for _, from := range []fields{of, changes} {
			for k, v := range from {
				all[k] = v
			}
		}
		return all
	}
	tests := []struct {
		name    string
		steps   []fields // the first creates the article
		visible bool
		says    string
	}{
		{"a version between others", []fields{article, {"title": "Secret"}, {"title": "Known"}, {"withhold": uint64(2)}}, true,
			"1 withheld version was not imported"},
		{"a version whose other field stays", []fields{article, {"title": "Secret", "content": "New."}, {"title": "Known"},
			{"withhold": uint64(2)}}, true, "1 withheld version"},
		{"a correction that is withheld itself", []fields{article, {"title": "Secret", "correction": "Secret too."},
			{"title": "Known", "typo": true}, {"withhold": uint64(3)}}, true, "1 withheld version"},
		{"the first version", []fields{with(article, fields{"content": "Secret"}), {"content": "Known."}, {"withhold": uint64(1)}},
			true, "1 withheld version"},
		{"the first two", []fields{with(article, fields{"content": "Secret"}), {"title": "Secret too"}, {"content": "Known.", "title": "News"},
			{"withhold": uint64(1)}, {"withhold": uint64(2)}}, true, "2 withheld versions"},
		{"a version that was unpublished", []fields{article, {"title": "Secret"}, {"isPublished": false}, {"title": "Known"},
			{"isPublished": true}, {"withhold": uint64(2)}}, true, "1 withheld version"},
		{"a version that was deleted", []fields{article, {"title": "Secret"}, {"title": "Known"}, {"delete": true}, {"restore": true},
			{"withhold": uint64(2)}}, true, "1 withheld version"},
		{"one that is unpublished", []fields{with(article, fields{"title": "Secret"}), {"isPublished": false}}, false, "it was unpublished"},
		{"one that is deleted", []fields{with(article, fields{"title": "Secret"}), {"delete": true}}, false, "it is deleted"},
		{"one that is unpublished by now", []fields{with(article, fields{"title": "Secret"}),
			{"unpublishAt": now.Add(time.Hour).Format(time.RFC3339)}}, false, "it was to be unpublished"},
		{"one with another program's event", []fields{with(article, fields{"title": "Secret"}), {"foreign": true}}, false,
			"can't be read by this version, so it is imported as a draft"},
		{"one without an event", []fields{with(article, fields{"title": "Secret"}), {"title": "Known"}, {"cut": "Known"},
			{"title": "Secret again"}}, false, "are missing from the file, so it is imported as a draft"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			from, ctx, ok := newSite(t), context.Background(), must(t)
			h, cut := from.handler, ""
			for i, step := range test.steps {
				by := admin
				by.At, by.RequestID = now.Add(time.Duration(i-100)*time.Hour), fmt.Sprint("r", i)
				switch {
				case i == 0:
					ok(parse(t, h.Editorial.Content(events.ArticleKind).Parse, step).Create(ctx, by))
				case step["withhold"] != nil:
					ok(h.Editorial.Content(events.ArticleKind).Withhold(ctx, by, 1, step["withhold"].(uint64), "Of no concern", nil))
				case step["delete"] != nil:
					ok(h.Editorial.Content(events.ArticleKind).Delete(ctx, by, 1, nil))
				case step["restore"] != nil:
					ok(h.Editorial.Content(events.ArticleKind).Restore(ctx, by, 1))
				case step["foreign"] != nil:
					if _, err := from.log.Append(ctx, "article-1", events.Any, events.Proposed{Type: "ArticleEmbargoed", Data: []byte("{}"),
						ID: [16]byte{7}}); err != nil {
						t.Fatal(err)
					}
				case step["cut"] != nil:
					cut = step["cut"].(string)
				default:
					ok(parse(t, h.Editorial.Content(events.ArticleKind).Parse, step).Update(ctx, by, 1, nil))
				}
			}
			file := from.export()
			if cut != "" {
				file = strings.Join(slices.DeleteFunc(strings.Split(file, "\n"), func(line string) bool { return strings.Contains(line, cut) }), "\n")
			}
			later := func(c *importer.Config) { c.Now = now.Add(24 * time.Hour) }
			for crash := range 8 {
				to := newSite(t)
				to.log.left = crash
				_, _ = to.run(file, later)
				to.log.left = -1
				if leak := to.leak(); leak != "" {
					t.Errorf("cut short after %d appends, it shows %s", crash, leak)
				}
				report := to.imports(file, later)
				if leak := to.leak(); leak != "" {
					t.Errorf("continued after %d appends, it shows %s", crash, leak)
				}
				if got := to.visible("article-"); got != test.visible {
					t.Errorf("after %d appends: readers can see the article: %v, want %v\n%s", crash, got, test.visible, to.history())
				}
				if crash == 0 && !strings.Contains(said(t, report), test.says) {
					t.Errorf("the report doesn't say %q: %s", test.says, said(t, report))
				}
			}
		})
	}
}

// A released version is as public as any, and a copy that was made before a version was withheld isn't said to be safe.
func TestVersionsThatAreReleasedAndThatWereImportedBefore(t *testing.T) {
	from, ctx, ok := newSite(t), context.Background(), must(t)
	by := func(n int) commands.Caller {
		by := admin
		by.At, by.RequestID = now.Add(time.Duration(n-100)*time.Hour), fmt.Sprint("r", n)
		return by
	}
	ok(parse(t, from.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"title": "News", "content": "Old.", "category": "AI",
		"authorName": "Ida", "isPublished": true}).Create(ctx, by(0)))
	ok(parse(t, from.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"content": "Secret"}).Update(ctx, by(1), 1, nil))
	ok(parse(t, from.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"content": "New."}).Update(ctx, by(2), 1, nil))
	before := from.export()
	ok(from.handler.Editorial.Content(events.ArticleKind).Withhold(ctx, by(3), 1, 2, "Of no concern", nil))
	withheld := from.export()
	ok(from.handler.Editorial.Content(events.ArticleKind).Release(ctx, by(4), 1, 2, nil))
	to := newSite(t)
	if to.imports(from.export()); to.leak() == "" {
		t.Error("a released version was left out")
	}
	to = newSite(t)
	to.imports(before)
	if report := said(t, to.imports(withheld)); !strings.Contains(report, "withhold them here too") {
		t.Errorf("the report: %s", report)
	}
	ok(parse(t, from.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"isPublished": false}).Update(ctx, by(5), 1, nil))
	if to.imports(from.export()); to.visible("article-") {
		t.Error("what is unpublished there since the first import is still public here")
	}
}

// Any event type that the import doesn't know to be harmless keeps an item from being published, including types that don't exist yet.
func TestEveryTypeOfEventIsHarmlessOrKeepsAnItemADraft(t *testing.T) {
	harmless := []events.Action{
		events.ActionUpdated, events.ActionPublished, events.ActionFeatured, events.ActionUnfeatured, events.ActionCorrected,
		events.ActionUpdateNoted,
		events.ActionTypoMarked, events.ActionReleased, events.ActionRestored,
		events.ActionDraftScheduled, events.ActionDraftUnscheduled, events.ActionDraftPublished, events.ActionDraftNotPublished,
	} // the samples of schedules are refused, as the item is published
	golden := func(name string) (g struct{ Data, Metadata json.RawMessage }) {
		text, err := os.ReadFile(filepath.Join("..", "..", "events", "testdata", fmt.Sprintf("%s.v%d.json", name, events.Schema(name))))
		if err == nil {
			err = json.Unmarshal(text, &g)
		}
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for n, name := range events.Types() {
		g := golden(name)
		fact, _ := events.Recorded{Type: name, Data: g.Data, Meta: g.Metadata}.Decode() // none of a picture's bytes
		kind, stream, public := "Article", "article-7", false
		if about, ok := events.AboutOf(fact); ok {
			if kinds := map[string]string{events.ReviewKind: "Review", events.ArticleKind: "Article",
				events.PageKind: "Page"}; kinds[about.Kind] != "" {
				// that sample is refused: it has no content
				kind, stream, public = kinds[about.Kind], about.Stream(), slices.Contains(harmless, about.Action) && name != "PageUpdated"
			}
		}
		var file strings.Builder
		for revision, one := range []string{kind + "Created", kind + "Published", name} {
			g := golden(one)
			line := map[string]any{"specversion": "1.0", "id": fmt.Sprintf("0b6f6a3e-5f0a-4d5f-9a51-%08d%04d", n, revision), "type": one,
				"subject": stream, "time": now, "revision": revision, "data": g.Data, "metadata": g.Metadata}
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			file.Write(append(text, '\n'))
		}
		to := newSite(t)
		report := to.imports(file.String(), func(c *importer.Config) { c.Now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) })
		if got := to.visible(strings.ToLower(kind) + "-"); got != public {
			t.Errorf("%s: readers can see the item: %v, want %v\n%s", name, got, public, said(t, report))
		}
	}
}
