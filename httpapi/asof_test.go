package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/routes"
	"candor/projections"
	"candor/projections/projector"
)

// minute lets a minute pass, so that what follows is later than what was.
func (s *site) minute() string {
	s.clock.Add(time.Minute)
	return events.FormatMoment(s.clock.Now().Add(-time.Minute))
}

func TestTheAdminSeesTheSiteAsItWas(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	before := s.minute()
	s.do("POST", "/api/reviews", `{"productName":"Kettle","productBrand":"Acme","categoryId":1,"title":"It boils","content":"Quickly.","rating":4,"authorName":"Ada","isPublished":true}`, admin).is(201)
	first := s.minute()
	s.do("PATCH", "/api/reviews/1", `{"title":"It boils no more"}`, admin).is(200)
	second := s.minute()
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.minute()

	title := func(path, want string) {
		t.Helper()
		a := s.do("GET", path, "", admin).is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex")
		if !strings.Contains(a.body, want) {
			t.Errorf("%s does not say %q: %s", path, want, a.body)
		}
	}
	for range 2 { // the second time from what is kept
		title("/api/reviews/1?asOf="+first, `"title":"It boils"`)
		title("/api/reviews?asOf="+second, `"title":"It boils no more"`)
		title("/api/products?asOf="+first, "Kettle")
		title("/feed.xml?asOf="+first, "It boils")
		title("/reviews/1?asOf="+first, ">It boils</h1>")
		title("/reviews/1?asOf="+second, ">It boils no more</h1>")
		title("/category/computers?asOf="+first, `href="/reviews/1?asOf=`+first+`"`)
		title("/?asOf="+second, "The site as it stood on <time")
		s.do("GET", "/?asOf=2000-01-01", "", admin).is(200).says("The site was empty at this time")
		s.do("GET", "/reviews/1?asOf="+before, "", admin).is(404).has("Cache-Control", "no-store")
		s.do("GET", "/api/reviews/1?asOf="+before, "", admin).is(404)
		s.do("GET", "/reviews/1", "", admin).is(404)
		s.do("GET", "/api/reviews/1?asOf=", "", admin).is(404)
		if today := s.do("GET", "/", "").is(200).has("Cache-Control", "public, max-age=0, must-revalidate"); strings.Contains(today.body,
			"as it stood") || strings.Contains(today.body, "asOf") {
			t.Error("today's page speaks of the past")
		}
	}
	s.do("GET", "/?asOf="+first, "", admin).says(`content="noindex, follow"`, `name="asOf"`, `href="/reviews?asOf=`+first+`"`)
	if links := s.do("GET", "/api/reviews?limit=1&asOf="+first, "", admin).header.Get("Link"); links != "" {
		t.Errorf("one review has neighbours: %s", links)
	}

	for _, who := range []option{with("Accept", "*/*"), with("Cookie", "candor_session=guess")} {
		s.do("GET", "/api/reviews/1?asOf="+first, "", who).is(401)
		s.do("GET", "/reviews/1?asOf="+first, "", who).is(303).has("Location",
			"/admin-login?to=%2Freviews%2F1%3FasOf%3D"+strings.ReplaceAll(first, ":", "%3A"))
	}
	for text, want := range map[string]string{"2100-01-01": "future", "yesterday": "must be a time"} {
		if a := s.do("GET", "/api/reviews?asOf="+text, "", admin).is(400); !strings.Contains(a.body, `"field":"asOf"`) ||
			!strings.Contains(a.body, want) {
			t.Errorf("asOf=%s: %s", text, a.body)
		}
		if a := s.do("GET", "/?asOf="+text, "", admin).is(400).has("Content-Type", "text/html; charset=utf-8"); !strings.Contains(a.body, want) {
			t.Errorf("asOf=%s: %s", text, a.body)
		}
	}
	recorded := s.recorded(func() {
		for _, path := range []string{"/api/track", "/api/contact"} {
			if a := s.do("POST", path+"?asOf="+first, "{}").is(403); !strings.Contains(a.body, "read-only") {
				t.Errorf("%s: %s", path, a.body)
			}
		}
		s.do("DELETE", "/api/reviews/1?asOf="+first, "", admin).is(403)
	})
	if len(recorded) != 0 {
		t.Errorf("looking at the past recorded %v", recorded)
	}
}

func TestTheSummaryAsOfAMoment(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	view := func(page, from_ string) {
		t.Helper()
		s.do("POST", "/api/track", fmt.Sprintf(`{"event":"page_view","page":%q,"sessionId":"s","userAgent":"Mozilla/5.0"}`, page),
			from(from_)).is(204)
	}
	view("/a", "203.0.113.1")
	first := s.minute()
	view("/b", "203.0.113.2")
	s.minute()
	for range 2 {
		var then struct {
			UniqueVisitors int
			TopPages       []struct{ Page string }
			RecentActivity []struct{ IPAddress string }
		}
		s.do("GET", "/api/analytics/summary?asOf="+first, "", admin).is(200).has("Cache-Control", "no-store").decode(&then)
		if fmt.Sprint(then) != "{1 [{/a}] [{203.0.113.1}]}" {
			t.Errorf("as of then: %v", then)
		}
	}
	s.do("GET", "/api/analytics/summary?asOf="+first, "").is(401)
	s.do("GET", "/api/analytics/summary?asOf=never", "", admin).is(400)
}

