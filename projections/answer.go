// Answer: what a query returns, as bytes that are ready to be sent.

package projections

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const (
	gzipMinimum = 512 // bytes; below it the frame's overhead and the extra header eat the gain
	etagHash    = 8   // bytes of SHA-256 in an entity tag

	answerOverhead = 256 // bytes of what is kept besides the body
)

// Answer is a ready JSON answer. Nothing of it is ever modified after it is returned, and it
// stays valid for ever, so it may be written to many connections at once.
type Answer struct {
	ETag         string    // strong, with its quotes; `"12-9f86d081884c7d65"` for one entity, `"9f86d081884c7d65"` for a list
	Revision     uint64    // of the entity's stream; 0 for a list
	Total        int       // lists: how many there are before limit and offset
	LastModified time.Time // UTC; the newest change of what is shown, zero when nothing is

	body   []byte // nil: only the compressed one was kept
	size   int    // bytes of the body
	once   sync.Once
	zipped atomic.Pointer[[]byte] // nil: not made yet, or not worth it
}

// NewAnswer makes an answer of a body that nobody modifies any more.
func NewAnswer(body []byte, etag string) *Answer {
	return &Answer{ETag: etag, body: body, size: len(body)}
}

// Body returns the answer as it is, unpacked anew each time where only the compressed one was kept.
func (a *Answer) Body() []byte {
	if a.body == nil && a.size > 0 {
		return gunzip(*a.zipped.Load(), a.size)
	}
	return a.body
}

// Gzip returns the body compressed, made once on the first demand. It is nil when compressing is
// not worth it. Safe for concurrent use.
func (a *Answer) Gzip() []byte {
	a.once.Do(func() {
		if a.body == nil || a.size < gzipMinimum {
			return
		}
		if zipped := Gzip(a.body); len(zipped) < a.size {
			a.zipped.Store(&zipped)
		}
	})
	if zipped := a.zipped.Load(); zipped != nil {
		return *zipped
	}
	return nil
}

// squeezed is the answer without its body, nil where nobody has asked for it compressed or not much would be gained.
func (a *Answer) squeezed() *Answer {
	zipped := a.zipped.Load()
	if zipped == nil || a.body == nil || len(*zipped) > a.size/2 {
		return nil
	}
	s := &Answer{ETag: a.ETag, Revision: a.Revision, Total: a.Total, LastModified: a.LastModified, size: a.size}
	s.zipped.Store(zipped)
	return s
}

// entityAnswer makes the answer for one entity.
func entityAnswer(body []byte, revision uint64, modified time.Time) *Answer {
	tag := `"` + strconv.FormatUint(revision, 10) + "-" + shortHash(body) + `"`
	a := NewAnswer(body, tag)
	a.Revision, a.Total, a.LastModified = revision, 1, modified
	return a
}

// listAnswer makes the answer for a list.
func listAnswer(body []byte, total int, modified time.Time) *Answer {
	a := NewAnswer(body, `"`+shortHash(body)+`"`)
	a.Total, a.LastModified = total, modified
	return a
}

func shortHash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:etagHash])
}

// cost is what keeping the answer takes, in bytes: its body, room for the compressed one, and the rest.
func (a *Answer) cost() int64 {
	if a.body == nil && a.size > 0 {
		return int64(len(*a.zipped.Load())) + answerOverhead
	}
	return int64(a.size+a.size/3) + answerOverhead
}
