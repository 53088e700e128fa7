// How the handler is put together, and what it does when a part is missing.

package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"

	"candor/commands/rooms"
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/routes"
	"candor/projections"
)

// noLog is a log that answers and holds nothing.
type noLog struct{}

func (noLog) Available() error                              { return nil }
func (noLog) Writable() error                               { return nil }
func (noLog) RefusesWrites() error                          { return nil }
func (noLog) Away() (time.Time, error)                      { return time.Time{}, nil }
func (noLog) Head(context.Context) (events.Position, error) { return 0, nil }
func (noLog) At(context.Context, events.Position) (events.Recorded, bool, error) {
	return events.Recorded{}, false, nil
}
func (noLog) Subscribe(_ context.Context, _ events.Position, _ events.Filter, handle func(events.Message) error) error {
	return handle(events.Message{Kind: events.CaughtUp})
}

// assemble makes a handler whose read models are missing, for what needs none.
func assemble(tb testing.TB, change func(*httpapi.Config)) (http.Handler, error) {
	tb.Helper()
	c := httpapi.Config{SiteURL: site1, Commands: &rooms.Handlers{}, Models: &projections.Models{}, Log: noLog{}, Logger: zerolog.Nop()}
	change(&c)
	return routes.New(c)
}

func TestConfigurationIsChecked(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*httpapi.Config)
		says   string
	}{
		"no log":            {func(c *httpapi.Config) { c.Log = nil }, "Log"},
		"no commands":       {func(c *httpapi.Config) { c.Commands = nil }, "Commands"},
		"no site URL":       {func(c *httpapi.Config) { c.SiteURL = "" }, "site URL"},
		"site URL":          {func(c *httpapi.Config) { c.SiteURL = "reviews.example" }, "reviews.example"},
		"site URL and path": {func(c *httpapi.Config) { c.SiteURL = "https://reviews.example/blog" }, "/blog"},
		"no shell":          {func(c *httpapi.Config) { c.Web = fstest.MapFS{} }, "index.html"},
		"no marker": {func(c *httpapi.Config) { c.Web = fstest.MapFS{"index.html": {Data: []byte(`<div id="root"></div>`)}} },
			"<!--head-->"},
		"no manifest": {func(c *httpapi.Config) {
			c.Web = fstest.MapFS{"index.html": {Data: []byte(`<!--head--><div id="root"></div>`)}}
		}, "manifest.json"},
	} {
		if _, err := assemble(t, tt.change); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want an error that says %s", name, err, tt.says)
		}
	}
}

func TestCanonicalLinksFollowTheConfiguredOrigin(t *testing.T) {
	h, err := assemble(t, func(c *httpapi.Config) { c.SiteURL = "https://reviews.example/" })
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "http://10.0.0.5:8080/office-tools", nil))
	if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, `href="https://reviews.example/office-tools"`) ||
		strings.Contains(body, "10.0.0.5") {
		t.Errorf("%d %s", w.Code, body)
	}
	// The configured origin's own pages may write, whatever name the proxy sends on.
	r := httptest.NewRequest("POST", "http://10.0.0.5:8080/api/nothing", nil)
	r.Header.Set("Origin", "https://reviews.example")
	w = httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusNotFound {
		t.Errorf("POST from the configured origin: %d", w.Code)
	}
}

// warnedOf reports whether a request with X-Forwarded-For from a peer makes the site warn of a proxy.
func warnedOf(t *testing.T, peer string) bool {
	t.Helper()
	var log strings.Builder
	h, err := assemble(t, func(c *httpapi.Config) { c.Logger = zerolog.New(&log) })
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/robots.txt", nil)
	r.RemoteAddr = peer
	r.Header.Set("X-Forwarded-For", "203.0.113.9")
	h.ServeHTTP(httptest.NewRecorder(), r)
	return strings.Contains(log.String(), "CANDOR_TRUSTED_PROXIES")
}

func TestAPanicIsA500ThatTellsTheRequestIDOnly(t *testing.T) {
	var log strings.Builder
	h, err := assemble(t, func(c *httpapi.Config) { c.Logger = zerolog.New(&log) })
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/api/reviews/1", nil)) // there are no read models to ask
	var p struct {
		RequestID, Detail string
		Status            int
	}
	if err := json.NewDecoder(w.Body).Decode(&p); err != nil || w.Code != 500 || p.Status != 500 || p.RequestID == "" ||
		!strings.Contains(p.Detail, p.RequestID) || strings.Contains(p.Detail, "nil") {
		t.Errorf("%d %+v (%v)", w.Code, p, err)
	}
	if !strings.Contains(log.String(), "nil pointer") || !strings.Contains(log.String(), p.RequestID) ||
		!strings.Contains(log.String(), `"level":"error"`) {
		t.Errorf("log: %s", log.String())
	}
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if body, err := io.ReadAll(w.Body); err != nil || !strings.Contains(string(body), "candor_http_panics_total 1") {
		t.Errorf("metrics: %s (%v)", body, err)
	}
}

// unread is a log from which nothing arrives.
type unread struct{ noLog }

func (unread) Subscribe(ctx context.Context, _ events.Position, _ events.Filter, _ func(events.Message) error) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestReadModelsThatAreNotReadyAreNoError(t *testing.T) {
	plain, _ := newSite(t).newKey("press", "create_news")
	models, err := projections.Open(t.Context(), projections.Config{Dir: t.TempDir(), Log: unread{}, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := models.Close(); err != nil {
			t.Error(err)
		}
	}()
	h, err := assemble(t, func(c *httpapi.Config) { c.Models = models })
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string, options ...option) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		for _, o := range options {
			o(r)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("GET %s: %d, Retry-After %q: %s", path, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
		return w
	}
	get("/api/reviews")
	get("/api/reviews/1")
	get("/api/admin/reviews", with("Cookie", "candor_session=valid-perhaps"))
	get("/api/bot/status", key(plain))
	get("/sitemap.xml")
	get("/feed.xml")
	get("/media/" + strings.Repeat("0", 64) + ".png")
	if w := get("/reviews/1"); !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("page: %s", w.Header().Get("Content-Type"))
	}
	if w := get("/readyz"); !strings.Contains(w.Body.String(), `"ready":false`) {
		t.Errorf("/readyz: %s", w.Body)
	}
}
