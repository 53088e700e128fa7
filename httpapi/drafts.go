// Drafts, of items and of what is not an item yet.

package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
	"candor/projections/answers"
	"candor/projections/drafts"
)

func (t *table) drafts() {
	t.handle("/api/admin/drafts", methods{
		"GET":  {handle: listNewDrafts, who: admin, dependsOn: models{draftsModel}, class: classAdmin, asOf: presentOnly},
		"POST": {handle: beginNewDraft, who: admin, dependsOn: models{draftsModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/drafts/{draftId}", methods{
		"GET":    {handle: getNewDraft, who: admin, dependsOn: models{draftsModel}, class: classAdmin, asOf: presentOnly},
		"PUT":    {handle: saveNewDraft, who: admin, dependsOn: models{draftsModel}, class: classNeeded, body: maxBody},
		"DELETE": {handle: discardNewDraft, who: admin, dependsOn: models{draftsModel}, class: classNeeded},
	})
	t.handle("/api/admin/drafts/{draftId}/editing", methods{
		"PUT":    {handle: newEditedElsewhere, who: admin, dependsOn: nothing, class: classNeeded, body: formBody, withoutLog: true},
		"DELETE": {handle: newEditsNoLonger, who: admin, dependsOn: nothing, class: classNeeded, withoutLog: true},
	})
	t.handle("/api/admin/drafts/{draftId}/create", methods{"POST": {handle: createFromDraft, who: admin, dependsOn: models{contentModel, draftsModel}, class: classNeeded, body: maxBody}})
}

// GET /api/admin/drafts?kind=review&limit=&offset=: drafts of items that don't exist yet, newest first.
func listNewDrafts(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	kind := c.request.URL.Query().Get("kind")
	if kind != "" && !events.IsKind(kind) {
		return invalidField("kind", "kind must be review, article or page.")
	}
	list, total, err := c.Models.Drafts.New(kind, q.limit, q.offset)
	if err != nil {
		return err
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return c.list(answers.NewList(body, total, time.Time{}), q, privateCache)
}

// POST /api/admin/drafts {"kind":"review","fields":{…},"id":"…"}: a draft of an item that doesn't exist yet.
func beginNewDraft(c *request) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseNewDraft(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	id := in.DraftID(by)
	result, err := c.Commands.Editorial.SaveDraft(c.request.Context(), by, id, in.Kind, in.DraftInput, nil, editorial.DraftIsNew)
	if err != nil {
		return err
	}
	return c.wroteDraft(http.StatusCreated, id, result, mayUpload(body))
}

// newDraftID returns the id in the path of a draft of an item that doesn't exist yet.
func (c *request) newDraftID() (events.DraftID, error) {
	id, ok := editorial.ParseDraftID(c.variable("draftId"))
	if !ok {
		return "", notFound("Draft")
	}
	return id, nil
}

// GET /api/admin/drafts/{draftId}
func getNewDraft(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	return c.showDraft(id)
}

// PUT /api/admin/drafts/{draftId} {"fields":{…}}
func saveNewDraft(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	d, err := c.Models.Drafts.Draft(id)
	if err != nil {
		return named(err, "Draft")
	}
	return c.saveDraft(id, d.Kind, editorial.ParseNewDraftChange, editorial.DraftIsThere)
}

// DELETE /api/admin/drafts/{draftId}
func discardNewDraft(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	return c.discardDraft(id)
}

// POST /api/admin/drafts/{draftId}/create: the draft becomes an item, with the content of the body.
func createFromDraft(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	kind, result, err := c.Commands.Editorial.CreateFromDraft(c.request.Context(), c.by(), id, body)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusCreated, result, c.Models.Content.Of(kind).AdminOne, append(c.contentModels(mayUpload(body)), c.Models.Drafts)...)
}

// showDraft answers with a draft.
func (c *request) showDraft(id events.DraftID) error {
	a, err := c.draftAnswer(id)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, a, noStore)
}

// draftAnswer returns a draft. Its ETag is its revision.
func (c *request) draftAnswer(id events.DraftID) (*answers.Answer, error) {
	d, err := c.Models.Drafts.Draft(id)
	if err != nil {
		return nil, named(err, "Draft")
	}
	body, err := json.Marshal(c.titled(d))
	return answers.New(body, `"`+strconv.FormatUint(d.Revision, 10)+`"`), err
}

// titled gives a draft that says no title that of its item.
func (c *request) titled(d drafts.Draft) drafts.Draft {
	if item, ok := d.ID.Item(); ok && d.Title == "" {
		d.Title, _ = c.Models.Content.Of(item.Kind).Title(item.ID) // it has just been deleted: its draft is gone in a moment
	}
	return d
}

// saveDraft saves what the body says of a draft, and answers with it.
func (c *request) saveDraft(id events.DraftID, kind string, parse func(body []byte) (editorial.DraftInput, error), when editorial.DraftCondition) error {
	ifMatch, err := c.ifMatch()
	if err != nil {
		return err
	}
	if tags := c.request.Header["If-None-Match"]; len(tags) > 0 {
		if strings.TrimSpace(strings.Join(tags, ",")) != "*" {
			return invalidField("If-None-Match", "If-None-Match must be *.")
		}
		when = editorial.DraftIsNew
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := parse(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.SaveDraft(c.request.Context(), by, id, kind, in, ifMatch, when)
	if err != nil {
		return err
	}
	return c.wroteDraft(http.StatusOK, id, result, mayUpload(body))
}

// mayUpload reports whether a body may contain a picture as a data string.
func mayUpload(body []byte) bool { return bytes.Contains(body, []byte("base64,")) }

// wroteDraft answers a write with the draft that it made, once the read models show it, and the pictures that may have come with it.
func (c *request) wroteDraft(status int, id events.DraftID, result commands.Result, uploads bool) error {
	models := []readModel{c.Models.Drafts}
	if uploads {
		models = append(models, c.Models.Media)
	}
	if c.settled(result.Shown(), models...) {
		if a, err := c.draftAnswer(id); err == nil {
			return c.answer(status, a, noStore)
		}
	}
	c.set("Etag", `"`+strconv.FormatUint(result.Revision, 10)+`"`)
	return c.json(http.StatusAccepted, struct {
		ID       events.DraftID `json:"id"`
		Revision uint64         `json:"revision"`
	}{id, result.Revision})
}

// discardDraft ends a draft.
func (c *request) discardDraft(id events.DraftID) error {
	ifMatch, err := c.ifMatch()
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.DiscardDraft(c.request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Drafts)
	return c.noContent()
}
