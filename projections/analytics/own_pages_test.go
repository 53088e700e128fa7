package analytics_test

import (
	"encoding/json"
	"testing"

	"candor/events"
	"candor/projections"
	"candor/projections/analytics"
	"candor/projections/internal/modeltest"
)

// The owner's own pages are no visits, also those that are in the log since before they were left out.
func TestTheOwnersPagesAreNotCounted(t *testing.T) {
	log := modeltest.NewLog()
	m, err := projections.Open(t.Context(), visitsOnly(t.TempDir(), log))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	const stream = "pageviews-2026-11-21"
	owner := visit(1, "/admin", modeltest.Day(0))
	log.Append(t, events.VisitorStream(owner.VisitorID), events.VisitorFirstSeen{VisitorID: owner.VisitorID, Address: "203.0.113.1",
		At: modeltest.Day(0)})
	click := visit(1, "/admin/reviews", modeltest.Day(1))
	click.Event = "click"
	at := log.Append(t, stream, owner, visit(1, "/admin/reviews", modeltest.Day(0)), visit(1, "/admin-login?utm_source=a", modeltest.Day(1)),
		crawl(2, "/admin", modeltest.Day(2)), click,
		visit(3, "/admin-tools", modeltest.Day(3)), visit(3, "/reviews/1", modeltest.Day(4)))
	modeltest.Seen(t, at, m.Analytics)
	var s analytics.Summary
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
		t.Fatal(err)
	}
	if s.UniqueVisitors != 1 || len(s.TopPages) != 2 || len(s.RecentActivity) != 2 || s.Bots != 0 {
		t.Errorf("the summary: %+v", s)
	}
	if got := seriesOf(t, m, "24h", "hour", modeltest.Day(90)); got.Views != 2 || got.Visitors != 1 || got.Bots != 0 ||
		got.Sessions.Count != 0 || len(got.Pages) != 2 {
		t.Errorf("the series: %+v", got)
	}
	// A summary that was written when they were counted.
	at = log.Append(t, events.DaySummaryPrefix+"2026-11-21", events.DaySummarized{Date: "2026-11-21", Views: 4, Visitors: 1,
		Pages:      []events.TextCount{{Text: "/admin/reviews", Count: 3}, {Text: "/reviews/1", Count: 1}},
		EntryPages: []events.TextCount{{Text: "/admin", Count: 1}}})
	modeltest.Seen(t, at, m.Analytics)
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.TopPages) != 1 || s.TopPages[0] != (analytics.PageCount{Page: "/reviews/1", Count: 1}) {
		t.Errorf("after a day's summary: %+v", s.TopPages)
	}
}
