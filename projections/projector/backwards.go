// Walking a bucket of positions from the newest to the oldest.

package projector

import (
	"bytes"

	"go.etcd.io/bbolt"
)

// Backwards walks positions downwards: those of one facet, or of a whole bucket whose keys are positions.
type Backwards struct {
	bucket Bucket
	prefix []byte
	cursor *bbolt.Cursor
}

// Backwards returns a walk over the keys that begin with prefix.
func (b Bucket) Backwards(prefix []byte) *Backwards {
	w := &Backwards{bucket: b, prefix: prefix}
	if b.b != nil {
		w.cursor = b.b.Cursor()
	}
	return w
}

// From returns the largest position up to at, with its payload; false if there is none.
func (w *Backwards) From(at uint64) (position uint64, payload []byte, ok bool) {
	if w.cursor == nil {
		return 0, nil, false
	}
	wanted := append(bytes.Clone(w.prefix), Number(at)...)
	key, stored := w.cursor.Seek(wanted)
	switch {
	case key == nil:
		key, stored = w.cursor.Last()
	case !bytes.Equal(key, wanted):
		key, stored = w.cursor.Prev()
	}
	if key == nil || !bytes.HasPrefix(key, w.prefix) {
		return 0, nil, false
	}
	return ParseNumber(key[len(w.prefix):]), w.bucket.payload(key, stored), true
}
