package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"candor/commands/importer"
	"candor/events"
)

func TestSpoiltXMLIsRepairedAndTheReportNamesTheLine(t *testing.T) {
	content := func(text string) string {
		return strings.Replace(wordpressPost("1", "@@"), "<![CDATA[@@]]>", text, 1)
	}
	title := func(text string) string {
		return strings.Replace(wordpressPost("1", "Text."), "<title>Post 1", "<title>"+text, 1)
	}
	for name, c := range map[string]struct{ item, title, content, note string }{
		"a bare &": {title("Salt & pepper"), "Salt & pepper", "Text.", "line 4 of the file: an & is read as text"},
		"a bare & in an attribute": {wordpressPost("1", "Text.", `<category domain="post_tag" nicename="q&a">Q</category>`), "Post 1",
			"Text.", "an & is read as text"},
		"an & before a word":  {title("A&B; C"), "A&B; C", "Text.", "&B; is read as text"},
		"a control character": {title("A&#x1F;B&#0;"), "A B", "Text.", "&#x1F; is no character"},
		"]]> in a title":      {title("a[b[0]]>1"), "a[b[0]]>1", "Text.", "]]> is read as text"},
		"]]> in a text": {wordpressPost("1", "<p>if a[b[0]]>1 & <b>bold</b></p>"), "Post 1", "if a[b[0]]>1 & **bold**",
			"]]> is read as text"},
		"< before a number": {title("1 < 2 <3"), "1 < 2 <3", "Text.", "a < is read as text"},
		"a tag in a title":  {title("A <br> B <i>c</i>"), "A B c", "Text.", "a < is read as text"},
		"HTML without a section": {content("<p>One<br>two &nbsp; & <!-- x --> three</p><p>four</p>"), "Post 1",
			"One  \ntwo & three\n\nfour", "a < is read as text"},
		"a section that isn't closed":  {content("<![CDATA[<p>Text.</p>"), "Post 1", "Text.", "a CDATA section isn't closed"},
		"one that is only closed half": {content("<![CDATA[<p>Text.</p>]]"), "Post 1", "Text.", "a CDATA section isn't closed"},
		"a title's that isn't closed":  {title("<![CDATA[Open"), "Open", "Text.", "a CDATA section isn't closed"},
		"sections about sections": {wordpressPost("1", "<pre>&lt;content:encoded></content:encoded>x]]]]><![CDATA[></pre> &amp;", ``) +
			"<!-- & -- -->", "Post 1", "```\n<content:encoded>x]]>\n```\n\n&", ""},
		"ends that end nothing": {content("<![CDATA[&lt;x></content:encoded></content:encoded> <b>y</b>]]>") + " & ", "Post 1",
			"<x> **y**", "an & is read as text"},
		"a warning of PHP's in the way": {"Warning: a & b in <b>/x.php</b><br />\n" + wordpressPost("1", "Text."), "Post 1", "Text.",
			"The file:\n         line 4 of the file: an & is read as text"},
		"an instruction that isn't allowed": {"<?xml version=\"1.1\"?>" + wordpressPost("1", "Text."), "Post 1", "Text.", ""},
	} {
		s := newSite(t)
		report, err := s.run(wordpressSite(c.item))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := said(t, report)
		if got := first[events.ArticleCreated](s, "article-1"); got.Title != c.title || got.Content != c.content {
			t.Errorf("%s: %q says %q, want %q and %q\n%s", name, got.Title, got.Content, c.title, c.content, text)
		}
		if !strings.Contains(text, c.note) {
			t.Errorf("%s: the report should say %q:\n%s", name, c.note, text)
		}
	}

	// Entities that a document declares are never expanded.
	s := newSite(t)
	laughs := strings.Replace(wordpressSite(title("Ha &lol2;")), "<rss",
		"<!DOCTYPE rss [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]>\n<rss", 1)
	if report := said(t, s.imports(laughs)); first[events.ArticleCreated](s, "article-1").Title != "Ha &lol2;" ||
		!strings.Contains(report, "line 5 of the file: &lol2; is read as text") {
		t.Errorf("entities of its own:\n%s", report)
	}
}

