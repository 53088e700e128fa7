// Counts: how many there are of what, for the dashboard. They are counted as events are applied; asking is a few
// look-ups.

package content

import (
	"maps"
	"slices"

	"candor/projections/projector"
)

// ReviewCounts counts the reviews that are not deleted.
type ReviewCounts struct {
	Total      int             `json:"total"`
	Published  int             `json:"published"`
	Drafts     int             `json:"drafts"`
	Featured   int             `json:"featured"`
	ByCategory []CategoryCount `json:"byCategory"` // by categoryId; every category, and what reviews name besides
}

// CategoryCount is how many reviews a category has, drafts included.
type CategoryCount struct {
	CategoryID int64 `json:"categoryId"`
	Count      int   `json:"count"`
}

// ArticleCounts counts the articles that are not deleted.
type ArticleCounts struct {
	Total     int `json:"total"`
	Published int `json:"published"`
	Drafts    int `json:"drafts"`
}

// Counts returns how much content there is. Its error is ErrNotReady.
func (c *Reader) Counts() (r ReviewCounts, a ArticleCounts, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		all := index{scope: scopeAdmin, featured: featuredAny}
		featured := index{scope: scopeAdmin, featured: featuredYes}
		public := index{scope: scopePublic, featured: featuredAny}
		r = ReviewCounts{Total: m.reviews.count(t, all), Published: m.reviews.count(t, public), Featured: m.reviews.count(t, featured)}
		a = ArticleCounts{Total: m.articles.count(t, all), Published: m.articles.count(t, public)}
		r.Drafts, a.Drafts = r.Total-r.Published, a.Total-a.Published
		counts := map[int64]int{}
		for _, known := range m.categories.Load().all {
			counts[known.ID] = 0
		}
		prefix := all.key()[:2] // scope and feature; then comes the category
		t.Bucket(m.reviews.kind+"-count").Scan(prefix, nil, func(key, n []byte) bool {
			if id := int64(projector.ParseNumber(key[len(prefix):])); id != 0 {
				counts[id] = int(projector.ParseNumber(n))
			}
			return true
		})
		r.ByCategory = make([]CategoryCount, 0, len(counts))
		for _, id := range slices.Sorted(maps.Keys(counts)) {
			r.ByCategory = append(r.ByCategory, CategoryCount{id, counts[id]})
		}
		return nil
	})
	return r, a, err
}
