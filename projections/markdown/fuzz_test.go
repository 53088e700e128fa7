package markdown_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"candor/projections/markdown"
)

// Elements that a text may become, with their attributes.
var allowed = map[string][]string{
	"p": nil, "br": nil, "hr": nil, "em": nil, "strong": nil, "del": nil, "blockquote": nil, "pre": nil, "code": {"class"}, "ul": nil,
	"ol": {"start"}, "li": {"id"}, "div": {"class", "role"},
	"h2": {"id"}, "h3": {"id"}, "h4": {"id"}, "h5": {"id"}, "h6": {"id"},
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"style"}, "td": {"style"}, "sup": {"id"},
	"input": {"type", "disabled", "checked", "aria-label"},
	"a":     {"href", "title", "rel", "class", "role"}, "img": {"src", "srcset", "sizes", "width", "height", "alt", "title", "loading",
		"decoding"}, "figure": nil, "figcaption": nil, "span": {"class"},
}

var schemes = map[string][]string{"href": {"", "http", "https", "mailto", "tel"}, "src": {"", "http", "https"}}

// check fails where HTML holds anything but allowed elements, each closed in its place.
func check(t interface{ Fatalf(string, ...any) }, source, page string) {
	var open []string
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Fatalf("%q leaves %v open: %s", source, open, page)
			}
			return
		case html.CommentToken, html.DoctypeToken:
			t.Fatalf("%q becomes a comment: %s", source, page)
		case html.StartTagToken:
			tag := z.Token()
			attributes, ok := allowed[tag.Data]
			if !ok {
				t.Fatalf("%q becomes a %s: %s", source, tag.Data, page)
			}
			for _, a := range tag.Attr {
				if !slices.Contains(attributes, a.Key) {
					t.Fatalf("%q becomes a %s with %s: %s", source, tag.Data, a.Key, page)
				}
				if allowed, ok := schemes[a.Key]; ok {
					u, err := url.Parse(a.Val)
					if err != nil || !slices.Contains(allowed, u.Scheme) {
						t.Fatalf("%q leads to %s: %s", source, a.Val, page)
					}
				}
			}
			if !slices.Contains([]string{"br", "hr", "img"}, tag.Data) {
				open = append(open, tag.Data)
			}
		case html.EndTagToken:
			tag := z.Token()
			if len(open) == 0 || open[len(open)-1] != tag.Data {
				t.Fatalf("%q closes %s where %v is open: %s", source, tag.Data, open, page)
			}
			open = open[:len(open)-1]
		}
	}
}

func FuzzRender(f *testing.F) {
	for _, c := range rendered {
		f.Add(c.source)
	}
	f.Add("![a](b)\n\n> ![](c)\n\n- ![*d*](e \"f\") g\n\n[![h](i)](j)\n[*![k](gone)*](l)\n\na | ![](m)\n--|--\n")
	f.Add("![*![](gone)*](b)\n\n[![![](gone)](gone)](c)")
	f.Add("[a](https://b\v) [c](< https://d >)")
	f.Add("### a\n# b\n###### c\n> ## d\n")
	f.Add("[a](<b>)\n[c]: d\n> - 1. *e\n\x00\xff&lt;&#0;")
	f.Fuzz(func(t *testing.T, source string) {
		d := markdown.RenderOrPanic(source, markdown.Options{})
		check(t, source, d.HTML)
		if most := max(20*len(source), 64<<10); len(d.HTML) > most {
			t.Fatalf("%d bytes of HTML from %d", len(d.HTML), len(source))
		}
		illustrated := markdown.RenderOrPanic(source, markdown.Options{Picture: everyPicture})
		check(t, source, illustrated.HTML)
		if most := max(20*len(source), 64<<10) + 1<<20; len(illustrated.HTML) > most {
			t.Fatalf("%d bytes of HTML with pictures from %d", len(illustrated.HTML), len(source))
		}
		ids, last := map[string]bool{}, 1
		for _, h := range d.Headings {
			if h.Level < 2 || h.Level > min(last+1, 6) {
				t.Fatalf("heading %q of %q: level %d after %d", h.ID, source, h.Level, last)
			}
			last = h.Level
			if ids[h.ID] || !strings.HasPrefix(h.ID, "text") {
				t.Fatalf("heading %q of %q: another has this id", h.ID, source)
			}
			ids[h.ID] = true
		}
	})
}

