package search_test

import (
	"fmt"
	"testing"

	"candor/events"
)

// A site of several blocks of documents: words in all of them, in some and in one are found, and no longer once their last document is
// gone.
func TestManyDocumentsAreFound(t *testing.T) {
	c := newEmptyCorpus(t)
	const pages = 9000
	for i := range pages {
		c.page(events.PageContent{Title: fmt.Sprintf("Page %d", i), Slug: fmt.Sprintf("p%d", i),
			Content: "common thousand" + string(rune('k'+i/1000))})
	}
	m := c.open()
	count := func(text string, want int) {
		t.Helper()
		if r := find(t, m, text); r.Total != want || r.Nearest || r.DidYouMean != "" {
			t.Errorf("%q finds %d, nearest %v, meaning %q, want %d", text, r.Total, r.Nearest, r.DidYouMean, want)
		}
	}
	count("common", pages)
	count("thousando", 1000)
	count("4096", 1)
	for _, page := range []events.PageID{1, 4097, 8999} {
		c.Append(t, page.Stream(), events.PageUnpublished{PageID: page, At: ago(0)})
	}
	c.Append(t, "page-2", events.PageUpdated{PageID: 2, Changes: events.PageChanges{Content: new("changed")}, At: ago(0)})
	c.seen(m)
	count("common", pages-4)
	count("changed", 1)
	count("thousando", 999)
	for id := 4001; id <= 5000; id++ {
		page := events.PageID(id)
		c.Append(t, page.Stream(), events.PageDeleted{PageID: page, At: ago(0)})
	}
	c.seen(m)
	count("common", pages-1003)
	if r := find(t, m, "thousando"); r.DidYouMean != "thousandl" {
		t.Errorf("a word that is gone is taken for %q", r.DidYouMean)
	}
}
