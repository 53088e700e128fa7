// The model behind Content: how its events change the rows.

package content

import (
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// content is one generation's content. Buckets, beside those of its collections:
//
//	category         00…03 (id) → JSON of Category
//	category-deleted 00…03 (id) → JSON of Category, as it was
//	product-id       "acme\x00phone" (folded brand and name) → 00…07 (product's number)
//	product-review   00…07 (product), creation time and review id inverted → price, priceMax as float64 bits
//	product          product's number inverted → JSON of Product
//	old-address      "/2019/05/quiet-laptop" → JSON of place
//	product-count    "all" → how many products there are
//	correction       00…2a (position) → kind and key of the correction in <kind>-correction, see correction.go
//	due              see schedule.go
//	picture          see picture.go; picture-gone likewise
type content struct {
	scheduled *Signal

	reviews    *collection
	articles   *collection
	categories atomic.Pointer[categorySet]
	products   answers.SharedLists[productQuery]
	edition    atomic.Uint64 // see Content.Edition
	removals   atomic.Uint64 // see Content.Removals

	// Of the batch, until flushed:
	openReviews    map[int64]*openReview
	openArticles   map[int64]*openArticle
	dirtyProducts  map[uint64]bool
	productChanges []productChange
	newCategories  map[int64]Category // nil unless one changed
	changed        bool               // something did
	pictures       map[string]bool    // that were removed or came back, by their hashes
	removed        bool               // one was removed
}

// openReview is a review that the batch touches, decoded once and written once.
type openReview struct {
	before *head // as stored; nil: new
	after  head
	review Review
}

type openArticle struct {
	before  *head
	after   head
	article Article
}

// categorySet is all categories at one moment; never modified.
type categorySet struct {
	byID   map[int64]Category
	bySlug map[string]Category
	all    []Category
	answer *answers.Answer
}

func newContent(scheduled *Signal) *content {
	c := &content{scheduled: scheduled, reviews: newCollection("review"), articles: newCollection("article"),
		openReviews: map[int64]*openReview{}, openArticles: map[int64]*openArticle{}, dirtyProducts: map[uint64]bool{}}
	c.categories.Store(newCategorySet(nil))
	c.edition.Store(editions.Add(1))
	c.removals.Store(editions.Add(1))
	return c
}

// editions numbers all that any content has been, in this process.
var editions atomic.Uint64

func newCategorySet(byID map[int64]Category) *categorySet {
	s := &categorySet{byID: byID, bySlug: make(map[string]Category, len(byID)), all: []Category{}}
	var newest time.Time
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		c := byID[id]
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

func (c *content) Load(t *projector.Tx) error {
	byID := map[int64]Category{}
	var err error
	t.Bucket("category").Scan(nil, nil, func(key, payload []byte) bool {
		var one Category
		if err = json.Unmarshal(payload, &one); err == nil {
			byID[one.ID] = one
		}
		return err == nil
	})
	c.categories.Store(newCategorySet(byID))
	return err
}

func (c *content) Decode(r *events.Recorded) (any, error) { return r.Decode() }

func (c *content) Apply(t *projector.Tx, event *projector.Event) bool {
	did := c.change(t, event)
	c.changed = c.changed || did
	return did
}

func (c *content) change(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case events.CategoryCreated:
		c.setCategory(Category{ID: int64(e.CategoryID), Name: e.Name, Slug: e.Slug, Description: answers.Text(e.Description),
			Icon: answers.Text(e.Icon), Color: answers.Text(e.Color), CreatedAt: e.At.UTC(), UpdatedAt: e.At.UTC(), Revision: event.Revision})
		return true
	case events.CategoryUpdated:
		return c.updateCategory(e, event.Revision)
	case events.CategoryDeleted:
		return c.deleteCategory(t, int64(e.CategoryID))
	case events.CategoryRestored:
		return c.restoreCategory(t, e, event.Revision)
	case events.AddressKept:
		return keepAddress(t, e)
	case events.MediaRemoved:
		return c.showPicture(t, e.SHA256, false)
	case events.MediaReturned:
		return c.showPicture(t, e.SHA256, true)
	}
	return c.applyReview(t, event) || c.applyArticle(t, event)
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

func (c *content) updateCategory(e events.CategoryUpdated, revision uint64) bool {
	one, ok := c.changedCategories()[int64(e.CategoryID)]
	if !ok {
		return false
	}
	now := events.CategoryContent{Name: one.Name, Slug: one.Slug, Description: answers.Value(one.Description), Icon: answers.Value(one.Icon), Color: answers.Value(one.Color)}
	e.Changes.ApplyTo(&now)
	one.Name, one.Slug, one.Description, one.Icon, one.Color = now.Name, now.Slug, answers.Text(now.Description), answers.Text(now.Icon), answers.Text(now.Color)
	one.UpdatedAt, one.Revision = e.At.UTC(), revision
	c.setCategory(one)
	return true
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

func (c *content) restoreCategory(t *projector.Tx, e events.CategoryRestored, revision uint64) bool {
	gone, key := t.Bucket("category-deleted"), projector.Number(int64(e.CategoryID))
	stored := gone.Get(key)
	if stored == nil {
		return false
	}
	var one Category
	if err := json.Unmarshal(stored, &one); err != nil {
		panic(projector.Damage("a category is no JSON"))
	}
	gone.Delete(key)
	one.UpdatedAt, one.Revision = e.At.UTC(), revision
	c.setCategory(one)
	return true
}

func (c *content) Flush(t *projector.Tx) {
	precise := len(c.openReviews)+len(c.openArticles) <= preciseChanges
	for _, id := range slices.Sorted(maps.Keys(c.openReviews)) {
		c.writeReview(t, id, c.openReviews[id], precise)
	}
	for _, id := range slices.Sorted(maps.Keys(c.openArticles)) {
		c.writeArticle(t, id, c.openArticles[id], precise)
	}
	clear(c.openReviews)
	clear(c.openArticles)
	c.reviews.flush(t)
	c.articles.flush(t)
	c.touchPictures(t)
	c.writeProducts(t)
	c.writeCategories(t)
}

func (c *content) writeCategories(t *projector.Tx) {
	if c.newCategories == nil {
		return
	}
	stored := c.categories.Load().byID
	for id, one := range c.newCategories {
		if one != stored[id] {
			t.Bucket("category").Put(projector.Number(id), projector.Encode(one))
		}
	}
	for id := range stored {
		if _, there := c.newCategories[id]; !there {
			t.Bucket("category").Delete(projector.Number(id))
		}
	}
}

func (c *content) Committed() {
	if c.reviews.scheduled || c.articles.scheduled {
		c.reviews.scheduled, c.articles.scheduled = false, false
		defer c.scheduled.fire()
	}
	c.reviews.committed()
	c.articles.committed()
	c.productsCommitted()
	if c.newCategories != nil {
		c.categories.Store(newCategorySet(c.newCategories))
		c.newCategories = nil
	}
	if c.changed { // last, so that who has the new number sees nothing old
		c.changed = false
		if c.removed {
			c.removed = false
			c.removals.Store(editions.Add(1))
		}
		c.edition.Store(editions.Add(1))
	}
}

// Discard drops all cached lists, which take memory from others: nobody asks this generation any more.
func (c *content) Discard() {
	c.reviews.lists.Close()
	c.articles.lists.Close()
	c.products.Close()
}

func (c *content) CacheStats() projector.CacheStats {
	return c.reviews.stats().Plus(c.articles.stats()).Plus(c.products.Stats())
}
