package markdown_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/projections/markdown"
)

var rendered = []struct {
	name, source, html string
}{
	{"a line is a paragraph", "one\ntwo\n\nthree", "<p>one</p>\n<p>two</p>\n<p>three</p>\n"},
	{"Windows' line ends, too", "one\r\ntwo  \r\nthree", "<p>one</p>\n<p>two<br>\nthree</p>\n"},
	{"two spaces or a backslash break a line", "one  \ntwo\\\nthree\nfour", "<p>one<br>\ntwo<br>\nthree</p>\n<p>four</p>\n"},
	{"emphasis ends on a later line", "a *b\nc* d", "<p>a <em>b\nc</em> d</p>\n"},
	{"emphasis", "*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>\n"},
	{"headings are one level below the title", "# A\n###### B", "<h2 id=\"text-a\">A</h2>\n<h3 id=\"text-b\">B</h3>\n"},
	{"no underlined headings", "A\n===\nB\n---", "<p>A</p>\n<p>===</p>\n<p>B</p>\n<hr>\n"},
	{"no indented code", "    a\n\n\tb", "<p>a</p>\n<p>b</p>\n"},
	{"fenced code", "```go\na < b\n```", "<pre><code class=\"language-go\">a &lt; b\n</code></pre>\n"},
	{"code without an end", "```\na", "<pre><code>a\n</code></pre>\n"},
	{"no lazy continuation of quotes", "> a\nb\n> c",
		"<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n<blockquote>\n<p>c</p>\n</blockquote>\n"},
	{"no lazy continuation of nested quotes", "> > a\n> b", "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>\n"},
	{"no lazy continuation of lists", "- a\nb", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n"},
	{"a list item of two lines", "- a\n  b", "<ul>\n<li>a\nb</li>\n</ul>\n"},
	{"a quote of two lines", "> a\n> b", "<blockquote>\n<p>a\nb</p>\n</blockquote>\n"},
	{"an ordered list after a text", "a\n1. b\n2. c", "<p>a</p>\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n"},
	{
		"a table", "a | b\n--|:-:\n1 | `x\\|y`",
		"<table>\n<thead>\n<tr>\n<th>a</th>\n<th style=\"text-align:center\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style=\"text-align:center\"><code>x|y</code></td>\n</tr>\n</tbody>\n</table>\n",
	},
	{
		"what a row has beyond the last column stays in its last cell", "> | a |\n> | - |\n> | b | *c* | |\n> d || e\n> f |",
		"<blockquote>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b | <em>c</em></td>\n</tr>\n<tr>\n<td>d || e</td>\n</tr>\n<tr>\n<td>f</td>\n</tr>\n</tbody>\n</table>\n</blockquote>\n",
	},
	{"raw HTML is shown as typed", "<b>x</b> <3 <script>y</script>\n\n<div>\n<!-- z -->",
		"<p>&lt;b&gt;x&lt;/b&gt; &lt;3 &lt;script&gt;y&lt;/script&gt;</p>\n<p>&lt;div&gt;</p>\n<p>&lt;!-- z --&gt;</p>\n"},
	{"links on this site", "[a](/reviews/1) [b](#text-x) [c](mailto:a@b.example)",
		"<p><a href=\"/reviews/1\">a</a> <a href=\"#text-x\">b</a> <a href=\"mailto:a@b.example\">c</a></p>\n"},
	{"links that lead away", "[a](https://b.example \"t\")",
		"<p><a href=\"https://b.example\" title=\"t\" rel=\"nofollow noopener\">a</a></p>\n"},
	{"links without a scheme lead away, too", "[a](//b.example)", "<p><a href=\"//b.example\" rel=\"nofollow noopener\">a</a></p>\n"},
	{"paid links", "[a](https://SHOP.example:8443/x)",
		"<p><a href=\"https://SHOP.example:8443/x\" rel=\"nofollow noopener sponsored\">a</a></p>\n"},
	{"addresses become links", "see https://b.example/?c=d&e=f.",
		"<p>see <a href=\"https://b.example/?c=d&amp;e=f\" rel=\"nofollow noopener\">https://b.example/?c=d&amp;e=f</a>.</p>\n"},
	{"reference links", "[a]\n\n[a]: https://shop.example",
		"<p><a href=\"https://shop.example\" rel=\"nofollow noopener sponsored\">a</a></p>\n"},
	{"no links that run", "[a](javascript:b) [c](data:text/html,d) [e *f*](vbscript:g)", "<p>a c e <em>f</em></p>\n"},
	{"images", "![a *b*](/media/c.webp \"d\")",
		"<p><img src=\"/media/c.webp\" loading=\"lazy\" decoding=\"async\" alt=\"a b\" title=\"d\"></p>\n"},
	{"images that are no addresses", "![a](data:image/png;base64,AA)", "<p>a</p>\n"},
	{"nothing", " \n\n", ""},
}

func TestMarkdownIsRendered(t *testing.T) {
	for _, c := range rendered {
		t.Run(c.name, func(t *testing.T) {
			d := markdown.Render(c.source, markdown.Options{Sponsored: func(host string) bool { return host == "shop.example" }})
			if diff := cmp.Diff(c.html, d.HTML); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.source, diff)
			}
		})
	}
}

