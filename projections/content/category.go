// Categories in the content model: all of them are in memory, and in two buckets
//
//	category         00…03 (id) → JSON of Category
//	category-deleted 00…03 (id) → JSON of Category, as it was

package content

import (
	"encoding/json"
	"maps"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// loadCategories reads all categories.
func loadCategories(t *projector.Tx) (*categorySet, error) {
	byID := map[int64]Category{}
	var err error
	t.Bucket("category").Scan(nil, nil, func(_, payload []byte) bool {
		var one Category
		if err = json.Unmarshal(payload, &one); err == nil {
			one.Criteria, one.Specifications = answers.List(one.Criteria), answers.List(one.Specifications) // rows of another version have none
			byID[one.ID] = one
		}
		return err == nil
	})
	return newCategorySet(byID), err
}

// changeCategory takes in an event about a category, and reports whether it changes anything.
func (c *content) changeCategory(t *projector.Tx, about events.About, revision uint64) bool {
	switch about.Action {
	case events.ActionCreated:
		c.edit(Category{ID: about.ID, CreatedAt: about.At.UTC()}, about, revision)
		return true
	case events.ActionUpdated:
		one, ok := c.changedCategories()[about.ID]
		if ok {
			c.edit(one, about, revision)
		}
		return ok
	case events.ActionDeleted:
		return c.deleteCategory(t, about.ID)
	case events.ActionRestored:
		return c.restoreCategory(t, about, revision)
	}
	return false
}

// changedCategories returns the set under change, a copy of the visible one.
func (c *content) changedCategories() map[int64]Category {
	if c.newCategories == nil {
		c.newCategories = maps.Clone(c.categories.Load().byID)
		if c.newCategories == nil {
			c.newCategories = map[int64]Category{}
		}
	}
	return c.newCategories
}

func (c *content) setCategory(one Category) { c.changedCategories()[one.ID] = one }

// edit gives a category the content that an event says.
func (c *content) edit(one Category, about events.About, revision uint64) {
	now := events.CategoryContent{Name: one.Name, Slug: one.Slug, Description: answers.Value(one.Description), Icon: answers.Value(one.Icon), Color: answers.Value(one.Color), Order: one.Order, Criteria: one.Criteria, Specifications: one.Specifications}
	events.Take(&now, about)
	one.Name, one.Slug, one.Description, one.Icon, one.Color, one.Order = now.Name, now.Slug, answers.Text(now.Description), answers.Text(now.Icon), answers.Text(now.Color), now.Order
	one.Criteria, one.Specifications = answers.List(now.Criteria), answers.List(now.Specifications)
	one.UpdatedAt, one.Revision = about.At.UTC(), revision
	c.setCategory(one)
}

func (c *content) deleteCategory(t *projector.Tx, id int64) bool {
	one, ok := c.changedCategories()[id]
	if !ok {
		return false
	}
	delete(c.changedCategories(), id)
	t.Bucket("category-deleted").Put(projector.Number(id), projector.Encode(one))
	return true
}

func (c *content) restoreCategory(t *projector.Tx, about events.About, revision uint64) bool {
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
	c.setCategory(one)
	return true
}

func (c *content) writeCategories(t *projector.Tx) {
	if c.newCategories == nil {
		return
	}
	stored := c.categories.Load().byID
	for id, one := range c.newCategories {
		if was, known := stored[id]; !known || was.Revision != one.Revision {
			t.Bucket("category").Put(projector.Number(id), projector.Encode(one))
		}
	}
	for id := range stored {
		if _, there := c.newCategories[id]; !there {
			t.Bucket("category").Delete(projector.Number(id))
		}
	}
}
