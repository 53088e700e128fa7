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
		"brandao":     "",
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
