package e2e

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/internal/cli"
)

// importRow is a file with what is special in it, and how it arrives.
type importRow struct {
	name   string
	file   string // its name
	text   string
	exit   int
	kind   string            // of its first item: "" is "news", "draft": readers don't see it, "none": there is none
	shows  map[string]string // what the API answers with in the item's fields: all of it or, of the content, a part
	report []string          // parts of the first item's line in the report or, without one, of the report's last line
}

// wxr is a WordPress export: posts with some elements, whose content is in a CDATA section, and other items.
func wxr(elements ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` +
		"\n" + `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://rows.example</link>` + "\n" +
		strings.Join(elements, "\n") + "</channel></rss>"
}

func wxrPost(id, title, content, more string) string {
	return "<item><title>" + title + "</title><dc:creator>ida</dc:creator><content:encoded><![CDATA[" + content +
		"]]></content:encoded><wp:post_id>" + id +
		"</wp:post_id><wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>" +
		more + "</item>"
}

func wxrMeta(key, value string) string {
	return "<wp:postmeta><wp:meta_key>" + key + "</wp:meta_key><wp:meta_value><![CDATA[" + value + "]]></wp:meta_value></wp:postmeta>"
}

// ghostFile is a Ghost export of one post.
func ghostFile(id, fields string, more ...string) string {
	return `{"db":[{"meta":{"version":"5.94.0"},"data":{"posts":[{"id":"` + id + `","uuid":"row-` + id +
		`","type":"post","visibility":"public","published_at":"2025-03-01T08:00:00.000Z",` + fields + `}]` + strings.Join(more, "") + `}}]}`
}

