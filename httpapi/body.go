// Bodies: what requests send, within what the route takes and the memory that bodies may use.

package httpapi

import (
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"candor/httpapi/limit"
)

// What a route takes at most, in bytes. It is stated where the route is declared.
const (
	maxBody  = 8 << 20 // content with its pictures (design.md)
	viewBody = 1 << 20 // a backlog of page views
	formBody = 64 << 10
)

// body reads the request's JSON. Errors: 413 over the route's limit, 415 for another content type, 400 for a body that ends early,
// 503 where there is no memory for it now.
func (c *request) body() ([]byte, error) { return c.bodyInto(nil) }

// bodyInto is body, read into buffer as far as that reaches. Page views have half of the memory, and everything else the other half: anybody can send
// page views, and a slow sender must not keep the admin and bots from writing; nor may uploads keep page views from being counted.
func (c *request) bodyInto(buffer []byte) ([]byte, error) {
	if err := checkJSON(c.request.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	return c.readBody(buffer)
}

// readBody is bodyInto, whatever the body's content type.
func (c *request) readBody(buffer []byte) ([]byte, error) {
	b := &c.incoming
	b.Bodies, b.Max = c.bodies, c.endpoint.body
	if c.endpoint.class == classViews {
		b.Bodies = c.viewBodies
		b.Share = func(n int64) bool { return c.take(classViewBytes, n) == nil }
	}
	body, err := b.Read(c.ResponseWriter, c.request, buffer)
	switch {
	case errors.Is(err, limit.ErrBodies):
		return nil, &refusal{status: http.StatusServiceUnavailable, kind: "busy", detail: "The site is receiving too much data right now. Please try again.", retryAfter: time.Second}
	case errors.Is(err, limit.ErrIncompleteBody):
		return nil, invalidField("body", "The body is incomplete.")
	}
	return body, err
}

// checkJSON refuses a content type that is given and isn't JSON with 415.
func checkJSON(given string) error {
	if given == "" || given == "application/json" {
		return nil
	}
	kind, _, err := mime.ParseMediaType(given)
	if err != nil || (kind != "application/json" && !strings.HasSuffix(kind, "+json")) {
		return &refusal{status: http.StatusUnsupportedMediaType, detail: "The body must be JSON (Content-Type: application/json)."}
	}
	return nil
}
