// Memory for request bodies.

package limit

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
)

const (
	MaxBodies = 64 << 20 // bytes that the bodies in flight of one kind use together: page views, or everything else

	firstBuffer  = 4 << 10  // bytes, before anything has arrived
	maxDiscarded = 24 << 20 // bytes of a refused body that are read so that the client gets the answer
)

// Errors of [Body.Read].
var (
	ErrBodies         = errors.New("request bodies use all of the memory that they may use")
	ErrIncompleteBody = errors.New("the body is incomplete")
)

// Bodies counts the memory that request bodies in flight use. The zero value is ready, and safe for concurrent use.
type Bodies struct{ used atomic.Int64 }

// Used returns how many bytes they use.
func (b *Bodies) Used() int64 { return b.used.Load() }

// take adds n bytes, unless that makes more than MaxBodies.
func (b *Bodies) take(n int64) bool {
	if b.used.Add(n) > MaxBodies {
		b.used.Add(-n)
		return false
	}
	return true
}

// Body is the body of one request. Its buffer grows with the bytes that have arrived, whatever the request has announced, so that
// connections that announce much and send little cost little.
type Body struct {
	Bodies *Bodies
	Max    int64 // bytes of this one
	// Share counts n bytes more for the client, and reports whether it may use them; nil: there is no limit.
	Share func(n int64) bool
	used  int64
}

// Read reads the whole body into buffer, or into a larger one. Errors: [http.MaxBytesError], [ErrBodies], [ErrIncompleteBody].
func (b *Body) Read(w http.ResponseWriter, r *http.Request, buffer []byte) ([]byte, error) {
	if r.ContentLength > b.Max {
		return nil, b.tooLarge(r)
	}
	source, most := r.Body, r.ContentLength // net/http reads no more of it than is announced
	if most < 0 {
		source, most = http.MaxBytesReader(w, r.Body, b.Max), b.Max+1 // one more, to see whether it ends
	}
	if !b.grow(cap(buffer)) {
		return nil, b.noMemory(r)
	}
	body := buffer[:0]
	for int64(len(body)) < most {
		if len(body) == cap(body) {
			larger := min(max(2*cap(body), firstBuffer), int(most))
			if !b.grow(larger - cap(body)) {
				return nil, b.noMemory(r)
			}
			body = append(make([]byte, 0, larger), body...)
		}
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		var tooLarge *http.MaxBytesError
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return body, nil
		case errors.As(err, &tooLarge):
			return nil, b.tooLarge(r)
		default:
			return nil, ErrIncompleteBody
		}
	}
	return body, nil
}

// grow counts n bytes more.
func (b *Body) grow(n int) bool {
	if b.Share != nil && !b.Share(int64(n)) || !b.Bodies.take(int64(n)) {
		return false
	}
	b.used += int64(n)
	return true
}

// Free ends the count of the body's memory.
func (b *Body) Free() {
	if b.used > 0 {
		b.Bodies.used.Add(-b.used)
		b.used = 0
	}
}

func (b *Body) tooLarge(r *http.Request) error {
	discard(r)
	return &http.MaxBytesError{Limit: b.Max}
}

func (b *Body) noMemory(r *http.Request) error {
	b.Free()
	discard(r)
	return ErrBodies
}

// discard reads some of the rest of a refused body: a client that is still sending when the connection closes would see that instead of
// the answer.
func discard(r *http.Request) { _, _ = io.CopyN(io.Discard, r.Body, maxDiscarded) }

// Size returns a number of bytes as people write it: 64 KiB, 8 MiB.
func Size(bytes int64) string {
	if bytes%(1<<20) == 0 {
		return strconv.FormatInt(bytes>>20, 10) + " MiB"
	}
	return strconv.FormatInt(bytes>>10, 10) + " KiB"
}
