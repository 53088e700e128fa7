// What tests of this package's parsers and counters see of its inside.

package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"candor/httpapi/client"
	"candor/httpapi/limit"
)

// RevisionOf reads the revision in an entity tag.
var RevisionOf = revisionOf

// ParsedQuery is a parsed list query, flattened for comparison.
type ParsedQuery struct {
	Search, Category string
	CategoryID       int64
	Featured         string
	Limit, Offset    int
	Before           int64
}

// Parsed parses the query of a list.
func Parsed(raw string) (ParsedQuery, error) {
	q, err := ParseQuery(raw)
	out := ParsedQuery{Search: q.Search, Category: q.category, CategoryID: q.categoryID, Limit: q.Limit, Offset: q.Offset, Before: q.Before}
	if q.featured != nil {
		out.Featured = map[bool]string{true: "true", false: "false"}[*q.featured]
	}
	return out, err
}

// Links is the Link header of the list that raw asks for.
func Links(path, raw string, total int) string {
	q, err := ParseQuery(raw)
	if err != nil || q.Limit == 0 {
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
func EnginesBusy(h http.Handler) bool { return h.(*Server).renderer.Busy() }

// Classes are the names of the classes that can be refused.
var Classes = classNames

// Occupy lets a server answer as many requests of a class as it may at a time, all of another client; free ends them.
func Occupy(h http.Handler, name string) (free func()) { return occupy(h, name, asker{key: -1}) }

// OccupyShare lets the client of a request have its share of a class; free ends that.
func OccupyShare(h http.Handler, name string, r *http.Request) (free func()) {
	return occupy(h, name, asker{ID: client.Proxies(h.(*Server).TrustedProxies).Of(r)})
}

func occupy(h http.Handler, name string, by asker) func() {
	as := classNamed(name)
	shares, n := h.(*Server).load.shares[as], bounds[as].share
	if by.key != 0 {
		n = bounds[as].max
	}
	shares.Take(by, n)
	return func() { shares.Return(by, n) }
}

func classNamed(name string) Class {
	return Class(slices.IndexFunc(bounds[:], func(b bound) bool { return b.name == name }))
}

// Bound is a row of the table of bounds.
type Bound struct {
	Class      string
	Max, Share int64
}

// String returns the bound as the guide shows it: "64 | 16".
func (b Bound) String() string {
	size := func(n int64) string {
		switch {
		case n == math.MaxInt64:
			return "–"
		case n >= 1<<20:
			return limit.Size(n)
		}
		return strconv.FormatInt(n, 10)
	}
	return size(b.Max) + " | " + size(b.Share)
}

// Bounds is the table of bounds.
func Bounds() (all []Bound) {
	for _, b := range bounds[ClassViews:] {
		all = append(all, Bound{b.name, b.max, b.share})
	}
	return all
}

// Misbehave adds the route /api/misbehaving/{how}, whose searches end badly, to a handler that does not serve yet.
func Misbehave(h http.Handler) {
	s := h.(*Server)
	t := &Table{Server: s, router: s.router, pageReads: PageReads{}}
	t.Handle("/api/misbehaving/{how}",
		Methods{"GET": {Who: Anybody, DependsOn: Nothing, Class: ClassSearches, AsOf: PresentOnly, Handle: func(c *Call) error {
			switch c.Variable("how") {
			case "panic":
				panic("out of order")
			case "abort":
				panic(http.ErrAbortHandler)
			case "error":
				return errors.New("out of order")
			}
			return nil
		}}})
}

// OccupyTurns takes all turns; free gives them back.
func OccupyTurns(h http.Handler) (free func()) {
	l := h.(*Server).load
	n := 0
	for !l.turns.Busy() {
		_ = l.turns.Begin(context.Background(), asker{key: -1})
		n++
	}
	return func() {
		for range n {
			l.turns.End()
		}
	}
}

// InFlight returns how much of a class is in use.
func InFlight(h http.Handler, name string) int64 {
	return h.(*Server).load.shares[classNamed(name)].Used()
}

// Computing reports whether anything is being computed.
func Computing(h http.Handler) bool {
	turns := h.(*Server).load.turns
	free := 0
	for !turns.Busy() {
		_ = turns.Begin(context.Background(), asker{key: -1})
		free++
	}
	for range free {
		turns.End()
	}
	return free < renderEngines()
}

// Declared is a route as its declaration states it.
type Declared struct {
	Method, Path, Who string
	Class, Properties string
}

// Routes lists what the site answers.
func Routes(h http.Handler) ([]Declared, error) {
	var all []Declared
	err := h.(*Server).router.Walk(func(found *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := found.GetPathTemplate()
		if err != nil {
			return err
		}
		r := found.GetHandler().(*resource)
		for _, e := range []*endpoint{r.get, r.post, r.put, r.patch, r.delete} {
			if e != nil {
				all = append(all, Declared{e.method, path, e.Who.name, bounds[e.Class].name, e.properties()})
			}
		}
		return nil
	})
	return all, err
}

// properties writes down what the route states: "anybody | content | ready | any moment | rendered".
func (r *Route) properties() string {
	cost := bounds[r.Class].name
	if r.Cached {
		cost += " unless cached"
	}
	cells := []string{r.Who.name, "nothing", cost}
	for i, name := range r.DependsOn {
		if i == 0 {
			cells[1] = string(name)
		} else {
			cells[1] += ", " + string(name)
		}
	}
	if r.AsOf != 0 {
		cells = append(cells, [...]string{PresentOnly: "present only", OnPastServer: "on a past server", AnyMoment: "any moment",
			ByItself: "asOf by itself"}[r.AsOf])
	}
	switch {
	case r.Body > 0:
		cells = append(cells, "body "+limit.Size(r.Body))
	case r.Body == NoBody:
		cells = append(cells, "no body")
	}
	if r.Render != nil {
		cells = append(cells, "rendered")
	}
	if r.WithoutLog {
		cells = append(cells, "without the log")
	}
	if r.DebugLog {
		cells = append(cells, "logged for debugging")
	}
	return strings.Join(cells, " | ")
}
