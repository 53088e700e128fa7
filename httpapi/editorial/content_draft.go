// Drafts of items: what editors have typed and readers don't see yet.

package editorial

import (
	"bytes"
	"encoding/json"
	"net/http"

	"candor/commands/drafts"
	"candor/events"
	"candor/httpapi"
	"candor/projections/content"
)

// draftOf returns the id of the draft of the item in the path, which is there.
func (k *contentKind) draftOf(c *httpapi.Call) (events.DraftID, error) {
	item, err := k.itemOf(c)
	return item.Draft(), err
}

// itemOf returns the item in the path, which is there.
func (k *contentKind) itemOf(c *httpapi.Call) (events.Item, error) {
	id, err := c.Number(k.Noun)
	if err == nil {
		_, err = k.adminAnswer(c)(id)
	}
	return events.Item{Kind: k.Name, ID: id}, httpapi.Named(err, k.Noun)
}

// draft answers GET /api/admin/reviews/{id}/draft: null if the item has none.
func (k *contentKind) draft(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return c.ShowDraftIfAny(id)
}

// saveDraft answers PUT /api/admin/reviews/{id}/draft.
func (k *contentKind) saveDraft(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return saveDraft(c, id, k.Name, drafts.Parse, drafts.MayExist)
}

// discardDraft answers DELETE /api/admin/reviews/{id}/draft.
func (k *contentKind) discardDraft(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return discardDraft(c, id)
}

// unscheduleDraft answers DELETE /api/admin/reviews/{id}/draft/schedule: the draft doesn't go live by itself.
func (k *contentKind) unscheduleDraft(c *httpapi.Call) error {
	item, err := k.itemOf(c)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.UnscheduleDraft(c.Request.Context(), by, item)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), append(c.ContentModels(false), c.Models.Drafts)...)
	return c.NoContent()
}

// publishDraft answers POST /api/admin/reviews/{id}/draft/publish: the draft's fields, and those of the body, become the item's, now or, of
// a published one, at publishAt.
func (k *contentKind) publishDraft(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	publishing, err := c.Commands.Editorial.PublishDraft(c.Request.Context(), by, events.Item{Kind: k.Name, ID: id}, body)
	if err != nil {
		return err
	}
	result, err := publishing.Do(c.Request.Context(), by, ifMatch)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, k.adminAnswer(c), append(c.ContentModels(publishing.Uploads()), c.Models.Drafts)...)
}

// drafts returns what the drafts of the kind's items add to a list: of each its summary, or null.
func (k *contentKind) drafts(c *httpapi.Call) (content.ExtraFields, error) {
	all, edition, err := c.Models.Drafts.Summaries(k.Name)
	if err != nil {
		return content.ExtraFields{}, err
	}
	fields := make(map[int64]string, len(all))
	for id, summary := range all {
		text, err := json.Marshal(summary)
		if err != nil {
			return content.ExtraFields{}, err
		}
		fields[id] = `"draft":` + string(text)
	}
	return content.ExtraFields{Edition: edition, Fields: func(id int64) string {
		if text, ok := fields[id]; ok {
			return text
		}
		return `"draft":null`
	}}, nil
}
