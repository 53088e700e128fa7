// Health, methods, foreign pages, headers, log lines, rebuilds.

package httpapi_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/events"
)

func TestHealth(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/healthz", "/health/live"} {
		s.do("GET", path, "").is(200).says(`"status":"ok"`)
		s.do("HEAD", path, "").is(200)
	}
	for _, path := range []string{"/readyz", "/health/ready"} {
		var got struct {
			Status string
			Log    struct{ Available bool }
			Models []struct {
				Name     string
				Ready    bool
				Position uint64
			}
		}
		a := s.do("GET", path, "").is(200).decode(&got)
		if got.Status != "ready" || !got.Log.Available || len(got.Models) < 5 {
			t.Errorf("%s", a.body)
		}
		for _, m := range got.Models {
			if !m.Ready {
				t.Errorf("%s is not ready: %s", m.Name, a.body)
			}
		}
	}
	s.do("GET", "/readyz", "").is(200).says(`"head":`, `"position":`, `"lag":`)
	// strangers see it
	s.do("GET", "/health/ready", "").is(200).says(`"writable":true`).lacks(`"head"`, `"position"`, `"lag"`, `"applied"`, "oisoned")
	s.do("GET", "/readyz", "").is(200).says(`"setAside":[]`)
	s.do("GET", "/api/reviews", "").is(200)
	// Only routes that have been called have counts, and /api/contact has not been called.
	s.do("GET", "/metrics", "").is(200).says(`candor_http_requests_total{method="GET",route="/api/reviews",status="200"} 1`,
		"candor_http_request_duration_seconds_bucket").lacks(`route="/api/contact"`)
}

func TestNotReadyWithoutTheLog(t *testing.T) {
	s := newSite(t)
	if err := s.log.Close(); err != nil {
		t.Fatal(err)
	}
	s.do("GET", "/readyz", "").is(503).says(`"status":"not ready"`, `"available":false`)
	s.do("GET", "/healthz", "").is(200)
	s.do("GET", "/api/reviews", "").is(200) // readers don't notice
	s.do("POST", "/api/contact", message).problem(503).has("Retry-After", "1")
	s.do("POST", "/api/track", view).problem(503).has("Retry-After", "1")
}

func TestWrongMethodSaysWhichAreAllowed(t *testing.T) {
	s := newSite(t)
	for call, allow := range map[string]string{
		"PUT /api/reviews/1":       "DELETE, GET, HEAD, OPTIONS, PATCH",
		"DELETE /api/reviews":      "GET, HEAD, OPTIONS, POST",
		"GET /api/track":           "OPTIONS, POST",
		"GET /api/admin/login":     "OPTIONS, POST",
		"POST /api/bot/status":     "GET, HEAD, OPTIONS",
		"POST /about":              "GET, HEAD, OPTIONS",
		"GET /api/contact":         "OPTIONS, POST",
		"POST /api/admin/activity": "GET, HEAD, OPTIONS",
	} {
		method, path, _ := strings.Cut(call, " ")
		s.do(method, path, "").problem(405).has("Allow", allow)
		s.do("OPTIONS", path, "").is(204).has("Allow", allow)
	}
	s.do("POST", "/nowhere", "").problem(404)
	s.do("DELETE", "/api/nothing", "").problem(404)
}

func TestForeignPagesCantWrite(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_news")
	s.records(func() {
		for _, o := range []option{with("Origin", "https://evil.example"), with("Sec-Fetch-Site", "cross-site"),
			with("Sec-Fetch-Site", "same-site"), with("Origin", "null")} {
			s.do("POST", "/api/reviews", review, s.asAdmin(), o).problem(403).says("cross-origin")
			s.do("POST", "/api/contact", message, o).problem(403)
			s.do("POST", "/api/bot/news", article, key(plain), o).problem(403)
			s.do("POST", "/api/admin/login", `{}`, o).problem(403)
		}
	})
	s.do("POST", "/api/contact", message, with("Origin", s.url), with("Sec-Fetch-Site", "same-origin")).is(201)
	s.do("POST", "/api/contact", message, with("Origin", s.url)).is(201)
	s.do("GET", "/api/reviews", "", with("Origin", "https://evil.example")).is(200)
}

func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	s := newSite(t)
	sum := sha256.Sum256([]byte("theme()"))
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	for _, path := range []string{"/", "/nowhere", "/api/reviews", "/api/nothing", "/api/admin/reviews", "/feed.xml", "/healthz",
		"/assets/app-1a2b.js"} {
		a := s.do("GET", path, "").has("X-Content-Type-Options", "nosniff").has("Strict-Transport-Security", "")
		policy := a.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "default-src ") ||
			strings.Contains(strings.Split(policy, "style-src")[0], "unsafe-inline") {
			t.Errorf("%s: Content-Security-Policy %q", path, policy)
		}
		if len(a.header.Get("X-Request-Id")) != 32 {
			t.Errorf("%s: X-Request-Id %q", path, a.header.Get("X-Request-Id"))
		}
	}
	a := s.do("GET", "/", "").has("Referrer-Policy", "strict-origin-when-cross-origin").has("X-Frame-Options", "DENY")
	if a.header.Get("Permissions-Policy") == "" || !strings.Contains(a.header.Get("Content-Security-Policy"), "script-src 'self' "+hash+";") {
		t.Errorf("page headers %v", a.header)
	}
	for _, bad := range []string{"abc-123", "a b", strings.Repeat("x", 65), "<script>", ""} {
		if got := s.do("GET", "/api/reviews", "", with("X-Request-Id", bad)).header.Get("X-Request-Id"); got == bad {
			t.Errorf("X-Request-Id %q came back", bad)
		}
	}
}

