// Bulk changes of a content kind.

package editorial

import (
	"errors"
	"net/http"

	"candor/commands"
	"candor/commands/editorial"
	"candor/httpapi"
)

// bulk answers POST /api/admin/reviews/bulk {"action":"publish","ids":[1,2]}: one action on many items, and the result for each.
func (k *contentKind) bulk(c *httpapi.Call) error {
	items := k.commands(c.Commands)
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseBulkChange(body, items.Actions())
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	c.AllowManyItems()
	out, err := items.Bulk(c.Request.Context(), by, in)
	if err != nil {
		return err
	}
	c.Settled(out.Position, append(c.ContentModels(false), c.Models.Drafts)...)
	type refused struct {
		ID      int64  `json:"id"`
		Status  int    `json:"status"`
		Message string `json:"message"`
	}
	answer := struct {
		RequestID string               `json:"requestId"` // for POST /api/admin/undo
		Done      []editorial.BulkDone `json:"done"`
		Errors    []refused            `json:"errors"`
	}{out.RequestID, append([]editorial.BulkDone{}, out.Done...), []refused{}}
	for _, r := range out.Refused {
		var e *commands.Error
		message := "This could not be done. Please try again."
		if errors.As(r.Err, &e) {
			message = e.Message
		}
		answer.Errors = append(answer.Errors, refused{r.ID, httpapi.Statuses[commands.KindOf(r.Err)], message})
	}
	return c.JSON(http.StatusOK, answer)
}
