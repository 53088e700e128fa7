package markdown_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"candor/projections/markdown"
)

// Elements that a text may become, with their attributes.
var allowed = map[string][]string{
	"p": nil, "br": nil, "hr": nil, "em": nil, "strong": nil, "del": nil, "blockquote": nil, "pre": nil, "code": {"class"}, "ul": nil, "ol": {"start"}, "li": nil,
	"h2": {"id"}, "h3": {"id"}, "h4": {"id"}, "h5": {"id"}, "h6": {"id"},
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"align"}, "td": {"align"},
	"a": {"href", "title", "rel"}, "img": {"src", "srcset", "sizes", "width", "height", "alt", "title", "loading", "decoding"}, "figure": nil, "figcaption": nil, "span": {"class"},
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
	f.Add("### a\n# b\n###### c\n> ## d\n")
	f.Add("[a](<b>)\n[c]: d\n> - 1. *e\n\x00\xff&lt;&#0;")
	f.Fuzz(func(t *testing.T, source string) {
		d := markdown.Render(source, markdown.Options{})
		check(t, source, d.HTML)
		if most := max(20*len(source), 64<<10); len(d.HTML) > most {
			t.Fatalf("%d bytes of HTML from %d", len(d.HTML), len(source))
		}
		illustrated := markdown.Render(source, markdown.Options{Picture: everyPicture})
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
	return &markdown.Picture{Gone: strings.Contains(address, "gone"), Address: "/media/ab.webp", Width: 900, Height: 600, Copies: []markdown.Copy{{Address: "/media/ab/480", Width: 480}},
		Alt: "An <alt> \"text\"", Caption: "</figcaption><script>", Credit: "A & B"}
}

// Whatever an editor types, no word of it is lost.
func TestNoWordIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.StringOf(rapid.SampledFrom([]rune("abcde    \n\n\n>-*_#+|!()\t"))).Draw(t, "source")
		letters := func(s string) string {
			return strings.Map(func(c rune) rune {
				if unicode.IsLetter(c) {
					return c
				}
				return -1
			}, s)
		}
		d := markdown.Render(source, markdown.Options{})
		if letters(d.Text) != letters(source) {
			t.Fatalf("%q says %q", source, d.Text)
		}
		check(t, source, d.HTML)
	})
}