// Each row of docs/import.md arrives as it says, and the report names what was changed or left out.
func TestImportRows(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	reader := s.visitor()
	var gz, zipped bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, _ = w.Write([]byte(wxr(wxrPost("30", "In a gz", "Text.", ""))))
	z := zip.NewWriter(&zipped)
	entry, err := z.Create("old/site.ghost.json")
	if err == nil {
		_, err = entry.Write([]byte(ghostFile("31", `"title":"In a zip","status":"published","html":"<p>Text.</p>"`)))
	}
	if err != nil || w.Close() != nil || z.Close() != nil {
		t.Fatal("the archives can't be written")
	}
	whole := wxr(wxrPost("20", "Salt & pepper", "Text.", ""))
	rows := []importRow{
		{"code between shortcodes", "a.xml", wxr(wxrPost("1", "Code", "[sourcecode language=\"go\"]\nif a[0] &lt; 1 { }\n[/sourcecode]", "")), 0,
			"", map[string]string{"content": "```go\nif a[0] < 1 { }\n```"}, nil},
		{"footnotes beside the text", "a.xml",
			wxr(wxrPost("2", "Notes", `<!-- wp:paragraph --><p>So.<sup data-fn="a" class="fn"><a href="#a" id="a-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->`, wxrMeta("footnotes", `[{"id":"a","content":"Says <em>who</em>."}]`))), 0, "", map[string]string{"content": "1. Says *who*."}, nil},
		{"sent by e-mail only", "a.json", ghostFile("3", `"title":"Sent","status":"sent","html":"<p>Text.</p>"`), 0, "draft", nil,
			[]string{"it was only sent by e-mail, so it is imported as a draft"}},
		{"the editor's own format", "a.json",
			ghostFile("4", `"title":"Lexical","status":"published","html":null,"lexical":"{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"extended-text\",\"text\":\"Bold\",\"format\":1}]},{\"type\":\"hologram\"}]}}"`), 0, "", map[string]string{"content": "**Bold**"}, []string{"left out: card hologram"}},
		{"an older editor's", "a.json",
			ghostFile("5", `"title":"Mobiledoc","status":"published","html":null,"mobiledoc":"{\"version\":\"0.3.1\",\"markups\":[],\"atoms\":[],\"cards\":[[\"code\",{\"code\":\"x\"}]],\"sections\":[[10,0]]}"`), 0, "", map[string]string{"content": "```\nx\n```"}, nil},
		{"several authors of Ghost", "a.json",
			ghostFile("6", `"title":"Two","status":"published","html":"<p>Text.</p>"`, `,"users":[{"id":"u1","name":"Ada"},{"id":"u2","name":"Bo"}],"posts_authors":[{"post_id":"6","author_id":"u2","sort_order":1},{"post_id":"6","author_id":"u1","sort_order":0}]`), 0, "", map[string]string{"authorName": "Ada"}, []string{"left out: its other authors, Bo"}},
		{"several authors of WordPress", "a.xml",
			wxr(wxrPost("7", "Three", "Text.", `<category domain="author" nicename="cap-bo"><![CDATA[bo]]></category><category domain="author" nicename="cap-ida"><![CDATA[ida]]></category>`)), 0, "", map[string]string{"authorName": "ida"}, []string{"left out: its other authors, bo"}},
		{"a bare &", "a.xml", whole, 0, "", map[string]string{"title": "Salt & pepper"},
			[]string{"line 3 of the file: an \\u0026 is read as text"}},
		{"a reference to no character", "a.xml", wxr(wxrPost("21", "One &#x1F;two", "Text.", "")), 0, "", map[string]string{"title": "One two"},
			[]string{"line 3", "is no character"}},
		{"]]> in a text", "a.xml", wxr(wxrPost("22", "Brackets", "<p>a[b[0]]> c</p>", "")), 0, "", map[string]string{"content": "a[b[0]]> c"},
			[]string{"line 3"}},
		{"a section that isn't closed", "a.xml", strings.Replace(wxr(wxrPost("23", "Open", "Text.", "")), "]]></content", "</content", 1), 0, "",
			map[string]string{"content": "Text."}, []string{"a CDATA section isn't closed"}},
		{"a file that is cut short", "a.xml", whole[:len(whole)-30], 1, "none", nil, nil},
		{"no file of ours", "a.xml", "<html>", 1, "none", nil, nil},
		{"posts without ids", "a.xml", strings.NewReplacer("<wp:post_id>24</wp:post_id>", "<wp:post_name>a</wp:post_name>",
			"<wp:post_id>25</wp:post_id>", "<wp:post_name>b</wp:post_name>").Replace(wxr(wxrPost("24", "First", "Text.", ""),
			wxrPost("25", "Second", "Text.", ""))), 0, "", map[string]string{"title": "First"}, []string{`"source":"post without an id: a"`}},
		{"names with entities", "a.xml",
			wxr(wxrPost("26", "Names", "Text.", `<category domain="category" nicename="q"><![CDATA[Q&amp;A]]></category>`)), 0, "",
			map[string]string{"category": "Q&A"}, nil},
		{"the time of the last change", "a.xml",
			wxr(wxrPost("27", "Changed", "Text.", "<wp:post_modified_gmt>2024-06-05 10:00:00</wp:post_modified_gmt>")), 0, "",
			map[string]string{"createdAt": "2024-03-04T08:30:00Z", "publishedAt": "2024-03-04T08:30:00Z", "updatedAt": "2024-06-05T10:00:00Z"}, nil},
		{"that of a review in Ghost", "a.json",
			ghostFile("28", `"title":"Changed","status":"published","updated_at":"2025-04-01T08:00:00.000Z","html":"<p>Text.</p><script type=\"application/ld+json\">{\"@type\":\"Review\",\"reviewRating\":{\"ratingValue\":4}}</script>"`), 0, "reviews", map[string]string{"createdAt": "2025-03-01T08:00:00Z", "updatedAt": "2025-04-01T08:00:00Z"}, nil},
		{"a reusable block", "a.xml", wxr(`<item><title>B</title><content:encoded><![CDATA[<p>Shared.</p>]]></content:encoded><wp:post_id>90</wp:post_id><wp:status>publish</wp:status><wp:post_type>wp_block</wp:post_type></item>`, wxrPost("29", "Blocks", `<!-- wp:block {"ref":90} /--><!-- wp:block {"ref":91} /-->`, "")), 0, "", map[string]string{"content": "Shared."}, []string{"reusable block 91 (not in the file)"}},
		{"shortcodes that vanish", "a.xml", wxr(wxrPost("32", "Forms", `Text. [contact-form-7 id="1"]`, "")), 0, "",
			map[string]string{"content": "Text."}, []string{"left out: shortcode contact-form-7"}},
		{"a sticky article", "a.xml", wxr(wxrPost("33", "Sticky", "Text.", "<wp:is_sticky>1</wp:is_sticky>")), 0, "", nil,
			[]string{"it was sticky, and only reviews can be featured"}},
		// a picture alone is refused: see below
		{"copies of Jetpack", "a.xml", wxr(wxrPost("34", "Photon", `<img src="https://i0.wp.com/rows.example/a.jpg?w=3&ssl=1" alt="A">`, "")),
			0, "none", nil, nil},
		{"a gz of another name", "export.bin", gz.String(), 0, "", map[string]string{"title": "In a gz"}, nil},
		{"a zip", "export.zip", zipped.String(), 0, "", map[string]string{"title": "In a zip"}, nil},
	}
	rows[20].text = strings.Replace(rows[20].text, "<img", "<p>Text.</p><img", 1)
	rows[20].kind, rows[20].shows, rows[20].report = "", map[string]string{"imageUrl": "https://rows.example/a.jpg"},
		[]string{"left out: the alternative text of its main picture, A"}

	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			file, report := filepath.Join(folder, row.file), filepath.Join(folder, "report.ndjson")
			if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"--dry-run"}, nil, nil} { // the last one finds all of it
				stdout, stderr, err := candor(t, "", append(append([]string{"--data", dir, "import", "--report", report}, args...), file)...)
				if code := cli.ExitCode(err); code != row.exit {
					t.Fatalf("it exits with %d, want %d: %v\n%s%s", code, row.exit, err, stdout, stderr)
				}
			}
			if row.kind == "none" {
				return
			}
			text, err := os.ReadFile(report)
			if err != nil {
				t.Fatal(err)
			}
			line, _, _ := strings.Cut(string(text), "\n")
			var item struct{ Line, Kind, Outcome string }
			if err := json.Unmarshal([]byte(line), &item); err != nil || item.Line != "item" || item.Outcome != "already there" {
				t.Fatalf("the report's first line, %v: %s", err, text)
			}
			for _, part := range row.report {
				if !strings.Contains(line, part) {
					t.Errorf("the report doesn't say %q: %s", part, line)
				}
			}
			var at struct{ ID int64 }
			if err := json.Unmarshal([]byte(line), &at); err != nil {
				t.Fatal(err)
			}
			path := fmt.Sprintf("/api/news/%d", at.ID)
			switch row.kind {
			case "draft":
				reader.want(404, "GET", path, nil)
				return
			case "reviews":
				path = fmt.Sprintf("/api/reviews/%d", at.ID)
			}
			var shown map[string]any
			if err := json.Unmarshal([]byte(reader.want(200, "GET", path, nil)), &shown); err != nil {
				t.Fatal(err)
			}
			for field, want := range row.shows {
				got := fmt.Sprint(shown[field])
				if got != want && !(field == "content" && strings.Contains(got, want)) {
					t.Errorf("its %s is %q, want %q", field, got, want)
				}
			}
		})
	}
}