// everyPicture knows a picture at every address, unless that asks for one that is gone.
func everyPicture(address string) *markdown.Picture {
	return &markdown.Picture{Gone: strings.Contains(address, "gone"), Address: "/media/ab.webp", Width: 900, Height: 600,
		Copies: []markdown.Copy{{Address: "/media/ab/480", Width: 480}},
		Alt:    "An <alt> \"text\"", Caption: "</figcaption><script>", Credit: "A & B"}
}

// Whatever an editor types, no word of it is lost.
func TestNoWordIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.StringOf(rapid.SampledFrom([]rune("abcde    \n\n\n>-*_#+|!()\t"))).Draw(t, "source")
		d := markdown.RenderOrPanic(source, markdown.Options{})
		if letters(d.Text) != letters(source) {
			t.Fatalf("%q says %q", source, d.Text)
		}
		check(t, source, d.HTML)
	})
}

// pieces are what FuzzContainers makes texts of: what opens containers and other blocks, what stands before it, and inline markup.
var pieces = []string{"- ", "+ ", "* ", "1. ", "2) ", "> ", "  ", "    ", "\t", "\n", "\n\n", "a", "a\n", "-", "*", "_", "**", "~~", "`",
	"|", "-|-\n", "```\n", "~~~\n", "[", "](1)", "![", "]", "# ", "***\n", "---\n", "=\n", "  \n", "\\", "\r\n", "[1]: 2\n",
	"> - ", "\u00a0", "世"}

// spelled returns a text that each two bytes of recipe give a piece of, so many times.
func spelled(recipe []byte) string {
	var b strings.Builder
	for ; len(recipe) >= 2 && b.Len() < 20_000; recipe = recipe[2:] {
		b.WriteString(strings.Repeat(pieces[int(recipe[0])%len(pieces)], 1+int(recipe[1])%48))
	}
	return b.String()
}

// recipe returns what spelled makes a text of, given pieces and how many times each stands.
func recipe(of ...any) (all []byte) {
	for i := 0; i < len(of); i += 2 {
		all = append(all, byte(slices.Index(pieces, of[i].(string))), byte(of[i+1].(int)-1))
	}
	return all
}

// Lists, quotes and markup within each other in any way are rendered without a fault, and no word is lost.
func FuzzContainers(f *testing.F) {
	f.Add(recipe("- ", 17, "a\n", 1, "  ", 17, "a\n", 1))
	f.Add(recipe("- ", 18, "a\n", 1, "  ", 17, "- ", 1, "a", 1))
	f.Add(recipe("> ", 16, "- ", 1, "a\n", 1, "> ", 16, "- ", 1, "a\n", 1))
	f.Add(recipe("- ", 1, "a\n", 1, "  ", 1, "- ", 1, "a\n", 1, "  ", 2, "- ", 1, "a\n", 1, "  ", 3, "- ", 1, "a\n", 1))
	f.Add(recipe("_", 1, "a", 1, "*", 1, "_", 1, "a", 1, "*", 1, "_", 1, "a", 1, "*", 1))
	f.Add(recipe("> - ", 9, "```\n", 1, "\n", 40, "a", 1))
	f.Add(recipe("- ", 16, "***\n", 1, "  ", 15, "- ", 3, "a\n", 1))
	f.Add(recipe("> ", 3, "a", 1, "|", 2, "a\n", 1, "> ", 3, "-|-\n", 1, "> ", 2, "a\n", 1))
	f.Add(recipe("[", 30, "a", 1, "](1)", 30, "![", 20, "](1)", 20))
	f.Fuzz(func(t *testing.T, recipe []byte) {
		source := spelled(recipe)
		d := markdown.RenderOrPanic(source, markdown.Options{})
		check(t, source, d.HTML)
		fenced := strings.Contains(source, "```") || strings.Contains(source, "~~~") // what stands beside a fence names a language
		if !fenced && letters(d.Text) != letters(source) {
			t.Fatalf("%q says %q", source, d.Text)
		}
	})
}
