// Activity: what was done in the dashboard, from the audit log.

package access

import (
	"candor/httpapi"
)

const (
	defaultActivities = 50  // entries (spec section 9)
	maxActivities     = 200 // entries an answer
)

// Activity registers the routes of the admin's latest actions.
func Activity(t *httpapi.Table) {
	t.Handle("/api/admin/activity", httpapi.Methods{"GET": httpapi.AdminReads(activity, httpapi.ContentModel, httpapi.AuditModel)})
}

// GET /api/admin/activity?limit=50&before=: entries older than the one with id before, newest first.
// X-Total-Count is of all there are.
func activity(c *httpapi.Call) error {
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	switch {
	case q.Limit == 0:
		q.Limit = defaultActivities
	case q.Limit > maxActivities:
		return httpapi.InvalidField("limit", "limit must be a whole number from 1 to 200.")
	}
	a, err := c.Models.History.ActivityAnswer(q.Limit, q.Before)
	if err != nil {
		return err
	}
	return c.List(a, httpapi.ListQuery{}, httpapi.PrivateCache)
}
