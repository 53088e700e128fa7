// The admin's lists of content: what they have beyond the public ones.

package editorial

import (
	"net/url"
	"slices"
	"strings"

	"candor/httpapi"
	"candor/projections/content"
)

// parseAdminQuery reads the parameters of the admin's lists: those of every list, and published, scheduled, sort (one of columns), order,
// texts, and deleted, which asks for what is deleted instead. Without a sort the order is by creation, newest first. Errors: 400 that names
// the parameter.
func parseAdminQuery(raw string, columns []string) (httpapi.ListQuery, content.Arrangement, error) {
	var a content.Arrangement
	q, err := httpapi.ParseQuery(raw)
	if err != nil {
		return q, a, err
	}
	values, err := url.ParseQuery(raw)
	if err != nil { // a stray ";" or "%" in a parameter that is none of ours
		return q, a, httpapi.InvalidField("query", "The query string is malformed.")
	}
	value := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	if a.Published, err = yesOrNo("published", value("published")); err != nil {
		return q, a, err
	}
	if a.Scheduled, err = yesOrNo("scheduled", value("scheduled")); err != nil {
		return q, a, err
	}
	deleted, err := yesOrNo("deleted", value("deleted"))
	if err != nil {
		return q, a, err
	}
	q.Deleted = deleted != nil && *deleted
	texts, err := yesOrNo("texts", value("texts"))
	if err != nil {
		return q, a, err
	}
	q.NoTexts = texts != nil && !*texts
	if a.Sort = value("sort"); a.Sort != "" && !slices.Contains(columns, a.Sort) {
		return q, a, httpapi.InvalidField("sort", "sort must be one of "+strings.Join(columns, ", ")+".")
	}
	switch value("order") {
	case "":
	case "asc":
		a.Reverse = a.Sort == "" // newest first is a descending order
	case "desc":
		a.Reverse = a.Sort != ""
	default:
		return q, a, httpapi.InvalidField("order", "order must be asc or desc.")
	}
	return q, a, nil
}

// yesOrNo reads a parameter that is true, false or not given (nil).
func yesOrNo(name, value string) (*bool, error) {
	switch value {
	case "":
		return nil, nil
	case "true":
		return new(true), nil
	case "false":
		return new(false), nil
	}
	return nil, httpapi.InvalidField(name, name+" must be true or false.")
}
