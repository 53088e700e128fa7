// The history of single items: their revisions, each as it was, and the way back.

package httpapi

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/projections/content"
)

const defaultRevisions = 50 // in a page of a history

// history answers GET /api/admin/reviews/{id}/history?limit=50&before=: revisions older than before, newest first. Link names the
// next page.
func (k *contentKind) history(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if q.limit > editorial.MaxRevisions {
		return invalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(editorial.MaxRevisions)+".")
	}
	if q.limit == 0 {
		q.limit = defaultRevisions
	}
	var before *uint64
	if q.before > 0 {
		n := uint64(q.before)
		before = &n
	}
	revisions, err := k.does(c.Commands).History(c.request.Context(), id, before, q.limit)
	if err != nil {
		return err
	}
	if n := len(revisions); n > 0 && revisions[n-1].Revision > 0 {
		c.set("Link", "<"+c.request.URL.EscapedPath()+"?limit="+strconv.Itoa(q.limit)+"&before="+
			strconv.FormatUint(revisions[n-1].Revision, 10)+`>; rel="next"`)
	}
	return c.json(http.StatusOK, revisions)
}

// pastItem answers GET /api/admin/reviews/{id}/history/{revision}: the item as it was at the revision, with the corrections and the
// schedule that it had.
func (k *contentKind) pastItem(c *request) error {
	id, revision, err := c.revision(k.Noun)
	if err != nil {
		return err
	}
	then, err := k.does(c.Commands).At(c.request.Context(), id, revision)
	if err != nil {
		return err
	}
	item, err := k.shows(c.Models.Content).Then(then.Content, content.Then{ID: id, Revision: revision, Published: then.Published, Featured: then.Featured,
		Created: then.Times.Created, Updated: then.Times.Updated, PublishedAt: optionalTime(then.Times.Published), PricedAt: optionalTime(then.Times.Priced)}, then.Schedule)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, struct {
		editorial.Revision
		IsDeleted bool            `json:"isDeleted"`
		Item      json.RawMessage `json:"item"`
	}{then.Revision, then.Deleted, item})
}

// restoreTo answers POST /api/admin/reviews/{id}/history/{revision}/restore {"state":true,"schedule":true,"correction":"…"}: it gives the
// item the content of that revision as a new change, marked as a correction, an update or a typo where the body says so. With state, the
// item is also published and featured as it was then, and with schedule it gets back its schedule.
func (k *contentKind) restoreTo(c *request) error {
	id, ifMatch, err := c.existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	_, revision, err := c.revision(k.Noun)
	if err != nil {
		return err
	}
	by, how, err := c.restoring()
	if err != nil {
		return err
	}
	result, err := k.does(c.Commands).RestoreTo(c.request.Context(), by, id, revision, how, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, k.adminAnswer(c), c.contentModels(false)...)
}

// restoring reads who restores, and how.
func (c *request) restoring() (by commands.Caller, how editorial.Restoring, err error) {
	body, err := c.body()
	if err != nil {
		return by, how, err
	}
	if how, err = editorial.ParseRestore(body); err != nil {
		return by, how, err
	}
	by, err = c.caller(body)
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
