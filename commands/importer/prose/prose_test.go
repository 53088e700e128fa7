package prose_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"candor/commands/importer/prose"
	"candor/projections/markdown"
)

var old = func() *url.URL {
	u, _ := url.Parse("https://old.example/blog/")
	return u
}()

var converted = []struct {
	name, html, markdown string
	breaks               bool
}{
	{name: "a paragraph is one line", html: "<p>One\n  two</p><p>three<span> four</span></p>five", markdown: "One two\n\nthree four\n\nfive"},
	{name: "line breaks", html: "<p>one<br>two<br/> three<br></p>", markdown: "one  \ntwo  \nthree"},
	{name: "two line breaks begin a paragraph", html: "<b>one<br><br>two</b>", markdown: "**one**\n\n**two**"},
	{name: "WordPress without blocks", breaks: true, html: "One\ntwo <b>three</b>\n\n\nfour<br />\nfive",
		markdown: "One  \ntwo **three**\n\nfour  \nfive"},
	{name: "headings are one level below the title", html: "<h1>A</h1><h2>B</h2><h3>C <em>d</em></h3><h6>E #</h6>",
		markdown: "# A\n\n# B\n\n## C *d*\n\n##### E \\#"},
	{name: "marks", html: "<b>a</b> <strong><i>b</i></strong> <del>c</del> <code>d `e`</code> <u>f</u>",
		markdown: "**a** ***b*** ~~c~~ `` d `e` `` f"},
	{name: "spaces stand beside marks", html: "a<b> b </b>c <i>d </i>e", markdown: "a **b** c *d* e"},
	{name: "marks that would not be seen are dropped", html: "<b>Weight:</b>1 kg, (<b>light</b>), a<i>(b)</i>c, <b>d</b><i>e</i>",
		markdown: "Weight:1 kg, (**light**), a(b)c, **d**e"},
	{name: "marks go on in the next paragraph", html: "<b><p>one</p><p>two</p></b><p>three</p>", markdown: "**one**\n\n**two**\n\nthree"},
	{name: "marks that cross", html: "<b>a <i>b</b> c</i> d", markdown: "**a *b*** *c* d"},
	{name: "lists", html: "<ul><li>a</li><li><p>b</p><ol start=9><li>c<li>d</ol></li></ul>", markdown: "- a\n- b\n\n  9. c\n  10. d"},
	{name: "an item of two paragraphs", html: "<ul><li><p>a</p><p>b<br>c</p></li></ul>", markdown: "- a\n\n  b  \n  c"},
	{name: "a list that counts down", html: "<ol reversed><li><p>c <i>d</i></p><p>e</p></li><li><ul><li>f</li></ul></li><li><b> g</b></li><li></li></ol>" +
		"<ol reversed=\"\" start=\"9\"><li><style>i</style>h</li></ol>", markdown: "4\\. c *d*\n\ne\n\n- 3\\. f\n\n**2. g**\n\n1\\.\n\n9\\. h"},
	{name: "a list without items", html: "<ul>a</ul><li>b", markdown: "- a\n\n* b"},
	{name: "quotes", html: "<blockquote><p>a</p><p>b<br>c</p><blockquote>d</blockquote><pre>e\n\n\nf</pre></blockquote>",
		markdown: "> a\n>\n> b  \n> c\n>\n> > d\n>\n> ```\n> e\n>\n>\n> f\n> ```"},
	{name: "code", html: "<pre class=\"wp-block-code\"><code class=\"language-go\">if a &lt; b {\n\n\n\treturn *c\n}\n</code></pre>",
		markdown: "```go\nif a < b {\n\n\n\treturn *c\n}\n```"},
	{name: "code with fences, in a list", html: "<ol><li>a<pre class=\"brush: js; x\">```\n  b</pre></li></ol>",
		markdown: "1. a\n\n   ````js\n   ```\n     b\n   ````"},
	{name: "links", html: "<a href=\"/x y(1)\">a [b]</a> <a href=\"c?d&amp;copy;\">d</a> <a href=\"mailto:a@b.example\">e</a>",
		markdown: "[a \\[b\\]](https://old.example/x%20y%281%29) [d](https://old.example/blog/c?d\\&copy;) [e](mailto:a@b.example)"},
	{name: "links to nowhere", html: "<a href=\"javascript:x\">a</a> <a href=\"#b\">b</a> <a>c</a> <a href=\"/d\"></a>e", markdown: "a b c e"},
	{name: "a link around blocks", html: "<a href=\"https://b.example/\"><div>Title</div><div>Text</div></a>",
		markdown: "[Title](https://b.example/)\n\nText"},
	{name: "addresses", html: "See https://b.example/a_b_*c*, (http://c.example). <a href=\"https://d.example/x_y\">https://d.example/x_y</a>",
		markdown: "See <https://b.example/a_b_*c>\\*, (<http://c.example>). <https://d.example/x_y>"},
	{name: "pictures", html: "<p>a <img src=\"b.png\" alt=\"c *d* [e]\"> f</p><figure><a href=\"/g.jpg\"><img src=\"/g-1.jpg\"></a><figcaption>h</figcaption></figure>", markdown: "a\n\n![c \\*d\\* \\[e\\]](https://old.example/blog/b.png)\n\nf\n\n[![](https://old.example/g-1.jpg)](https://old.example/g.jpg)\n\nh"},
	{name: "pictures that are none",
		html: "a<img src=\"data:image/png;base64,AA\"><img src=\"javascript:b\"><img src=\"c.gif\" width=1 height=1>d", markdown: "ad"},
	{name: "a table", html: "<table><caption>T</caption><thead><tr><th>a<th align=right>b|c</thead><tr><td>1<td><code>2|3</code><br>4<tr><td></table>", markdown: "T\n\n| a | b\\|c |\n|---|--:|\n| 1 | `2\\|3` 4 |"},
	{name: "cells of blocks and of several columns",
		html: "<table><tr><td colspan=2><p>a</p><p>b</p></td></tr><tr><td><ul><li>c</li><li>d</li></ul><td><table><tr><td>e<td>f</table></table>g", markdown: "| a b |  |\n|---|---|\n| c, d | e f |\n\ng"},
	{name: "a table that is the frame of a page", html: "<table><tr><td>a</td></tr><tr><td>b</table>", markdown: "a\n\nb"},
	{name: "videos and other pages",
		html: "<iframe src=\"https://www.youtube.com/embed/x\">y</iframe><video><source type=\"video/mp4\" src=\"/v.mp4\"></video><iframe src=\"about:blank\"></iframe>", markdown: "<https://www.youtube.com/embed/x>\n\n<https://old.example/v.mp4>"},
	{name: "nothing of scripts and forms",
		html: "a<script>b</script><style>c</style><noscript>d</noscript><!-- e --><button>f</button><svg><text>g</text></svg>h", markdown: "ah"},
	{name: "rules", html: "a<hr>b", markdown: "a\n\n---\n\nb"},
	{name: "text that looks like marks", html: "<p># a</p><p>1. b</p><p>- c</p><p>&gt; d</p><p>---</p><p>+ e<br>| - |</p><p>* * *</p>",
		markdown: "\\# a\n\n1\\. b\n\n\\- c\n\n\\> d\n\n\\---\n\n\\+ e  \n\\| - |\n\n\\* * \\*"},
	{name: "text that looks like marks within a line",
		html:     "<p>*a* _b_ snake_case `c` [d](e) [sic] f! 2 * 3 ~4 C:\\dir \\* &amp;lt; &amp; x&lt;3 &lt;b&gt; &lt;a@b.example&gt;</p>",
		markdown: "\\*a\\* \\_b\\_ snake_case \\`c\\` [d\\](e) [sic] f! 2 * 3 \\~4 C:\\dir \\\\\\* \\&lt; & x<3 <b> \\<a@b.example>"},
	{name: "an exclamation before a link", html: "Wow!<a href=\"/a\">b</a>", markdown: "Wow\\![b](https://old.example/a)"},
	{name: "code whose language an attribute names",
		html: `<pre data-enlighter-language="php">a</pre><pre class="lang:js decode:true">b</pre>`, markdown: "```php\na\n```\n\n```js\nb\n```"},
	{name: "powers and formulas", html: "x<sup>2</sup>, CO<sub>2</sub>, H<sub>max</sub>, 10<sup>-3</sup>, a 1<sup>st</sup> Foo<sup>TM</sup>, e<sup>iπ</sup>, V<sub>DC</sub>", markdown: "x², CO₂, Hₘₐₓ, 10⁻³, a 1st Foo™, e^iπ^, V_DC"},
	{name: "powers and formulas of a pasted document",
		html: `x<span style="font-size:0.6em;vertical-align:super;">2</span>, H<span style="vertical-align: sub">2</span>O, <span style="vertical-align:baseline">a</span>`, markdown: "x², H₂O, a"},
	{name: "a quotation within a line", html: "<p>She said <q>never <b>again</b></q>.</p>", markdown: "She said “never **again**”."},
	{name: "footnotes", html: `<p>One<sup><a href="#fn1" id="r1">1</a></sup> two<a href="https://old.example/blog/#fn2"><sup>[2]</sup></a> three<sup><a href="/x">3</a></sup>.</p><ol><li id="fn1">First. <a href="#r1">↩︎</a></li><li>Second.</li></ol>`,
		markdown: "One[1] two[2] three[3](https://old.example/x).\n\n1. First.\n2. Second."},
	{name: "lists that follow each other", html: "<ol><li>a</ol><ol><li>b</ol><ol><li>c</ol><ul><li>d</ul><ul><li>e</ul>",
		markdown: "1. a\n\n1) b\n\n1. c\n\n- d\n\n* e"},
	{name: "a recording of Ghost",
		html:     `<div class="kg-card kg-audio-card"><img src="" class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="/a.mp3"></audio><div class="kg-audio-title">My talk</div><div class="kg-audio-player"><span>0:00</span><div>/<span>61.2</span></div></div></div></div>`,
		markdown: "[My talk](https://old.example/a.mp3)"},
	{name: "a video of Ghost", html: `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/v.mp4"></video><div class="kg-video-overlay">x</div><div class="kg-video-player-container"><span>0:00</span></div></div><figcaption>Seen.</figcaption></figure>`,
		markdown: "<https://old.example/v.mp4>\n\nSeen."},
	{name: "a video of Ghost without a container",
		html: `<figure class="kg-card kg-video-card"><video src="/v.mp4"></video><div class="kg-video-player"><span>0:00</span>/<span>0:12</span></div></figure>`, markdown: "<https://old.example/v.mp4>"},
	{name: "a file of WordPress, whose button is its only link where it shows no name",
		html: `<div class="wp-block-file"><a href="/m.pdf">Manual</a><a href="/m.pdf" class="wp-block-file__button" download>Download</a></div>
<div class="wp-block-file"><a href="/n.pdf" class="wp-block-file__button wp-element-button" download>Download</a></div>`,
		markdown: "[Manual](https://old.example/m.pdf)\n\n[Download](https://old.example/n.pdf)"},
	{name: "a callout of Ghost", html: `a<div class="kg-card kg-callout-card kg-callout-card-grey"><div class="kg-callout-emoji">💡</div>
<div class="kg-callout-text">Note <b>this</b></div></div>b`, markdown: "a\n\n> 💡 Note **this**\n\nb"},
	{name: "a bookmark of Ghost", html: `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-content"><div class="kg-bookmark-title">T</div><div class="kg-bookmark-description">D</div><div class="kg-bookmark-metadata"><img src="https://a.example/favicon.ico"><span>A</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://a.example/t.jpg"></div></a></figure>`,
		markdown: "[T](https://a.example/b)\n\nD"},
	{name: "an emoji of WordPress", html: `a <img class="emoji" alt="😀" src="https://s.w.org/1f600.svg"> b`, markdown: "a 😀 b"},
	{name: "the frame of a page holds headings",
		html: "<table><tr><td><h2>A</h2><p>b</p></td><td><p>c</p><ul><li>d</li></ul></td></tr></table>", markdown: "# A\n\nb\n\nc\n\n- d"},
	{name: "an old player", html: `<object><param name="movie" value="https://www.youtube.com/v/x"><embed src="https://www.youtube.com/v/x"></object>`, markdown: "<https://www.youtube.com/v/x>"},
	{name: "a link around a picture and words", html: `<a href="/a"><div><img src="/b.png" alt="c"></div><h3>d</h3><p>e</p></a>`,
		markdown: "![c](https://old.example/b.png)\n\n## [d](https://old.example/a)\n\ne"},
	{name: "broken HTML", html: "<p>one<div>two</span></p></b><ul><li>three<li>four</ul><table><tr><td>a<td>b",
		markdown: "one\n\ntwo\n\n- three\n- four\n\n| a | b |\n|---|---|"},
}

