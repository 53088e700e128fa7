// Facts about a review category. Stream category-<id>.

package events

import "time"

func init() {
	registerItem[CategoryCreated](1, CategoryKind, ActionCreated)
	registerItem[CategoryUpdated](1, CategoryKind, ActionUpdated)
	registerItem[CategoryDeleted](1, CategoryKind, ActionDeleted)
	registerItem[CategoryRestored](1, CategoryKind, ActionRestored)
}

// CategoryContent is what a category shows (spec.md section 3). Slug is unique; see SlugReserved.
type CategoryContent struct {
	Name        string      `json:"name" about:"title"`
	Slug        string      `json:"slug"`
	Description string      `json:"description,omitempty"`
	Icon        string      `json:"icon,omitempty"`     // a lucide icon's name
	Color       string      `json:"color,omitempty"`    // CSS colour
	Order       int         `json:"order,omitempty"`    // lower ones stand first; equal ones by their ids
	Criteria    []Criterion `json:"criteria,omitempty"` // in the order of the screen

	Specifications []ComparedSpecification `json:"specifications,omitempty"` // those with a better and a worse
}

// CategoryChanges holds the fields that an update changed; nil is unchanged.
type CategoryChanges struct {
	Name        *string      `json:"name,omitempty" about:"title"`
	Slug        *string      `json:"slug,omitempty"`
	Description *string      `json:"description,omitempty"`
	Icon        *string      `json:"icon,omitempty"`
	Color       *string      `json:"color,omitempty"`
	Order       *int         `json:"order,omitempty"`
	Criteria    *[]Criterion `json:"criteria,omitempty"`

	Specifications *[]ComparedSpecification `json:"specifications,omitempty"`
}

// CategoryCreated says that a category exists.
type CategoryCreated struct {
	CategoryID CategoryID `json:"categoryId"`
	CategoryContent
	At time.Time `json:"at"`
}

// CategoryUpdated says which fields of a category changed.
type CategoryUpdated struct {
	CategoryID CategoryID      `json:"categoryId"`
	Changes    CategoryChanges `json:"changes"`
	At         time.Time       `json:"at"`
}

// CategoryDeleted says that a category is gone from the site. Its slug is released after it.
type CategoryDeleted struct {
	CategoryID CategoryID `json:"categoryId"`
	At         time.Time  `json:"at"`
}

// CategoryRestored says that a deleted category is back as it was; its slug was reserved before.
type CategoryRestored struct {
	CategoryID CategoryID `json:"categoryId"`
	At         time.Time  `json:"at"`
}

func (CategoryCreated) EventType() string  { return "CategoryCreated" }
func (CategoryUpdated) EventType() string  { return "CategoryUpdated" }
func (CategoryDeleted) EventType() string  { return "CategoryDeleted" }
func (CategoryRestored) EventType() string { return "CategoryRestored" }
