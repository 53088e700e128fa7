// Marks: publications and corrections, for the chart of visits.

package httpapi

import (
	"net/http"
	"net/url"
)

// maxMarks is how many marks of each type of event a range shows at most.
const maxMarks = 200

func (t *table) marks() {
	t.handle("/api/analytics/marks", methods{"GET": {handle: marks, who: admin, dependsOn: models{auditModel}, class: classNeeded, asOf: presentOnly}})
}

// GET /api/analytics/marks?from=2026-11-01&to=2026-11-08T12:00:00Z: oldest first. Without from it is all time; without to, until now.
func marks(c *request) error {
	query, err := url.ParseQuery(c.request.URL.RawQuery)
	if err != nil {
		return invalidField("query", "The query string is malformed.")
	}
	from, err := moment("from", query.Get("from"))
	if err != nil {
		return err
	}
	to, err := moment("to", query.Get("to"))
	if err != nil {
		return err
	}
	if !to.IsZero() && !from.Before(to) {
		return invalidField("to", "to must be after from.")
	}
	all, err := c.Models.History.Marks(from, to, maxMarks)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, all)
}
