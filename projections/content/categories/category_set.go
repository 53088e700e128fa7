// Category, and the set of all categories at one moment.

package categories

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
)

// Category is a category of reviews as the API answers it.
type Category struct {
	ID             int64                          `json:"id"`
	Name           string                         `json:"name"`
	Slug           string                         `json:"slug"`
	Description    *string                        `json:"description"`
	Icon           *string                        `json:"icon"`
	Color          *string                        `json:"color"`
	Order          int                            `json:"order"`
	Criteria       []events.Criterion             `json:"criteria"`
	Specifications []events.ComparedSpecification `json:"specifications"`

	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	Revision  uint64    `json:"revision"`
}

// Set is all categories at one moment; never modified.
type Set struct {
	ByID   map[int64]Category
	BySlug map[string]Category
	Former map[string]int64 // the categories that had other slugs, by these
	All    []Category       // by their order, then by id
	Answer *answers.Answer
}

func newSet(byID map[int64]Category, former map[string]int64) *Set {
	s := &Set{ByID: byID, Former: former, BySlug: make(map[string]Category, len(byID)), All: []Category{}}
	var newest time.Time
	inOrder := func(a, b Category) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) }
	for _, c := range slices.SortedFunc(maps.Values(byID), inOrder) {
		s.All = append(s.All, c)
		s.BySlug[c.Slug] = c
		if c.UpdatedAt.After(newest) {
			newest = c.UpdatedAt
		}
	}
	body, err := json.Marshal(s.All)
	if err != nil {
		panic(err) // no such value: strings, numbers and times of this era
	}
	s.Answer = answers.NewList(body, len(s.All), newest)
	return s
}

// At returns the category that a slug leads to: its own, one that it had before, or a text that suggests one of these. false: there is
// none.
func (s *Set) At(text string) (Category, bool) {
	for _, slug := range []string{text, characters.Slug(text, len(text))} {
		if one, ok := s.BySlug[slug]; ok {
			return one, true
		}
		if one, ok := s.ByID[s.Former[slug]]; ok {
			return one, true
		}
	}
	return Category{}, false
}

// NameOf returns the name of a category, "" if there is none.
func (s *Set) NameOf(id int64) string { return s.ByID[id].Name }

// FoldedNames returns the names by number, for sorting.
func (s *Set) FoldedNames() map[uint64]string {
	names := make(map[uint64]string, len(s.All))
	for _, one := range s.All {
		names[uint64(one.ID)] = characters.Fold(one.Name)
	}
	return names
}
