package search_test

import (
	"strings"
	"testing"

	"candor/events"
)

func TestSuggestionsBeginAsTheQueryDoes(t *testing.T) {
	c := newCorpus(t).imported()
	c.review(1, events.ReviewContent{ProductName: "C Sharp Guide", ProductBrand: "c++", CategoryID: 1, Title: "One", Content: "a", AuthorName: "C plus plus", Rating: 3, Tags: []string{"C++", "c plus plus", "★"}})
	m := c.open()
	for q, want := range map[string]string{
		"sony":        "brand Sony, product SONY LinkBuds S /reviews/16, product Sony WH-1000XM5 /reviews/15",
		"linkb":       "product SONY LinkBuds S /reviews/16",
		"wh 1000":     "product Sony WH-1000XM5 /reviews/15",
		"smart g":     "category Smart Gadgets /category/gadgets",
		"gadg":        "category Smart Gadgets /category/gadgets",
		"usb-c":       "tag usb-c, article USB-C explained /tech-articles/10",
		"Noise":       "tag Noise cancelling",
		"brandao":     "author Zoë Brandão",
		"zoë":         "author Zoë Brandão",
		"c++":         "brand c++, tag C++, product c++ C Sharp Guide /reviews/23",
		"c plus":      "tag c plus plus, author C plus plus",
		"★":           "tag ★",
		"ノート":         "article ノートパソコンの選び方 /tech-articles/11",
		"zyxwvutsrqp": "",
	} {
		all, err := m.Search.Suggest(q)
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
	if all, err := m.Search.Suggest("t"); err != nil || len(all) != 8 {
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
		c.review(float64(10-i), events.ReviewContent{ProductName: product, ProductBrand: brand, CategoryID: 1, Title: "T", AuthorName: "N", Rating: 3, Tags: []string{tag}})
	}
	m := c.open()
	all, err := m.Search.Suggest("zed")
	if err != nil {
		t.Fatal(err)
	}
	// What begins so before what has a word that does; products before brands before tags; what more items have before what fewer have.
	var got []string
	for _, one := range all {
		got = append(got, strings.TrimSpace(one.Type+" "+one.Label+" "+one.URL))
	}
	want := "product Zedbrand Zed One /reviews/1, product Zedother Zed Four /reviews/4, product Zedother Zed One /reviews/5, brand Zedother, brand Zedbrand, tag zedoften, tag zedrare, product Zedother Zed Three /reviews/3"
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
	all, err := m.Search.Suggest("acme kettle")
	if err != nil || len(all) != 1 || all[0].URL != "/reviews/2" {
		t.Errorf("suggested are %v, %v", all, err)
	}
}
