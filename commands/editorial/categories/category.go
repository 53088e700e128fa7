// The category aggregate: what decisions about a category need to know of it, and the decisions.

package categories

import (
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// category is the state of one category.
type category struct {
	exists, deleted bool
	content         events.CategoryContent
}

func (s category) Evolve(e events.Event) category {
	switch e := e.(type) {
	case events.CategoryCreated:
		s.exists, s.content = true, e.CategoryContent
	case events.CategoryUpdated:
		events.Apply(&s.content, e.Changes)
	case events.CategoryDeleted:
		s.deleted = true
	case events.CategoryRestored:
		s.deleted = false
	}
	return s
}

// Gone reports whether the category does not exist or is deleted.
func (s category) Gone() bool { return !s.exists || s.deleted }

// Slug returns the slug under which the category is there; "": it is gone.
func (s category) Slug() string {
	if s.Gone() {
		return ""
	}
	return s.content.Slug
}

// createCategory makes a category, whose slug has been reserved.
type createCategory struct {
	id      events.CategoryID
	content events.CategoryContent
	at      time.Time
}

// Decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createCategory) Decide(category) ([]events.Event, error) {
	c.content.Criteria = criteriaAfter(c.content.Criteria, nil, nil)
	return []events.Event{events.CategoryCreated{CategoryID: c.id, CategoryContent: c.content, At: c.at}}, nil
}

// updateCategory changes the fields that are given. A new slug has been reserved.
type updateCategory struct {
	id      events.CategoryID
	changes events.CategoryChanges
	scored  map[string]bool // the criteria by which reviews are scored: they aren't deleted
	at      time.Time
}

// Decide returns an event only for what is really different.
func (c updateCategory) Decide(s category) ([]events.Event, error) {
	if s.Gone() {
		return nil, commands.Missing("Category")
	}
	if c.changes.Criteria != nil {
		criteria := criteriaAfter(*c.changes.Criteria, s.content.Criteria, c.scored)
		c.changes.Criteria = &criteria
	}
	changes := events.Differing(s.content, c.changes)
	if changes == (events.CategoryChanges{}) {
		return nil, nil
	}
	return []events.Event{events.CategoryUpdated{CategoryID: c.id, Changes: changes, At: c.at}}, nil
}

// TransitionTo returns the events that make of a category what it was in another state.
func (s category) TransitionTo(number int64, to category, at time.Time) ([]events.Event, error) {
	id := events.CategoryID(number)
	return history.Transition{
		Gone: s.Gone(), GoneThen: to.Gone(), HadContent: to.exists,
		Restored: events.CategoryRestored{CategoryID: id, At: at}, Deleted: events.CategoryDeleted{CategoryID: id, At: at},
		Updated: func() ([]events.Event, error) {
			present := s
			present.deleted = false
			return updateCategory{id: id, changes: events.Whole[events.CategoryChanges](to.content), at: at}.Decide(present)
		},
	}.Events()
}

func (s category) Heading() string { return s.content.Name }

func (s category) Known() bool { return s.exists }

func (s category) Value() (any, []history.Mark) {
	return s.content, []history.Mark{{Name: "isDeleted", Is: s.deleted}}
}