func TestHTMLBecomesMarkdown(t *testing.T) {
	for _, c := range converted {
		t.Run(c.name, func(t *testing.T) {
			got := prose.Markdown(c.html, old, c.breaks)
			if diff := cmp.Diff(c.markdown, got); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s\nshown as %s", c.html, diff, markdown.Render(got, markdown.Options{}).HTML)
			}
		})
	}
}

func TestADocumentSaysWhatItShowsAndWhatItLeavesOut(t *testing.T) {
	d := prose.Read(`<figure><a href="/full.jpg"><img src="/a.jpg" alt="A"></a><figcaption>Of <b>a</b></figcaption></figure>
		<figure><img src="/b.jpg"><figcaption>By <a href="https://c.example/">c</a></figcaption></figure>
		<div style="background-image: url('/back.jpg')">Text</div><section data-bg="url(/later.jpg)"></section><table background="/old.gif" bgcolor="red"></table><form>Name</form><script>x</script><script type="application/ld+json">{}</script>
		<iframe src="https://maps.example/1"></iframe><p>https://youtu.be/x</p>`, old, false)
	if diff := cmp.Diff(&prose.Document{
		Images: []prose.Image{{Address: "https://old.example/a.jpg", Alt: "A", Caption: "Of a"},
			{Address: "https://old.example/b.jpg", Caption: "By c", Linked: true}},
		Videos:     []string{"https://youtu.be/x"},
		Links:      []string{"https://old.example/full.jpg", "https://c.example/"},
		Enlarged:   []string{"https://old.example/full.jpg"},
		LinkedData: []string{"{}"},
		LeftOut: []string{"background picture https://old.example/back.jpg", "background picture https://old.example/later.jpg",
			"background picture https://old.example/old.gif", "a form", "a script"},
	}, d, cmpopts.IgnoreUnexported(prose.Document{})); diff != "" {
		t.Error("(-want +got):\n" + diff)
	}
	if want, got := "Of a\n\nBy c\n\nText\n\nName\n\nhttps://maps.example/1\n\nhttps://youtu.be/x", d.Text(); want != got {
		t.Errorf("want %q, got %q", want, got)
	}
	shown := d.Markdown(prose.Options{Picture: "/media/a.png", Video: "https://youtu.be/x",
		Moved: func(address string) (here, caption string, ok bool) {
			switch address {
			case "https://old.example/a.jpg", "https://old.example/full.jpg":
				return "/media/a.png", "", true
			}
			return "", "", false
		}})
	if want := "![](https://old.example/b.jpg)\n\nBy [c](https://c.example/)\n\nText\n\nName\n\n<https://maps.example/1>"; shown != want {
		t.Errorf("want %q, got %q", want, shown)
	}
}

