// The history of single items: their revisions, each as it was, and the way back.

package editorial

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/commands/editorial/history"
	"candor/httpapi"
	"candor/projections/content"
)

const defaultRevisions = 50 // in a page of a history

// history answers GET /api/admin/reviews/{id}/history?limit=50&before=: revisions older than before, newest first. Link names the
// next page.
func (k *contentKind) history(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	if q.Limit > history.MaxRevisions {
		return httpapi.InvalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(history.MaxRevisions)+".")
	}
	if q.Limit == 0 {
		q.Limit = defaultRevisions
	}
	var before *uint64
	if q.Before > 0 {
		n := uint64(q.Before)
		before = &n
	}
	revisions, err := k.commands(c.Commands).History(c.Request.Context(), id, before, q.Limit)
	if err != nil {
		return err
	}
	if n := len(revisions); n > 0 && revisions[n-1].Revision > 0 {
		c.Set("Link", "<"+c.Request.URL.EscapedPath()+"?limit="+strconv.Itoa(q.Limit)+"&before="+
			strconv.FormatUint(revisions[n-1].Revision, 10)+`>; rel="next"`)
	}
	style := c.Models.Content.Style()
	for i := range revisions {
		describe(revisions[i].Changes, style)
	}
	return c.JSON(http.StatusOK, revisions)
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
			Updated: then.Times.Updated, PublishedAt: optionalTime(then.Times.Published), PricedAt: optionalTime(then.Times.Priced)}, then.Schedule)
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
