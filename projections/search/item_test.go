package search_test

import (
	"testing"

	"candor/events"
)

func TestAChangeIsFoundAndWhatItReplacedIsNot(t *testing.T) {
	c := newEmptyCorpus(t)
	review := c.review(3, events.ReviewContent{Title: "Oldreview", Content: "Oldtext.", ProductName: "P", ProductBrand: "B", CategoryID: 1,
		AuthorName: "N", Rating: 4})
	article := c.article(2, events.ArticleContent{Title: "Oldarticle", Content: "Oldtext.", AuthorName: "N"})
	page := c.page(events.PageContent{Title: "Oldpage", Slug: "p", Content: "Oldtext."})
	m := c.open()
	newText := "Newtext."
	c.Append(t, review.Stream(), events.ReviewUpdated{ReviewID: review, Changes: events.ReviewChanges{Title: new("Newreview"),
		Content: &newText}, At: ago(1)})
	c.Append(t, article.Stream(), events.ArticleUpdated{ArticleID: article, Changes: events.ArticleChanges{Title: new("Newarticle"),
		Content: &newText}, At: ago(1)})
	c.Append(t, page.Stream(), events.PageUpdated{PageID: page, Changes: events.PageChanges{Title: new("Newpage"), Content: &newText},
		At: ago(1)})
	c.seen(m)
	for q, want := range map[string]string{"newreview": "Newreview\n", "newarticle": "Newarticle\n", "newpage": "Newpage\n",
		"newtext": "Newreview\nNewarticle\nNewpage\n"} {
		if got := find(t, m, q); len(titles(got)) != len(want) || got.Nearest {
			t.Errorf("%q finds\n%s", q, titles(got))
		}
	}
	for _, q := range []string{"oldreview", "oldarticle", "oldpage", "oldtext"} {
		if got := find(t, m, q); got.Total != 0 {
			t.Errorf("%q finds\n%s", q, titles(got))
		}
	}
}

func TestACategoryIsFoundByTheNameItHas(t *testing.T) {
	c := newEmptyCorpus(t)
	id := events.CategoryID(1)
	c.Append(t, id.Stream(), events.CategoryCreated{CategoryID: id, CategoryContent: events.CategoryContent{Name: "Kettles", Slug: "kettles"},
		At: ago(9)})
	c.review(3, events.ReviewContent{Title: "One", ProductName: "P", ProductBrand: "B", CategoryID: id, AuthorName: "N", Rating: 4})
	c.article(2, events.ArticleContent{Title: "Two", Category: "KETTLES ", AuthorName: "N"})
	m := c.open()
	for _, step := range []struct {
		event events.Event
		name  string // of the category, as far as readers know
		hits  int    // that are found by it
	}{
		{nil, "Kettles", 2},
		{events.CategoryUpdated{CategoryID: id, Changes: events.CategoryChanges{Name: new("Teapots")}, At: ago(1)}, "Teapots", 2},
		{events.CategoryDeleted{CategoryID: id, At: ago(1)}, "Teapots", 0},
		{events.CategoryRestored{CategoryID: id, At: ago(1)}, "Teapots", 2},
	} {
		if step.event != nil {
			c.Append(t, id.Stream(), step.event)
			c.seen(m)
		}
		found := find(t, m, step.name)
		if found.Total != step.hits {
			t.Errorf("after %T %d are found by %q", step.event, found.Total, step.name)
		}
		if facets := found.Facets.Categories; step.hits > 0 && (len(facets) != 1 || facets[0].Label != step.name ||
			facets[0].Value != "kettles" || facets[0].Count != step.hits) {
			t.Errorf("after %T the categories are %v", step.event, facets)
		}
		all, err := m.Search.Suggest(t.Context(), step.name)
		if err != nil || (len(all) > 0) != (step.hits > 0) {
			t.Errorf("after %T %v are suggested, %v", step.event, all, err)
		}
	}
}
