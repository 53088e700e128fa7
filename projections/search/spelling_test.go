package search_test

import (
	"strings"
	"testing"

	"candor/events"
)

// A word is offered as it is written, not as it is compared.
func TestACorrectedWordHasItsAccents(t *testing.T) {
	c := newEmptyCorpus(t)
	c.review(1, events.ReviewContent{ProductName: "P", ProductBrand: "B", CategoryID: 1, Title: "Der Flüsterkessel: ağır", AuthorName: "N",
		Rating: 3, Content: "Kettle."})
	c.review(2, events.ReviewContent{ProductName: "P", ProductBrand: "B", CategoryID: 1, Title: "Vitamin C, sharpened", AuthorName: "N",
		Rating: 3, Content: "Text."})
	c.review(3, events.ReviewContent{ProductName: "P", ProductBrand: "B", CategoryID: 1, Title: "A sharp knife", AuthorName: "N",
		Rating: 3, Content: "Text."})
	m := c.open()
	for q, want := range map[string]string{"fluesterkessel": "Flüsterkessel", "flusterkesel": "Flüsterkessel",
		"ketle": "kettle", "c sharp": ""} {
		if got := find(t, m, q).DidYouMean; got != want {
			t.Errorf("%q is taken for %q, want %q", q, got, want)
		}
	}
}

// Readers spell names as they know them: written together or apart, with or without accents, in letters of any width.
func TestSpellingsFindEachOther(t *testing.T) {
	c := newEmptyCorpus(t)
	for i, title := range []string{
		"AMD RX 7800 XT card", "Kit of 16 GB memory", "GeForce RTX4090 board", "Fußball sensor", "Ærø lamp", "ＦＵＬＬ width", "Diyarbakır saati",
		"İstanbul kart", "Learning C++ fast", "A C guide", "C# and F# tools", "AT&T router", "We met at t minus ten", "الحاسوب المحمول الهادئ",
		"静かなノートパソコンを試す", "ソニーのカメラ", "Cafe stools", "Café machines", "16 cores and 8 GB", "القراءةُ على الشاشة", "A Node.js server",
	} {
		c.review(float64(i), events.ReviewContent{ProductName: "P", ProductBrand: "B", CategoryID: 1, Title: title, AuthorName: "N", Rating: 3})
	}
	m := c.open()
	for q, want := range map[string]string{ // all hits, or the first ones and …
		"RX7800": "AMD RX 7800 XT card", "rx-7800": "AMD RX 7800 XT card", "RX 7800": "AMD RX 7800 XT card", "rx7800xt": "AMD RX 7800 XT card",
		"rx 7800xt": "AMD RX 7800 XT card",
		"16GB":      "Kit of 16 GB memory", "16 gb": "Kit of 16 GB memory…", "RTX 4090": "GeForce RTX4090 board",
		"rtx-4090": "GeForce RTX4090 board",
		"fussball": "Fußball sensor", "FUSSBALL": "Fußball sensor", "fußball": "Fußball sensor", "aero": "Ærø lamp", "ÆRØ": "Ærø lamp",
		"full width": "ＦＵＬＬ width", "ｆｕｌｌ": "ＦＵＬＬ width", "diyarbakir": "Diyarbakır saati", "DİYARBAKIR": "Diyarbakır saati",
		"istanbul": "İstanbul kart",
		"C++":      "Learning C++ fast", "c#": "C# and F# tools", "f#": "C# and F# tools", "AT&T": "AT&T router", "at&t router": "AT&T router",
		"الحاسوب": "الحاسوب المحمول الهادئ", "القراءة": "القراءةُ على الشاشة", "パソコン 静か": "静かなノートパソコンを試す", "ｶﾒﾗ": "ソニーのカメラ",
		"nodejs": "A Node.js server", "node.js": "A Node.js server", "node js": "A Node.js server",
		"café": "Café machines…", "cafe\u0301": "Café machines…",
	} {
		got := strings.ReplaceAll(strings.TrimSpace(titles(find(t, m, q))), "\n", "; ")
		first, more := strings.CutSuffix(want, "…")
		if got != want && (!more || !strings.HasPrefix(got, first+"; ")) {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
}
