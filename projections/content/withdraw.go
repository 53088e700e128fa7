// Events that can't be decoded or applied: what they take away leaves the site, and all else stays as it was before.

package content

import (
	"strings"

	"candor/events"
	"candor/projections/content/authors"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*content)(nil)

// Withdraw closes what an event takes away, and moves the revision of what it is about, as callers have to name that.
func (c *content) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if stream, ok := events.DeletedStream(eventType, event.Stream); ok {
		c.withdrawErased(t, stream)
		return
	}
	taken := takenAway(event, eventType)
	switch e := taken.(type) {
	case events.MediaRemoved:
		c.removePicture(t, e.SHA256, e.At)
	case events.MediaReplaced:
		if pictures.Close(t, e.SHA256) {
			c.notePicture(e.SHA256)
			c.changed, c.removed = true, true
		}
	case events.CategoryDeleted:
		c.changed = c.categories.Delete(t, int64(e.CategoryID)) || c.changed
	case events.AuthorDeleted:
		authors.Remove(t, int64(e.AuthorID))
		c.changed, c.removed = true, true
	default:
		about, _ := events.AboutOf(taken)
		c.changed = c.withdrawFrom(t, event, about) || c.changed
	}
}

// takenAway returns the event as it was decoded, or what stands in for it; nil: it takes nothing away.
func takenAway(event *projector.Event, eventType string) events.Event {
	if !events.TakesAway(eventType) {
		return nil
	}
	if e, ok := event.Data.(events.Event); ok {
		return e
	}
	return events.Withdrawal(eventType, event.Stream, event.Created)
}

// withdrawErased takes in that a stream was deleted.
func (c *content) withdrawErased(t *projector.Tx, stream string) {
	if id, ok := events.Number(stream, events.AuthorPrefix); ok {
		authors.Remove(t, id)
		c.changed, c.removed = true, true
	} else if sha256, ok := strings.CutPrefix(stream, events.MediaPrefix); ok {
		sha256, _, _ = strings.Cut(sha256, "-")
		c.changeFacts(t, sha256, func(f *pictures.Facts) bool { f.Forget(); return true })
	}
}

// withdrawFrom takes off the site what an event takes away of an item, and reports whether the event changes anything. about is empty if
// it takes nothing away.
func (c *content) withdrawFrom(t *projector.Tx, event *projector.Event, about events.About) bool {
	if id, ok := events.Number(event.Stream, events.CategoryPrefix); ok {
		return c.categories.SetRevision(id, event.Revision)
	}
	if id, ok := events.Number(event.Stream, events.AuthorPrefix); ok {
		return authors.SetRevision(t, id, event.Revision)
	}
	for _, of := range c.collections {
		if id, ok := events.Number(event.Stream, of.Name+"-"); ok {
			return of.withdraw(t, event, id, about)
		}
	}
	return false
}

// withdraw is withdrawFrom for an item of the kind. It changes the item as the event would.
func (c *collection) withdraw(t *projector.Tx, event *projector.Event, id int64, about events.About) bool {
	open := c.openItem(t, id)
	if open == nil {
		return false
	}
	s := open.item.shared()
	*s.revision = event.Revision
	if about.Action.AboutDraft() {
		open.after.draftAt = 0
	}
	switch about.Action {
	case events.ActionUnpublished:
		*s.published, *s.publishedAt = false, nil
	case events.ActionDeleted:
		open.after.deleted, open.after.draftAt = true, 0
	case events.ActionScheduled:
		open.after.publishAt = 0 // it may say that the item isn't to appear
	case events.ActionWithheld:
		of, _ := about.Withholding()
		c.withhold(t, id, of, event.Revision)
	}
	return true
}
