// Category, and the set of all categories at one moment.

package content

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"candor/events"
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

// categorySet is all categories at one moment; never modified.
type categorySet struct {
	byID   map[int64]Category
	bySlug map[string]Category
	all    []Category // by their order, then by id
	answer *answers.Answer
}

func newCategorySet(byID map[int64]Category) *categorySet {
	s := &categorySet{byID: byID, bySlug: make(map[string]Category, len(byID)), all: []Category{}}
	var newest time.Time
	inOrder := func(a, b Category) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) }
	for _, c := range slices.SortedFunc(maps.Values(byID), inOrder) {
		s.all = append(s.all, c)
		s.bySlug[c.Slug] = c
		if c.UpdatedAt.After(newest) {
			newest = c.UpdatedAt
		}
	}
	body, err := json.Marshal(s.all)
	if err != nil {
		panic(err) // no such value: strings, numbers and times of this era
	}
	s.answer = answers.NewList(body, len(s.all), newest)
	return s
}

// foldedNames returns the names by number, for sorting.
func (s *categorySet) foldedNames() map[uint64]string {
	names := make(map[uint64]string, len(s.all))
	for _, one := range s.all {
		names[uint64(one.ID)] = answers.Fold(one.Name)
	}
	return names
}
