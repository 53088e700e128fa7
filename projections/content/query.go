// Query: what callers can ask a list of items for.

package content

import (
	"cmp"
	"slices"

	"candor/projections/content/facts"
)

// Query chooses items of one kind. The zero value chooses all. A field of another kind is ignored.
type Query struct {
	Search     string // part of title, content or author's name, ignoring case
	CategoryID int64  // of reviews; 0: any
	// of reviews: a category's slug, an unknown one matches nothing; of articles: their category, ignoring case; "": any
	Category      string
	Slug          string // of pages; "": any
	Featured      *bool  // of reviews
	Limit, Offset int    // Limit 0: no limit
	NoTexts       bool   // in admin's lists: their items' long texts are empty

	Filters // of readers' lists
	Sort    Sort
}

// Filters choose items by what they are about. Brand, Tag and Author are slugs of names, or other spellings of them; one that is no
// name's matches nothing. The zero value chooses all.
type Filters struct {
	Brand    string // of reviews
	Tag      string
	Author   string
	Year     int     // in which an item was first published, in UTC; 0: any
	MinScore float64 // of reviews: the lowest rating; 0: any
	MaxPrice float64 // of reviews: the highest price; 0: any, also none
}

// Sort is the order of a list.
type Sort string

// The orders. Equals are newest first.
const (
	NewestFirst  Sort = ""
	HighestScore Sort = "score" // of reviews
	LowestPrice  Sort = "price" // of reviews; those without a price come last
)

// sort sorts what a filter has chosen, newest first.
func (s Sort) sort(all []facts.Chosen) {
	switch s {
	case HighestScore:
		slices.SortStableFunc(all, func(a, b facts.Chosen) int { return cmp.Compare(b.Rating, a.Rating) })
	case LowestPrice:
		slices.SortStableFunc(all, func(a, b facts.Chosen) int {
			return cmp.Or(compareBool(a.Price == 0, b.Price == 0), cmp.Compare(a.Price, b.Price))
		})
	}
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// ExtraFields are what another read model knows of the items in an admin's list.
type ExtraFields struct {
	Edition uint64                // of the other model: what it knows changes only together with its edition
	Fields  func(id int64) string // more fields of an item, as JSON: `"draft":null`; nil: there are none
}
