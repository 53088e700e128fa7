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
	} {
		if got := strings.TrimSpace(markdown.Render(typed, markdown.Options{}).HTML); got != want {
			t.Errorf("%q is\n%s\nwant\n%s", typed, got, want)
		}
	}
}

func TestFootnotesLeadToTheirNotesAndBack(t *testing.T) {
	d := markdown.Render("Quiet[^1], and light.[^weight] None[^none].\n\n[^1]: Measured\n[^weight]: At **1.2 kg**, with\n    the charger.\n", markdown.Options{})
	other := markdown.Render("Other[^1].\n\n[^1]: Note", markdown.Options{})
	for _, part := range []string{`-fn:1"`, `-fnref:1"`, "<p>Measured&#160;<a href=", "<strong>1.2 kg</strong>, with\nthe charger.", "None[^none]", `role="doc-endnotes"`} {
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
