package search_test

import (
	"strings"
	"testing"
	"time"

	"candor/commands/demo"
	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/search"
)

// corpus is a log with the demo's items and some as an import brings them.
type corpus struct {
	*modeltest.Log
	t                        testing.TB
	reviews, articles, pages int
}

func newEmptyCorpus(t testing.TB) *corpus { return &corpus{Log: modeltest.NewLog(), t: t} }

func newCorpus(t testing.TB) *corpus {
	t.Helper()
	c := newEmptyCorpus(t)
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range content.Categories {
		id := events.CategoryID(one.ID)
		c.Append(t, id.Stream(), events.CategoryCreated{CategoryID: id, CategoryContent: events.CategoryContent{Name: one.Name, Slug: one.Slug},
			At: modeltest.Day(0)})
	}
	for _, r := range content.Reviews {
		if !r.IsPublished {
			continue
		}
		c.review(r.DaysAgo, events.ReviewContent{ProductName: r.ProductName, ProductBrand: r.ProductBrand,
			CategoryID: events.CategoryID(r.CategoryID), Title: r.Title,
			ProductDescription: r.ProductDescription, Specifications: r.Specifications, Features: r.Features, Pros: r.Pros,
			Cons: r.Cons, Content: r.Content,
			Verdict: r.Verdict, AuthorName: r.AuthorName, Rating: r.Rating})
	}
	for _, a := range content.Articles {
		c.article(a.DaysAgo, events.ArticleContent{Title: a.Title, Excerpt: a.Excerpt, Content: a.Content, Category: a.Category,
			AuthorName: a.AuthorName})
	}
	return c
}

func ago(days float64) time.Time {
	return modeltest.Began.Add(-time.Duration(days * 24 * float64(time.Hour)))
}

// review publishes a review.
func (c *corpus) review(daysAgo float64, r events.ReviewContent) events.ReviewID {
	c.reviews++
	id := events.ReviewID(c.reviews)
	c.Append(c.t, id.Stream(), events.ReviewCreated{ReviewID: id, ReviewContent: r, At: ago(daysAgo)},
		events.ReviewPublished{ReviewID: id, At: ago(daysAgo)})
	return id
}

func (c *corpus) article(daysAgo float64, a events.ArticleContent) events.ArticleID {
	c.articles++
	id := events.ArticleID(c.articles)
	c.Append(c.t, id.Stream(), events.ArticleCreated{ArticleID: id, ArticleContent: a, At: ago(daysAgo)},
		events.ArticlePublished{ArticleID: id, At: ago(daysAgo)})
	return id
}

func (c *corpus) page(p events.PageContent) events.PageID {
	c.pages++
	id := events.PageID(c.pages)
	c.Append(c.t, id.Stream(), events.PageCreated{PageID: id, PageContent: p, At: ago(100)}, events.PagePublished{PageID: id, At: ago(100)})
	return id
}

// open opens the read model over the corpus.
func (c *corpus) open() *projections.Models {
	c.t.Helper()
	return c.openIn(modeltest.MemDir(c.t))
}

func (c *corpus) openIn(dir string) *projections.Models {
	c.t.Helper()
	config := modeltest.Config(dir, c.Log)
	config.Only = []string{search.Name}
	m, err := projections.Open(c.t.Context(), config)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		if err := m.Close(); err != nil {
			c.t.Error(err)
		}
	})
	modeltest.CaughtUp(c.t, m)
	return m
}

// seen waits until the read model shows everything in the log.
func (c *corpus) seen(m *projections.Models) {
	c.t.Helper()
	head, err := c.Head(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	modeltest.Seen(c.t, head, m.Search)
}

func find(t testing.TB, m *projections.Models, text string) search.Result {
	t.Helper()
	return query(t, m, search.Query{Text: text, Limit: 100})
}

func query(t testing.TB, m *projections.Models, q search.Query) search.Result {
	t.Helper()
	result, err := m.Search.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// titles lists the titles of hits, a line each.
func titles(r search.Result) string {
	var b strings.Builder
	for _, hit := range r.Hits {
		b.WriteString(hit.Title + "\n")
	}
	return b.String()
}
