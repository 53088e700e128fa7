// The table of routes: from a path to its methods.

package httpapi

import (
	"net/http"
	"sort"
	"strings"

	"github.com/gorilla/mux"
)

// Methods are the routes of a path. GET answers HEAD too.
type Methods map[string]Route

// resource is what mux finds: the endpoints of one path. It is an http.Handler only to please mux;
// match calls its endpoint directly, because mux.Router.ServeHTTP copies the request twice.
type resource struct {
	get, post, put, patch, delete *endpoint
	options                       *endpoint // answers with Allow
	other                         *endpoint // refuses with Allow
}

func (*resource) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (p *resource) endpoint(method string) *endpoint {
	var e *endpoint
	switch method {
	case http.MethodGet, http.MethodHead:
		e = p.get
	case http.MethodPost:
		e = p.post
	case http.MethodPut:
		e = p.put
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

// Table collects routes in the order in which mux tries them.
type Table struct {
	*Server
	router    *mux.Router
	pageReads PageReads
	errs      []error // about routes that were declared wrongly
}

// newTable returns a table without routes.
func newTable(s *Server) *Table {
	return &Table{Server: s, router: mux.NewRouter().SkipClean(true), pageReads: PageReads{}}
}

// Handle registers what answers a path.
func (t *Table) Handle(pattern string, ms Methods) {
	list := allow(ms)
	t.router.Handle(pattern, t.resource(pattern, ms, func(c *Call) error {
		c.Set("Allow", list)
		return &Refusal{Status: http.StatusMethodNotAllowed, Detail: "This URL supports " + list + "."}
	}))
}

// Otherwise registers what answers all other paths.
func (t *Table) Otherwise(ms Methods) {
	t.router.NotFoundHandler = t.resource("(none)", ms, UnknownPath)
}

// resource builds the endpoints of one path; other answers the methods it has not.
func (t *Table) resource(pattern string, ms Methods, other Handler) *resource {
	past := PresentOnly
	for method, r := range ms {
		if err := r.check(method, pattern); err != nil {
			t.errs = append(t.errs, err)
		}
		if r.Render != nil {
			t.pageReads[pattern] = r.Render
		}
		if r.AsOf == OnPastServer || r.AsOf == AnyMoment {
			past = OnPastServer
		}
	}
	one := func(method string) *endpoint {
		r, ok := ms[method]
		if !ok {
			return nil
		}
		return t.newEndpoint(method, pattern, r)
	}
	list := allow(ms)
	allowed := func(c *Call) error {
		c.Set("Allow", list)
		c.WriteHeader(http.StatusNoContent)
		return nil
	}
	rest := func(method string, h Handler) *endpoint {
		return t.newEndpoint(method, pattern,
			Route{Handle: h, Who: Anybody, DependsOn: Nothing, Class: ClassNeeded, AsOf: past, WithoutLog: true})
	}
	return &resource{
		get: one(http.MethodGet), post: one(http.MethodPost), put: one(http.MethodPut), patch: one(http.MethodPatch),
		delete:  one(http.MethodDelete),
		options: rest(http.MethodOptions, allowed), other: rest("other", other),
	}
}

// allow lists the methods of a path.
func allow(ms Methods) string {
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

// UnknownPath answers a method other than GET on a path that does not exist.
func UnknownPath(*Call) error {
	return &Refusal{Status: http.StatusNotFound, Detail: "Nothing was found at this URL."}
}
