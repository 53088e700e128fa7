// What protects the site: who may call what, and the headers of every kind of answer. Both walk the real routes, so that
// a new one can't be forgotten.

package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"candor/httpapi"
)

// call is a route with a path that can be asked for.
type call struct{ method, path, who string }

// realRoutes lists the real routes.
func realRoutes(t *testing.T) map[string]call {
	t.Helper()
	h, err := assemble(t, func(c *httpapi.Config) { c.ControlToken, c.Web = "on", shell })
	if err != nil {
		t.Fatal(err)
	}
	all, err := httpapi.Routes(h)
	if err != nil {
		t.Fatal(err)
	}
	parameter := regexp.MustCompile(`\{([a-z0-9]+)(:[^{}]*(\{[^{}]*\})?[^{}]*)?\}`)
	values := map[string]string{"sha256": strings.Repeat("a", 64), "extension": "png", "slug": "computers", "rest": "app-1a2b.js"}
	calls := map[string]call{}
	for _, r := range all {
		path := parameter.ReplaceAllStringFunc(r.Path, func(p string) string {
			if v, ok := values[parameter.FindStringSubmatch(p)[1]]; ok {
				return v
			}
			return "1"
		})
		calls[r.Method+" "+r.Path] = call{r.Method, path, r.Who}
	}
	return calls
}

// callsOf are the routes that a kind of caller may call: there are at least so many.
func callsOf(t *testing.T, least int, who func(string) bool) map[string]call {
	t.Helper()
	calls := realRoutes(t)
	for route, c := range calls {
		if !who(c.who) {
			delete(calls, route)
		}
	}
	if len(calls) < least {
		t.Fatalf("only %d calls", len(calls))
	}
	return calls
}

const analysts = "admin or key with read_analytics"

// adminCalls are those that need a session, or take one.
func adminCalls(t *testing.T) map[string]call {
	calls := callsOf(t, 30, func(who string) bool { return who == "admin" || who == analysts })
	calls["POST /api/admin/logout"] = call{"POST", "/api/admin/logout", "anybody"} // says of itself that there is no session
	return calls
}

func TestEveryAdminCallNeedsASession(t *testing.T) {
	s := newSite(t)
	expired := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), expired).is(201)
	s.do("POST", "/api/news", article, expired).is(201)
	s.do("POST", "/api/contact", message).is(201)
	s.newKey("press", "create_news")
	s.clock.Add(25 * time.Hour)
	s.cookie = ""
	loggedOut := s.asAdmin()
	s.do("POST", "/api/admin/logout", "", loggedOut).is(204)
	s.cookie = ""
	valid := s.asAdmin()
	plain, _ := s.newKey("bot", "create_reviews", "create_news", "create_categories")

	body := `{"title":"T","name":"N","slug":"s","action":"delete","ids":[1],"permissions":["create_news"]}`
	for name, who := range map[string][]option{
		"nobody":           nil,
		"an expired one":   {expired},
		"a logged-out one": {loggedOut},
		"a made-up one":    {with("Cookie", "candor_session="+strings.Repeat("A", 43))},
		"an empty one":     {with("Cookie", "candor_session=")},
		"a bot's key":      {key(plain)},
		"a key as session": {with("Cookie", "candor_session="+plain)},
	} {
		t.Run(name, func(t *testing.T) {
			if done := s.recorded(func() {
				for route, c := range adminCalls(t) {
					a := s.do(c.method, c.path, body, who...)
					if c.path == "/api/analytics/events" && name == "a bot's key" {
						a.problem(403) // a key with another permission would do
						continue
					}
					if a.status != 401 {
						t.Errorf("%s: %d %s", route, a.status, a.body)
						continue
					}
					a.problem(401).has("Cache-Control", "no-store")
					if !strings.Contains(a.body, "no-session") || a.header.Get("Www-Authenticate") == "" {
						t.Errorf("%s: %v %s", route, a.header, a.body)
					}
				}
			}); len(done) > 0 {
				t.Errorf("recorded %v", done)
			}
		})
	}
	s.do("GET", "/api/admin/overview", "", valid).is(200).says(`"reviews":{"total":1`)
}

