// The table of routes: from a path to its methods.

package httpapi

import (
	"net/http"
	"sort"
	"strings"

	"github.com/gorilla/mux"
)

// methods are the routes of a path. GET answers HEAD too.
type methods map[string]route

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

// table collects routes in the order in which mux tries them.
type table struct {
	*server
	router    *mux.Router
	pageReads pageReads
	errs      []error // about routes that were declared wrongly
}

// newTable returns a table without routes.
func newTable(s *server) *table {
	return &table{server: s, router: mux.NewRouter().SkipClean(true), pageReads: pageReads{}}
}

// handle registers what answers a path.
func (t *table) handle(pattern string, ms methods) {
	list := allow(ms)
	t.router.Handle(pattern, t.resource(pattern, ms, func(c *request) error {
		c.set("Allow", list)
		return &refusal{status: http.StatusMethodNotAllowed, detail: "This URL supports " + list + "."}
	}))
}

// otherwise registers what answers all other paths.
func (t *table) otherwise(ms methods) {
	t.router.NotFoundHandler = t.resource("(none)", ms, unknownPath)
}

// resource builds the endpoints of one path; other answers the methods it has not.
func (t *table) resource(pattern string, ms methods, other handler) *resource {
	past := presentOnly
	for method, r := range ms {
		if err := r.check(method, pattern); err != nil {
			t.errs = append(t.errs, err)
		}
		if r.render != nil {
			t.pageReads[pattern] = r.render
		}
		if r.asOf == onPastServer || r.asOf == anyMoment {
			past = onPastServer
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
	allowed := func(c *request) error {
		c.set("Allow", list)
		c.WriteHeader(http.StatusNoContent)
		return nil
	}
	rest := func(method string, h handler) *endpoint {
		return t.newEndpoint(method, pattern, route{handle: h, who: anybody, dependsOn: nothing, class: classNeeded, asOf: past, withoutLog: true})
	}
	return &resource{
		get: one(http.MethodGet), post: one(http.MethodPost), put: one(http.MethodPut), patch: one(http.MethodPatch), delete: one(http.MethodDelete),
		options: rest(http.MethodOptions, allowed), other: rest("other", other),
	}
}

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

// unknownPath answers a method other than GET on a path that does not exist.
func unknownPath(*request) error {
	return &refusal{status: http.StatusNotFound, detail: "Nothing was found at this URL."}
}
