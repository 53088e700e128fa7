package markdown_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"candor/projections/markdown"
)

// deep are texts whose lists or quotes go one deeper than is shown, with what every reader must see of them.
var deep = map[string]string{
	"a list, and a line beneath it":     strings.Repeat("- ", 17) + "a\n" + strings.Repeat(" ", 34) + "b\n",
	"a list, and an item beneath it":    strings.Repeat("- ", 18) + "a\n" + strings.Repeat(" ", 34) + "- b",
	"a list in quotes":                  strings.Repeat("> ", 16) + "- a\n" + strings.Repeat("> ", 16) + "- b\n",
	"a numbered list in quotes":         strings.Repeat("> ", 16) + "1. a\n" + strings.Repeat("> ", 16) + "2. b\n",
	"an empty item in quotes":           strings.Repeat("> ", 16) + "-\n" + strings.Repeat("> ", 16) + "\n" + strings.Repeat("> ", 16) + "a",
	"quotes and lists in turn":          strings.Repeat("> - ", 20) + "a\n" + strings.Repeat(">   ", 20) + "b\n",
	"a list of numbers":                 strings.Repeat("1. ", 40) + "a\n" + strings.Repeat("   ", 40) + "b\n",
	"an ordinary list, an item a level": items(18),
	"the same with empty lines":         strings.ReplaceAll(items(24), "\n", "\n\n"),
	"quotes":                            strings.Repeat("> ", 100) + "a\n" + strings.Repeat("> ", 100) + "b",
}

// items returns a list whose items are nested within each other, so many deep.
func items(depth int) string {
	var b strings.Builder
	for n := range depth {
		b.WriteString(strings.Repeat("  ", n) + "- item\n")
	}
	return b.String()
}

func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return c
		}
		return -1
	}, s)
}

func TestDeepListsAndQuotesAreShown(t *testing.T) {
	for name, source := range deep {
		t.Run(name, func(t *testing.T) {
			d := markdown.RenderOrPanic(source, markdown.Options{})
			check(t, source, d.HTML)
			if got, want := letters(d.Text), letters(source); got != want {
				t.Errorf("%q says %q", source, d.Text)
			}
			if n := strings.Count(d.HTML, "<li>") + strings.Count(d.HTML, "<blockquote>"); n < 16 {
				t.Errorf("%d lists and quotes, want the first 16 shown as such: %s", n, d.HTML)
			}
			if strings.Contains(d.HTML, "<ul>\n</ul>") || strings.Contains(d.HTML, "<ol>\n</ol>") {
				t.Errorf("a list without an item: %s", d.HTML)
			}
		})
	}
}

// What is beyond a bound is shown as typed, and what is before it as meant.
func TestMarkupBeyondABoundIsShownAsTyped(t *testing.T) {
	for name, c := range map[string]struct {
		source, begins, ends string
		element              string
		most                 int
	}{
		"emphasis in a paragraph": {fill("*a* ", longest), "<p><em>a</em> <em>a</em>", " *a* *a*</p>\n", "<em>", 1000},
		"emphasis in a text":      {fill("*a* *b* *c* *d*\n", longest), "<p><em>a</em> <em>b</em>", "<p>*a* *b* *c* *d*</p>\n", "<em>", 20_000},
		"links in a paragraph":    {fill("[a](b) ", longest), `<p><a href="b">a</a>`, " [a](b) [a](b)</p>\n", "<a ", 2000},
		"interleaved":             {fill("_a*", 60_000), "<p>_a*_a*", "_a*_a*</p>\n", "<em>", 0},
		"interleaved, otherwise":  {fill("*a_", 60_000), "<p>*a_*a_", "*a_*a_</p>\n", "<em>", 0},
		"code spans":              {fill("`a` ", longest), "<p><code>a</code>", " `a` `a`</p>\n", "<code>", 2000},
		"waves":                   {fill("a~~~", longest), "<p>a~~~a~~~", "a~~~a~~~</p>\n", "<del>", 0},
		"addresses":               {fill("http://a.b ", longest), `<p><a href="http://a.b"`, " http://a.b http://a.b</p>\n", "<a ", 2000},
		"a long host":             {"http://" + fill("a.", 300), "<p>http://a.a.", "a.</p>\n", "<a ", 0},
		"tables": {fill("a|b|c|d|e|f\n-|-|-|-|-|-\n\n", longest), "<table>", "<p>a|b|c|d|e|f</p>\n<p>-|-|-|-|-|-</p>\n",
			"<table>", 2500},
		"lists":                 {fill("- a\n\n\n1. b\n\n\n", longest), "<p>- a</p>\n<p>1. b</p>\n", "", "<li>", 0},
		"lines":                 {fill("*a*\n", longest), "<p>*a*</p>\n", "<p>*a*</p>\n", "<em>", 0},
		"empty lines in a list": {strings.Repeat("- ", 16) + "*a*\n" + fill("\n", longest), "<p>- - - -", "- *a*</p>\n", "<em>", 0},
		"definitions' addresses": {"[a]: http://b.c/" + fill("d", 50_000) + "\n\n" + fill("[a]\n", 50_000), "<p>[a]: http://b.c/d",
			"<p>[a]</p>\n<p>[a]</p>\n", "<a ", 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := markdown.RenderOrPanic(c.source, markdown.Options{})
			if !strings.HasPrefix(d.HTML, c.begins) || !strings.HasSuffix(d.HTML, c.ends) {
				t.Errorf("%.40q becomes %.100s … %s", c.source, d.HTML, d.HTML[max(0, len(d.HTML)-100):])
			}
			if n := strings.Count(d.HTML, c.element); n > c.most {
				t.Errorf("%d times %s, want at most %d", n, c.element, c.most)
			}
		})
	}
}

// No text takes more memory than a reader's wait is worth, nor becomes a page many times as long.
func TestHostileTextsTakeLittleMemory(t *testing.T) {
	if raced {
		t.Skip("under the race detector pools forget what they hold at random: make test runs it without")
	}
	for name, source := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := markdown.RenderOrPanic(source, markdown.Options{})
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
				t.Errorf("it takes %d MiB", took>>20)
			}
			if len(d.HTML) > max(20*len(source), 64<<10) {
				t.Errorf("%d bytes of HTML from %d", len(d.HTML), len(source))
			}
		})
	}
}

// A fault of the renderer costs a text its markup and nothing else; a fault of who looks pictures up is theirs.
func TestATextThatCannotBeRenderedIsShownAsTyped(t *testing.T) {
	d := markdown.Render("one *two*\n\n[three](https://a.b) <", markdown.Options{Sponsored: func(string) bool { panic("a fault") }})
	if want := "<p>one *two*</p>\n<p>[three](https://a.b) &lt;</p>\n"; d.HTML != want || d.Words != 3 || len(d.Headings) > 0 {
		t.Errorf("got %+v, want %q", d, want)
	}
	defer func() {
		if cause := fmt.Sprint(recover()); cause != "a damaged row" {
			t.Errorf("the panic is %s", cause)
		}
	}()
	markdown.Render("![](/media/a)", markdown.Options{Picture: func(string) *markdown.Picture { panic("a damaged row") }})
}
