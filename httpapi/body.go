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
	MaxBody  = 8 << 20 // content with its pictures (design.md)
	ViewBody = 1 << 20 // a backlog of page views
	FormBody = 64 << 10
)

// Body reads the request's JSON. Errors: 413 over the route's limit, 415 for another content type, 400 for a body that ends early,
// 503 where there is no memory for it now.
func (c *Call) Body() ([]byte, error) { return c.BodyInto(nil) }

// BodyInto is body, read into buffer as far as that reaches. Page views have half of the memory, and everything else the other half:
// anybody can send page views, and a slow sender must not keep the admin and bots from writing; nor may uploads keep page views from being
// counted.
func (c *Call) BodyInto(buffer []byte) ([]byte, error) {
	if err := CheckJSON(c.Request.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	return c.ReadBody(buffer)
}

// ReadBody is BodyInto, whatever the body's content type.
func (c *Call) ReadBody(buffer []byte) ([]byte, error) {
	b := &c.Incoming
	b.Bodies, b.Max = c.bodies, c.endpoint.Body
	if c.endpoint.Class == ClassViews {
		b.Bodies = c.viewBodies
		b.Share = func(n int64) bool { return c.Take(classViewBytes, n) == nil }
	}
	body, err := b.Read(c.ResponseWriter, c.Request, buffer)
	switch {
	case errors.Is(err, limit.ErrBodies):
		return nil, &Refusal{Status: http.StatusServiceUnavailable, Kind: "busy",
			Detail: "The site is receiving too much data right now. Please try again.", RetryAfter: time.Second}
	case errors.Is(err, limit.ErrIncompleteBody):
		return nil, InvalidField("body", "The body is incomplete.")
	}
	return body, err
}

// CheckJSON refuses a content type that is given and isn't JSON with 415.
func CheckJSON(given string) error {
	if given == "" || given == "application/json" {
		return nil
	}
	kind, _, err := mime.ParseMediaType(given)
	if err != nil || (kind != "application/json" && !strings.HasSuffix(kind, "+json")) {
		return &Refusal{Status: http.StatusUnsupportedMediaType, Detail: "The body must be JSON (Content-Type: application/json)."}
	}
	return nil
}
