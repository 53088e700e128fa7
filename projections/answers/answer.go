// Answer: what a query returns, as bytes that are ready to be sent.

package answers

import (
	"bytes"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"candor/projections/projector"
)

const (
	gzipMinimum = 512 // bytes; below it the frame's overhead and the extra header eat the gain

	answerOverhead = 256 // bytes of what is cached besides the body
)

// Answer is a ready JSON answer. Nothing of it is ever modified after it is returned, so it may be
// written to many connections at once. A list's counts in a bounded memory: whoever gets one calls Release when it is sent.
type Answer struct {
	ETag         string    // strong, with its quotes; `"12-9f86d081884c7d65"` for one entity, `"9f86d081884c7d65"` for a list
	Revision     uint64    // of the entity's stream; 0 for a list
	Total        int       // lists: how many there are before limit and offset
	LastModified time.Time // UTC; the newest change of what is shown, zero when nothing is

	body   []byte // nil: only the compressed one is there, or neither
	size   int    // bytes of the body
	once   sync.Once
	zipped atomic.Pointer[[][]byte] // in pieces; nil: not made yet, or not worth it

	large   bool         // a large list, which is in memory compressed alone
	counted int64        // bytes that it takes of lists; 0: it is not counted there
	users   atomic.Int64 // who need it, where it is counted: the cache, and those who send it
}

// New makes an answer of a body that nobody modifies any more.
func New(body []byte, etag string) *Answer {
	return &Answer{ETag: etag, body: body, size: len(body)}
}

// Body returns the answer as it is, unpacked anew each time where only the compressed one is there. To send it, see
// Plain and WriteTo.
func (a *Answer) Body() []byte {
	if a.body != nil || a.size == 0 {
		return a.body
	}
	var body bytes.Buffer
	body.Grow(a.size)
	_, _ = a.WriteTo(&body) // a buffer never fails
	return body.Bytes()
}

// Plain returns the answer as it is, nil where only the compressed one is in memory.
func (a *Answer) Plain() []byte { return a.body }

// Size returns how many bytes the answer has as it is.
func (a *Answer) Size() int { return a.size }

// WriteTo writes the answer as it is, unpacking a little at a time where only the compressed one is in memory.
func (a *Answer) WriteTo(w io.Writer) (int64, error) {
	if a.body != nil {
		n, err := w.Write(a.body)
		return int64(n), err
	}
	return gunzip(w, a.compressed())
}

// Compressible reports whether the answer can be had compressed.
func (a *Answer) Compressible() bool { return a.size >= gzipMinimum }

// Gzip returns the body compressed, in pieces, made once on the first demand; nil where it is not Compressible. Safe
// for concurrent use.
func (a *Answer) Gzip() [][]byte {
	a.once.Do(func() {
		if a.body != nil && a.Compressible() {
			a.zipped.Store(&[][]byte{Gzip(a.body)})
		}
	})
	return a.compressed()
}

// CompressedSize returns how many bytes Gzip has, false when nothing is compressed yet.
func (a *Answer) CompressedSize() (size int, known bool) {
	pieces := a.compressed()
	for _, piece := range pieces {
		size += len(piece)
	}
	return size, pieces != nil
}

// compressed returns what is there of the compressed body.
func (a *Answer) compressed() [][]byte {
	if zipped := a.zipped.Load(); zipped != nil {
		return *zipped
	}
	return nil
}

// whole reports whether the answer has its body, in one form or the other.
func (a *Answer) whole() bool { return a.body != nil || a.compressed() != nil }

// count notes what the answer has reserved of lists, for its one user.
func (a *Answer) count(bytes int64) {
	a.counted = bytes
	a.users.Store(1)
}

// acquire adds a user, unless the last one is gone.
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

// Release says that the caller needs the answer no more. Only lists are counted; for all others it does nothing.
func (a *Answer) Release() {
	if a != nil && a.counted > 0 && a.users.Add(-1) == 0 {
		lists.release(a.counted, a.large)
	}
}

// compressedOnly returns the answer without its body, nil where nobody has asked for it compressed or not much would be gained.
func (a *Answer) compressedOnly() *Answer {
	zipped, made := a.CompressedSize()
	if !made || a.body == nil || zipped > a.size/2 {
		return nil
	}
	s := &Answer{ETag: a.ETag, Revision: a.Revision, Total: a.Total, LastModified: a.LastModified, size: a.size}
	s.zipped.Store(a.zipped.Load())
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

// cost returns what the answer takes in a cache, in bytes: its body, space for the compressed one, and the rest.
func (a *Answer) cost() int64 {
	if a.body == nil && a.size > 0 {
		zipped, _ := a.CompressedSize()
		return int64(zipped) + answerOverhead
	}
	return int64(a.size+a.size/3) + answerOverhead
}
