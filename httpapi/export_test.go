// What tests of this package's parsers and counters see of its inside.

package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"candor/httpapi/limit"
)

var (
	CanonicalID = canonicalID
	RevisionOf  = revisionOf
)

// Query is a parsed list query, flattened for comparison.
type Query struct {
	Search, Category string
	CategoryID       int64
	Featured         string
	Limit, Offset    int
	Before           int64
}

// ParseQuery parses the query of a list.
func ParseQuery(raw string) (Query, error) {
	q, err := parseQuery(raw)
	out := Query{Search: q.search, Category: q.category, CategoryID: q.categoryID, Limit: q.limit, Offset: q.offset, Before: q.before}
	if q.featured != nil {
		out.Featured = map[bool]string{true: "true", false: "false"}[*q.featured]
	}
	return out, err
}

// Links is the Link header of the list that raw asks for.
func Links(path, raw string, total int) string {
	q, err := parseQuery(raw)
	if err != nil || q.limit == 0 {
		return ""
	}
	return neighbours(path, raw, q, total)
}

// MaxRenders is how many pages are rendered at a time or wait for it.
const MaxRenders = maxRenders

// LongQueue is how many of them readers wait for to the end.
const LongQueue = longQueue

// RenderEngines is how many pages are rendered at once.
var RenderEngines = renderEngines

// EnginesBusy reports whether so many are being rendered now.
func EnginesBusy(h http.Handler) bool { return h.(*server).renderer.Busy() }

// Occupy lets a server answer as many requests of a class ("views", "made", "ready") as it may at a time; free ends them.
func Occupy(h http.Handler, name string) (free func()) {
	f := h.(*server).inFlight
	c := class(slices.Index(classNames[:], name))
	for range maxInFlight[c] {
		f.enter(c)
	}
	return func() {
		for range maxInFlight[c] {
			f.leave(c)
		}
	}
}

// InFlight returns how many requests of a class are being answered.
func InFlight(h http.Handler, name string) int64 {
	return h.(*server).inFlight.now[slices.Index(classNames[:], name)].Load()
}

// Route is a route as its declaration states it.
type Route struct {
	Method, Path, Who string
	Properties        string
}

// Routes lists what the site answers.
func Routes(h http.Handler) ([]Route, error) {
	var all []Route
	err := h.(*server).router.Walk(func(found *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := found.GetPathTemplate()
		if err != nil {
			return err
		}
		r := found.GetHandler().(*resource)
		for _, e := range []*endpoint{r.get, r.post, r.put, r.patch, r.delete} {
			if e != nil {
				all = append(all, Route{e.method, path, e.who.name, e.properties()})
			}
		}
		return nil
	})
	return all, err
}

// properties writes down what the route states: "anybody | content | ready | any moment | rendered".
func (r *route) properties() string {
	cells := []string{r.who.name, "nothing", classNames[r.class]}
	for i, name := range r.dependsOn {
		if i == 0 {
			cells[1] = string(name)
		} else {
			cells[1] += ", " + string(name)
		}
	}
	if r.asOf != 0 {
		cells = append(cells, [...]string{presentOnly: "present only", onPastServer: "on a past server", anyMoment: "any moment", byItself: "asOf by itself"}[r.asOf])
	}
	switch {
	case r.body > 0:
		cells = append(cells, "body "+limit.Size(r.body))
	case r.body == noBody:
		cells = append(cells, "no body")
	}
	if r.render != nil {
		cells = append(cells, "rendered")
	}
	if r.withoutLog {
		cells = append(cells, "without the log")
	}
	if r.debugLog {
		cells = append(cells, "logged for debugging")
	}
	return strings.Join(cells, " | ")
}
