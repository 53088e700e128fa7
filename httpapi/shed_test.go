// Overload: who is refused, who never is, and that it ends.

package httpapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"candor/httpapi"
	"candor/internal/eventually"
)

// asks are requests of each class, each another one that nothing is cached for, and what is cached.
func (s *site) asks() map[string]func(options ...option) *answer {
	n := 0
	get := func(path string) func(options ...option) *answer {
		return func(options ...option) *answer {
			n++
			return s.do("GET", strings.ReplaceAll(path, "#", strconv.Itoa(n)), "", options...)
		}
	}
	return map[string]func(options ...option) *answer{
		"views":     func(options ...option) *answer { return s.do("POST", "/api/track", view, options...) },
		"forms":     func(options ...option) *answer { return s.do("POST", "/api/contact", "{}", options...) },
		"lists":     get("/api/reviews?search=never#"),
		"facets":    get("/api/reviews/facets?search=never#"),
		"products":  get("/api/products?offset=#"),
		"names":     get("/api/tags/unknown-#"),
		"searches":  get("/api/search?q=never%20#"),
		"suggested": get("/api/search/suggest?q=never#"),
		"pages":     get("/reviews/7#"),
		"documents": get("/feed.xml"),
		"versions":  get("/api/reviews/1/history/#"),
		"previews":  get("/api/preview/#"),
		"proofs":    get("/api/checkpoint"),
		"health":    get("/readyz"),
		"item":      get("/api/reviews/1"),
		"cached":    get("/reviews/1"),
	}
}

// classOf is the class of each of asks, besides "ready".
var classOf = map[string]string{"facets": "lists", "products": "lists", "names": "lists", "suggested": "searches", "item": "", "cached": ""}

// refused reports whether an answer is a refusal, which must say when to come again.
func refused(t *testing.T, name string, a *answer) bool {
	t.Helper()
	if a.status != 503 {
		return false
	}
	a.has("Retry-After", "1").has("Cache-Control", "no-store")
	if slices.Contains([]string{"pages", "cached", "documents", "health"}, name) {
		a.has("Content-Type", "text/html; charset=utf-8").says("<h1>One moment, please</h1>").says(`<a href="">Try again</a>`)
	} else {
		a.has("Content-Type", "application/problem+json").says("urn:candor:problem:overloaded")
	}
	return true
}

// want reports whether a request of a name is refused while a class is full.
func wantRefused(name, class string) bool {
	own, named := classOf[name]
	if !named {
		own = name
	}
	if class == "ready" {
		return !slices.Contains([]string{"views", "forms", "health"}, own)
	}
	return class != "" && own == class
}

var requestClasses = []string{"views", "forms", "ready", "lists", "searches", "pages", "documents", "versions",
	"previews", "proofs", "health"}

func TestBeyondABoundReadersAreRefusedAndTheAdminNever(t *testing.T) {
	s := scripted(t, counting)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("Read by all"), admin).is(201)
	plain, _ := s.newKey("press", "create_reviews")
	bot := key(plain)
	asks := s.asks()
	for _, class := range append([]string{""}, requestClasses...) {
		s.do("PATCH", "/api/reviews/1", `{"title":"Edited before `+class+`"}`, admin).is(200) // no feed is cached
		asks["cached"]().is(200)
		free := func() {}
		if class != "" {
			free = httpapi.Occupy(s.server.Handler, class)
		}
		for name, ask := range asks {
			if got, want := refused(t, name, ask()), wantRefused(name, class); got != want {
				t.Errorf("with as many %q as may be: %s are refused: %v, want %v", class, name, got, want)
			}
		}
		s.do("GET", "/healthz", "").is(200)
		s.do("GET", "/api/admin/reviews", "", admin).is(200)
		s.do("GET", "/api/reviews/1", "", admin).is(200)
		s.do("GET", "/api/reviews?search=admin"+class, "", admin).is(200)
		s.do("GET", "/api/search?q=admin"+class, "", admin).is(200)
		s.do("GET", "/reviews/1", "", admin).is(200)
		s.do("PATCH", "/api/reviews/1", `{"title":"Edited beside `+class+`"}`, admin).is(200)
		s.do("POST", "/api/bot/reviews", review, bot).is(200)
		if class == "ready" {
			s.do("GET", "/api/reviews/1", "", with("Cookie", "candor_session=made-up")).problem(503)
		}
		free()
	}
	s.do("GET", "/metrics", "").is(200).says(`candor_http_shed_total{class="searches"} 2`)
	for name, ask := range asks {
		if refused(t, name, ask()) {
			t.Errorf("%s are refused although nobody is served", name)
		}
	}
	s.nothingCounts(t)
}

// nothingCounts checks that all that was answered counts no more.
func (s *site) nothingCounts(t *testing.T) {
	t.Helper()
	for _, class := range httpapi.Classes() {
		s.inFlight(class, 0) // the last answers arrive before they end
	}
	eventually.Holds(t, func() error {
		if httpapi.Computing(s.server.Handler) {
			return errors.New("something is still being computed")
		}
		return nil
	})
}

