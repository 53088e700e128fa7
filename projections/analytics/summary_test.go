package analytics_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/analytics"
	"candor/projections/internal/modeltest"
)

// However a link to a page is written, the page is one row.
func TestAPageIsOneRow(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	one := uuid.MustParse("11111111-1111-4111-8111-111111111111")
	var at events.Position
	for i, page := range []string{"/tags/leise-lüfter", "/tags/leise-l%C3%BCfter", "/tags/leise-lüfter?utm_source=a",
		"/tags/leise-l%c3%bcfter?utm_source=b&utm_medium=c"} {
		at = log.Append(t, "pageviews-2026-11-21", modeltest.PageView(one, page, modeltest.Day(i)))
	}
	modeltest.Seen(t, at, m.Analytics)
	var s analytics.Summary
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.TopPages) != 1 || s.TopPages[0] != (analytics.PageCount{Page: "/tags/leise-lüfter", Count: 4}) {
		t.Errorf("%+v", s.TopPages)
	}
}

func TestAnalyticsSummary(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	one, two := uuid.MustParse("11111111-1111-4111-8111-111111111111"), uuid.MustParse("22222222-2222-4222-8222-222222222222")
	log.Append(t, events.VisitorStream(one), events.VisitorFirstSeen{VisitorID: one, Address: "198.51.100.1", UserAgent: "Firefox",
		Country: "SG", City: "Singapore", At: modeltest.Day(0)})
	log.Append(t, events.VisitorStream(two), events.VisitorFirstSeen{VisitorID: two, Address: "198.51.100.2", Country: "DE",
		At: modeltest.Day(0)})
	for i := range 40 {
		log.Append(t, "pageviews-2026-11-21", modeltest.PageView(one, fmt.Sprintf("/p%d", i%60/2), modeltest.Day(i)))
	}
	click := modeltest.PageView(two, "/clicked", modeltest.Day(50))
	click.Event = "click"
	at := log.Append(t, "pageviews-2026-11-21", click)
	again := log.All[len(log.All)-2]
	modeltest.Seen(t, log.Raw("pageviews-2026-11-21", events.Proposed{ID: again.ID, Type: again.Type, Data: again.Data, Meta: again.Meta}),
		m.Analytics)
	summary := func() (s analytics.Summary) {
		t.Helper()
		if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := summary()
	if s.UniqueVisitors != 2 || len(s.TopPages) != 20 || s.TopPages[0] != (analytics.PageCount{Page: "/p0", Count: 2}) ||
		len(s.TopCountries) != 1 || s.TopCountries[0].Count != 40 {
		t.Errorf("%+v", s)
	}
	if len(s.RecentActivity) != 30 || s.RecentActivity[0].ID != int64(at) || s.RecentActivity[0].Event != "click" ||
		s.RecentActivity[0].IPAddress != "198.51.100.2" || s.RecentActivity[1].IPAddress != "198.51.100.1" {
		t.Errorf("%+v", s.RecentActivity[:2])
	}
	if id, ok := m.Analytics.VisitorOf("198.51.100.1", 0); !ok || id != one {
		t.Errorf("visitor of the address: %v %v", id, ok)
	}
	if v, err := m.Analytics.Visitor(one); err != nil || v.VisitCount != 40 || v.IPAddress != "198.51.100.1" ||
		!v.FirstVisit.Equal(modeltest.Day(0)) || !v.LastVisit.Equal(modeltest.Day(39)) {
		t.Errorf("%+v %v", v, err)
	}
	first, _ := m.Analytics.SummaryAnswer()
	if kept, _ := m.Analytics.SummaryAnswer(); kept != first {
		t.Error("the summary was made anew though nothing changed")
	}
	modeltest.Seen(t, log.DeleteStream(events.VisitorStream(one)), m.Analytics)
	s = summary()
	if s.UniqueVisitors != 2 || s.RecentActivity[1].IPAddress != "[erased]" || s.RecentActivity[0].IPAddress != "198.51.100.2" ||
		s.TopCountries[0].Count != 40 {
		t.Errorf("after the erasure: %+v", s.RecentActivity[:2])
	}
	if _, ok := m.Analytics.VisitorOf("198.51.100.1", 0); ok {
		t.Error("an erased visitor's address is still known")
	}
	if v, err := m.Analytics.Visitor(one); err != nil || v.IPAddress != "[erased]" || v.UserAgent != nil || v.VisitCount != 40 {
		t.Errorf("%+v %v", v, err)
	}
}

// Whatever JSON a page view comes in, decoding by hand and decoding by the codec count the same.
func TestPageViewsOfUnusualShapeCount(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	usual, err := events.Encode(events.Envelope{Event: modeltest.PageView(uuid.New(), "/usual", modeltest.Day(1))})
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]func(string) string{
		"spaced":        func(s string) string { return strings.ReplaceAll(s, `,"`, `, "`) },
		"escaped":       func(s string) string { return strings.ReplaceAll(s, "/usual", `\/usual`) },
		"unknown field": func(s string) string { return strings.Replace(s, "{", `{"extra":[1,{"page":"no"}],`, 1) },
		"other zone":    func(s string) string { return strings.Replace(s, "T09:01:00Z", "T10:01:00+01:00", 1) },
		"decimals":      func(s string) string { return strings.Replace(s, "T09:01:00Z", "T09:01:00.25Z", 1) },
		"beyond ASCII":  func(s string) string { return strings.Replace(s, "Singapore", "Zürich", 1) },
		"upper case":    func(s string) string { return strings.Replace(s, `"page"`, `"Page"`, 1) },
	}
	var at events.Position
	for _, name := range modeltest.SortedKeys(shapes) {
		data := shapes[name](string(usual.Data))
		if data == string(usual.Data) {
			t.Errorf("%s changes nothing", name)
		}
		at = log.Raw("pageviews-2026-11-21", events.Proposed{ID: uuid.New(), Type: usual.Type, Data: []byte(data), Meta: usual.Meta})
	}
	modeltest.Seen(t, at, m.Analytics)
	var s analytics.Summary
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.TopPages) != 1 || s.TopPages[0] != (analytics.PageCount{Page: "/usual", Count: int64(len(shapes))}) {
		t.Errorf("%+v", s.TopPages)
	}
	for _, r := range s.RecentActivity {
		if r.CreatedAt.Truncate(time.Second) != modeltest.Day(1) {
			t.Errorf("at %v", r.CreatedAt)
		}
	}
}
