// Bulk changes of a content kind.

package httpapi

import (
	"errors"
	"net/http"

	"candor/commands"
	"candor/commands/editorial"
)

// bulk answers POST /api/admin/reviews/bulk {"action":"publish","ids":[1,2]}: one action on many items, and the result for each.
func (k *contentKind) bulk(c *request) error {
	items := k.does(c.Commands)
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseBulkChange(body, items.Actions())
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	c.allowManyItems()
	out, err := items.Bulk(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	c.settled(out.Position, append(c.contentModels(false), c.Models.Drafts)...)
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
		answer.Errors = append(answer.Errors, refused{r.ID, statuses[commands.KindOf(r.Err)], message})
	}
	return c.json(http.StatusOK, answer)
}
