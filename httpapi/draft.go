// Calls on a draft, whatever it is that the draft changes.

package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"candor/commands"
	"candor/commands/drafts"
	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// ShowDraft answers with a draft.
func (c *Call) ShowDraft(id events.DraftID) error {
	a, err := c.draft(id)
	if err != nil {
		return err
	}
	return c.Answer(http.StatusOK, a, NoStore)
}

// ShowDraftIfAny answers with the draft of an item or a section, or with null.
func (c *Call) ShowDraftIfAny(id events.DraftID) error {
	if _, err := c.Models.Drafts.Draft(id); errors.Is(err, projector.ErrNotFound) {
		return c.JSON(http.StatusOK, nil)
	}
	return c.ShowDraft(id)
}

// draft returns a draft. Its ETag is its revision. One that says no title gets that of its item.
func (c *Call) draft(id events.DraftID) (*answers.Answer, error) {
	d, err := c.Models.Drafts.Draft(id)
	if err != nil {
		return nil, Named(err, "Draft")
	}
	if item, ok := id.Item(); ok && d.Title == "" {
		d.Title, _ = c.Models.Content.Of(item.Kind).Title(item.ID) // it has just been deleted: its draft is gone in a moment
	}
	body, err := json.Marshal(d)
	return answers.New(body, draftTag(d.Revision)), err
}

func draftTag(revision uint64) string { return `"` + strconv.FormatUint(revision, 10) + `"` }

// DraftSave is how a draft is saved.
type DraftSave struct {
	Parse func(body []byte) (drafts.Input, error)
	When  drafts.Condition // unless the request says that it is a new one
	Do    func(ctx context.Context, by commands.Caller, in drafts.Input, ifMatch *uint64, when drafts.Condition) (commands.Result, error)
}

// SaveDraft saves what the body says of a draft, and answers with it.
func (c *Call) SaveDraft(id events.DraftID, save DraftSave) error {
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	if tags := c.Request.Header["If-None-Match"]; len(tags) > 0 {
		if strings.TrimSpace(strings.Join(tags, ",")) != "*" {
			return InvalidField("If-None-Match", "If-None-Match must be *.")
		}
		save.When = drafts.IsNew
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := save.Parse(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := save.Do(c.Request.Context(), by, in, ifMatch, save.When)
	if err != nil {
		return err
	}
	return c.WroteDraft(http.StatusOK, id, result, MayUpload(body))
}

// MayUpload reports whether a body may contain a picture as a data string.
func MayUpload(body []byte) bool { return bytes.Contains(body, []byte("base64,")) }

// WroteDraft answers a write with the draft that it made, once the read models show it, and the pictures that may have come with it.
func (c *Call) WroteDraft(status int, id events.DraftID, result commands.Result, uploads bool) error {
	models := []ReadModel{c.Models.Drafts}
	if uploads {
		models = append(models, c.Models.Media)
	}
	if c.Settled(result.Shown(), models...) {
		if a, err := c.draft(id); err == nil {
			return c.Answer(status, a, NoStore)
		}
	}
	c.Set("Etag", draftTag(result.Revision))
	return c.JSON(http.StatusAccepted, struct {
		ID       events.DraftID `json:"id"`
		Revision uint64         `json:"revision"`
	}{id, result.Revision})
}

// DiscardDraft ends a draft by a command.
func (c *Call) DiscardDraft(discard func(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error)) error {
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := discard(c.Request.Context(), by, ifMatch)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Drafts)
	return c.NoContent()
}
