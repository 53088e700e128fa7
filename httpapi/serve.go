// Serving: the way that every request takes, from its arrival to its log line.

package httpapi

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gorilla/mux"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi/client"
)

// ServeHTTP answers one request: everything passes here.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &Call{ResponseWriter: w, Server: s, Request: r, began: time.Now()}
	c.ID, c.callerID = requestID(), callerID(r)
	s.undeclaredProxy.Notice(r)
	withoutManyRanges(r)
	c.match()
	c.protect()
	if s.Traffic != nil && !c.endpoint.DebugLog {
		s.Traffic.note(c.began)
	}
	defer c.leave()
	if err := c.enter(); err != nil {
		c.fail(err)
		return
	}
	defer c.finish()
	defer c.Incoming.Free()
	c.serve()
}

// maxRanges is the most parts of a file that one request gets. Each has headers of its own, so that thousands of small ones are many times
// the file.
const maxRanges = 16

// withoutManyRanges ignores a request's wish for too many parts: it gets the whole file (RFC 9110, section 14.2).
func withoutManyRanges(r *http.Request) {
	if strings.Count(r.Header.Get("Range"), ",") >= maxRanges {
		r.Header.Del("Range")
	}
}

// protect sets the headers that every answer has.
func (c *Call) protect() {
	h := c.Header()
	c.idHeader[0] = c.ID
	h["X-Request-Id"] = c.idHeader[:]
	c.headers.Set(h, c.Request.URL.Path)
	if c.unclearFraming() {
		h["Connection"] = closeConnection
	}
}

// unclearFraming reports whether a proxy in front may disagree on where the request ends, so that the connection must not carry another one
// (RFC 9112, section 6.1). A chunked body may have come with a Content-Length, and a request of HTTP/1.0 with a Transfer-Encoding: net/http
// drops either without a trace.
func (c *Call) unclearFraming() bool {
	return len(c.Request.TransferEncoding) > 0 || !c.Request.ProtoAtLeast(1, 1)
}

func (c *Call) serve() {
	defer func() {
		if cause := recover(); cause != nil {
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			c.Metrics.Panics.Inc()
			c.fail(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	if err := c.refusePast(); err != nil {
		c.fail(err)
		return
	}
	if !safe(c.Request.Method) {
		if err := c.origins.Check(c.Request); err != nil {
			c.fail(&Refusal{Status: http.StatusForbidden, Kind: "cross-origin", Detail: "Requests from other sites' pages are refused."})
			return
		}
	}
	if err := c.logRefuses(); err != nil {
		c.refuseWrite(err)
		return
	}
	c.awaitPosition()
	if err := c.handle(); err != nil {
		c.fail(err)
	}
}

// refuseWrite refuses a write before its handler has it: as a page for a browser that sends a form, else as a problem.
func (c *Call) refuseWrite(err error) {
	if strings.HasPrefix(c.endpoint.pattern, "/api/") {
		c.fail(err)
		return
	}
	_ = c.FormFailed(err) // it has answered
}

// match finds the endpoint of the request.
func (c *Call) match() {
	var match mux.RouteMatch
	c.router.Match(c.Request, &match)
	c.vars = match.Vars
	c.endpoint = match.Handler.(*resource).endpoint(c.Request.Method) // NotFoundHandler is one, too
}

// handle answers the request, if its caller may call the endpoint.
func (c *Call) handle() error {
	e := c.endpoint
	if e.Who.admit != nil {
		if err := e.Who.admit(c); err != nil {
			return err
		}
	}
	if !e.Cached {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	if e.AsOf == AnyMoment {
		return c.inTime(e.Handle)
	}
	return e.Handle(c)
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

// warnOfProxy logs that requests come from a proxy that is not trusted.
func (s *Server) warnOfProxy(peer netip.Addr) {
	s.Logger.Warn().Stringer("peer",
		peer).Msg("X-Forwarded-For is ignored, because it comes from an address that is not trusted. If that is your proxy, " +
		"all visitors count as one address: they share every limit, and 10 wrong passwords lock everybody out. " +
		"Set CANDOR_TRUSTED_PROXIES (--trusted-proxies) to the proxy's address")
}

// finish writes the log line and counts the request.
func (c *Call) finish() {
	if c.refused {
		return // counted apart
	}
	if c.status == 0 {
		c.status = http.StatusOK
	}
	took := time.Since(c.began)
	c.endpoint.metrics.Observe(c.status, took)
	level := zerolog.InfoLevel
	switch {
	case c.Cause != nil && !errors.Is(c.Cause, events.ErrUnavailable) && c.status == http.StatusInternalServerError:
		level = zerolog.ErrorLevel
	case c.status >= 500:
		level = zerolog.WarnLevel
	case c.endpoint.DebugLog:
		level = zerolog.DebugLevel
	}
	e := c.endpoint.logger().WithLevel(level)
	if !e.Enabled() {
		return
	}
	e.Int("status", c.status).
		Float64("ms", float64(took.Microseconds())/1000).Int64("bytes", c.Bytes).Str("request_id", c.ID).
		Uint64("client", client.Hash(c.ClientAddr()))
	if c.callerID != "" {
		e.Str("caller_request_id", c.callerID)
	}
	if c.Actor.Kind != "" {
		e.Str("actor", string(c.Actor.Kind)).Str("actor_id", c.Actor.ID)
	}
	if c.Cause != nil {
		e.Err(c.Cause)
	}
	e.Msg("request")
}
