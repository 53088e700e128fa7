// Marks: publications and corrections, for the chart of visits and for the dashboard's time travel.

package traffic

import (
	"net/http"
	"net/url"
	"slices"

	"candor/events"
	"candor/httpapi"
	"candor/projections/audit"
)

// maxMarks is how many marks an answer has at most.
const maxMarks = 1000

// Marks registers the routes of the marks in the chart of visits.
func Marks(t *httpapi.Table) {
	t.Handle("/api/analytics/marks", httpapi.Methods{"GET": httpapi.AdminReads(marks, httpapi.AuditModel, httpapi.VersionsModel)})
}

// GET /api/analytics/marks?from=2026-11-01&to=2026-11-08T12:00:00Z: the newest, oldest first. Without from it is all time; without to,
// until now.
func marks(c *httpapi.Call) error {
	query, err := url.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return httpapi.InvalidField("query", "The query string is malformed.")
	}
	from, err := httpapi.Moment("from", query.Get("from"))
	if err != nil {
		return err
	}
	to, err := httpapi.Moment("to", query.Get("to"))
	if err != nil {
		return err
	}
	if !to.IsZero() && !from.Before(to) {
		return httpapi.InvalidField("to", "to must be after from.")
	}
	all, err := c.Models.History.Marks(from, to, maxMarks)
	if err != nil {
		return err
	}
	withheld, err := c.Models.Versions.Withheld()
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, audit.NewestMarks(shownMarks(all, withheld), maxMarks))
}

// shownMarks leaves out the marks of versions that are withheld: views of the past don't show the item there.
func shownMarks(marks []audit.Mark, withheld []events.WithheldVersion) []audit.Mark {
	return slices.DeleteFunc(marks, func(m audit.Mark) bool {
		return slices.ContainsFunc(withheld, func(w events.WithheldVersion) bool { return w.Hides(m.Item(), m.Revision) })
	})
}
