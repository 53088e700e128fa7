// Page views and the summary.

package httpapi_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"candor/events"
)

const view = `{"event":"page_view","page":"/reviews/1?utm_source=feed&email=x@example.com","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0","referrer":"","sessionId":"s1","metadata":null}`

func TestVisitsReachTheSummary(t *testing.T) {
	s := newSite(t)
	s.records(func() { s.do("POST", "/api/track", view, from("203.0.113.7")).is(204) }, "VisitorFirstSeen", "PageViewed")
	s.records(func() { s.do("POST", "/api/track", view, from("203.0.113.7")).is(204) }, "PageViewed")
	s.do("POST", "/api/track", view, from("198.51.100.2")).is(204)
	s.analytics()
	var got struct {
		UniqueVisitors int
		TopPages       []struct {
			Page  string
			Count int
		}
		RecentActivity []map[string]any
	}
	a := s.do("GET", "/api/analytics/summary", "", s.asAdmin()).is(200).has("Cache-Control",
		"private, no-cache").lacks("x@example.com").decode(&got)
	if got.UniqueVisitors != 2 || len(got.TopPages) == 0 || got.TopPages[0].Count != 3 || len(got.RecentActivity) != 3 {
		t.Errorf("summary: %s", a.body)
	}
	s.do("GET", "/api/analytics/summary", "", s.asAdmin(), with("If-None-Match", a.header.Get("ETag"))).is(304)
}

// analytics waits until the summary shows what the log holds.
func (s *site) analytics() {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 10*time.Second)
	defer cancel()
	head, err := s.log.Head(ctx)
	if err == nil {
		err = s.models.Analytics.WaitFor(ctx, head)
	}
	if err != nil {
		s.Fatal(err)
	}
}

func TestBacklogIsTakenEventByEvent(t *testing.T) {
	s := newSite(t)
	const id = `"id":"0196f2f4-6f3a-7cc0-8f00-1234567890ab",`
	s.do("POST", "/api/track", `{"events":[`+view+`,`+view+`]}`).is(204)
	s.do("POST", "/api/track", `{"events":[`+view+`,7,{"page":""}]}`).is(200).says(`"accepted":1`, `"index":1`, `"index":2`, `"message":`)
	s.records(func() {
		s.do("POST", "/api/track", `{"events":[]}`).problem(400)
		s.do("POST", "/api/track", `{"events":[7]}`).problem(400)
		s.do("POST", "/api/track", `[]`).problem(400)
		s.do("POST", "/api/track", `{"page":"/"}`).problem(400, "event")
		s.do("POST", "/api/track", strings.Replace(view, "{", `{"id":"nonsense",`, 1)).problem(400, "id")
	})
	s.records(func() {
		s.do("POST", "/api/track", strings.Replace(view, "{", "{"+id, 1)).is(204)
		s.do("POST", "/api/track", strings.Replace(view, "{", "{"+id, 1)).is(204)
	}, "PageViewed")
}

func TestUserAgentHeaderFillsIn(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`,
		with("User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")).is(204)
	var devices []string
	err := s.log.Load(t.Context(), events.PageViewStream(s.clock.Now()), 0, func(r events.Recorded) error {
		e, err := r.Decode()
		if err == nil {
			devices = append(devices, e.(events.PageViewed).Device)
		}
		return err
	})
	if err != nil || len(devices) != 1 || devices[0] != "bot" {
		t.Errorf("devices %v (%v), want one bot", devices, err)
	}
}

// The owner's own pages are accepted, so that no client sends them again, and not stored.
func TestTheOwnersPagesAreNotStored(t *testing.T) {
	s := newSite(t)
	of := func(page string) string {
		return `{"event":"page_view","page":"` + page + `","userAgent":"Mozilla/5.0","sessionId":"s1"}`
	}
	s.records(func() {
		for _, page := range []string{"/admin", "/admin/analytics", "/%61dmin/reviews", "/admin-login?to=%2Fadmin"} {
			s.do("POST", "/api/track", of(page), from("203.0.113.7")).is(204)
		}
		s.do("POST", "/api/track", `{"events":[`+of("/admin")+`,`+of("/admin-login")+`]}`, from("203.0.113.7")).is(204)
	})
	s.records(func() {
		s.do("POST", "/api/track", `{"events":[`+of("/admin")+`,`+of("/about")+`,7]}`, from("203.0.113.7")).is(200).says(`"accepted":2`,
			`"index":2`)
	}, "VisitorFirstSeen", "PageViewed")
}
