// Answer: what a query returns, as bytes that are ready to be sent.

package answers

import (
	"bytes"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"

	"candor/projections/projector"
)

const (
	compressibleFrom = 512 // bytes; below it, the frame's overhead and the extra header outweigh the gain

	answerOverhead = 256 // bytes of a cached answer besides the body
)

// Answer is a ready JSON answer. It is never modified after it is returned, so that it may be written to many connections at once. Lists
// take bounded memory: the caller releases the answer of a list once it is sent.
type Answer struct {
	ETag         string    // strong, with its quotes; `"12-9f86d081884c7d65"` for one entity, `"9f86d081884c7d65"` for a list
	Revision     uint64    // of the entity's stream; 0 for a list
	Total        int       // lists: how many there are before limit and offset
	LastModified time.Time // UTC; the newest change of what it shows, zero if that is nothing

	body       []byte // nil: there are only compressed bodies, or none
	size       int    // bytes of the body
	once       sync.Once
	zipped     atomic.Pointer[[][]byte] // in pieces; nil: not compressed yet, or not worth it
	brotliOnce sync.Once
	brotli     atomic.Pointer[[]byte] // nil: not compressed yet, or not worth it

	large   bool         // a large list, of which only the compressed body is in memory
	counted int64        // bytes that it takes of the lists' memory; 0: it isn't counted
	users   atomic.Int64 // of a counted one: the cache, and the requests that send it
}

// New returns an answer with a body, which must not be modified afterwards.
func New(body []byte, etag string) *Answer {
	return &Answer{ETag: etag, body: body, size: len(body)}
}

// Body returns the uncompressed body. If only the compressed one is in memory, each call decompresses it: to send the answer, use Plain
// and WriteTo.
func (a *Answer) Body() []byte {
	if a.body != nil || a.size == 0 {
		return a.body
	}
	var body bytes.Buffer
	body.Grow(a.size)
	_, _ = a.WriteTo(&body) // a buffer never fails
	return body.Bytes()
}

// Plain returns the uncompressed body, nil if only the compressed one is in memory.
func (a *Answer) Plain() []byte { return a.body }

// Size returns how many bytes the uncompressed body has.
func (a *Answer) Size() int { return a.size }

// WriteTo writes the uncompressed body, decompressing a little at a time if only the compressed one is in memory.
func (a *Answer) WriteTo(w io.Writer) (int64, error) {
	if a.body != nil {
		n, err := w.Write(a.body)
		return int64(n), err
	}
	if zipped := a.compressed(); zipped != nil {
		return gunzip(w, zipped)
	}
	return io.Copy(w, brotli.NewReader(bytes.NewReader(a.Brotli())))
}

// Compressible reports whether Gzip returns the answer. If there are only compressed bodies, Brotli's may be the only one.
func (a *Answer) Compressible() bool {
	return a.size >= compressibleFrom && (a.body != nil || !a.HasBrotli())
}

// Gzip returns the compressed body in pieces, made by the first call; nil if it isn't Compressible. It is safe for concurrent use.
func (a *Answer) Gzip() [][]byte {
	a.once.Do(func() {
		if a.body != nil && a.Compressible() {
			a.zipped.Store(&[][]byte{Gzip(a.body)})
		}
	})
	return a.compressed()
}

// HasBrotli reports whether Brotli returns the answer.
func (a *Answer) HasBrotli() bool {
	return a.size >= compressibleFrom && (a.body != nil || a.brotli.Load() != nil)
}

// Brotli returns the body compressed further than Gzip does, made by the first call; nil without HasBrotli. It is safe for concurrent use.
func (a *Answer) Brotli() []byte {
	a.brotliOnce.Do(func() {
		if a.body != nil && a.HasBrotli() {
			made := Brotli(a.body)
			a.brotli.Store(&made)
		}
	})
	if made := a.brotli.Load(); made != nil {
		return *made
	}
	return nil
}

// BrotliSize returns how many bytes Brotli's body has, false if it isn't made yet.
func (a *Answer) BrotliSize() (size int, known bool) {
	if made := a.brotli.Load(); made != nil {
		return len(*made), true
	}
	return 0, false
}

// CompressedSize returns how many bytes Gzip's body has, false if it isn't compressed yet.
func (a *Answer) CompressedSize() (size int, known bool) {
	pieces := a.compressed()
	for _, piece := range pieces {
		size += len(piece)
	}
	return size, pieces != nil
}

// compressed returns the compressed body, nil if there is none yet.
func (a *Answer) compressed() [][]byte {
	if zipped := a.zipped.Load(); zipped != nil {
		return *zipped
	}
	return nil
}

// whole reports whether the answer has its body, compressed or not.
func (a *Answer) whole() bool {
	return a.body != nil || a.compressed() != nil || a.brotli.Load() != nil
}

// count sets how much of the lists' memory the answer has reserved, for its one user.
func (a *Answer) count(bytes int64) {
	a.counted = bytes
	a.users.Store(1)
}

// acquire adds a user, unless the last one has released the answer.
func (a *Answer) acquire() bool {
	for a.counted > 0 {
		n := a.users.Load()
		if n == 0 {
			return false
		}
		if a.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return true
}

// Release says that the caller no longer needs the answer. It does nothing for answers other than lists.
func (a *Answer) Release() {
	if a != nil && a.counted > 0 && a.users.Add(-1) == 0 {
		lists.release(a.counted, a.large)
	}
}

// Memory returns how much of the lists' memory the answer takes, in bytes; 0 for answers other than lists.
func (a *Answer) Memory() int64 { return a.counted }

// compressedOnly returns the answer with one compressed body and no other, nil if none is made yet or little would be gained.
func (a *Answer) compressedOnly() *Answer {
	if a.body == nil {
		return nil
	}
	s := &Answer{ETag: a.ETag, Revision: a.Revision, Total: a.Total, LastModified: a.LastModified, size: a.size}
	zipped, made := a.CompressedSize()
	smaller, madeSmaller := a.BrotliSize()
	switch {
	case made && zipped <= a.size/2:
		s.zipped.Store(a.zipped.Load())
	case madeSmaller && smaller <= a.size/2:
		s.brotli.Store(a.brotli.Load())
	default:
		return nil
	}
	return s
}

// NewEntity makes the answer for one entity.
func NewEntity(body []byte, revision uint64, modified time.Time) *Answer {
	tag := `"` + strconv.FormatUint(revision, 10) + "-" + projector.ShortHash(body) + `"`
	a := New(body, tag)
	a.Revision, a.Total, a.LastModified = revision, 1, modified
	return a
}

// NewList makes the answer for a list.
func NewList(body []byte, total int, modified time.Time) *Answer {
	a := New(body, `"`+projector.ShortHash(body)+`"`)
	a.Total, a.LastModified = total, modified
	return a
}

// cost returns how many bytes the answer takes in a cache: its body and space for the compressed ones, or its only compressed one; and the
// rest.
func (a *Answer) cost() int64 {
	if a.body == nil && a.size > 0 {
		zipped, _ := a.CompressedSize()
		smaller, _ := a.BrotliSize()
		return int64(zipped+smaller) + answerOverhead
	}
	return int64(a.size+2*(a.size/3)) + answerOverhead
}