// inFlight waits until so much of a class is in use.
func (s *site) inFlight(class string, want int64) {
	s.Helper()
	eventually.Holds(s, func() error {
		if got := httpapi.InFlight(s.server.Handler, class); got != want {
			return fmt.Errorf("%d of %s in use, want %d", got, class, want)
		}
		return nil
	})
}

func TestAClientHasAShareAndOthersTheRest(t *testing.T) {
	s := scripted(t, counting)
	s.do("POST", "/api/reviews", published("Read by all"), s.asAdmin()).is(201)
	asks := s.asks()
	for _, class := range requestClasses {
		s.do("PATCH", "/api/reviews/1", `{"title":"Edited before `+class+`"}`, s.asAdmin()).is(200)
		r, _ := http.NewRequest("GET", "/", nil)
		r.RemoteAddr = "198.51.100.7:1234"
		free := httpapi.OccupyShare(s.server.Handler, class, r)
		for _, name := range requestClasses {
			ask := asks[name]
			if name == "ready" {
				ask = asks["item"]
			}
			if got, want := refused(t, name, ask(from("198.51.100.7"))), wantRefused(name, class) || name == "ready" &&
				class == "ready"; got != want {
				t.Errorf("a client with its share of %q: %s are refused: %v, want %v", class, name, got, want)
			}
			if refused(t, name, ask(from("198.51.100.8"))) {
				t.Errorf("beside a client with its share of %q: %s of others are refused", class, name)
			}
		}
		free()
	}
	s.nothingCounts(t)
}

func TestBehindAnUndeclaredProxyEachConnectionHasAShare(t *testing.T) {
	s := scripted(t, counting)
	s.distrust = true
	s.restart()
	r, _ := http.NewRequest("GET", "/", nil)
	r.RemoteAddr = "127.0.0.1:1234"
	free := httpapi.OccupyShare(s.server.Handler, "searches", r)
	defer free()
	s.do("GET", "/api/search?q=direct", "").problem(503)
	s.do("GET", "/api/search?q=forwarded", "", from("203.0.113.7")).is(200)
	s.do("GET", "/api/search?q=forwarded", "", with("Forwarded", "for=203.0.113.7")).is(200)
}

func TestComputingTakesTurnsAndCachedAnswersDoNotWait(t *testing.T) {
	s := scripted(t, counting)
	s.do("POST", "/api/reviews", published("Read by all"), s.asAdmin()).is(201)
	asks := s.asks()
	asks["cached"]().is(200)
	s.do("GET", "/api/reviews", "").is(200)
	free := httpapi.OccupyTurns(s.server.Handler)
	asks["cached"]().is(200)
	asks["item"]().is(200)
	s.do("GET", "/api/reviews", "").is(200)
	s.do("GET", "/api/search?q=anything", "", s.asAdmin()).is(200)
	synctest.Test(t, func(t *testing.T) {
		if !refused(t, "searches", answerAfter(t, 5*time.Second, s.server.Handler, "/api/search?q=out+of+turn")) {
			t.Error("a search was carried out out of turn")
		}
	})
	free()
	if refused(t, "searches", asks["searches"]()) {
		t.Error("a search is refused although its turn has come")
	}
	s.nothingCounts(t)
}

func TestAFinishedRequestCountsNoMoreHoweverItEnded(t *testing.T) {
	s := newSite(t)
	s.misbehaves = true
	s.restart()
	for _, path := range []string{
		"/api/search?q=", "/api/reviews?limit=none", "/api/reviews/facets?year=x", "/api/reviews/77/history", "/api/preview/none",
		"/sitemap-reviews-99.xml", "/api/analytics/events", "/nothing",
	} {
		s.do("GET", path, "")
	}
	for _, how := range []string{"panic", "abort", "error", "silence"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/api/misbehaving/"+how, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_ = a.Body.Close()
		} else if how != "abort" {
			t.Errorf("%s: %v", how, err)
		}
	}
	s.nothingCounts(t)
}

// What readers can ask for is bounded, and by whose share: each route says so where it is declared.
func TestWhatIsComputedHasABound(t *testing.T) {
	trivial := []string{"/healthz", "/health/live", "/health/readable", "/robots.txt", "/favicon.svg", "/assets/{rest:.+}",
		"/api/admin/session"}
	h, err := assemble(t, func(c *httpapi.Config) { c.ControlToken, c.Web = "on", shell })
	if err != nil {
		t.Fatal(err)
	}
	all, err := httpapi.Routes(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if r.Method == "GET" && r.Class == "needed" && !slices.Contains(trivial, r.Path) {
			t.Errorf("GET %s has no bound", r.Path)
		}
	}
}

// The guide's table is the program's.
func TestTheTableOfBoundsIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range httpapi.Bounds() {
		if b.Share <= 0 || b.Share >= b.Max {
			t.Errorf("one client may have %d of %d %s", b.Share, b.Max, b.Class)
		}
		if row := fmt.Sprintf("| `%s` | %s |", b.Class, b); !strings.Contains(string(text), row) {
			t.Errorf("docs/operations.md has no row %s", row)
		}
	}
}
