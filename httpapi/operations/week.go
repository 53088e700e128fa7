// The week: what waits for the owner and what happened in the last seven days, for the overview above the dashboard's lists.

package operations

import (
	"errors"
	"net/http"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections/analytics"
	"candor/projections/audit"
	"candor/projections/content"
	"candor/projections/drafts"
	"candor/projections/projector"
)

// weekMarks is how many marks of each type of event the week shows at most.
const weekMarks = 50

// The analytics are not waited for: they take seconds to show a view.
func Week(t *httpapi.Table) {
	t.Handle("/api/admin/week", httpapi.Methods{"GET": httpapi.AdminReads(week, httpapi.ContentModel,
		httpapi.DraftsModel, httpapi.InboxModel,
		httpapi.AuditModel)})
}

// GET /api/admin/week
func week(c *httpapi.Call) error {
	counts, err := c.Models.Content.CountAll()
	if err != nil {
		return err
	}
	edits, _, err := c.Models.Drafts.Totals()
	if err != nil {
		return err
	}
	scheduled, next, err := c.Models.Content.Upcoming()
	if err != nil {
		return err
	}
	refusals, err := c.Models.Drafts.Refusals()
	if err != nil {
		return err
	}
	for i, one := range refusals {
		if one.Title == "" {
			refusals[i].Title, _ = c.Models.Content.Of(one.Kind).Title(one.ID) // it has just been deleted: its draft is gone in a moment
		}
	}
	unread, _, err := c.Models.Inbox.MessageCounts()
	if err != nil {
		return err
	}
	from, to := lastDays(c.Clock())
	marks, err := c.Models.History.Marks(from, to, weekMarks)
	if err != nil {
		return err
	}
	days, err := c.Models.Analytics.Points(analytics.Range7Days, analytics.BucketDay, c.Clock())
	if err != nil && !errors.Is(err, projector.ErrNotReady) {
		return err
	}
	if err != nil { // the visits are being counted
		days = []analytics.SeriesPoint{}
	}
	corrections := 0
	for _, m := range marks {
		if m.Type != events.VersionPublished {
			corrections++
		}
	}
	waiting := map[string]int{"edits": int(edits)} // typed, but not published
	for _, k := range events.Kinds {
		waiting[k.Plural()] = counts[k.Name].Drafts
	}
	type schedule struct {
		Items        int               `json:"items"`
		Next         *content.Upcoming `json:"next"`
		NotPublished []drafts.Refusal  `json:"notPublished"` // drafts that were due
	}
	return c.JSON(http.StatusOK, struct {
		Drafts         map[string]int          `json:"drafts"`
		Schedule       schedule                `json:"schedule"`
		UnreadMessages int                     `json:"unreadMessages"`
		Corrections    int                     `json:"corrections"`
		Days           []analytics.SeriesPoint `json:"days"`
		Marks          []audit.Mark            `json:"marks"`
	}{waiting, schedule{scheduled, next, refusals}, unread, corrections, days, marks})
}

// lastDays returns the range of analytics.Range7Days: seven whole days in UTC, today included.
func lastDays(now time.Time) (from, to time.Time) {
	today := now.UTC().Truncate(24 * time.Hour)
	return today.AddDate(0, 0, -6), today.AddDate(0, 0, 1)
}
