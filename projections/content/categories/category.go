// Package categories holds the categories of reviews for the content model: all of them are in memory, and in the buckets
//
//	category         00…03 (id) → JSON of Category
//	category-deleted 00…03 (id) → JSON of Category, as it was
//	category-former  "gadget" (a slug) → 00…03, the category that had it last before another one
package categories

import (
	"encoding/json"
	"maps"
	"sync/atomic"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Model holds all categories: as queries see them, and as a batch changes them.
type Model struct {
	set     atomic.Pointer[Set]
	changed map[int64]Category // by the batch, until committed; nil: none
	former  map[string]int64   // likewise, the slugs that categories no longer have; nil: none more
}

// New returns a model without categories.
func New() *Model {
	m := &Model{}
	m.set.Store(newSet(nil, nil))
	return m
}

// Set returns all categories as they are now.
func (m *Model) Set() *Set { return m.set.Load() }

// Load reads all categories.
func (m *Model) Load(t *projector.Tx) error {
	byID := map[int64]Category{}
	var err error
	t.Bucket("category").Scan(nil, nil, func(_, payload []byte) bool {
		var one Category
		if err = json.Unmarshal(payload, &one); err == nil {
			// Rows of another version have none.
			one.Criteria, one.Specifications = answers.List(one.Criteria), answers.List(one.Specifications)
			byID[one.ID] = one
		}
		return err == nil
	})
	former := map[string]int64{}
	t.Bucket("category-former").Scan(nil, nil, func(slug, id []byte) bool {
		former[string(slug)] = int64(projector.ParseNumber(id))
		return true
	})
	m.set.Store(newSet(byID, former))
	return err
}

// Change takes in an event about a category, and reports whether it changes anything.
func (m *Model) Change(t *projector.Tx, about events.About, revision uint64) bool {
	switch about.Action {
	case events.ActionCreated:
		m.edit(Category{ID: about.ID, CreatedAt: about.At.UTC()}, about, revision)
		return true
	case events.ActionUpdated:
		one, ok := m.changing()[about.ID]
		if ok {
			m.edit(one, about, revision)
		}
		return ok
	case events.ActionDeleted:
		return m.Delete(t, about.ID)
	case events.ActionRestored:
		return m.restore(t, about, revision)
	}
	return false
}

// changing returns the categories under change, a copy of the visible ones.
func (m *Model) changing() map[int64]Category {
	if m.changed == nil {
		m.changed = maps.Clone(m.Set().ByID)
		if m.changed == nil {
			m.changed = map[int64]Category{}
		}
	}
	return m.changed
}

// edit gives a category the content that an event says.
func (m *Model) edit(one Category, about events.About, revision uint64) {
	now := events.CategoryContent{
		Name: one.Name, Slug: one.Slug, Description: answers.Value(one.Description), Icon: answers.Value(one.Icon),
		Color: answers.Value(one.Color), Order: one.Order, Criteria: one.Criteria, Specifications: one.Specifications,
	}
	before := now.Slug
	events.Take(&now, about)
	if before != "" && before != now.Slug {
		if m.former == nil {
			m.former = map[string]int64{}
		}
		m.former[before] = one.ID
	}
	one.Name, one.Slug, one.Description, one.Icon = now.Name, now.Slug, answers.Text(now.Description), answers.Text(now.Icon)
	one.Color, one.Order = answers.Text(now.Color), now.Order
	one.Criteria, one.Specifications = answers.List(now.Criteria), answers.List(now.Specifications)
	one.UpdatedAt, one.Revision = about.At.UTC(), revision
	m.changing()[one.ID] = one
}

// SetRevision moves the revision of a category, and reports whether the category is there.
func (m *Model) SetRevision(id int64, revision uint64) bool {
	one, ok := m.changing()[id]
	if ok {
		one.Revision = revision
		m.changing()[id] = one
	}
	return ok
}

// Delete takes a category off the site, and reports whether it was there.
func (m *Model) Delete(t *projector.Tx, id int64) bool {
	one, ok := m.changing()[id]
	if !ok {
		return false
	}
	delete(m.changing(), id)
	t.Bucket("category-deleted").Put(projector.Number(id), projector.Encode(one))
	return true
}

func (m *Model) restore(t *projector.Tx, about events.About, revision uint64) bool {
	gone, key := t.Bucket("category-deleted"), projector.Number(about.ID)
	stored := gone.Get(key)
	if stored == nil {
		return false
	}
	var one Category
	if err := json.Unmarshal(stored, &one); err != nil {
		panic(projector.Damage("a category is no JSON"))
	}
	gone.Delete(key)
	one.UpdatedAt, one.Revision = about.At.UTC(), revision
	m.changing()[one.ID] = one
	return true
}

// Write writes the categories that the batch changed.
func (m *Model) Write(t *projector.Tx) {
	if m.changed == nil {
		return
	}
	stored := m.Set().ByID
	for id, one := range m.changed {
		if was, known := stored[id]; !known || was.Revision != one.Revision {
			t.Bucket("category").Put(projector.Number(id), projector.Encode(one))
		}
	}
	for slug, id := range m.former {
		t.Bucket("category-former").Put([]byte(slug), projector.Number(id))
	}
	for id := range stored {
		if _, there := m.changed[id]; !there {
			t.Bucket("category").Delete(projector.Number(id))
		}
	}
}

// Committed shows queries what the batch changed, and reports whether it changed anything.
func (m *Model) Committed() bool {
	if m.changed == nil {
		return false
	}
	former := m.Set().Former
	if m.former != nil {
		former = maps.Clone(former)
		if former == nil {
			former = map[string]int64{}
		}
		maps.Copy(former, m.former)
	}
	m.set.Store(newSet(m.changed, former))
	m.changed, m.former = nil, nil
	return true
}