func TestEveryCallOfBotsNeedsAKeyThatMay(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	able, _ := s.newKey("able", "create_reviews", "create_news", "create_categories")
	unable, _ := s.newKey("unable", "read_analytics")
	off, id := s.newKey("off", "create_reviews", "create_news", "create_categories", "read_analytics")
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", admin).is(200)
	s.cookie = ""
	refused := map[string][]option{
		"nobody": nil, "the admin": {admin}, "a malformed key": {key("candor_1")}, "a deactivated key": {key(off)},
		"the control token": {with("Authorization", "Bearer control")},
	}
	if done := s.recorded(func() {
		for route, c := range callsOf(t, 5, func(who string) bool { return strings.HasPrefix(who, "key") }) {
			for name, who := range refused {
				s.do(c.method, c.path, `{}`, who...).problem(401).says(`urn:candor:problem:key-`).has("Cache-Control", "no-store")
				if t.Failed() {
					t.Fatalf("%s by %s", route, name)
				}
			}
			if c.who == "key" {
				s.do(c.method, c.path, "", key(unable)).is(200)
				continue
			}
			s.do(c.method, c.path, `{}`, key(unable)).problem(403).says("key-permission")
			status := 400
			if c.method == "PATCH" { // of an item that the key hasn't created
				status = 404
			}
			s.do(c.method, c.path, `{}`, key(able)).problem(status)
		}
	}); len(done) > 0 {
		t.Errorf("recorded %v", done)
	}
}

func TestEveryCallOfAnalystsNeedsASessionOrAKeyThatMay(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	able, _ := s.newKey("able", "read_analytics")
	unable, _ := s.newKey("unable", "create_reviews")
	for route, c := range callsOf(t, 1, func(who string) bool { return who == analysts }) {
		t.Log(route)
		s.do(c.method, c.path, "", admin).is(200)
		s.cookie = ""
		s.do(c.method, c.path, "").problem(401).says("no-session")
		s.do(c.method, c.path, "", key("candor_1")).problem(401).says("key-malformed")
		s.do(c.method, c.path, "", key(unable)).problem(403).says("key-permission")
		s.do(c.method, c.path, "", admin, key(unable)).problem(403) // it is the key's, whatever cookie comes with it
		s.do(c.method, c.path, "", key(able)).is(200)
	}
}

func TestEveryCallOfTheCommandLineNeedsItsToken(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("able", "create_reviews", "read_analytics")
	for route, c := range callsOf(t, 6, func(who string) bool { return who == "control token" }) {
		for _, who := range [][]option{nil, {admin}, {key(plain)}, {with("Authorization", "Bearer "+plain)}, {with("Authorization", "Bearer ")}} {
			if a := s.do(c.method, c.path, `{}`, who...); a.status != 401 {
				t.Errorf("%s: %d %s", route, a.status, a.body)
			}
		}
	}
}

func TestEveryUnsafeCallRefusesForeignOrigins(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("bot", "create_reviews", "create_news", "create_categories")
	signed := []option{s.asAdmin(), key(plain)}
	foreign := map[string][]option{
		"another site":               {with("Origin", "https://elsewhere.example")},
		"another port":               {with("Origin", s.url+"1")},
		"another site that says so":  {with("Origin", "https://elsewhere.example"), with("Sec-Fetch-Site", "cross-site")},
		"a page without an origin":   {with("Origin", "null")},
		"a fetch from another site":  {with("Sec-Fetch-Site", "cross-site")},
		"another name of the domain": {with("Sec-Fetch-Site", "same-site")},
	}
	for route, c := range realRoutes(t) {
		if c.method == http.MethodGet || strings.Contains(route, "/api/control/") {
			continue
		}
		for name, from := range foreign {
			if done := s.recorded(func() {
				s.do(c.method, c.path, `{}`, append(signed, from...)...).problem(403)
			}); len(done) > 0 {
				t.Errorf("%s by %s recorded %v", route, name, done)
			}
		}
	}
	for name, from := range map[string]option{"the site itself": with("Origin", s.url),
		"its own fetch": with("Sec-Fetch-Site", "same-origin")} {
		if a := s.do("POST", "/api/news", article, s.asAdmin(), from); a.status != 201 {
			t.Errorf("%s: %d", name, a.status)
		}
	}
}