// Readers see every word of the HTML and no other, however its tags are nested.
func TestNoWordIsLostOrAdded(t *testing.T) {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{"<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "</i>", "<del>", "</del>", "<code>", "</code>", "<br>",
			"<a href='/x'>", "</a>",
			"<ul>", "</ul>", "<ol>", "</ol>", "<li>", "</li>", "<blockquote>", "</blockquote>", "<h2>", "</h2>", "<table>", "</table>", "<tr>",
			"<td>", "</td>", "</tr>",
			"<th colspan=2>", "<pre>", "</pre>", "<hr>", "<x>", "</x>", "\n", "\n\n", " "}),
		rapid.StringOf(rapid.SampledFrom([]rune("abc 12.)-*_~`#+>|[]()!\\&;:=^$\"'"))),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 1, 30).Draw(t, "parts"), "")
		breaks := rapid.Bool().Draw(t, "breaks")
		source := prose.Markdown(text, old, breaks)
		shown := markdown.Render(source, markdown.Options{})
		if want, got := said(spoken(t, text)), said(shown.Text); want != got {
			t.Fatalf("%q says %q, but %q is shown as %q", text, want, source, shown.HTML)
		}
	})
}

// spoken returns the text of HTML, in the order in which browsers show it: text between the cells of a table stands before the table.
func spoken(t *rapid.T, text string) string {
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, n := range nodes {
		if n.Type == html.TextNode {
			out.WriteString(n.Data)
		}
		for inside := range n.Descendants() {
			if inside.Type == html.TextNode {
				out.WriteString(inside.Data)
			}
		}
	}
	return out.String()
}

