package search_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"candor/events"
)

func TestSuggestionsBeginAsTheQueryDoes(t *testing.T) {
	c := newCorpus(t).imported()
	c.review(1, events.ReviewContent{ProductName: "C Sharp Guide", ProductBrand: "c++", CategoryID: 1, Title: "One", Content: "a",
		AuthorName: "C plus plus", Rating: 3, Tags: []string{"C++", "c plus plus", "★"}})
	m := c.open()
	for q, want := range map[string]string{
		"sony":        "brand Sony, product Sony WH-1000XM5 /reviews/15, product SONY LinkBuds S /reviews/16",
		"linkb":       "product SONY LinkBuds S /reviews/16",
		"wh 1000":     "product Sony WH-1000XM5 /reviews/15",
		"smart g":     "category Smart Gadgets /category/gadgets",
		"gadg":        "category Smart Gadgets /category/gadgets",
		"usb-c":       "tag usb-c, article USB-C explained /tech-articles/10",
		"Noise":       "review Sony WH-1000XM5: still the ones to beat /reviews/15, review Sony LinkBuds S, small and light /reviews/16, review Keychron K2, a keyboard worth its noise /reviews/18, tag Noise cancelling",
		"brandao":     "author Zoë Brandão",
		"zoë":         "author Zoë Brandão",
		"c++":         "brand c++, tag C++, product c++ C Sharp Guide /reviews/23",
		"c plus":      "review One /reviews/23, tag c plus plus, author C plus plus",
		"★":           "tag ★",
		"ノート":         "article ノートパソコンの選び方 /tech-articles/11",
		"zyxwvutsrqp": "",
	} {
		all, err := m.Search.Suggest(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range all {
			got = append(got, strings.TrimSpace(one.Type+" "+one.Label+" "+one.URL))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q suggests\n%s\nand not\n%s", q, text, want)
		}
	}
	if all, err := m.Search.Suggest(t.Context(), "t"); err != nil || len(all) != 8 {
		t.Errorf("a letter suggests %d, %v", len(all), err)
	}
}

func TestSuggestionsAreOrderedByWhatReadersLikelyMean(t *testing.T) {
	c := newEmptyCorpus(t)
	for i, product := range []string{"Zed One", "Zed Two", "Zed Three", "Zed Four", "Zed One"} {
		brand, tag := "Zedbrand", "zedrare"
		if i > 0 {
			brand, tag = "Zedother", "zedoften"
		}
		c.review(float64(10-i), events.ReviewContent{ProductName: product, ProductBrand: brand, CategoryID: 1, Title: "T", AuthorName: "N",
			Rating: 3, Tags: []string{tag}})
	}
	m := c.open()
	all, err := m.Search.Suggest(t.Context(), "zed")
	if err != nil {
		t.Fatal(err)
	}
	// What has the word before what has one that begins so; products, newest first, before brands before tags; what more items have before
	// what fewer have.
	var got []string
	for _, one := range all {
		got = append(got, strings.TrimSpace(one.Type+" "+one.Label+" "+one.URL))
	}
	want := "product Zedother Zed One /reviews/5, product Zedother Zed Four /reviews/4, product Zedother Zed Three /reviews/3, brand Zedother, brand Zedbrand, tag zedoften, tag zedrare, product Zedother Zed Two /reviews/2"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("suggested are\n%s\nand not\n%s", text, want)
	}
}

func TestAProductIsSuggestedWithItsNewestReview(t *testing.T) {
	c := newEmptyCorpus(t)
	for _, days := range []float64{9, 1, 5} {
		c.review(days, events.ReviewContent{ProductName: "Kettle", ProductBrand: "Acme", CategoryID: 1, Title: "T", AuthorName: "N", Rating: 3})
	}
	m := c.open()
	all, err := m.Search.Suggest(t.Context(), "acme kettle")
	if err != nil || len(all) != 1 || all[0].URL != "/reviews/2" {
		t.Errorf("suggested are %v, %v", all, err)
	}
}

// suggested lists what a query suggests, as "type label".
func suggested(t *testing.T, c *corpus, queries map[string]string) {
	t.Helper()
	m := c.open()
	for q, want := range queries {
		all, err := m.Search.Suggest(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range all {
			got = append(got, one.Type+" "+one.Label)
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%q suggests %q, want %q", q, text, want)
		}
	}
}

// Items are suggested by any words of their title, product, brand and tags, in any order, and with typos where nothing has them as typed.
func TestItemsAreSuggestedByTheirWords(t *testing.T) {
	c := newEmptyCorpus(t)
	one := func(days float64, brand, product, title, text string, tags ...string) {
		c.review(days, events.ReviewContent{ProductName: product, ProductBrand: brand, CategoryID: 1, Title: title, Content: text,
			AuthorName: "Ada Quill", Rating: 4, Tags: tags})
	}
	one(9, "Tarnholt", "Slate 14", "The quiet laptop", "It has keys.", "fanless")
	one(8, "Corvane", "Lap 2", "A desk for the knees", "Quiet it is not.")
	one(7, "Acme", "Lantern", "Light after dark", "", "batteries")
	one(6, "Acme", "Cell", "A battery of tests", "")
	one(5, "Radeon", "RX 7800", "Nothing to hear", "")
	one(4, "Otto", "Thermostatic", "Valves", "")
	c.article(3, events.ArticleContent{Title: "Laptops in schools", Content: "x", Category: "Explainers", AuthorName: "Ada Quill"})
	c.page(events.PageContent{Title: "How laptops are tested", Slug: "how", Content: "x"})
	suggested(t, c, map[string]string{
		"quiet laptop": "review The quiet laptop", "laptop quiet": "review The quiet laptop", "tarnholt laptop": "review The quiet laptop",
		"fanless slate": "review The quiet laptop", "slate": "product Tarnholt Slate 14",
		"lap":    "product Corvane Lap 2; review The quiet laptop; article Laptops in schools; page How laptops are tested",
		"batery": "review A battery of tests; review Light after dark", "battery": "review A battery of tests; review Light after dark",
		"laptpo quiet": "review The quiet laptop", "thermsotatc": "product Otto Thermostatic", "thermosttic": "product Otto Thermostatic",
		"lantren": "product Acme Lantern", "lnatenr": "", "knes": "review A desk for the knees", "kne": "review A desk for the knees",
		"rx7800": "product Radeon RX 7800", "rx 7900": "", "7900": "", "keys": "", "how lap": "page How laptops are tested",
		"the quiet laptop with": "review The quiet laptop", "not quiet": "", "zzz": "",
	})
}

func TestSuggestionsEndWithTheirRequest(t *testing.T) {
	m := newCorpus(t).open()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if all, err := m.Search.Suggest(ctx, "quiet laptop"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", all, err)
	}
}
