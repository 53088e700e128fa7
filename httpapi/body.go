// Bodies: what requests send, within what the route takes and what the process has room for.
//
// A body's buffer grows with the bytes that have arrived, whatever the request has announced, and all bodies in flight together hold
// at most maxBodies. So connections that announce much and send little cost little, and many that send much are refused in time.

package httpapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// What a route takes at most, in bytes. It is stated where the route is declared, with upTo; without that it is maxBody.
const (
	maxBody  = 8 << 20 // content with its pictures (design.md)
	viewBody = 1 << 20 // a backlog of page views
	formBody = 64 << 10
)

const (
	maxBodies    = 128 << 20 // bytes that all bodies in flight hold together
	maxViews     = maxBodies / 2
	firstRead    = 4 << 10  // bytes of room before anything has arrived
	maxPooled    = 16 << 10 // bytes: larger buffers are not used again
	maxDiscarded = 24 << 20 // bytes of a refused body that are read for the sake of a good answer
)

// upTo has h take bodies of at most limit bytes.
func upTo(limit int64, h handler) handler {
	return func(x *exchange) error {
		x.bodyLimit = limit
		return h(x)
	}
}

// bodyRoom counts the bytes that bodies in flight hold. It is safe for concurrent use.
type bodyRoom struct{ held atomic.Int64 }

// take adds n bytes, unless more than most would be held then.
func (r *bodyRoom) take(n, most int64) bool {
	if r.held.Add(n) > most {
		r.held.Add(-n)
		return false
	}
	return true
}

// takeRoom counts n bytes more for the request's body. Page views may hold half of the room only: anybody can send them, and
// whoever does so slowly must not keep the admin and bots from writing.
func (x *exchange) takeRoom(n int) bool {
	most := int64(maxBodies)
	if x.endpoint.class == classViews {
		most = maxViews
	}
	if !x.bodyRoom.take(int64(n), most) {
		return false
	}
	x.heldBody += int64(n)
	return true
}

// freeBody gives back what the request's body has held; the request is over.
func (x *exchange) freeBody() {
	if x.heldBody > 0 {
		x.bodyRoom.held.Add(-x.heldBody)
		x.heldBody = 0
	}
}

// body reads the request's JSON. Errors: 413 over the route's limit, 415 for another content type, 400 for a body that ends early,
// 503 where there is no room for it now.
func (x *exchange) body() ([]byte, error) { return x.bodyInto(nil) }

// bodyBuffers are of bodies that nothing is kept of.
var bodyBuffers = sync.Pool{New: func() any { return &[]byte{} }}

// bodyInto is body, read into buffer as far as that reaches.
func (x *exchange) bodyInto(buffer []byte) ([]byte, error) {
	r := x.request
	if err := checkJSON(r.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	limit := int64(maxBody)
	if x.bodyLimit > 0 {
		limit = x.bodyLimit
	}
	if r.ContentLength > limit {
		return nil, x.tooLarge(limit)
	}
	source, most := r.Body, r.ContentLength // net/http reads no more of it than is announced
	if most < 0 {
		source, most = http.MaxBytesReader(x.ResponseWriter, r.Body, limit), limit+1 // one more, to see whether it ends
	}
	if !x.takeRoom(cap(buffer)) {
		return nil, x.noRoom()
	}
	body := buffer[:0]
	for int64(len(body)) < most {
		if len(body) == cap(body) {
			larger := min(max(2*cap(body), firstRead), int(most))
			if !x.takeRoom(larger - cap(body)) {
				return nil, x.noRoom()
			}
			body = append(make([]byte, 0, larger), body...)
		}
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return body, nil
		case isTooLarge(err):
			return nil, x.tooLarge(limit)
		default:
			return nil, invalidField("body", "The body is incomplete.")
		}
	}
	return body, nil
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

func isTooLarge(err error) bool {
	var tooLarge *http.MaxBytesError
	return errors.As(err, &tooLarge)
}

// tooLarge refuses the body with 413.
func (x *exchange) tooLarge(limit int64) error {
	x.discard()
	return &http.MaxBytesError{Limit: limit}
}

// noRoom refuses the body with 503.
func (x *exchange) noRoom() error {
	x.freeBody()
	x.discard()
	return &refusal{status: http.StatusServiceUnavailable, kind: "busy", detail: "The site is receiving too much data right now. Please try again.", retryAfter: time.Second}
}

// discard reads some of the rest of a refused body: a client that is still sending when the connection closes would see that and
// not the answer.
func (x *exchange) discard() { _, _ = io.CopyN(io.Discard, x.request.Body, maxDiscarded) }

// sizeOf writes a limit as people do: 64 KiB, 8 MiB.
func sizeOf(bytes int64) string {
	if bytes%(1<<20) == 0 {
		return strconv.FormatInt(bytes>>20, 10) + " MiB"
	}
	return strconv.FormatInt(bytes>>10, 10) + " KiB"
}
