// Editing: editors say what they have open, and learn who else has.

package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"candor/events"
	"candor/httpapi/editing"
)

// EditingRoutes returns the calls by which an editor says that it has something open, and no longer. They write nothing to the log, and
// need the read models that tell whether it exists.
func EditingRoutes(open, closed func(*Call) error, needs Models) Methods {
	return Methods{
		"PUT":    {Handle: open, Who: Admin, DependsOn: needs, Class: ClassNeeded, Body: FormBody, WithoutLog: true},
		"DELETE": {Handle: closed, Who: Admin, DependsOn: needs, Class: ClassNeeded, WithoutLog: true},
	}
}

// Edits notes that the caller's window edits a draft, or what it would be the draft of, and answers with the others that do.
func (c *Call) Edits(id events.DraftID) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	var in struct {
		Window any `json:"window"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return InvalidField("body", "The body must be a JSON object with the editor's window.")
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

// EditsNoLonger notes that the caller's window is closed.
func (c *Call) EditsNoLonger(id events.DraftID) error {
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
		return uuid.Nil, InvalidField("window", "Window must be a UUID.")
	}
	return id, nil
}
