// Counts of items, for the dashboard. They are kept up to date as events are applied; a query is a few look-ups.

package content

import (
	"maps"
	"slices"

	"candor/events"
	"candor/projections/projector"
)

// Counts counts the items of each kind that are not deleted.
type Counts struct {
	Reviews  ReviewCounts
	Articles ItemCounts
	Pages    ItemCounts
}

// ReviewCounts counts the reviews that are not deleted.
type ReviewCounts struct {
	Total      int             `json:"total"`
	Published  int             `json:"published"`
	Drafts     int             `json:"drafts"`
	Featured   int             `json:"featured"`
	ByCategory []CategoryCount `json:"byCategory"` // by categoryId; every category, and those that are deleted but still have reviews
}

// CategoryCount counts the reviews of a category, drafts included.
type CategoryCount struct {
	CategoryID int64 `json:"categoryId"`
	Count      int   `json:"count"`
}

// ItemCounts counts the items of a kind that are not deleted.
type ItemCounts struct {
	Total     int `json:"total"`
	Published int `json:"published"`
	Drafts    int `json:"drafts"`
}

// CountAll returns how much content there is. Its error is ErrNotReady.
func (c *Reader) CountAll() (all Counts, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		all.Articles, all.Pages = m.of(events.ArticleKind).counted(t), m.of(events.PageKind).counted(t)
		reviews := m.of(events.ReviewKind)
		counted := reviews.counted(t)
		all.Reviews = ReviewCounts{Total: counted.Total, Published: counted.Published, Drafts: counted.Drafts,
			Featured: reviews.count(t, index{scope: scopeAdmin, featured: featuredYes}), ByCategory: m.countCategories(t, reviews)}
		return nil
	})
	return all, err
}

func (c *collection) counted(t *projector.Tx) ItemCounts {
	total, published := c.count(t, index{scope: scopeAdmin, featured: featuredAny}), c.count(t, index{scope: scopePublic, featured: featuredAny})
	return ItemCounts{total, published, total - published}
}

func (c *content) countCategories(t *projector.Tx, reviews *collection) []CategoryCount {
	counts := map[int64]int{}
	for _, known := range c.categories.Set().All {
		counts[known.ID] = 0
	}
	all := index{scope: scopeAdmin, featured: featuredAny}
	prefix := all.key()[:2] // scope and feature; the category follows
	t.Bucket(reviews.Name+"-count").Scan(prefix, nil, func(key, n []byte) bool {
		if id := int64(projector.ParseNumber(key[len(prefix):])); id != 0 {
			counts[id] = int(projector.ParseNumber(n))
		}
		return true
	})
	sorted := make([]CategoryCount, 0, len(counts))
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		sorted = append(sorted, CategoryCount{id, counts[id]})
	}
	return sorted
}
