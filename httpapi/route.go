// Routes: what answers a path and a method, with everything that the rest of the server must know of it.

package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/rs/zerolog"

	"candor/httpapi/metrics"
	"candor/projections"
	"candor/projections/answers"
)

// Handler answers one call. Its error becomes a problem; see fail.
type Handler func(c *Call) error

// Route is one method of one path. Every property is stated where the route is declared; check refuses one without.
type Route struct {
	Handle     Handler
	Who        Who      // may call it
	DependsOn  Models   // what its answer is made from; nothing is stated, too
	Class      Class    // under load: what its answer costs
	Cached     bool     // only an answer that isn't cached costs that: the handler says so with compute
	AsOf       Moments  // at which it can be seen; only reads state it
	PastModel  Model    // answers with content at another moment; "": content answers alone
	Body       int64    // bytes of its body at most, NoBody without one; only POST, PUT and PATCH state it
	WithoutLog bool     // it is answered although the log takes no writes
	DebugLog   bool     // its log lines are for debugging only: machines ask for it every few seconds
	Render     PageRead // how a page that is rendered on this server reads it; nil: pages can't
}

// PageRead returns what reads the answer at an address of a route from the read models. Those of a past moment
// are content, and the route's PastModel.
type PageRead func(m *projections.Models, at PageAddress) (func() (*answers.Answer, error), error)

// NoBody is the body of a call that takes none.
const NoBody = -1

// Who says who may call a route.
type Who struct {
	name          string              // for the list of routes
	admit         func(c *Call) error // refuses everybody else and notes who calls; nil: nobody is refused
	spendsReserve bool                // writes although the log's disk is nearly full
}

// Moments says at which moments a read can be seen.
type Moments uint8

const (
	_            Moments = iota
	PresentOnly          // it is not part of the site as it was
	OnPastServer         // by everybody on a server of a past moment; there is no ?asOf=
	AnyMoment            // there, and with ?asOf= by the signed-in admin
	ByItself             // with ?asOf= by its handler, which opens the read models of then
)

// check says what is missing or contradictory in a route.
func (r *Route) check(method, path string) error {
	read, takesBody := method == http.MethodGet, method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
	public := r.Who.admit == nil
	var errs []error
	refuse := func(wrong bool, text string) {
		if wrong {
			errs = append(errs, fmt.Errorf("httpapi: %s %s: %s", method, path, text))
		}
	}
	refuse(r.Handle == nil, "it has no handler")
	refuse(r.Who.name == "", "who may call it is not stated")
	refuse(r.DependsOn == nil, "what it depends on is not stated")
	refuse(r.Class == 0, "its class is not stated")
	refuse(read && r.AsOf == 0, "the moments at which it can be seen are not stated")
	refuse(takesBody && r.Body == 0, "the limit of its body is not stated")
	refuse(!read && r.AsOf != 0, "what changes something can't be seen at other moments")
	refuse(!takesBody && r.Body != 0, "it takes no body")
	refuse(!public && (r.AsOf == OnPastServer || r.AsOf == AnyMoment), "everybody may see the past, but not everybody may call it")
	refuse(public && (r.Class == ClassAdmin || r.Class == ClassLive || r.Class == ClassDownloads || r.Class == ClassBots),
		"its class is not for everybody")
	refuse(!public && (r.Class == ClassViews || r.Class == ClassForms || r.Class.read() || r.Class == ClassHealth),
		"its class is for strangers")
	refuse(r.Class >= classListBytes, "its class counts bytes")
	refuse(r.Cached && !r.Class.read(), "only public reads are cached")
	refuse(r.Class == ClassViews && read, "a page view is written")
	refuse(r.Render != nil && (!read || !public), "pages can only read what everybody may read")
	refuse(r.DebugLog && (!read || !public), "only what machines ask for is logged for debugging")
	refuse(r.WithoutLog && read, "a read needs no log")
	return errors.Join(errs...)
}

// endpoint is a route at its path, with what is counted of it.
type endpoint struct {
	Route
	pattern string // "/api/reviews/{id}"
	method  string
	reads   []Positioned           // the read models of DependsOn
	logger  func() *zerolog.Logger // says which method and route it is; made with the first line
	metrics *metrics.Route
}

// newEndpoint returns the endpoint of a route.
func (s *Server) newEndpoint(method, pattern string, r Route) *endpoint {
	if !s.AsOf.IsZero() { // there is no log to wait for
		r.DependsOn = Nothing
	}
	return &endpoint{
		Route: r, pattern: pattern, method: method, reads: r.DependsOn.of(s.Models), metrics: s.Metrics.Route(method, pattern),
		logger: sync.OnceValue(func() *zerolog.Logger {
			named := s.Logger.With().Str("method", method).Str("route", pattern).Logger()
			return &named
		}),
	}
}
