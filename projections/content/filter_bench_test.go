package content_test

import (
	"fmt"
	"testing"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// BenchmarkFilteredList reads a page of a list of 10,000 reviews that is not cached: from its index, and filtered and sorted from the facts
// of all; and its facets.
func BenchmarkFilteredList(b *testing.B) {
	const reviews = 10_000
	log := modeltest.NewLog()
	for i := range reviews {
		one := modeltest.Review(i+1, fmt.Sprint("Review ", i))
		one.ProductBrand, one.AuthorName, one.Rating = fmt.Sprint("Brand ", i%300), fmt.Sprint("Author ", i%20), 1+float64(i%41)/10
		one.Tags = []string{fmt.Sprint("Tag ", i%700), fmt.Sprint("Tag ", i%90), fmt.Sprint("Tag ", i%11)}
		log.Append(b, events.ReviewID(i+1).Stream(), one, modeltest.Published(i+1))
	}
	m := modeltest.Open(b, b.TempDir(), log)
	modeltest.CaughtUp(b, m)
	lists := map[string]content.Query{
		"newest":          {},
		"brand":           {Filters: content.Filters{Brand: "brand-7"}},
		"tag and score":   {Filters: content.Filters{Tag: "tag-5", MinScore: 3}},
		"lowest price":    {Sort: content.LowestPrice},
		"search and year": {Search: "works", Filters: content.Filters{Year: 2026}},
	}
	for _, name := range modeltest.SortedKeys(lists) {
		b.Run(name, func(b *testing.B) {
			q := lists[name]
			q.Limit = 24
			for i := range b.N {
				q.Offset = i % 997 // hardly ever cached
				a, err := m.Content.Reviews().List(q)
				if err != nil {
					b.Fatal(err)
				}
				a.Release()
			}
		})
	}
	b.Run("facets", func(b *testing.B) {
		for i := range b.N {
			a, err := m.Content.Reviews().Facets(content.Query{Filters: content.Filters{MaxPrice: float64(1 + i)}})
			if err != nil {
				b.Fatal(err)
			}
			a.Release()
		}
	})
}
