// The category aggregate: what decisions about a category need to know of it, and the decisions.

package commands

import (
	"time"

	"candor/events"
)

// category is the state of one category.
type category struct {
	exists, deleted bool
	content         events.CategoryContent
}

func (s category) evolve(e events.Event) category {
	switch e := e.(type) {
	case events.CategoryCreated:
		s.exists, s.content = true, e.CategoryContent
	case events.CategoryUpdated:
		e.Changes.ApplyTo(&s.content)
	case events.CategoryDeleted:
		s.deleted = true
	case events.CategoryRestored:
		s.deleted = false
	}
	return s
}

// gone reports that there is nothing here to show or change.
func (s category) gone() bool { return !s.exists || s.deleted }

// uses reports whether the category is there under this slug.
func (s category) uses(slug string) bool { return !s.gone() && s.content.Slug == slug }

// createCategory makes a category, whose slug has been reserved.
type createCategory struct {
	id      events.CategoryID
	content events.CategoryContent
	at      time.Time
}

// decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createCategory) decide(category) ([]events.Event, error) {
	return []events.Event{events.CategoryCreated{CategoryID: c.id, CategoryContent: c.content, At: c.at}}, nil
}

// updateCategory changes the fields that are given. A new slug has been reserved.
type updateCategory struct {
	id      events.CategoryID
	changes events.CategoryChanges
	at      time.Time
}

// decide returns an event only for what is really different.
func (c updateCategory) decide(s category) ([]events.Event, error) {
	if s.gone() {
		return nil, notFound("Category")
	}
	changes := events.CategoryChanges{
		Name:        changed(c.changes.Name, s.content.Name),
		Slug:        changed(c.changes.Slug, s.content.Slug),
		Description: changed(c.changes.Description, s.content.Description),
		Icon:        changed(c.changes.Icon, s.content.Icon),
		Color:       changed(c.changes.Color, s.content.Color),
	}
	if changes == (events.CategoryChanges{}) {
		return nil, nil
	}
	return []events.Event{events.CategoryUpdated{CategoryID: c.id, Changes: changes, At: c.at}}, nil
}
