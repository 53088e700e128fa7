package importer_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/demo"
	"candor/commands/importer"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/embedded"
	"candor/projections/markdown"
)

var update = flag.Bool("update", false, "write what is imported to testdata")

func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		_ = flag.Set("rapid.checks", "12") // each opens two event stores
	}
	os.Exit(m.Run())
}

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// site is a log with the four categories.
type site struct {
	t       testing.TB
	log     *flaky
	handler *rooms.Handlers
}

// flaky is a log that fails for good after a number of appends, as a crash would have it.
type flaky struct {
	events.Log
	mu   sync.Mutex
	left int // -1: it never fails
}

func (f *flaky) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	f.mu.Lock()
	over := f.left == 0
	if f.left > 0 {
		f.left--
	}
	f.mu.Unlock()
	if over {
		return events.Written{}, events.ErrUnavailable
	}
	return f.Log.Append(ctx, stream, want, ps...)
}

func newSite(t testing.TB) *site {
	t.Helper()
	node, err := embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Close() })
	s := &site{t: t, log: &flaky{Log: node.Log(), left: -1}}
	s.handler, err = rooms.New(rooms.Config{Log: s.log, Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.handler.Close(context.Background()) })
	content, err := demo.Load()
	if err == nil {
		err = content.AppendCategories(context.Background(), s.handler)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) run(text string, change ...func(*importer.Config)) (*importer.Report, error) {
	s.t.Helper()
	c := importer.Config{Handler: s.handler, By: commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "ida", Name: "command line"},
		RequestID: "import-1"}, Now: now}
	for _, f := range change {
		f(&c)
	}
	return importer.Run(context.Background(), strings.NewReader(text), c)
}

func (s *site) imports(text string, change ...func(*importer.Config)) *importer.Report {
	s.t.Helper()
	report, err := s.run(text, change...)
	if err != nil {
		s.t.Fatal(err)
	}
	return report
}

func dry(c *importer.Config) { c.DryRun = true }

// history is every event that says something to readers, in their order.
func (s *site) history() string { return joined(s.told()) }

// byStream sorts events by their streams: what is imported together is appended in any order.
func byStream(all []told) []told {
	slices.SortStableFunc(all, func(a, b told) int {
		if by := cmp.Or(strings.Compare(a.prefix, b.prefix), int(a.id-b.id)); by != 0 || a.id != 0 {
			return by
		}
		return strings.Compare(a.text, b.text)
	})
	return all
}

