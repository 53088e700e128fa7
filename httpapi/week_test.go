// The overview of the week, and what it shares with the analytics: marks, and the titles of pages.

package httpapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheWeekSaysWhatWaitsAndWhatHappened(t *testing.T) {
	s := newSite(t) // at noon of November 21
	admin := s.asAdmin()
	s.do("GET", "/api/admin/week", "").problem(401)
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.clock.Add(8 * 24 * time.Hour) // more than a week ago
	s.newSession()
	admin = s.asAdmin()

	s.draft("A draft", "")
	s.draft("Leaves first", `,"isPublished":true,"unpublishAt":"2026-11-29T13:00:00Z"`)
	s.draft("Comes later", `,"publishAt":"2026-11-29T14:00:00Z","unpublishAt":"2026-11-29T15:00:00Z"`)
	s.do("PUT", "/api/admin/reviews/1/draft", `{"base":2,"fields":{"title":"Renamed"},"was":{"title":"A quiet laptop"}}`, admin).is(200)
	s.do("POST", "/api/contact", `{"name":"N","email":"n@example.org","subject":"Hello","message":"M"}`).is(201)
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("PATCH", "/api/news/1", `{"title":"Corrected","correction":"It was wrong."}`, admin).is(200)
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("DELETE", "/api/news/2", "", admin).is(204)
	s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	s.analytics()
	s.do("GET", "/api/admin/week", "", admin).is(200).golden("week").has("Cache-Control", "no-store")
}

func TestTheWeekOfANewSiteIsEmpty(t *testing.T) {
	s := newSite(t)
	if err := s.commands.Editorial.CreateFixedPages(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	s.do("GET", "/api/admin/week", "", s.asAdmin()).is(200).says(`"schedule":{"items":0,"next":null,"notPublished":[]}`).says(
		`"marks":[]`).says(`"start":"2026-11-15T00:00:00Z","views":0`)
}

func TestMarksOfARangeOfTime(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.clock.Add(12 * time.Hour)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Louder than we thought.","update":"Measured again."}`, admin).is(200)
	s.caughtUp()
	const published, updated = `{"type":"published","kind":"review","id":1,`, `{"type":"update","kind":"review","id":1,`
	for query, has := range map[string]string{"": published + updated, "?to=2026-11-22": published, "?from=2026-11-22": updated,
		"?from=2026-11-21T12:00:00Z&to=2026-11-23": published + updated, "?to=2026-11-21": ""} {
		a := s.do("GET", "/api/analytics/marks"+query, "", admin).is(200)
		for _, mark := range []string{published, updated} {
			if got, want := strings.Contains(a.body, mark), strings.Contains(has, mark); got != want {
				t.Errorf("%q: %s", query, a.body)
			}
		}
	}
	s.do("GET", "/api/analytics/marks", "").problem(401)
	for query, field := range map[string]string{"from=soon": "from", "to=soon": "to", "from=2026-11-22&to=2026-11-22": "to",
		"from=%zz": "query"} {
		s.do("GET", "/api/analytics/marks?"+query, "", admin).problem(400, field)
	}
}

// Time travel leads from one mark to the next, so that each must say since when it is part of the past, and lead to something that is
// there.
func TestMarksLeadToWhatThePastShows(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.clock.Add(time.Hour)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Louder.","correction":"It was wrong."}`, admin).is(200)
	s.clock.Add(time.Hour)
	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how-we-test","content":"Slowly.","isPublished":true}`, admin).is(201)
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("DELETE", "/api/news/1", "", admin).is(204)
	s.clock.Add(time.Hour)
	s.newSession()
	admin = s.asAdmin()

	type mark struct {
		Type, Kind string
		RecordedAt time.Time
	}
	const published, corrected, page = "published review", "correction review", "published page"
	shown := func() (names []string) {
		t.Helper()
		s.caughtUp()
		var marks []mark
		s.do("GET", "/api/analytics/marks", "", admin).is(200).decode(&marks)
		for _, m := range marks {
			names = append(names, m.Type+" "+m.Kind)
			a := s.do("GET", "/api/reviews/1?asOf="+m.RecordedAt.Format(time.RFC3339Nano), "", admin).is(200)
			if later := m.Type != "published" || m.Kind != "review"; strings.Contains(a.body, "Louder.") != later {
				t.Errorf("at %s %s of %v the review is %s", m.Type, m.Kind, m.RecordedAt, a.body)
			}
		}
		return names
	}
	if got := shown(); !slices.Equal(got, []string{published, corrected, page}) {
		t.Errorf("marks are %q", got)
	}
	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A court order."}`, admin).is(200)
	if got := shown(); !slices.Equal(got, []string{corrected, page}) {
		t.Errorf("without the withheld version, marks are %q", got)
	}
	s.do("DELETE", "/api/admin/reviews/1/history/1/withhold", "", admin).is(204)
	if got := shown(); !slices.Equal(got, []string{published, corrected, page}) {
		t.Errorf("with the released version, marks are %q", got)
	}
}

func TestCountedPagesHaveTheirTitles(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("POST", "/api/news", article, admin).is(201)
	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how-we-test","content":"Slowly.","isPublished":true}`, admin).is(201)
	titles := map[string]string{"/": "Home", "/reviews": "All Reviews", "/reviews/1": "A quiet laptop", "/tech-articles/1": "T",
		"/pages/how-we-test": "How we test", "/category/automotive": "Automotive Tech", "/reviews/9": "", "/nowhere": ""}
	for page := range titles {
		s.do("POST", "/api/track", `{"event":"page_view","page":"`+page+`","sessionId":"one","userAgent":"Mozilla/5.0"}`).is(204)
	}
	s.analytics()
	type pages []struct{ Page, Title string }
	check := func(where string, shown pages) {
		t.Helper()
		if len(shown) != len(titles) {
			t.Errorf("%s: %v", where, shown)
		}
		for _, p := range shown {
			if p.Title != titles[p.Page] {
				t.Errorf("%s: %s has the title %q, want %q", where, p.Page, p.Title, titles[p.Page])
			}
		}
	}
	var summary struct{ TopPages pages }
	s.do("GET", "/api/analytics/summary", "", admin).is(200).decode(&summary)
	check("summary", summary.TopPages)
	var series struct{ Pages pages }
	s.do("GET", "/api/analytics/series", "", admin).is(200).decode(&series)
	check("series", series.Pages)
	s.do("PATCH", "/api/reviews/1", `{"title":"Renamed"}`, admin).is(200)
	s.do("GET", "/api/analytics/summary", "", admin).is(200).says(`"page":"/reviews/1","title":"Renamed"`)
}
