// Editing elsewhere: editors say what they have open, and learn who else has.

package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"candor/events"
	"candor/httpapi/editing"
)

// editedElsewhere answers PUT /api/admin/reviews/{id}/editing {"window":"…"}.
func (k *contentKind) editedElsewhere(c *request) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return c.edits(id)
}

// editsNoLonger answers DELETE /api/admin/reviews/{id}/editing?window=….
func (k *contentKind) editsNoLonger(c *request) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return c.editsNoLonger(id)
}

// PUT /api/admin/drafts/{draftId}/editing
func newEditedElsewhere(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	return c.edits(id)
}

// DELETE /api/admin/drafts/{draftId}/editing?window=…
func newEditsNoLonger(c *request) error {
	id, err := c.newDraftID()
	if err != nil {
		return err
	}
	return c.editsNoLonger(id)
}

// edits notes that the caller's window edits a draft, or what it would be the draft of, and answers with the others that do.
func (c *request) edits(id events.DraftID) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	var in struct {
		Window any `json:"window"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return invalidField("body", "The body must be a JSON object with the editor's window.")
	}
	text, _ := in.Window.(string)
	window, err := windowID(text)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, struct {
		Others []editing.Other `json:"others"`
	}{c.editors.Open(string(id), window, c.actor, c.Clock().UTC())})
}

// editsNoLonger notes that the caller's window is closed.
func (c *request) editsNoLonger(id events.DraftID) error {
	window, err := windowID(c.request.URL.Query().Get("window"))
	if err != nil {
		return err
	}
	c.editors.Close(string(id), window)
	return c.noContent()
}

// windowID reads the id that an editor has made for its window.
func windowID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, invalidField("window", "Window must be a UUID.")
	}
	return id, nil
}