func TestAFewPastsAreKept(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for i := range 6 {
		moment := s.minute()
		s.do("POST", "/api/news", fmt.Sprintf(`{"title":"Number %d","content":"c","category":"AI","authorName":"Ada","isPublished":true}`, i),
			admin).is(201)
		var news []struct{ ID int }
		s.do("GET", "/api/news?asOf="+moment, "", admin).is(200).decode(&news)
		if len(news) != i {
			t.Errorf("%d articles before number %d", len(news), i)
		}
	}
}

// A server of the past answers readers, and refuses everybody else in words rather than by falling over.
func TestAServerOfThePast(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", `{"productName":"Kettle","productBrand":"Acme","categoryId":1,"title":"It boils","content":"Quickly.","rating":4,"authorName":"Ada","isPublished":true}`, admin).is(201)
	moment := s.clock.Now()
	s.minute()
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)

	models, err := projections.Open(t.Context(), projections.Config{Dir: t.TempDir(), Log: events.NewPast(s.log, moment),
		Only: []string{"content", "media", "search", "versions"}, Withheld: []events.WithheldVersion{}, Temporary: true})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close()
	if err := models.WaitCaughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	handler, err := routes.New(httpapi.Config{SiteURL: site1, AsOf: moment, Models: models, Log: s.log, Web: shell, Script: s.script,
		RenderTime: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	address, closeServer := listen(s, httpapi.NewServer(handler))
	defer closeServer()
	today := s.url
	s.url = "http://" + address
	defer func() { s.url = today }()

	s.do("GET", "/readyz", "").is(200)
	s.do("GET", "/api/reviews/1", "").is(200).has("X-Robots-Tag", "noindex").says("It boils")
	s.do("GET", "/reviews/1", "").is(200).says("It boils", "The site as it stood on", "Read-only.", `content="noindex, follow"`)
	s.do("GET", "/robots.txt", "").is(200).says("Disallow: /\n")
	s.do("GET", "/feed.xml", "").is(200).says("It boils")
	for _, path := range []string{"/admin-login", "/admin", "/admin/reviews"} {
		s.do("GET", path, "", admin).is(403).says("No dashboard")
	}
	s.do("GET", "/api/admin/session", "", admin).is(200).says(`"authenticated":false`)
	var described struct{ Paths map[string]map[string]any }
	s.do("GET", "/api/openapi.json", "").is(200).decode(&described)
	records := s.recorded(func() {
		for path, operations := range described.Paths {
			path = strings.NewReplacer("{id}", "1", "{revision}", "0").Replace(path)
			for method := range operations {
				a := s.do(strings.ToUpper(method), path, "", admin)
				if a.status >= 500 || method != "get" && a.status != 403 {
					t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
				}
			}
		}
	})
	if len(records) != 0 {
		t.Errorf("a server of the past recorded %v", records)
	}
}

// held is a log that lets nobody follow it before the gate is open.
type held struct {
	projector.Source
	gate chan struct{}
}

func (h held) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	select {
	case <-h.gate:
		return h.Source.Subscribe(ctx, after, f, handle)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestAPastThatIsBeingBuiltIsWaitedFor(t *testing.T) {
	s := newSite(t)
	admin, moment := s.asAdmin(), s.minute()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		pool, err := projections.NewAsOfPool(projections.AsOfPoolConfig{Dir: t.TempDir(), Log: held{s.log, gate}, Logger: zerolog.Nop(),
			Clock: s.clock.Now})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		handler, err := routes.New(httpapi.Config{SiteURL: site1, Commands: s.commands, Models: s.models, AsOfPool: pool,
			Log: s.log, Clock: s.clock.Now})
		if err != nil {
			t.Fatal(err)
		}
		get := func(path string, wait time.Duration) *answer {
			t.Helper()
			return answerAfter(t, wait, handler, path+"?asOf="+moment, admin)
		}
		get("/", 2*time.Second).is(202).has("Refresh", "1").has("Cache-Control", "no-store").says("is being built: 0%")
		for _, path := range []string{"/api/reviews", "/api/analytics/summary"} {
			get(path, 8*time.Second).is(503).has("Retry-After", "1").says(`"type":"urn:candor:problem:being-built"`, `"progress":0`)
		}
		close(gate)
		get("/api/categories", 0).is(200)
		get("/", 0).is(200).has("Refresh", "").says("The site as it stood on")
	})
}
