// The history of single items: their revisions, each as it was, and the way back.

package editorial

import (
	"encoding/json"
	"net/http"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/commands/history"
	"candor/httpapi"
	"candor/projections/content"
)

// history answers GET /api/admin/reviews/{id}/history?limit=50&before=: the saves that end before a revision, newest first. Link names the
// next page.
func (k *contentKind) history(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	style := c.Models.Content.Style()
	return c.Revisions(0, func(before *uint64, limit int) ([]history.Revision, error) {
		revisions, err := k.commands(c.Commands).History(c.Request.Context(), id, before, limit)
		for i := range revisions {
			describe(revisions[i].Changes, style)
		}
		return revisions, err
	})
}

// pastItem answers GET /api/admin/reviews/{id}/history/{revision}: the item as it was at the revision, with the corrections and the
// schedule that it had.
func (k *contentKind) pastItem(c *httpapi.Call) error {
	id, revision, err := c.Revision(k.Noun)
	if err != nil {
		return err
	}
	then, err := k.commands(c.Commands).At(c.Request.Context(), id, revision)
	if err != nil {
		return err
	}
	item, err := k.items(c.Models.Content).Then(then.Content,
		content.Then{ID: id, Revision: revision, Published: then.Published, Featured: then.Featured, Created: then.Times.Created,
			Updated: then.Times.Updated, PublishedAt: optionalTime(then.Times.Published), PricedAt: optionalTime(then.Times.Priced)},
		content.Schedule{PublishAt: then.Schedule.PublishAt, UnpublishAt: then.Schedule.UnpublishAt, DraftPublishAt: then.DraftPublishAt})
	if err != nil {
		return err
	}
	describe(then.Revision.Changes, c.Models.Content.Style())
	return c.JSON(http.StatusOK, struct {
		history.Revision
		IsDeleted bool            `json:"isDeleted"`
		Item      json.RawMessage `json:"item"`
	}{then.Revision, then.Deleted, item})
}

// restoreTo answers POST /api/admin/reviews/{id}/history/{revision}/restore {"state":true,"schedule":true,"correction":"…"}: it gives the
// item the content of that revision as a new change, marked as a correction, an update or a typo where the body says so. With state, the
// item is also published and featured as it was then, and with schedule it gets back its schedule.
func (k *contentKind) restoreTo(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	_, revision, err := c.Revision(k.Noun)
	if err != nil {
		return err
	}
	by, how, err := restoring(c)
	if err != nil {
		return err
	}
	result, err := k.commands(c.Commands).RestoreTo(c.Request.Context(), by, id, revision, how, ifMatch)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, k.adminAnswer(c), c.ContentModels(false)...)
}

// restoring reads who restores, and how.
func restoring(c *httpapi.Call) (by commands.Caller, how editorial.Restoring, err error) {
	body, err := c.Body()
	if err != nil {
		return by, how, err
	}
	if how, err = editorial.ParseRestore(body); err != nil {
		return by, how, err
	}
	by, err = c.Caller(body)
	return by, how, err
}

// optionalTime returns a time for an answer: null when it is zero.
func optionalTime(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}
