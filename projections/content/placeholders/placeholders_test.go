package placeholders_test

import (
	"testing"

	"candor/projections/content/placeholders"
	"candor/projections/markdown"
)

func TestPlaceholdersInRenderedTexts(t *testing.T) {
	values := placeholders.Values{{"name", "Fish & <Chips>"}, {"contactEmail", "a+b@example.org"}, {"newsletter", ""},
		{"scheme", "javascript:alert(1)"}}
	for _, tt := range []struct{ name, source, html string }{
		{"a value is escaped", "By {{name}}.", "<p>By Fish &amp; &lt;Chips&gt;.</p>\n"},
		{"a paragraph of nothing disappears", "A\n\n{{newsletter}}\n\nB", "<p>A</p>\n<p>B</p>\n"},
		{"so does an item of a list", "- A\n- {{newsletter}}", "<ul>\n<li>A</li>\n</ul>\n"},
		{"other text stays beside nothing", "A {{newsletter}}B", "<p>A B</p>\n"},
		{"an unknown one stays as typed", "{{nobody}} {{ name }} {name}", "<p>{{nobody}} {{ name }} {name}</p>\n"},
		{"an address is a link", "{{contactEmail}}", `<p><a href="mailto:a%2Bb@example.org">a+b@example.org</a></p>` + "\n"},
		{"but not in a link", "[{{contactEmail}}](/contact)", `<p><a href="/contact">a+b@example.org</a></p>` + "\n"},
		{"a value is part of an address", "[us](mailto:{{contactEmail}})", `<p><a href="mailto:a%2Bb@example.org">us</a></p>` + "\n"},
		{"and never its scheme", "[us]({{scheme}})", `<p><a href="javascript%3Aalert%281%29">us</a></p>` + "\n"},
		{"a picture's text has values, too", "![{{name}}](https://x.example/a.png)",
			`<p><img src="https://x.example/a.png" loading="lazy" decoding="async" alt="Fish &amp; &lt;Chips&gt;"></p>` + "\n"},
	} {
		if got := values.HTML(markdown.Render(tt.source, markdown.Options{}).HTML); got != tt.html {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.html)
		}
	}
	if got := values.Text("{{name}}, {{newsletter}}{{nobody}}"); got != "Fish & <Chips>, {{nobody}}" {
		t.Errorf("a text without markup: %q", got)
	}
}
