// Activity: what was done in the dashboard, from the audit log.

package httpapi

const (
	defaultActivities = 50  // entries (spec section 9)
	maxActivities     = 200 // entries an answer
)

func (t *table) activity() {
	t.handle("/api/admin/activity", methods{"GET": {handle: activity, who: admin, dependsOn: models{contentModel, auditModel}, class: classAdmin, asOf: presentOnly}})
}

// GET /api/admin/activity?limit=50&before=: entries older than the one with id before, newest first.
// X-Total-Count is of all there are.
func activity(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	switch {
	case q.limit == 0:
		q.limit = defaultActivities
	case q.limit > maxActivities:
		return invalidField("limit", "limit must be a whole number from 1 to 200.")
	}
	a, err := c.Models.History.ActivityAnswer(q.limit, q.before)
	if err != nil {
		return err
	}
	return c.list(a, listQuery{}, privateCache)
}