// said returns text without white space, and without the commas and bars that may stand between what was in cells.
func said(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) || c == ',' || c == '|' {
			return -1
		}
		return c
	}, text)
}

func FuzzMarkdown(f *testing.F) {
	for _, c := range converted {
		f.Add(c.html, c.breaks)
	}
	f.Fuzz(func(t *testing.T, text string, breaks bool) {
		source := prose.Markdown(text, old, breaks)
		if !utf8.ValidString(source) {
			t.Errorf("%q becomes %q", text, source)
		}
		if most := 64 * (len(text) + 16); len(source) > most {
			t.Errorf("%d bytes become %d", len(text), len(source))
		}
		markdown.Render(source, markdown.Options{})
	})
}

// What would take time or space with the square of its length doesn't: this test would take hours.
func TestHostileHTMLIsConverted(t *testing.T) {
	for _, part := range []string{
		"<div>", "<b>", "<b><i>", "<b>x</b>", "<b>x<i>y</i>", "<a href=/x>", "<a href=/x>y", "<ul>", "<ul><li>", "<li>", "<li>x",
		"<ol start=999999><li>x<br>", "<blockquote>",
		"<ul><li><blockquote>", "<table>", "<td>", "<tr>", "<table><tr><td>", "<td>x", "<tr><td>x", "<td colspan=20 rowspan=20>x", "</b>",
		"</li>", "</ul>", "<pre>", "<code>", "<x>y",
		"[", "]", "![", "- ", "> ", "* ", "`", "*", "_", "~", "&", "<", "\\", "http://", "https://a.example/)", "&amp;", "1. ", "#", "|", "<br>",
		"\n", " ", "x\n", "<b> </b>", "<b><br>",
		"<img src=/x alt=y>", "<iframe src=/x>", "<p>x", "<h2>x", "<i>x<p>", "<del>~", "<code>`", "<a href=/x><img src=/y>", "<hr>", "<!--",
		"<svg>", "<b><b>", "<i></b>", "\x00", "\xff",
	} {
		text := strings.Repeat(part, 100_000/len(part))
		for _, breaks := range []bool{false, true} {
			if source := prose.Markdown(text, old, breaks); len(source) > 64*len(text) {
				t.Errorf("%d bytes of %q become %d", len(text), part, len(source))
			}
		}
	}
	wide := "<table><tr>" + strings.Repeat("<td>x", 60) + strings.Repeat("<tr><td>x", 20_000) + "<td>" + strings.Repeat("x", 200_000)
	if source := prose.Markdown(wide, nil, false); len(source) > 64*len(wide) {
		t.Errorf("a table of %d bytes becomes %d", len(wide), len(source))
	}
}
