// The life of an item: created, updated, published, scheduled, corrected, deleted, restored. It is the same for all kinds.

package content

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// shared points to the fields that items of all kinds have. featured, correctedAt and updateNotedAt are nil for kinds without them.
type shared struct {
	id                   *int64
	title                *string
	published, featured  *bool
	createdAt, updatedAt *time.Time
	publishedAt          **time.Time
	correctedAt          **time.Time
	updateNotedAt        **time.Time
	revision             *uint64
}

// openItem is an item that the batch changes, decoded once and written once.
type openItem struct {
	before *head // as stored; nil: new
	after  head
	item   item
	typed  bool // its texts, or what they are rendered with, may have changed
}

// decode reads the JSON of a row.
func (c *collection) decode(body []byte) item {
	one := c.empty()
	if json.Unmarshal(body, one) != nil {
		panic(projector.Damage("a row is no JSON"))
	}
	return one
}

// openItem returns an item for changing, nil if there is none.
func (c *collection) openItem(t *projector.Tx, id int64) *openItem {
	if open := c.open[id]; open != nil {
		return open
	}
	h, body := c.row(t, id)
	if h == nil {
		return nil
	}
	open := &openItem{before: h, after: *h, item: c.decode(body)}
	c.open[id] = open
	return open
}

// newItem returns a new item for changing.
func (c *collection) newItem(id int64, at time.Time) *openItem {
	open := &openItem{item: c.empty()}
	open.after.created = at.UnixNano()
	s := open.item.shared()
	*s.id, *s.createdAt = id, at.UTC()
	c.open[id] = open
	return open
}

// apply changes the item that an event is about and returns it. It returns nil if the event changes nothing: the item doesn't exist, or
// another program created it twice.
func (c *collection) apply(t *projector.Tx, event *projector.Event, about events.About) item {
	open := c.openItem(t, about.ID)
	created := about.Action == events.ActionCreated
	if created == (open != nil) {
		return nil
	}
	if created {
		open = c.newItem(about.ID, about.At)
	}
	if made, ok := event.Data.(createdByKey); ok {
		c.createdBy(t, about.ID, made.key)
	}
	s, at := open.item.shared(), about.At.UTC()
	if about.Action.AboutDraft() {
		open.after.setDraftSchedule(event.Data)
		at = *s.updatedAt // readers see no change
	}
	switch about.Action {
	case events.ActionCreated, events.ActionUpdated:
		content := open.item.content()
		events.Take(content, about)
		open.item.setContent(content)
		if of, ok := open.item.(priced); ok && changesPrice(about) {
			of.setPricedAt(at)
		}
		open.typed = true
	case events.ActionPublished:
		if open.after.released == 0 {
			open.after.released = at.UnixNano()
		}
		first := answers.Moment(open.after.released)
		*s.published, *s.publishedAt = true, &first
	case events.ActionUnpublished:
		*s.published, *s.publishedAt = false, nil
	case events.ActionFeatured, events.ActionUnfeatured:
		*s.featured = about.Action == events.ActionFeatured
	case events.ActionScheduled:
		open.after.setSchedule(about.Changes.(events.Schedule))
		at = *s.updatedAt // readers see no change
	case events.ActionWithheld, events.ActionReleased:
		of, _ := about.Withholding()
		c.withhold(t, about.ID, of, event.Revision)
		at = *s.updatedAt // the item is as it was
	case events.ActionCorrected:
		*s.correctedAt = &at
		c.correct(t, event, about, open.item, Corrected)
	case events.ActionUpdateNoted:
		*s.updateNotedAt = &at
		c.correct(t, event, about, open.item, Updated)
	case events.ActionDeleted, events.ActionRestored:
		open.after.deleted = about.Action == events.ActionDeleted
		open.after.draftAt = 0 // the draft is deleted with its item
	}
	if created {
		*s.updatedAt = about.LastChange().UTC()
	} else if at.After(*s.updatedAt) { // an imported item is published as of its creation, which is before its last change
		*s.updatedAt = at
	}
	*s.revision = event.Revision
	if of, ok := open.item.(priced); ok && *s.published && !open.after.deleted {
		notePrice(t.Bucket(c.Name+"-price"), about.ID, event.Revision, of.price())
	}
	return open.item
}

// describe fills in the head of a changed item.
func (open *openItem) describe() {
	s, h := open.item.shared(), &open.after
	h.published, h.title, h.group = *s.published, *s.title, open.item.group()
	h.featured = s.featured != nil && *s.featured
	h.revision, h.updated = *s.revision, s.updatedAt.UnixNano()
}