func TestLogLinesTellEnoughAndNotTooMuch(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_news")
	s.do("POST", "/api/bot/news", article, key(plain), with("X-Request-Id", "trace-me"), from("203.0.113.7")).is(200)
	s.do("POST", "/api/admin/login", `{"username":"admin","password":"hunter2hunter2"}`, from("203.0.113.7")).is(401)
	s.do("GET", "/api/reviews/5?search=private", "", with("Authorization", "Bearer "+plain)).is(404)
	log := s.lines.String()
	for _, secret := range []string{plain, password, "hunter2", "candor_session", s.cookie, "203.0.113.7", "127.0.0.1", "private",
		"Bearer", "authorName"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	var line struct {
		Method, Route, Actor string
		Status               int
		Ms                   *float64
		RequestID            string `json:"request_id"`
		ActorID              string `json:"actor_id"`
	}
	for text := range strings.Lines(log) {
		if strings.Contains(text, "trace-me") {
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	}
	if line.Method != "POST" || line.Route != "/api/bot/news" || line.Status != 200 || line.Ms == nil || line.Actor != "bot" ||
		line.ActorID != "1" {
		t.Errorf("log line %+v", line)
	}
	if !strings.Contains(log, `"route":"/api/reviews/{id}"`) {
		t.Error("the log names no route pattern")
	}
}

// With the id of another's request, an event would look like a part of it, and be undone with it.
func TestNobodyMixesEventsIntoAnothersRequest(t *testing.T) {
	s := newSite(t)
	own := s.do("POST", "/api/news", article, s.asAdmin(), with("X-Request-Id", "trace-me")).is(201).header.Get("X-Request-Id")
	last, err := s.log.Last(t.Context(), "article-1")
	if err != nil {
		t.Fatal(err)
	}
	meta := last.Metadata()
	if meta.CorrelationID != own || meta.Actor.Kind != "admin" || meta.Actor.ID != "admin" {
		t.Errorf("metadata %+v", meta)
	}
	plain, _ := s.newKey("press", "create_news")
	s.do("POST", "/api/contact", message, with("X-Request-Id", own)).is(201)
	second := s.do("POST", "/api/bot/news", article, key(plain), with("X-Request-Id", own)).is(200).header.Get("X-Request-Id")
	if second == own {
		t.Errorf("a bot's request has the id of the admin's: %s", own)
	}
	s.caughtUp()
	var entries []struct{ Item struct{ Kind string } }
	s.do("GET", "/api/admin/history?request="+own, "", s.asAdmin()).is(200).decode(&entries)
	if len(entries) != 1 || entries[0].Item.Kind != "article" {
		t.Errorf("the history of the admin's request has %d entries: %+v", len(entries), entries)
	}
	// What the caller named it is in the log, beside our id.
	if log := s.lines.String(); !strings.Contains(log, `"request_id":"`+second+`"`) ||
		!strings.Contains(log, `"caller_request_id":"`+own+`"`) {
		t.Errorf("the log does not tell both ids: %s", log)
	}
}

func TestRebuildOnDemand(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/control/rebuild", `{}`).problem(401)
	s.do("POST", "/api/control/rebuild", `{}`, with("Authorization", "Bearer wrong")).problem(401)
	token := with("Authorization", "Bearer control-token")
	s.do("POST", "/api/control/rebuild", `{"names":["nonsense"]}`, token).problem(400, "names")
	s.do("POST", "/api/control/rebuild", `{"names":7}`, token).problem(400, "names")
	if first := s.do("POST", "/api/control/rebuild", `{"names":["history"]}`, token).is(200); !strings.Contains(first.body, `"name":"audit"`) {
		t.Errorf("the audit log under its first name: %s", first.body)
	}
	a := s.do("POST", "/api/control/rebuild", `{"names":["content","inbox"]}`, token).is(200).has("Content-Type", "application/x-ndjson")
	var done []string
	for text := range strings.Lines(a.body) {
		var line struct {
			Name, Error string
			Done        bool
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil || line.Error != "" {
			t.Errorf("%s: %v", text, err)
		}
		if line.Done {
			done = append(done, line.Name)
		}
	}
	if strings.Join(done, " ") != "content inbox" {
		t.Errorf("rebuilt %v", done)
	}
	s.do("GET", "/api/categories", "").is(200).has("X-Total-Count", "4")
}

func TestACommandBesideTheServerWaitsForItsReaders(t *testing.T) {
	s := newSite(t)
	token := with("Authorization", "Bearer control-token")
	in, err := access.ParseKey([]byte(`{"name":"cli","permissions":["create_news"]}`))
	if err != nil {
		t.Fatal(err)
	}
	k, err := s.commands.Access.CreateKey(t.Context(), commands.Caller{Actor: events.System, RequestID: "cli"}, in)
	if err != nil {
		t.Fatal(err)
	}
	s.do("POST", "/api/control/wait", fmt.Sprintf(`{"position":%d}`, k.Position), token).is(204)
	s.do("GET", "/api/bot/status", "", key(k.Plain)).is(200)
	s.do("POST", "/api/control/wait", `{"position":"x"}`, token).problem(400, "position")
	s.do("POST", "/api/control/wait", `{}`).problem(401)
}

func TestSlowAndOversizedRequestsAreCutOff(t *testing.T) {
	s := newSite(t)
	address := strings.TrimPrefix(s.url, "http://")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 100<<10) + "\r\n\r\n"))
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("100 KiB of headers: %d", res.StatusCode)
	}
}
