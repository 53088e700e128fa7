package markdown_test

import (
	"strings"
	"testing"

	"candor/projections/markdown"
)

func TestTextsOfEveryScriptAreShownAsMeant(t *testing.T) {
	for typed, want := range map[string]string{
		"**「静か」**です。":                 "<p><strong>「静か」</strong>です。</p>",
		"これは**(重要)**な点":               "<p>これは<strong>(重要)</strong>な点</p>",
		"~~古い。~~新しい":                  "<p><del>古い。</del>新しい</p>",
		"2 * 3 * 4":                   "<p>2 * 3 * 4</p>",
		"snake_case_name":             "<p>snake_case_name</p>",
		"# हिन्दी में":                `<h2 id="text-हिन्दी-में">हिन्दी में</h2>`,
		"[shop](www.example.org)":     `<p><a href="https://www.example.org" rel="nofollow noopener">shop</a></p>`,
		"[s](shop.example.com/a?b=1)": `<p><a href="https://shop.example.com/a?b=1" rel="nofollow noopener">s</a></p>`,
		"[mail](a@example.org)":       `<p><a href="mailto:a@example.org">mail</a></p>`,
		"[here](/reviews/14)":         `<p><a href="/reviews/14">here</a></p>`,
		"[there](#text-light)":        `<p><a href="#text-light">there</a></p>`,
		"[v](v1.2)":                   `<p><a href="v1.2">v</a></p>`,
		"- [ ] Buy\n- [x] Test":       "<ul>\n<li><input type=\"checkbox\" disabled aria-label=\"To do\"> Buy</li>\n<li><input type=\"checkbox\" disabled checked aria-label=\"Done\"> Test</li>\n</ul>",
		"**bold\nover** two":          "<p><strong>bold\nover</strong> two</p>",
		"[a link\nover two](/b)":      "<p><a href=\"/b\">a link\nover two</a></p>",
		"`code\nover` two":            "<p><code>code over</code> two</p>",
		"one\ntwo":                    "<p>one</p>\n<p>two</p>",
		"x *one\ntwo* y":              "<p>x <em>one\ntwo</em> y</p>",
		"_one\ntwo\nthree_ y":         "<p><em>one\ntwo\nthree</em> y</p>",
		"~~one\ntwo~~ y":              "<p><del>one\ntwo</del> y</p>",
		"**a** *b\n**c** d*":          "<p><strong>a</strong> <em>b\n<strong>c</strong> d</em></p>",
		"これは*強調\nです*。":                "<p>これは<em>強調\nです</em>。</p>",
		"2 * 3\n4 * 5":                "<p>2 * 3</p>\n<p>4 * 5</p>",
		"snake_case\nother_case":      "<p>snake_case</p>\n<p>other_case</p>",
		"a 5* hotel\nand a 4* one":    "<p>a 5* hotel</p>\n<p>and a 4* one</p>",
		"[a](bücher.de/x)":            `<p><a href="https://b%C3%BCcher.de/x" rel="nofollow noopener">a</a></p>`,
		"[a](例え.jp)":                  `<p><a href="https://%E4%BE%8B%E3%81%88.jp" rel="nofollow noopener">a</a></p>`,
		"[a](maker.github.io/x)":      `<p><a href="https://maker.github.io/x" rel="nofollow noopener">a</a></p>`,
		"[a](a@b.example?subject=Hi)": `<p><a href="mailto:a@b.example?subject=Hi">a</a></p>`,
		"[a](192.0.2.1:8080/x)":       `<p><a href="https://192.0.2.1:8080/x" rel="nofollow noopener">a</a></p>`,
		"[a](example.org.)":           `<p><a href="https://example.org." rel="nofollow noopener">a</a></p>`,
		"[a](info@bücher.de)":         `<p><a href="mailto:info@b%C3%BCcher.de">a</a></p>`,
		"www.example.org":             `<p><a href="https://www.example.org" rel="nofollow noopener">www.example.org</a></p>`,
		"See https://bücher.de/Größe_(Physik).": `<p>See <a href="https://b%C3%BCcher.de/Gr%C3%B6%C3%9Fe_(Physik)" rel="nofollow noopener">` +
			`https://bücher.de/Größe_(Physik)</a>.</p>`,
		"https://пример.рф/путь": `<p><a href="https://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/%D0%BF%D1%83%D1%82%D1%8C" rel="nofollow noopener">` +
			`https://пример.рф/путь</a></p>`,
		"https://example.org/をご覧ください": `<p><a href="https://example.org/" rel="nofollow noopener">https://example.org/</a>をご覧ください</p>`,
	} {
		if got := strings.TrimSpace(markdown.Render(typed, markdown.Options{}).HTML); got != want {
			t.Errorf("%q is\n%s\nwant\n%s", typed, got, want)
		}
	}
}

func TestFootnotesLeadToTheirNotesAndBack(t *testing.T) {
	d := markdown.Render("Quiet[^1], and light.[^weight] None[^none].\n\n[^1]: Measured\n[^weight]: At **1.2 kg**, with\n    the charger.\n",
		markdown.Options{})
	other := markdown.Render("Other[^1].\n\n[^1]: Note", markdown.Options{})
	for _, part := range []string{`-fn:1"`, `-fnref:1"`, "<p>Measured&#160;<a href=", "<strong>1.2 kg</strong>, with\nthe charger.",
		"None[^none]", `role="doc-endnotes"`} {
		if !strings.Contains(d.HTML, part) {
			t.Errorf("%q is not in\n%s", part, d.HTML)
		}
	}
	if strings.Contains(d.Text, "^1") || !strings.Contains(d.Text, "Measured") {
		t.Errorf("the text is %q", d.Text)
	}
	id := func(html string) string {
		_, after, _ := strings.Cut(html, `id="`)
		id, _, _ := strings.Cut(after, `"`)
		return id
	}
	if id(d.HTML) == id(other.HTML) {
		t.Errorf("two texts have the same id %q", id(d.HTML))
	}
	many := strings.Repeat("[^a]: note\n", 20_000) + strings.Repeat("[^a] ", 20_000)
	markdown.Render(many, markdown.Options{}) // ends soon
}
