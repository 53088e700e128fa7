// Counts of items, for the dashboard. They are kept up to date as events are applied; a query is a few look-ups.

package content

import (
	"maps"
	"slices"

	"candor/projections/projector"
)

// ItemCounts counts the items of a kind that are not deleted.
type ItemCounts struct {
	Total     int  `json:"total"`
	Published int  `json:"published"`
	Drafts    int  `json:"drafts"`
	Featured  *int `json:"featured,omitempty"` // of a kind that has featured items
	// of reviews, by categoryId; every category, and those that are deleted but still have reviews
	ByCategory []CategoryCount `json:"byCategory,omitzero"`
}

// CategoryCount counts the reviews of a category, drafts included.
type CategoryCount struct {
	CategoryID int64 `json:"categoryId"`
	Count      int   `json:"count"`
}

// CountAll returns how much content there is, by kind. Its error is ErrNotReady.
func (c *Reader) CountAll() (map[string]ItemCounts, error) {
	all := map[string]ItemCounts{}
	return all, c.Read(func(m *content, t *projector.Tx) error {
		for _, k := range kinds {
			of := m.of(k.Name)
			total, published := of.count(t, index{scope: scopeAdmin, featured: featuredAny}), of.count(t,
				index{scope: scopePublic, featured: featuredAny})
			counts := ItemCounts{Total: total, Published: published, Drafts: total - published}
			if k.Featured {
				featured := of.count(t, index{scope: scopeAdmin, featured: featuredYes})
				counts.Featured = &featured
			}
			if k.namesCategories {
				counts.ByCategory = m.countCategories(t, of)
			}
			all[k.Name] = counts
		}
		return nil
	})
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
