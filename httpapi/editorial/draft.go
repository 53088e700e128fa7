// Drafts, of items and of what is not an item yet.

package editorial

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"candor/commands"
	"candor/commands/drafts"
	"candor/commands/editorial"
	"candor/events"
	"candor/httpapi"
	"candor/projections/answers"
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
	t.Handle("/api/admin/drafts/{draftId}/editing", httpapi.EditingRoutes(newEditedElsewhere, newEditsNoLonger, httpapi.Nothing))
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
	result, err := c.Commands.Editorial.SaveDraft(c.Request.Context(), by, id, in.Kind, in.Input, nil, drafts.IsNew)
	if err != nil {
		return err
	}
	return c.WroteDraft(http.StatusCreated, id, result, httpapi.MayUpload(body))
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
	return c.ShowDraft(id)
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
	return saveDraft(c, id, d.Kind, editorial.ParseNewDraftChange, drafts.Exists)
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
		append(c.ContentModels(httpapi.MayUpload(body)), c.Models.Drafts)...)
}

// saveDraft saves what the body says of a draft of an item of a kind, and answers with it.
func saveDraft(c *httpapi.Call, id events.DraftID, kind string, parse func(body []byte) (drafts.Input, error),
	when drafts.Condition) error {
	return c.SaveDraft(id, httpapi.DraftSave{
		Parse: parse,
		When:  when,
		Do: func(ctx context.Context, by commands.Caller, in drafts.Input, ifMatch *uint64,
			when drafts.Condition) (commands.Result, error) {
			return c.Commands.Editorial.SaveDraft(ctx, by, id, kind, in, ifMatch, when)
		},
	})
}

// discardDraft ends a draft.
func discardDraft(c *httpapi.Call, id events.DraftID) error {
	return c.DiscardDraft(func(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
		return c.Commands.Editorial.DiscardDraft(ctx, by, id, ifMatch)
	})
}
