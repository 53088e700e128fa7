// Routes: every path of the site, and from a path and a method to what answers it.

package httpapi

import (
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// handler answers one call. Its error becomes a problem; see fail.
type handler func(c *request) error

// methods says what answers a path's methods. GET answers HEAD too.
type methods map[string]handler

// endpoint is one method of one path.
type endpoint struct {
	pattern string // "/api/reviews/{id}"
	method  string
	handle  handler
	shows   []positioned           // the read models that it answers from
	class   class                  // what it is under pressure
	quiet   bool                   // its log lines are for debugging only
	logger  func() *zerolog.Logger // says which method and route it is; made with the first line
	metrics *metrics
	// What is counted is made with the first answer: three hundred endpoints that nobody has called are 600 KB of /metrics.
	ok       func() prometheus.Counter // answers with status 200
	empty    func() prometheus.Counter // answers with status 204
	duration func() prometheus.Observer
}

// observe counts an answer.
func (e *endpoint) observe(status int, took time.Duration) {
	e.duration().Observe(took.Seconds())
	switch status {
	case http.StatusOK:
		e.ok().Inc()
		return
	case http.StatusNoContent:
		e.empty().Inc()
		return
	}
	e.metrics.requests.WithLabelValues(e.pattern, e.method, statusText(status)).Inc()
}

// resource is what mux finds: the endpoints of one path. It is an http.Handler only to please mux;
// match calls its endpoint directly, because mux.Router.ServeHTTP copies the request twice.
type resource struct {
	get, post, patch, delete *endpoint
	options                  *endpoint // answers with Allow
	other                    *endpoint // refuses with Allow
}

func (*resource) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (p *resource) endpoint(method string) *endpoint {
	var e *endpoint
	switch method {
	case http.MethodGet, http.MethodHead:
		e = p.get
	case http.MethodPost:
		e = p.post
	case http.MethodPatch:
		e = p.patch
	case http.MethodDelete:
		e = p.delete
	case http.MethodOptions:
		e = p.options
	}
	if e == nil {
		return p.other
	}
	return e
}

// match finds the endpoint of the request, notes it and returns its handler.
func (c *request) match() handler {
	var match mux.RouteMatch
	c.router.Match(c.request, &match)
	c.vars = match.Vars
	c.endpoint = match.Handler.(*resource).endpoint(c.request.Method) // NotFoundHandler is one, too
	return c.endpoint.handle
}

// variable returns a variable of the path, "" for a name that its pattern has not.
func (c *request) variable(name string) string { return c.vars[name] }

// table collects routes in the order in which mux tries them.
type table struct {
	*server
	router *mux.Router
}

// routes lays out the site. mux tries one regular expression after another, so that what is read
// most stands first.
func (s *server) routes() *mux.Router {
	t := &table{server: s, router: mux.NewRouter().SkipClean(true)}
	t.reviews()
	t.articles()
	t.analytics()
	t.categories()
	t.products()
	t.media()
	t.pages()
	t.messages()
	t.bots()
	t.admin()
	t.keys()
	t.undo()
	t.subscribers()
	t.privacy()
	t.activity()
	t.proof()
	t.trail()
	t.overview()
	t.description()
	t.sitemap()
	t.feed()
	t.health()
	t.control()
	t.router.NotFoundHandler = t.resource("(none)", methods{http.MethodGet: inTime(notFoundPage)}, unknownPath)
	return t.router
}

// handle registers what answers a path.
func (t *table) handle(pattern string, ms methods) {
	t.router.Handle(pattern, t.resource(pattern, ms, notAllowed(ms)))
}

// resource builds the endpoints of one path; other answers the methods it has not.
func (t *table) resource(pattern string, ms methods, other handler) *resource {
	shows := t.shownBy(pattern)
	e := func(method string, h handler) *endpoint {
		if h == nil {
			return nil
		}
		counted := func(status string) func() prometheus.Counter {
			return sync.OnceValue(func() prometheus.Counter { return t.metrics.requests.WithLabelValues(pattern, method, status) })
		}
		return &endpoint{
			pattern: pattern, method: method, handle: h, shows: shows, class: t.classOf(method, pattern), quiet: quiet[pattern],
			logger: sync.OnceValue(func() *zerolog.Logger {
				named := t.Logger.With().Str("method", method).Str("route", pattern).Logger()
				return &named
			}),
			metrics: t.metrics, ok: counted("200"), empty: counted("204"),
			duration: sync.OnceValue(func() prometheus.Observer { return t.metrics.duration.WithLabelValues(pattern, method) }),
		}
	}
	p := &resource{
		get: e(http.MethodGet, ms[http.MethodGet]), post: e(http.MethodPost, ms[http.MethodPost]),
		patch: e(http.MethodPatch, ms[http.MethodPatch]), delete: e(http.MethodDelete, ms[http.MethodDelete]),
		options: e(http.MethodOptions, allowed(ms)), other: e("other", other),
	}
	return p
}

// quiet paths are asked every few seconds by machines.
var quiet = map[string]bool{"/healthz": true, "/health/live": true, "/readyz": true, "/health/ready": true, "/health/readable": true, "/metrics": true}

// allow lists the methods of a path.
func allow(ms methods) string {
	names := []string{http.MethodOptions}
	for name := range ms {
		names = append(names, name)
		if name == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

func allowed(ms methods) handler {
	list := allow(ms)
	return func(c *request) error {
		c.set("Allow", list)
		c.WriteHeader(http.StatusNoContent)
		return nil
	}
}

func notAllowed(ms methods) handler {
	list := allow(ms)
	return func(c *request) error {
		c.set("Allow", list)
		return &refusal{status: http.StatusMethodNotAllowed, detail: "This URL supports " + list + "."}
	}
}

// unknownPath answers a method other than GET on a path that does not exist.
func unknownPath(*request) error {
	return &refusal{status: http.StatusNotFound, detail: "Nothing was found at this URL."}
}
