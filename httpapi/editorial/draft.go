// Drafts, of items and of what is not an item yet.

package editorial

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
	"candor/httpapi"
	"candor/projections/answers"
	"candor/projections/drafts"
)

// Drafts registers the routes of drafts of new items.
func Drafts(t *httpapi.Table) {
	t.Handle("/api/admin/drafts", httpapi.Methods{
		"GET":  httpapi.AdminReads(listNewDrafts, httpapi.DraftsModel),
		"POST": httpapi.AdminWrites(beginNewDraft, httpapi.MaxBody, httpapi.DraftsModel),
	})
	t.Handle("/api/admin/drafts/{draftId}", httpapi.Methods{
		"GET":    httpapi.AdminReads(getNewDraft, httpapi.DraftsModel),
		"PUT":    httpapi.AdminWrites(saveNewDraft, httpapi.MaxBody, httpapi.DraftsModel),
		"DELETE": httpapi.AdminWrites(discardNewDraft, 0, httpapi.DraftsModel),
	})
	t.Handle("/api/admin/drafts/{draftId}/editing", httpapi.Methods{
		"PUT": {
			Handle: newEditedElsewhere, Who: httpapi.Admin, DependsOn: httpapi.Nothing,
			Class: httpapi.ClassNeeded, Body: httpapi.FormBody, WithoutLog: true,
		},
		"DELETE": {Handle: newEditsNoLonger, Who: httpapi.Admin, DependsOn: httpapi.Nothing, Class: httpapi.ClassNeeded, WithoutLog: true},
	})
	t.Handle("/api/admin/drafts/{draftId}/create",
		httpapi.Methods{"POST": httpapi.AdminWrites(createFromDraft, httpapi.MaxBody, httpapi.ContentModel, httpapi.DraftsModel)})
}

// GET /api/admin/drafts?kind=review&limit=&offset=: drafts of items that don't exist yet, newest first.
func listNewDrafts(c *httpapi.Call) error {
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	kind := c.Request.URL.Query().Get("kind")
	if kind != "" && !events.IsKind(kind) {
		return httpapi.InvalidField("kind", "kind must be "+oneOf(events.KindNames())+".")
	}
	list, total, err := c.Models.Drafts.New(kind, q.Limit, q.Offset)
	if err != nil {
		return err
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return c.List(answers.NewList(body, total, time.Time{}), q, httpapi.PrivateCache)
}

// POST /api/admin/drafts {"kind":"review","fields":{…},"id":"…"}: a draft of an item that doesn't exist yet.
func beginNewDraft(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseNewDraft(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	id := in.DraftID(by)
	result, err := c.Commands.Editorial.SaveDraft(c.Request.Context(), by, id, in.Kind, in.DraftInput, nil, editorial.DraftIsNew)
	if err != nil {
		return err
	}
	return wroteDraft(c, http.StatusCreated, id, result, mayUpload(body))
}

// newDraftID returns the id in the path of a draft of an item that doesn't exist yet.
func newDraftID(c *httpapi.Call) (events.DraftID, error) {
	id, ok := editorial.ParseDraftID(c.Variable("draftId"))
	if !ok {
		return "", httpapi.NotFound("Draft")
	}
	return id, nil
}

// GET /api/admin/drafts/{draftId}
func getNewDraft(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return showDraft(c, id)
}

// PUT /api/admin/drafts/{draftId} {"fields":{…}}
func saveNewDraft(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	d, err := c.Models.Drafts.Draft(id)
	if err != nil {
		return httpapi.Named(err, "Draft")
	}
	return saveDraft(c, id, d.Kind, editorial.ParseNewDraftChange, editorial.DraftIsThere)
}

// DELETE /api/admin/drafts/{draftId}
func discardNewDraft(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return discardDraft(c, id)
}

// POST /api/admin/drafts/{draftId}/create: the draft becomes an item, with the content of the body.
func createFromDraft(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	kind, result, err := c.Commands.Editorial.CreateFromDraft(c.Request.Context(), c.By(), id, body)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusCreated, result, c.Models.Content.Of(kind).AdminOne,
		append(c.ContentModels(mayUpload(body)), c.Models.Drafts)...)
}

// showDraft answers with a draft.
func showDraft(c *httpapi.Call, id events.DraftID) error {
	a, err := draftAnswer(c, id)
	if err != nil {
		return err
	}
	return c.Answer(http.StatusOK, a, httpapi.NoStore)
}

// draftAnswer returns a draft. Its ETag is its revision.
func draftAnswer(c *httpapi.Call, id events.DraftID) (*answers.Answer, error) {
	d, err := c.Models.Drafts.Draft(id)
	if err != nil {
		return nil, httpapi.Named(err, "Draft")
	}
	body, err := json.Marshal(titled(c, d))
	return answers.New(body, `"`+strconv.FormatUint(d.Revision, 10)+`"`), err
}

// titled gives a draft that says no title that of its item.
func titled(c *httpapi.Call, d drafts.Draft) drafts.Draft {
	if item, ok := d.ID.Item(); ok && d.Title == "" {
		d.Title, _ = c.Models.Content.Of(item.Kind).Title(item.ID) // it has just been deleted: its draft is gone in a moment
	}
	return d
}

// saveDraft saves what the body says of a draft, and answers with it.
func saveDraft(c *httpapi.Call, id events.DraftID, kind string, parse func(body []byte) (editorial.DraftInput, error),
	when editorial.DraftCondition) error {
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	if tags := c.Request.Header["If-None-Match"]; len(tags) > 0 {
		if strings.TrimSpace(strings.Join(tags, ",")) != "*" {
			return httpapi.InvalidField("If-None-Match", "If-None-Match must be *.")
		}
		when = editorial.DraftIsNew
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := parse(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.SaveDraft(c.Request.Context(), by, id, kind, in, ifMatch, when)
	if err != nil {
		return err
	}
	return wroteDraft(c, http.StatusOK, id, result, mayUpload(body))
}

// mayUpload reports whether a body may contain a picture as a data string.
func mayUpload(body []byte) bool { return bytes.Contains(body, []byte("base64,")) }

// wroteDraft answers a write with the draft that it made, once the read models show it, and the pictures that may have come with it.
func wroteDraft(c *httpapi.Call, status int, id events.DraftID, result commands.Result, uploads bool) error {
	models := []httpapi.ReadModel{c.Models.Drafts}
	if uploads {
		models = append(models, c.Models.Media)
	}
	if c.Settled(result.Shown(), models...) {
		if a, err := draftAnswer(c, id); err == nil {
			return c.Answer(status, a, httpapi.NoStore)
		}
	}
	c.Set("Etag", `"`+strconv.FormatUint(result.Revision, 10)+`"`)
	return c.JSON(http.StatusAccepted, struct {
		ID       events.DraftID `json:"id"`
		Revision uint64         `json:"revision"`
	}{id, result.Revision})
}

// discardDraft ends a draft.
func discardDraft(c *httpapi.Call, id events.DraftID) error {
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.DiscardDraft(c.Request.Context(), by, id, ifMatch)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Drafts)
	return c.NoContent()
}
