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

// handler answers one call. Its error becomes a problem; see fail.
type handler func(c *request) error

// route is one method of one path. Every property is stated where the route is declared; check refuses one without.
type route struct {
	handle     handler
	who        caller   // may call it
	dependsOn  models   // what its answer is made from; nothing is stated, too
	class      class    // under load: what its answer costs
	cached     bool     // only an answer that isn't cached costs that: the handler says so with compute
	asOf       moments  // at which it can be seen; only reads state it
	body       int64    // bytes of its body at most, noBody without one; only POST, PUT and PATCH state it
	withoutLog bool     // it is answered although the log takes no writes
	debugLog   bool     // its log lines are for debugging only: machines ask for it every few seconds
	render     pageRead // how a page that is rendered on this server reads it; nil: pages can't
}

// pageRead returns what reads the answer at an address of a route from the read models. Those of a past moment
// are content alone.
type pageRead func(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error)

// noBody is the body of a call that takes none.
const noBody = -1

// caller says who may call a route.
type caller struct {
	name          string                 // for the list of routes
	admit         func(c *request) error // refuses everybody else and notes who calls; nil: nobody is refused
	spendsReserve bool                   // writes although the log's disk is nearly full
}

// moments says at which moments a read can be seen.
type moments uint8

const (
	_            moments = iota
	presentOnly          // it is not part of the site as it was
	onPastServer         // by everybody on a server of a past moment; there is no ?asOf=
	anyMoment            // there, and with ?asOf= by the signed-in admin
	byItself             // with ?asOf= by its handler, which opens the read models of then
)

// check says what is missing or contradictory in a route.
func (r *route) check(method, path string) error {
	read, takesBody := method == http.MethodGet, method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
	public := r.who.admit == nil
	var errs []error
	refuse := func(wrong bool, text string) {
		if wrong {
			errs = append(errs, fmt.Errorf("httpapi: %s %s: %s", method, path, text))
		}
	}
	refuse(r.handle == nil, "it has no handler")
	refuse(r.who.name == "", "who may call it is not stated")
	refuse(r.dependsOn == nil, "what it depends on is not stated")
	refuse(r.class == 0, "its class is not stated")
	refuse(read && r.asOf == 0, "the moments at which it can be seen are not stated")
	refuse(takesBody && r.body == 0, "the limit of its body is not stated")
	refuse(!read && r.asOf != 0, "what changes something can't be seen at other moments")
	refuse(!takesBody && r.body != 0, "it takes no body")
	refuse(!public && (r.asOf == onPastServer || r.asOf == anyMoment), "everybody may see the past, but not everybody may call it")
	refuse(public && (r.class == classAdmin || r.class == classLive || r.class == classDownloads || r.class == classBots), "its class is not for everybody")
	refuse(!public && (r.class == classViews || r.class == classForms || r.class.read() || r.class == classHealth), "its class is for strangers")
	refuse(r.class >= classListBytes, "its class counts bytes")
	refuse(r.cached && !r.class.read(), "only public reads are cached")
	refuse(r.class == classViews && read, "a page view is written")
	refuse(r.render != nil && (!read || !public), "pages can only read what everybody may read")
	refuse(r.debugLog && (!read || !public), "only what machines ask for is logged for debugging")
	refuse(r.withoutLog && read, "a read needs no log")
	return errors.Join(errs...)
}

// endpoint is a route at its path, with what is counted of it.
type endpoint struct {
	route
	pattern string // "/api/reviews/{id}"
	method  string
	reads   []positioned           // the read models of dependsOn
	logger  func() *zerolog.Logger // says which method and route it is; made with the first line
	metrics *metrics.Route
}

// newEndpoint returns the endpoint of a route.
func (s *server) newEndpoint(method, pattern string, r route) *endpoint {
	if !s.AsOf.IsZero() { // there is no log to wait for
		r.dependsOn = nothing
	}
	return &endpoint{
		route: r, pattern: pattern, method: method, reads: r.dependsOn.of(s.Models), metrics: s.metrics.Route(method, pattern),
		logger: sync.OnceValue(func() *zerolog.Logger {
			named := s.Logger.With().Str("method", method).Str("route", pattern).Logger()
			return &named
		}),
	}
}