// The exit code says whether anything was refused, and what can't be understood or read.
func TestImportExitCodes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good, refused := write("good.xml", wxr(wxrPost("1", "Good", "Text.", ""))),
		write("refused.xml", wxr(wxrPost("1", "Good", "Text.", ""), wxrPost("2", "Empty", "", "")))
	broken := write("broken.json", `{"db":[{"data":{"posts":[`)
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{good}, 0}, {[]string{"--dry-run", good}, 0}, {[]string{good}, 0},
		{[]string{"--dry-run", refused}, 3}, {[]string{refused}, 3}, {[]string{refused}, 3},
		{[]string{broken}, 1}, {[]string{"--dry-run", broken}, 1}, {[]string{filepath.Join(folder, "none.xml")}, 1}, {[]string{folder}, 1},
		{nil, 2}, {[]string{"--wet-run", good}, 2}, {[]string{"--base-url", "old.example", good}, 2},
		{[]string{"--pictures", filepath.Join(folder, "none"), good}, 2},
	} {
		stdout, _, err := candor(t, "", append([]string{"--data", filepath.Join(folder, "data"), "import"}, c.args...)...)
		if code := cli.ExitCode(err); code != c.code {
			t.Errorf("import %v exits with %d, want %d: %v\n%s", c.args, code, c.code, err, stdout)
		}
	}
}

// An import of many items says how fast it was, and its report has a line for each.
func TestImportOfManyItemsSaysItsRate(t *testing.T) {
	t.Parallel()
	var posts []string
	for n := range 320 {
		posts = append(posts, wxrPost(fmt.Sprint(n+1), fmt.Sprint("Post ", n+1), "Text.", ""))
	}
	folder := t.TempDir()
	file, report := filepath.Join(folder, "many.xml"), filepath.Join(folder, "report.ndjson")
	if err := os.WriteFile(file, []byte(wxr(posts...)), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, err := candor(t, "", "--data", filepath.Join(folder, "data"), "import", "--dry-run", "--report", report, file)
	if err != nil || !strings.Contains(stdout, "320 items in ") || !strings.Contains(stdout, " a second.") ||
		!strings.Contains(stderr, "import ") || !strings.Contains(stderr, "100 %") {
		t.Errorf("%v\n%s\n%s", err, stdout[max(0, len(stdout)-200):], stderr)
	}
	text, err := os.ReadFile(report)
	if lines := strings.Count(string(text), "\n"); err != nil || lines != 321 ||
		!strings.Contains(string(text), `{"line":"report","format":"WordPress"`) {
		t.Errorf("%v: %d lines, the last is %s", err, lines, text[max(0, len(text)-300):])
	}
}
