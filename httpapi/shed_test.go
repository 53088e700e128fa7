// Overload: who is refused, who never is, and that it ends.

package httpapi_test

import (
	"strconv"
	"testing"

	"candor/httpapi"
)

func TestBeyondTheBoundsReadersAreRefusedAndTheAdminNever(t *testing.T) {
	s := scripted(t, counting)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("Read by all"), admin).is(201)
	plain, _ := s.newKey("press", "create_reviews")
	bot := key(plain)
	s.do("GET", "/reviews/1", "").is(200).says("made 1")
	n := 0
	ask := map[string]func() *answer{
		"views": func() *answer { return s.do("POST", "/api/track", view) },
		"lists": func() *answer {
			n++
			return s.do("GET", "/api/reviews?search=never"+strconv.Itoa(n), "")
		},
		"pages": func() *answer { return s.do("GET", "/reviews/"+strconv.Itoa(70+n), "") },
		"items": func() *answer { return s.do("GET", "/api/reviews/1", "") },
		"kept":  func() *answer { return s.do("GET", "/reviews/1", "") },
	}
	refused := func(name string) bool {
		t.Helper()
		a := ask[name]()
		if a.status != 503 {
			return false
		}
		a.has("Retry-After", "1").has("Cache-Control", "no-store")
		if name == "pages" || name == "kept" {
			a.has("Content-Type", "text/html; charset=utf-8").says("<h1>One moment, please</h1>").says(`<a href="">Try again</a>`)
		} else {
			a.has("Content-Type", "application/problem+json").says("urn:candor:problem:overloaded")
		}
		return true
	}
	for class, want := range map[string]map[string]bool{
		"":      {},
		"views": {"views": true},
		"made":  {"lists": true, "pages": true},
		"ready": {"lists": true, "pages": true, "items": true, "kept": true},
	} {
		ask["kept"]().is(200) // it was changed by the last round
		free := func() {}
		if class != "" {
			free = httpapi.Occupy(s.server.Handler, class)
		}
		for name := range ask {
			if got := refused(name); got != want[name] {
				t.Errorf("with as many %q as may be: %s are refused: %v, want %v", class, name, got, want[name])
			}
		}
		s.do("GET", "/healthz", "").is(200)
		s.do("GET", "/metrics", "").is(200).says(`candor_http_shed_total{class="views"}`)
		s.do("GET", "/readyz", "").is(200)
		s.do("GET", "/api/admin/reviews", "", admin).is(200)
		s.do("GET", "/api/reviews/1", "", admin).is(200)
		s.do("GET", "/api/reviews?search=admin"+class, "", admin).is(200)
		s.do("GET", "/reviews/1", "", admin).is(200)
		s.do("PATCH", "/api/reviews/1", `{"title":"Edited beside `+class+`"}`, admin).is(200)
		s.do("POST", "/api/bot/reviews", review, bot).is(200)
		if class == "ready" {
			s.do("GET", "/api/reviews/1", "", with("Cookie", "candor_session=made-up")).problem(503)
		}
		free()
	}
	for name := range ask {
		if refused(name) {
			t.Errorf("%s are refused although nobody is served", name)
		}
	}
	for _, class := range []string{"views", "made", "ready"} {
		if n := httpapi.InFlight(s.server.Handler, class); n != 0 {
			t.Errorf("%d requests of %q count although they have been answered", n, class)
		}
	}
}
