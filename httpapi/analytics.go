// Analytics: browsers report page views, the admin reads the summary.

package httpapi

import (
	"net/http"

	"candor/commands"
)

func (t *table) analytics() {
	t.handle("/api/track", methods{"POST": track})
	t.handle("/api/analytics/summary", methods{"GET": forAdmin(summary)})
}

// POST /api/track: one event, or {"events":[…]} for a backlog. It answers when the events are durable.
func track(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	views, rejected, err := commands.ParseTrack(body)
	if err != nil {
		return err
	}
	for i := range views {
		if views[i].UserAgent == "" {
			views[i].UserAgent = x.request.UserAgent()
		}
	}
	by := commands.Caller{Actor: visitor, RequestID: x.id}
	if err := x.Commands.Track(x.request.Context(), by, views, x.clientAddr()); err != nil {
		return err
	}
	if len(rejected) == 0 {
		return x.noContent()
	}
	return x.json(http.StatusOK, struct {
		Accepted int                   `json:"accepted"`
		Errors   []commands.IndexError `json:"errors"`
	}{len(views), rejected})
}

// GET /api/analytics/summary
func summary(x *exchange) error {
	return x.private(x.Models.Analytics.SummaryAnswer())
}
