// Differences: what changes look like to people, of those that are stored and of those that are being made.

package editorial

import (
	"encoding/json"
	"fmt"
	"net/http"

	"candor/commands/editorial/history"
	"candor/httpapi"
	"candor/projections/difference"
	"candor/projections/projector"
)

const (
	maxShownChange   = 64 << 10 // bytes of the HTML of a change
	maxAskedChanges  = 100
	maxAsked         = 2 << 20 // bytes of a body: the longest text twice, and the other fields
	changesAreFields = "The body must be JSON with a list \"changes\" of objects with a \"field\", and its values \"from\" and \"to\"."
)

// Differences registers the routes of changes that are being made.
func Differences(t *httpapi.Table) {
	t.Handle("/api/admin/difference", httpapi.Methods{"POST": {
		Handle: showDifference, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassAdmin, Body: maxAsked,
	}})
}

// shownChange is a change as people see it.
type shownChange struct {
	Field string `json:"field"`
	Name  string `json:"name"`
	HTML  string `json:"html"` // "": both look the same
}

// POST /api/admin/difference {"changes":[{"field":"rating","from":4.5,"to":4}]}: what readers would see of them. Nothing is stored.
func showDifference(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	var in struct {
		Changes []struct {
			Field string          `json:"field"`
			From  json.RawMessage `json:"from"`
			To    json.RawMessage `json:"to"`
		} `json:"changes"`
	}
	if json.Unmarshal(body, &in) != nil || in.Changes == nil {
		return httpapi.InvalidField("changes", changesAreFields)
	}
	if len(in.Changes) > maxAskedChanges {
		return httpapi.InvalidField("changes", fmt.Sprintf("Changes must be at most %d", maxAskedChanges))
	}
	style := c.Models.Content.Style()
	shown := make([]shownChange, len(in.Changes))
	for i, one := range in.Changes {
		shown[i] = shownChange{one.Field, difference.Name(one.Field),
			style.HTML(one.Field, orNull(one.From), orNull(one.To), difference.Options{Whole: true, Most: maxShownChange})}
	}
	return c.JSON(http.StatusOK, struct {
		Changes []shownChange `json:"changes"`
	}{shown})
}

// orNull returns null for a value that isn't given.
func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}

// describe sets the names and the HTML of changes.
func describe(changes []history.FieldChange, style difference.Style) {
	for i := range changes {
		one := &changes[i]
		one.Name = difference.Name(one.Field)
		one.HTML = style.HTML(one.Field, projector.Encode(one.Old), projector.Encode(one.New), difference.Options{Most: maxShownChange})
	}
}
