// exchange: one request and its answer, with what the log line and the metrics want to know.

package httpapi

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi/client"
	"candor/httpapi/limit"
	"candor/projections"
)

// exchange is the ResponseWriter that handlers get; it knows its request. There is one a request,
// and it is never used again: net/http may read the header values in it after the handler has returned.
type exchange struct {
	http.ResponseWriter
	*server
	request  *http.Request
	vars     map[string]string // of the path
	endpoint *endpoint
	id       string // the request's, of our making; also the correlation id of the events it causes
	callerID string // how its caller names it; for the log alone
	began    time.Time
	status   int
	bytes    int64
	actor    events.Actor
	via      events.Source    // with actor
	signedIn string           // id of the admin's session
	key      *projections.Key // of a bot that has been authenticated
	cause    error            // why the answer is a 5xx; for the log only
	// travelling: the answer is about another moment, for nobody to keep.
	travelling bool
	incoming   limit.Body      // of the request; Max 0: maxBody
	entered    [classes]bool   // the classes in which it counts, see shed.go
	refused    bool            // because there are too many
	staleFor   time.Duration   // how long ago the page that is served was certainly up to date; 0: it is
	shown      events.Position // the position that the request asks for, if the read models show it
	unsure     error           // why nobody can tell whether there is a session

	idHeader, etag, length, total [1]string // header values, here to save an allocation each
}

// ServeHTTP answers one request: everything passes here.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{ResponseWriter: w, server: s, request: r, began: time.Now()}
	x.id, x.callerID = requestID(), callerID(r)
	s.undeclaredProxy.Notice(r)
	handle := x.match()
	x.protect()
	if s.Traffic != nil && !x.endpoint.quiet {
		s.Traffic.note(x.began)
	}
	defer x.leaveClasses()
	if c := x.endpoint.class; !x.admitted(c) {
		x.shed(c)
		return
	}
	defer x.finish()
	defer x.incoming.Free()
	x.serve(handle)
}

// protect sets the headers that every answer has.
func (x *exchange) protect() {
	h := x.Header()
	x.idHeader[0] = x.id
	h["X-Request-Id"] = x.idHeader[:]
	x.headers.Set(h, x.request.URL.Path)
}

func (x *exchange) serve(handle handler) {
	defer func() {
		if cause := recover(); cause != nil {
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			x.metrics.panics.Inc()
			x.fail(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	if err := x.pastRefuses(); err != nil {
		x.fail(err)
		return
	}
	if !safe(x.request.Method) {
		if err := x.origins.Check(x.request); err != nil {
			x.fail(&refusal{status: http.StatusForbidden, kind: "cross-origin", detail: "Requests from other sites' pages are refused."})
			return
		}
	}
	if err := x.logRefuses(); err != nil {
		x.fail(err)
		return
	}
	x.awaitPosition()
	if err := handle(x); err != nil {
		x.fail(err)
	}
}

// safe reports whether method promises to change nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// requestID returns a random id. It is never the caller's: with another request's id, events could be made to look like that
// request's, and would be undone with it.
func requestID() string {
	var raw [16]byte
	a, b := rand.Uint64(), rand.Uint64()
	for i := range 8 {
		raw[i], raw[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	var text [32]byte
	hex.Encode(text[:], raw[:])
	return string(text[:])
}

// callerID returns the request's X-Request-Id if it may stand in a log line, and else "".
func callerID(r *http.Request) string {
	if given := r.Header["X-Request-Id"]; len(given) == 1 && saneID(given[0]) {
		return given[0]
	}
	return ""
}

// saneID reports whether id may stand in log lines.
func saneID(id string) bool {
	if len(id) == 0 || len(id) > 64 {
		return false
	}
	for _, c := range []byte(id) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= 200 {
		x.status = status
	}
	if x.travelling || !x.AsOf.IsZero() {
		x.ofThePast()
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// set sets a header whose name is in canonical form.
func (x *exchange) set(name, value string) { x.Header()[name] = []string{value} }

// clientAddr returns the address of the visitor.
func (x *exchange) clientAddr() netip.Addr {
	return client.Proxies(x.TrustedProxies).Address(x.request)
}

// warnOfProxy logs that requests come from a proxy that is not trusted.
func (s *server) warnOfProxy(peer netip.Addr) {
	s.Logger.Warn().Stringer("peer", peer).Msg("X-Forwarded-For is ignored, because it comes from an address that is not trusted. If that is your proxy, " +
		"all visitors count as one address: they share every limit, and 10 wrong passwords lock everybody out. " +
		"Set CANDOR_TRUSTED_PROXIES (--trusted-proxies) to the proxy's address")
}

// finish writes the log line and counts the request.
func (x *exchange) finish() {
	if x.refused {
		return // counted apart
	}
	if x.status == 0 {
		x.status = http.StatusOK
	}
	took := time.Since(x.began)
	x.endpoint.observe(x.status, took)
	level := zerolog.InfoLevel
	switch {
	case x.cause != nil && !errors.Is(x.cause, events.ErrUnavailable) && x.status == http.StatusInternalServerError:
		level = zerolog.ErrorLevel
	case x.status >= 500:
		level = zerolog.WarnLevel
	case x.endpoint.quiet:
		level = zerolog.DebugLevel
	}
	e := x.endpoint.logger().WithLevel(level)
	if !e.Enabled() {
		return
	}
	e.Int("status", x.status).
		Float64("ms", float64(took.Microseconds())/1000).Int64("bytes", x.bytes).Str("request_id", x.id).
		Uint64("client", client.Hash(x.clientAddr()))
	if x.callerID != "" {
		e.Str("caller_request_id", x.callerID)
	}
	if x.actor.Kind != "" {
		e.Str("actor", string(x.actor.Kind)).Str("actor_id", x.actor.ID)
	}
	if x.cause != nil {
		e.Err(x.cause)
	}
	e.Msg("request")
}