func TestEveryAnswerProtectsItself(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("bot", "create_news")
	picture := `{"title":"T","content":"C","category":"AI","authorName":"A","isPublished":true,"imageUrl":"` + dataString(t) + `"}`
	var made struct{ ImageURL string }
	s.do("POST", "/api/news", picture, admin).is(201).decode(&made)
	s.do("GET", "/tech-articles/1", "").is(200).says("page-data").protected("page, rendered")
	s.do("GET", "/nowhere", "").is(404).says("page-data").protected("page not found, rendered")
	s.script = nil // the headers are the same, and shells are quick
	s.restart()
	etag := s.do("GET", "/api/news", "").is(200).header.Get("ETag")
	pageTag := s.do("GET", "/about", "").is(200).header.Get("ETag")

	answers := map[string]*answer{
		"page":                s.do("GET", "/", "").is(200),
		"page of an article":  s.do("GET", "/tech-articles/1", "").is(200),
		"page, not changed":   s.do("GET", "/about", "", with("If-None-Match", pageTag)).is(304),
		"page not found":      s.do("GET", "/nowhere", "").is(404),
		"page of the admin":   s.do("GET", "/admin", "").is(200),
		"page, wrong method":  s.do("POST", "/about", "").is(405),
		"page, options":       s.do("OPTIONS", "/about", "").is(204),
		"page, head only":     s.do("HEAD", "/about", "").is(200),
		"redirect":            s.do("GET", "/about/", "").is(301),
		"documentation":       s.do("GET", "/docs", "").is(200),
		"asset":               s.do("GET", "/assets/app-1a2b.js", "").is(200),
		"asset, compressed":   s.do("GET", "/assets/app-1a2b.js", "", with("Accept-Encoding", "gzip")).is(200),
		"asset not found":     s.do("GET", "/assets/none.js", "").is(404),
		"file":                s.do("GET", "/favicon.svg", "").is(200),
		"sitemap":             s.do("GET", "/sitemap.xml", "").is(200),
		"feed":                s.do("GET", "/feed.xml", "").is(200),
		"robots":              s.do("GET", "/robots.txt", "").is(200),
		"health":              s.do("GET", "/healthz", "").is(200),
		"metrics":             s.do("GET", "/metrics", "").is(200),
		"API":                 s.do("GET", "/api/news", "").is(200),
		"API, not changed":    s.do("GET", "/api/news", "", with("If-None-Match", etag)).is(304),
		"API, not found":      s.do("GET", "/api/reviews/99", "").is(404),
		"API, no such call":   s.do("GET", "/api/nothing", "").is(404),
		"API, wrong method":   s.do("DELETE", "/api/products", "").is(405),
		"API, options":        s.do("OPTIONS", "/api/products", "").is(204),
		"API, bad input":      s.do("POST", "/api/contact", "{}").is(400),
		"API, too large":      s.do("POST", "/api/contact", strings.Repeat(" ", 9<<20)).is(413),
		"API, not JSON":       s.do("POST", "/api/contact", "a=b", instead("Content-Type", "text/plain")).is(415),
		"API, no session":     s.do("GET", "/api/admin/reviews", "").is(401),
		"API, foreign origin": s.do("POST", "/api/contact", "{}", with("Origin", "https://elsewhere.example")).is(403),
		"API, nothing to say": s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`).is(204),
		"API, admin":          s.do("GET", "/api/admin/reviews", "", admin).is(200),
		"bot":                 s.do("GET", "/api/bot/status", "", key(plain)).is(200),
		"bot, refused":        s.do("POST", "/api/bot/categories", "{}", key(plain)).is(403),
		"description":         s.do("GET", "/api/openapi.json", "").is(200),
		"download":            s.do("GET", "/api/docs/candor_examples.py", "").is(200),
		"media":               s.do("GET", made.ImageURL, "").is(200),
		"media, not changed":  s.do("GET", made.ImageURL, "", with("If-None-Match", `"`+made.ImageURL[7:71]+`"`)).is(304),
		"media, a part":       s.do("GET", made.ImageURL, "", with("Range", "bytes=0-3")).is(206),
		"media, no such part": s.do("GET", made.ImageURL, "", with("Range", "bytes=9999999-")).is(416),
		"media not found":     s.do("GET", "/media/"+strings.Repeat("a", 64)+".png", "").is(404),
		"control":             s.do("POST", "/api/control/rebuild", "{}").is(401),
	}
	for kind, a := range answers {
		a.protected(kind)
		if got := a.header.Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%s: Strict-Transport-Security %q on a site of http", kind, got)
		}
	}
	// Every route, whatever it answers, where the public address is one of https.
	s.origin = "https://reviews.example"
	s.restart()
	for route, c := range realRoutes(t) {
		a := s.do(c.method, c.path, "")
		a.protected(route)
		if a.header.Get("Strict-Transport-Security") != "max-age=31536000" {
			t.Errorf("%s: no Strict-Transport-Security", route)
		}
	}
}

// dataString is a small picture as a form sends it.
func dataString(t *testing.T) string {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())
}

// protected checks the headers that every answer has.
func (a *answer) protected(kind string) {
	a.Helper()
	referrer := "strict-origin-when-cross-origin"
	if strings.Contains(a.what, "/preview/") { // the address is a secret
		referrer = "no-referrer"
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": referrer, "Permissions-Policy": "camera=()",
	} {
		if got := a.header.Values(name); len(got) != 1 || !strings.Contains(got[0], want) {
			a.Errorf("%s (%d): %s is %q", kind, a.status, name, got)
		}
	}
	policy := a.header.Get("Content-Security-Policy")
	_, path, _ := strings.Cut(a.what, " ")
	if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/assets/") {
		if policy != "default-src 'none'; frame-ancestors 'none'; sandbox" {
			a.Errorf("%s (%d): Content-Security-Policy of data is %q", kind, a.status, policy)
		}
		return
	}
	for _, directive := range []string{"default-src 'none'", "default-src 'self'"} {
		if strings.HasPrefix(policy, directive) && strings.Contains(policy, "frame-ancestors 'none'") &&
			!strings.Contains(policy, "unsafe-eval") && !regexp.MustCompile(`script-src[^;]*'unsafe-inline'`).MatchString(policy) {
			return
		}
	}
	a.Errorf("%s (%d): Content-Security-Policy is %q", kind, a.status, policy)
}

// A key that comes twice, in whatever places, is in no answer and in no line of log; nor is a name in a body that comes twice.
func TestAKeySentTwiceIsNotEchoed(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_news")
	other, _ := s.newKey("desk", "create_news")
	bearer := with("Authorization", "Bearer "+plain)
	body := `{"` + plain + `":1,"` + plain + `":2}`
	for name, a := range map[string]*answer{
		"two keys in one header":     s.do("GET", "/api/bot/status", "", key(plain), key(other)).problem(400, "X-API-Key"),
		"two keys in two headers":    s.do("GET", "/api/bot/status", "", key(other), bearer).problem(400, "X-API-Key"),
		"one line with both":         s.do("GET", "/api/bot/status", "", key(plain+", "+other)).problem(401),
		"the same in one header":     s.do("GET", "/api/bot/status", "", key(plain), key(plain)).is(200),
		"the same in two headers":    s.do("GET", "/api/bot/status", "", key(plain), bearer).is(200),
		"a name in a bot's body":     s.do("POST", "/api/bot/news", body, key(plain)).problem(400, "body"),
		"a name in a visitor's body": s.do("POST", "/api/contact", body).problem(400, "body"),
		"a name in a tracked event":  s.do("POST", "/api/track", body).problem(400, "body"),
		"in the query":               s.do("GET", "/api/reviews?limit=x&apiKey="+plain+"&apiKey="+plain, "").problem(400, "limit"),
	} {
		if text := fmt.Sprint(a.header) + a.body; strings.Contains(text, plain) || strings.Contains(text, other) {
			t.Errorf("%s: the answer holds a key: %s", name, text)
		}
	}
	if log := s.lines.String(); strings.Contains(log, plain) || strings.Contains(log, other) {
		t.Errorf("the log holds a key: %s", log)
	}
}