// A section that isn't closed ends where the next one does, which may be another post's: that is well-formed, and not what was meant.
func TestAnOpenSectionTakesNothingOfWhatFollows(t *testing.T) {
	open := func(item, section string) string { return strings.Replace(item, section+"]]>", section, 1) }
	for name, file := range map[string]string{
		"a text": wordpressSite(open(wordpressPost("1", "Text."), "Text."), wordpressPost("2", "Next.")),
		"a category": wordpressSite(wordpressPost("1", "Text.", open(`<category domain="post_tag" nicename="a"><![CDATA[A]]></category>`, "A"),
			`<category domain="post_tag" nicename="b"><![CDATA[B]]></category>`), wordpressPost("2", "Next.")),
		"a field": wordpressSite(wordpressPost("1", "Text.", open(wordpressMeta("a", "x"), "x"), wordpressMeta("b", "y")),
			wordpressPost("2", "Next.")),
	} {
		s := newSite(t)
		report := s.imports(file)
		text := said(t, report)
		if got := first[events.ArticleCreated](s, "article-1"); report.Count(importer.Added) != 2 || got.Content != "Text." {
			t.Errorf("%s that isn't closed: %d posts, the first one says %q\n%s", name, report.Count(importer.Added), got.Content, text)
		}
		if !strings.Contains(text, "a CDATA section isn't closed") {
			t.Errorf("%s: the report should name it:\n%s", name, text)
		}
	}
}

func TestASpoiltFileThatIsCutShortIsRefused(t *testing.T) {
	whole := wordpressSite(wordpressPost("1", "Salt & pepper"), strings.Replace(wordpressPost("2", "x"), "<title>", "<title>& ", 1))
	if _, err := newSite(t).run(whole); err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	before := s.head()
	for _, left := range []int{1, 8, 20, 60, 150, 260, 330, 400, 600} {
		if report, err := s.run(whole[:len(whole)-left]); err == nil || len(report.Items) > 0 || s.head() != before {
			t.Errorf("%d bytes are missing: %v\n%s", left, err, said(t, report))
		}
	}
}

// A file of many faults is read in little memory, and its report stays short.
func TestARepairedItemHasFewNotes(t *testing.T) {
	s := newSite(t)
	report := s.imports(wordpressSite(strings.Replace(wordpressPost("1", "x"), "<![CDATA[x]]>", strings.Repeat("a & b\n", 5_000), 1)))
	if n := len(report.Items[0].Notes); n > 12 || !strings.Contains(said(t, report), "more repairs of the file") {
		t.Errorf("%d notes:\n%s", n, said(t, report))
	}
}

func TestPostsWithoutIDsAreAllImportedOnce(t *testing.T) {
	bare := func(n int, more string) string {
		return strings.Replace(wordpressPost("@", fmt.Sprintf("Text %d.", n), more), "<wp:post_id>@</wp:post_id>", "", 1)
	}
	numbered := func(id, content string) string { return wordpressPost(id, content) }
	ghost := func(posts ...string) string {
		return `{"db":[{"meta":{"version":"5.94.0"},"data":{"posts":[` + strings.Join(posts, ",") + `]}}]}`
	}
	for name, c := range map[string]struct {
		file  string
		items int
		says  string
	}{
		"by their slugs": {wordpressSite(bare(1, "<wp:post_name>a</wp:post_name>"), bare(2, "<wp:post_name>b</wp:post_name>"),
			bare(3, "<wp:post_name>c</wp:post_name>")), 3, ""},
		"by their addresses": {wordpressSite(bare(1, "<link>https://old.example/a</link>"), bare(2, "<link>https://old.example/b</link>")),
			2, ""},
		"by their guids": {wordpressSite(bare(1, "<guid>https://old.example/?p=1</guid>"), bare(2, "<guid>https://old.example/?p=2</guid>")),
			2, ""},
		"by what they say": {wordpressSite(bare(1, ""), bare(2, ""), bare(2, "")), 2, "the file contains it twice"},
		"with one id": {wordpressSite(numbered("7", "One."), numbered("7", "Two."), numbered("7", "Two."), numbered("7", "Three.")), 3,
			"another post of the file has the same ID"},
		"with the id 0": {wordpressSite(numbered("0", "One."), numbered("0", "Two.")), 2, ""},
		"of Ghost": {ghost(`{"slug":"a","title":"A","html":"<p>1</p>","status":"published"}`,
			`{"slug":"b","title":"B","html":"<p>2</p>","status":"published"}`, `{"title":"C","html":"<p>3</p>","status":"published"}`,
			`{"html":"<p>4</p>","status":"published"}`, `{"html":"<p>5</p>","status":"published"}`), 5, ""},
		"of Ghost, one id": {ghost(`{"id":"1","slug":"a","title":"A","html":"<p>1</p>"}`, `{"id":"1","slug":"b","title":"B","html":"<p>2</p>"}`,
			`{"id":"1","slug":"b","title":"B","html":"<p>2</p>"}`), 2, "the file contains it twice"},
	} {
		s := newSite(t)
		report := s.imports(c.file)
		if n := report.Count(importer.Added); n != c.items || !strings.Contains(said(t, report), c.says) {
			t.Errorf("%s: %d items, want %d and %q\n%s", name, n, c.items, c.says, said(t, report))
		}
		if again := s.imports(c.file); again.Count(importer.Present) != c.items || again.Count(importer.Added) != 0 {
			t.Errorf("%s, once more:\n%s", name, said(t, again))
		}
	}
}
