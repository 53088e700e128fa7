// Editing elsewhere: editors say what they have open, and learn who else has.

package editorial

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/editing"
)

// editedElsewhere answers PUT /api/admin/reviews/{id}/editing {"window":"…"}.
func (k *contentKind) editedElsewhere(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return edits(c, id)
}

// editsNoLonger answers DELETE /api/admin/reviews/{id}/editing?window=….
func (k *contentKind) editsNoLonger(c *httpapi.Call) error {
	id, err := k.draftOf(c)
	if err != nil {
		return err
	}
	return editsNoLonger(c, id)
}

// PUT /api/admin/drafts/{draftId}/editing
func newEditedElsewhere(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return edits(c, id)
}

// DELETE /api/admin/drafts/{draftId}/editing?window=…
func newEditsNoLonger(c *httpapi.Call) error {
	id, err := newDraftID(c)
	if err != nil {
		return err
	}
	return editsNoLonger(c, id)
}

// edits notes that the caller's window edits a draft, or what it would be the draft of, and answers with the others that do.
func edits(c *httpapi.Call, id events.DraftID) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	var in struct {
		Window any `json:"window"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return httpapi.InvalidField("body", "The body must be a JSON object with the editor's window.")
	}
	text, _ := in.Window.(string)
	window, err := windowID(text)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Others []editing.Other `json:"others"`
	}{c.Editors.Open(string(id), window, c.Actor, c.Clock().UTC())})
}

// editsNoLonger notes that the caller's window is closed.
func editsNoLonger(c *httpapi.Call, id events.DraftID) error {
	window, err := windowID(c.Request.URL.Query().Get("window"))
	if err != nil {
		return err
	}
	c.Editors.Close(string(id), window)
	return c.NoContent()
}

// windowID reads the id that an editor has made for its window.
func windowID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, httpapi.InvalidField("window", "Window must be a UUID.")
	}
	return id, nil
}
