// The question what a change is to readers, before it is made.

package editorial

import (
	"net/http"

	"candor/commands/editorial"
	"candor/events"
	"candor/httpapi"
	"candor/projections/versions"
)

// kindOfChange is a kind of change, with the reason why the change is none; null if it may be one.
type kindOfChange struct {
	Type   events.VersionType `json:"type"`
	Reason *string            `json:"reason"`
}

// change answers POST /api/admin/reviews/{id}/change {"changes":{…}} or {"revision":3}: whether readers are told about the change, which
// kinds of change it can be called, and what differs. It changes nothing.
func (k *contentKind) change(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseChange(body)
	if err != nil {
		return err
	}
	change, err := k.commands(c.Commands).Change(c.Request.Context(), id, in)
	if err != nil {
		return err
	}
	out := struct {
		Asked   bool                   `json:"asked"`
		Seen    bool                   `json:"seen"`
		Kinds   []kindOfChange         `json:"kinds"`
		Changes []versions.FieldChange `json:"changes"`
	}{change.Asked, change.Seen, []kindOfChange{}, c.Models.Versions.Between(change.Before, change.After)}
	for _, one := range change.Kinds {
		kind := kindOfChange{Type: one.Type}
		if one.Reason != "" {
			kind.Reason = &one.Reason
		}
		out.Kinds = append(out.Kinds, kind)
	}
	return c.JSON(http.StatusOK, out)
}
