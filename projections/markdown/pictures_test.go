package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/projections/markdown"
)

// library knows pictures by their addresses.
var library = map[string]*markdown.Picture{
	"/media/kettle.jpg": {Address: "/media/kettle.jpg", Width: 2400, Height: 1600,
		Copies: []markdown.Copy{{Address: "/media/kettle/480", Width: 480}, {Address: "/media/kettle/800", Width: 800}},
		Alt:    `A "quiet" kettle`, Caption: "It <boils>.", Credit: "Ada & Bo"},
	"/media/small.png":  {Address: "/media/small.png", Width: 300, Height: 200, Credit: "Ada"},
	"/media/broken.gif": {Address: "/media/broken.gif", Caption: "It is broken."},
	"/media/old.jpg":    {Address: "/media/new.jpg", Width: 40, Height: 30},
	"/media/gone.jpg":   {Gone: true},
}

const kettle = `<img src="/media/kettle.jpg" srcset="/media/kettle/480 480w, /media/kettle/800 800w, /media/kettle.jpg 2400w" sizes="(min-width: 48rem) 42rem, 100vw" width="2400" height="1600" loading="lazy" decoding="async" alt="`

func TestPicturesOfTheSiteAreShownWithWhatIsKnownOfThem(t *testing.T) {
	for _, c := range []struct{ name, source, html string }{
		{"alone in a paragraph", "![A *kettle*](/media/kettle.jpg)",
			"<figure>" + kettle + `A kettle"><figcaption>It &lt;boils&gt;. <span class="credit">Ada &amp; Bo</span></figcaption></figure>` + "\n"},
		{"without an alt", "![](/media/kettle.jpg \"t\")",
			"<figure>" + kettle + `A &quot;quiet&quot; kettle" title="t"><figcaption>It &lt;boils&gt;. <span class="credit">Ada &amp; Bo</span></figcaption></figure>` + "\n"},
		{"within text", "See ![it](/media/kettle.jpg).", "<p>See " + kettle + `it">.</p>` + "\n"},
		{"between two lines", "one\n![it](/media/small.png)\ntwo",
			"<p>one</p>\n<figure>" + `<img src="/media/small.png" width="300" height="200" loading="lazy" decoding="async" alt="it"><figcaption><span class="credit">Ada</span></figcaption></figure>` + "\n<p>two</p>\n"},
		{"in a quote", "> ![it](/media/old.jpg)",
			"<blockquote>\n" + `<figure><img src="/media/new.jpg" width="40" height="30" loading="lazy" decoding="async" alt="it"></figure>` +
				"\n</blockquote>\n"},
		{"of unknown size", "![it](/media/broken.gif)",
			`<figure><img src="/media/broken.gif" loading="lazy" decoding="async" alt="it"><figcaption>It is broken.</figcaption></figure>` + "\n"},
		{"by a reference", "![it][p]\n\n[p]: /media/old.jpg",
			`<figure><img src="/media/new.jpg" width="40" height="30" loading="lazy" decoding="async" alt="it"></figure>` + "\n"},
		{"in a link", "[![it](/media/old.jpg)](/reviews/1)",
			`<p><a href="/reviews/1"><img src="/media/new.jpg" width="40" height="30" loading="lazy" decoding="async" alt="it"></a></p>` + "\n"},
		{"from elsewhere", "![it](https://b.example/c.jpg)",
			`<p><img src="https://b.example/c.jpg" loading="lazy" decoding="async" alt="it"></p>` + "\n"},
		{"gone, with what only held it", "one\n![it](/media/gone.jpg)\n[*![it](/media/gone.jpg)*](/x)\ntwo ![it](/media/gone.jpg)!",
			"<p>one</p>\n<p>two !</p>\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := markdown.Render(c.source, markdown.Options{Picture: func(address string) *markdown.Picture { return library[address] }})
			if diff := cmp.Diff(c.html, d.HTML); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.source, diff)
			}
		})
	}
}

// What a text says, and is found by, is its own words: not those of the library.
func TestTextHasNoWordsOfTheLibrary(t *testing.T) {
	d := markdown.Render("one\n![](/media/kettle.jpg)\n![two](/media/kettle.jpg)\n![three](/media/gone.jpg)",
		markdown.Options{Picture: func(address string) *markdown.Picture { return library[address] }})
	if d.Text != "one\ntwo" || d.Words != 2 {
		t.Errorf("%d words: %q", d.Words, d.Text)
	}
}

// A page of pictures isn't too large to be shown.
func TestManyPicturesAreRendered(t *testing.T) {
	p := &markdown.Picture{Address: "/media/a.jpg", Width: 9, Height: 9, Caption: strings.Repeat("A long caption. ", 60)}
	d := markdown.Render(strings.Repeat("![](/media/a.jpg)\n", 200), markdown.Options{Picture: func(string) *markdown.Picture { return p }})
	if n := strings.Count(d.HTML, "<figure>"); n != 200 {
		t.Errorf("%d of 200 pictures are shown", n)
	}
}