func (s *site) told() (all []told) {
	s.t.Helper()
	err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		for _, prefix := range []string{events.ReviewPrefix, events.ArticlePrefix, events.CategoryPrefix, events.OldAddressPrefix} {
			if strings.HasPrefix(r.Stream, prefix) {
				var data bytes.Buffer
				if err := json.Indent(&data, r.Data, "", " "); err != nil {
					return err
				}
				id, _ := events.Number(r.Stream, prefix)
				all = append(all, told{prefix, id, fmt.Sprintf("%s %s %s\n", prefix, r.Type, data.String())})
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func joined(all []told) string {
	var b strings.Builder
	for _, one := range all {
		b.WriteString(one.text)
	}
	return b.String()
}

// told is an event of history.
type told struct {
	prefix string
	id     int64 // 0: its stream has no number
	text   string
}

// shown returns the texts of the imported items as the read model renders them.
func (s *site) shown() string {
	s.t.Helper()
	var all []told
	err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		var one struct{ Title, Content, Verdict string }
		if r.Type != "ArticleCreated" && r.Type != "ReviewCreated" {
			return nil
		}
		err := json.Unmarshal(r.Data, &one)
		text := fmt.Sprintf("<h1>%s</h1>\n%s", one.Title, markdown.Render(one.Content, markdown.Options{}).HTML)
		if one.Verdict != "" {
			text += fmt.Sprintf("<h1>Verdict</h1>\n%s", markdown.Render(one.Verdict, markdown.Options{}).HTML)
		}
		prefix, number, _ := strings.Cut(r.Stream, "-")
		id, _ := strconv.ParseInt(number, 10, 64)
		all = append(all, told{prefix, id, text})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return joined(byStream(all))
}

func (s *site) head() events.Position {
	s.t.Helper()
	head, err := s.log.Head(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return head
}

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// golden compares text with a file of testdata, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := gocmp.Diff(file(t, name), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// said is the report as people read it.
func said(t *testing.T, r *importer.Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExportsBecomeReviewsAndArticles(t *testing.T) {
	for _, name := range []string{"wordpress.xml", "wordpress-texts.xml", "ghost.json", "ghost-texts.json", "language-texts.xml"} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			text := file(t, name)
			base := func(c *importer.Config) { c.BaseURL = "https://fridge.example" }
			before := s.head()
			planned := s.imports(text, dry, base)
			if s.head() != before {
				t.Fatal("a dry run appended something")
			}
			began := len(s.told())
			report := s.imports(text, base)
			golden(t, name+".events", joined(byStream(s.told()[began:])))
			golden(t, name+".report", said(t, report))
			if strings.Contains(name, "texts") {
				golden(t, name+".html", s.shown())
			}
			if len(planned.Items) != len(report.Items) {
				t.Fatalf("%d items were planned, %d imported", len(planned.Items), len(report.Items))
			}
			for i, p := range planned.Items {
				p.ID = report.Items[i].ID
				if diff := gocmp.Diff(report.Items[i], p); diff != "" {
					t.Errorf("the dry run promised something else: %s", diff)
				}
			}

			after := s.head()
			again := s.imports(text, base)
			if s.head() != after {
				t.Errorf("the second run appended up to %d, after %d", s.head(), after)
			}
			if again.Count(importer.Added) != 0 || again.Count(importer.Present) == 0 {
				t.Errorf("the second run: %s", said(t, again))
			}
			if err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
				for _, word := range []string{"private", "203.0.113.77", "@"} {
					if bytes.Contains(r.Data, []byte(word)) && !strings.HasPrefix(r.Stream, "$") {
						return fmt.Errorf("%s in %s: %s", word, r.Stream, r.Data)
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAnInterruptedImportGoesOn(t *testing.T) {
	whole := newSite(t)
	text := file(t, "wordpress.xml")
	whole.imports(text)
	for _, appends := range []int{0, 1, 2, 3, 5, 8, 13, 21} {
		s := newSite(t)
		s.log.left = appends
		report, err := s.run(text)
		if err == nil {
			t.Fatalf("%d appends were enough", appends)
		}
		if report.Error == "" {
			t.Error("the report does not say that it is not all")
		}
		s.log.left = -1
		s.imports(text)
		if n, want := strings.Count(s.history(), "Created "), strings.Count(whole.history(), "Created "); n != want {
			t.Errorf("interrupted after %d appends: %d things, want %d", appends, n, want)
		}
	}
}

func TestFilesThatCannotBeReadToTheirEndAreNotBegun(t *testing.T) {
	xml, json := file(t, "wordpress.xml"), file(t, "ghost.json")
	s := newSite(t)
	before := s.head()
	for what, c := range map[string]struct{ text, says string }{
		"XML that ends in the middle":  {xml[:len(xml)-400], "at line"},
		"XML that is not closed":       {strings.Replace(xml, "</wp:postmeta>\n\t</item>", "\n\t</item>", 1), "at line"},
		"an unknown encoding":          {strings.Replace(xml, `encoding="UTF-8"`, `encoding="klingon-8"`, 1), "klingon-8"},
		"JSON that ends in the middle": {json[:len(json)-20], "is incomplete"},
		"JSON with a comma too many":   {strings.Replace(json, `"posts_meta":[`, `"posts_meta":[,`, 1), "after"},
		"JSON and something behind":    {json + "{}", "unexpected data after the end"},
		"an empty file":                {"", "not a WordPress export"},
		"a web page":                   {"<!doctype html><title>Hello</title>", "not a WordPress export"},
		"a package of npm":             {`{"name":"x","version":"1"}`, "not a WordPress export"},
		"an event that is none":        {`{"specversion":"1.0","id":"x","type":"ReviewCreated","subject":"review-1"}`, "line 1"},
	} {
		report, err := s.run(c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", what, err, c.says)
			continue
		}
		if len(report.Items) > 0 || s.head() != before {
			t.Errorf("%s: something was imported", what)
		}
		if strings.Contains(c.says, "no WordPress") && !errors.Is(err, importer.ErrUnknownFile) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// post is a WordPress export with one post.
func post(title, content string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>` +
		`<item><title>` + title + `</title><content:encoded><![CDATA[` + content +
		`]]></content:encoded><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`
}

func TestWhatDatabasesLeaveInExportsIsReadAllTheSame(t *testing.T) {
	latin := strings.Replace(post("Caf\xe9", "Cr\xe8me"), "UTF-8", "ISO-8859-1", 1)
	wide := []byte{0xff, 0xfe}
	for _, r := range strings.Replace(post("Breit", "Gut"), "UTF-8", "UTF-16", 1) {
		wide = append(wide, byte(r), 0)
	}
	for what, c := range map[string]struct{ text, title, content string }{
		"another encoding":   {latin, "Café", "Crème"},
		"two bytes a letter": {string(wide), "Breit", "Gut"},
		"a mark before it":   {"\xef\xbb\xbf" + post("Mark", "Text"), "Mark", "Text"},
		"control characters": {post("A\x0bB", "one\x00two \x1f three"), "A B", "one two three"},
		"bytes of no letter": {post("Bad", "a\xff\xfeb"), "Bad", "a\ufffd\ufffdb"},
		"names of letters":   {post("A &hellip; &eacute;", "&hellip;"), "A … é", "…"},
		"HTML in a title":    {post("&lt;b&gt;Bold&lt;/b&gt;", "x"), "Bold", "x"},
		"broken HTML": {post("Broken", "<p>one<div>two</span></p></b><ul><li>three<li>four</ul><table><tr><td>a<td>b"), "Broken",
			"one\n\ntwo\n\n- three\n- four\n\n| a | b |\n|---|---|"},
		"a huge tag soup": {post("Deep", strings.Repeat("<div><ul><li><blockquote>", 20_000)+"bottom"), "Deep", "bottom"},
	} {
		s := newSite(t)
		report := s.imports(c.text)
		var got events.ArticleCreated
		_ = s.log.Load(context.Background(), "article-1", 0, func(r events.Recorded) error {
			if r.Revision == 0 {
				return json.Unmarshal(r.Data, &got)
			}
			return nil
		})
		if got.Title != c.title || got.Content != c.content {
			t.Errorf("%s: %q says %q, want %q and %q\n%s", what, got.Title, got.Content, c.title, c.content, said(t, report))
		}
	}
}

func TestRulesHoldForImportsToo(t *testing.T) {
	s := newSite(t)
	report := s.imports(post("Long", strings.Repeat("word ", 60_000)))
	if e := report.Items[0]; e.Outcome != importer.Refused || !strings.Contains(e.Why, "at most 200000 characters") {
		t.Errorf("a text of 300,000 characters: %+v", e)
	}
	picture := "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
	report = s.imports(post("Pictures", `A <img src="`+picture+`"> B <img src="data:image/png;base64,AAAA"> <img src="javascript:x">`))
	if e := report.Items[0]; e.Outcome != importer.Added || len(e.Notes) != 2 { // no date, a picture that is none
		t.Errorf("pictures: %+v", e)
	}
	if h := s.history(); !strings.Contains(h, `"imageUrl": "/media/`) || strings.Contains(h, "javascript") || strings.Contains(h, "base64") {
		t.Errorf("pictures: %s", h)
	}
	if _, err := s.run(post("T", "C"), func(c *importer.Config) { c.BaseURL = "old.example" }); err == nil {
		t.Error("an address without a scheme was taken")
	}
}
