// Answer: what a query returns, as bytes that are ready to be sent.

package projections

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"sync"
	"time"
)

const (
	gzipMinimum = 512 // bytes; below it the frame's overhead and the extra header eat the gain
	etagHash    = 8   // bytes of SHA-256 in an entity tag
)

// Answer is a ready JSON answer. Nothing of it is ever modified after it is returned, and it
// stays valid for ever, so it may be written to many connections at once.
type Answer struct {
	Body         []byte
	ETag         string    // strong, with its quotes; `"12-9f86d081884c7d65"` for one entity, `"9f86d081884c7d65"` for a list
	Revision     uint64    // of the entity's stream; 0 for a list
	Total        int       // lists: how many there are before limit and offset
	LastModified time.Time // UTC; the newest change of what is shown, zero when nothing is

	once   sync.Once
	zipped []byte
}

// Gzip returns the body compressed, made once on the first demand. It is nil when compressing is
// not worth it. Safe for concurrent use.
func (a *Answer) Gzip() []byte {
	a.once.Do(func() {
		if len(a.Body) < gzipMinimum {
			return
		}
		if zipped := Gzip(a.Body); len(zipped) < len(a.Body) {
			a.zipped = zipped
		}
	})
	return a.zipped
}

// entityAnswer makes the answer for one entity.
func entityAnswer(body []byte, revision uint64, modified time.Time) *Answer {
	tag := `"` + strconv.FormatUint(revision, 10) + "-" + shortHash(body) + `"`
	return &Answer{Body: body, ETag: tag, Revision: revision, Total: 1, LastModified: modified}
}

// listAnswer makes the answer for a list.
func listAnswer(body []byte, total int, modified time.Time) *Answer {
	return &Answer{Body: body, ETag: `"` + shortHash(body) + `"`, Total: total, LastModified: modified}
}

func shortHash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:etagHash])
}

// cost is what keeping the answer takes, in bytes: its body, room for the compressed one, and the rest.
func (a *Answer) cost() int64 { return int64(len(a.Body)+len(a.Body)/3) + 256 }
