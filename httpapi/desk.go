// The admin's desk: what the lists of reviews and of news have beyond the public ones, and one
// action on many items.

package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"candor/commands"
	"candor/projections"
)

// parseDeskQuery reads the parameters of the admin's lists: those of every list, and published, scheduled,
// sort (one of columns), order, and deleted, which asks for what is deleted instead. Without a sort the order is by creation, newest first. Errors:
// 400 that names the parameter.
func parseDeskQuery(raw string, columns []string) (listQuery, projections.Arrangement, error) {
	var a projections.Arrangement
	q, err := parseQuery(raw)
	if err != nil {
		return q, a, err
	}
	values, err := url.ParseQuery(raw)
	if err != nil { // a stray ";" or "%" in a parameter that is none of ours
		return q, a, invalidField("query", "The query string is malformed.")
	}
	value := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	if a.Published, err = yesOrNo("published", value("published")); err != nil {
		return q, a, err
	}
	if a.Scheduled, err = yesOrNo("scheduled", value("scheduled")); err != nil {
		return q, a, err
	}
	switch value("deleted") {
	case "", "false":
	case "true":
		q.deleted = true
	default:
		return q, a, invalidField("deleted", "deleted must be true or false.")
	}
	if a.Sort = value("sort"); a.Sort != "" && !slices.Contains(columns, a.Sort) {
		return q, a, invalidField("sort", "sort must be one of "+strings.Join(columns, ", ")+".")
	}
	switch value("order") {
	case "":
	case "asc":
		a.Reverse = a.Sort == "" // newest first is a descending order
	case "desc":
		a.Reverse = a.Sort != ""
	default:
		return q, a, invalidField("order", "order must be asc or desc.")
	}
	return q, a, nil
}

// yesOrNo reads a parameter that is true, false or not given (nil).
func yesOrNo(name, value string) (*bool, error) {
	switch value {
	case "":
		return nil, nil
	case "true":
		return &yes, nil
	case "false":
		return &no, nil
	}
	return nil, invalidField(name, name+" must be true or false.")
}

// POST /api/admin/reviews/bulk {"action":"publish","ids":[1,2]}
func bulkReviews(c *request) error {
	return c.bulk(commands.ReviewActions, c.Commands.ChangeReviews)
}

// POST /api/admin/news/bulk
func bulkArticles(c *request) error {
	return c.bulk(commands.ArticleActions, c.Commands.ChangeArticles)
}

// bulk carries out one action on many items and says what became of each.
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
	c.settled(out.Position, c.contentModels(nil)...)
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