func TestTextIsFreeOfMarkup(t *testing.T) {
	d := markdown.Render("# The *quiet* one\n\nIt **runs** [cool](https://a.example).\n\n- `one`\n- two\n\na | b\n--|--\nc | d\n\n```\ncode\n```\n![alt](/media/x)", markdown.Options{})
	want := "The quiet one\nIt runs cool.\none\ntwo\na b\nc d\ncode\nalt"
	if diff := cmp.Diff(want, d.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if d.Words != 14 {
		t.Errorf("%d words, want 14", d.Words)
	}
}

func TestTextSaysEscapedCharactersAndEntities(t *testing.T) {
	d := markdown.Render("# 1\\. Salt &amp; pepper\n2 \\* 3 &lt; 7 \\&lt; C:\\dir `\\* &amp;`", markdown.Options{})
	want := "1. Salt & pepper\n2 * 3 < 7 &lt; C:\\dir \\* &amp;"
	if diff := cmp.Diff(want, d.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestHeadingsHaveTheirOwnIDs(t *testing.T) {
	d := markdown.Render("# Display\n## Display\n### *Été* & più!\n# "+strings.Repeat("long ", 30)+"\n# !", markdown.Options{})
	want := []markdown.Heading{
		{Level: 2, ID: "text-display", Text: "Display"},
		{Level: 3, ID: "text-display-2", Text: "Display"},
		{Level: 4, ID: "text-été-più", Text: "Été & più!"},
		{Level: 2, ID: "text-" + strings.TrimSuffix(strings.Repeat("long-", 11), "-"), Text: strings.TrimSpace(strings.Repeat("long ", 30))},
		{Level: 2, ID: "text-section", Text: "!"},
	}
	if diff := cmp.Diff(want, d.Headings); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
}

func TestHeadingsAreNestedWithoutGaps(t *testing.T) {
	tests := []struct {
		name, typed string // a text of nothing but headings
		want        []int
	}{
		{"as the editor writes them", "# a\n## b\n### c\n## d\n# e", []int{2, 3, 4, 3, 2}},
		{"the least is ##", "## a\n### b\n## c", []int{2, 3, 2}},
		{"a level is skipped", "# a\n### b\n### c\n# d", []int{2, 3, 3, 2}},
		{"a level between two is used later", "# a\n### b\n## c\n### d", []int{2, 3, 3, 4}},
		{"a deeper one comes first", "### a\n## b\n# c\n## d", []int{2, 2, 2, 3}},
		{"as deep as can be", "# a\n## b\n### c\n#### d\n##### e\n###### f\n###### g", []int{2, 3, 4, 5, 6, 6, 6}},
		{"within quotes and lists", "## a\n> #### b\n\n- ## c", []int{2, 3, 2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := markdown.Render(test.typed, markdown.Options{})
			var listed []string
			for i, h := range d.Headings {
				if i >= len(test.want) || h.Level != test.want[i] {
					t.Errorf("heading %d has level %d, want %v", i, h.Level, test.want)
				}
				listed = append(listed, fmt.Sprintf(`<h%d id="%s">`, h.Level, h.ID))
			}
			shown := regexp.MustCompile("<h.[^>]*>").FindAllString(d.HTML, -1)
			if diff := cmp.Diff(listed, shown); diff != "" || len(listed) != len(test.want) {
				t.Errorf("%d headings; elements (-listed +shown):\n%s", len(listed), diff)
			}
		})
	}
}

// A text whose markup would make a page many times as large is shown as typed.
func TestOutputIsBounded(t *testing.T) {
	source := strings.Repeat("**a** ", 6000) + "\n" + strings.Repeat("- ", 15) + "x"
	if d := markdown.Render(source, markdown.Options{}); !strings.Contains(d.HTML, "<strong>") {
		t.Error("an ordinary long text isn't rendered")
	}
	wide := strings.Repeat("|a", 40) + "|\n" + strings.Repeat("|-", 40) + "|\n" + strings.Repeat("|\n", 8000)
	d := markdown.Render(wide, markdown.Options{})
	if len(d.HTML) > max(20*len(wide), 64<<10) {
		t.Errorf("%d bytes of HTML from %d", len(d.HTML), len(wide))
	}
	if strings.Contains(d.HTML, "<table>") || !strings.HasPrefix(d.HTML, "<p>|a|a") {
		t.Errorf("a table of %d cells is not shown as typed: %.80s", 40*8000, d.HTML)
	}
}

// Quotes and lists within each other end somewhere.
func TestNestingIsBounded(t *testing.T) {
	d := markdown.Render(strings.Repeat("> ", 100)+"deep", markdown.Options{})
	if n := strings.Count(d.HTML, "<blockquote>"); n != 16 {
		t.Errorf("%d quotes within each other, want 16", n)
	}
	if !strings.Contains(d.Text, "deep") {
		t.Errorf("the text is lost: %q", d.Text)
	}
}
