// Bulk changes: one action on many items.

package httpapi

import (
	"context"
	"errors"
	"net/http"

	"candor/commands"
)

// bulk carries out one action on many items and answers with the result for each.
func (c *request) bulk(allowed []commands.BulkAction, change func(context.Context, commands.Caller, commands.BulkChange) (commands.BulkOutcome, error)) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseBulkChange(body, allowed)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	out, err := change(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	c.settled(out.Position, c.contentModels()...)
	type refused struct {
		ID      int64  `json:"id"`
		Status  int    `json:"status"`
		Message string `json:"message"`
	}
	answer := struct {
		RequestID string              `json:"requestId"` // for POST /api/admin/undo
		Done      []commands.BulkDone `json:"done"`
		Errors    []refused           `json:"errors"`
	}{out.RequestID, append([]commands.BulkDone{}, out.Done...), []refused{}}
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
