package storage

// Reading: positions in the log, revisions in the index.

import (
	"bytes"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// Reader reads the log as it was when the transaction began. It is valid as long as the function given to [Store.View] runs. One of
// [Store.ViewFrom] has no transaction if it needs none.
type Reader struct {
	tx    *bolt.Tx
	log   *bolt.Bucket
	index *bolt.Bucket
	ids   *bolt.Bucket
	young blocks // the end of the log, in memory; the file may hold some of it, too
}

func newReader(tx *bolt.Tx, young blocks) *Reader {
	return &Reader{tx: tx, log: tx.Bucket(bucketLog), index: tx.Bucket(bucketIndex), ids: tx.Bucket(bucketIDs), young: young}
}

// extents returns the extents in the index of the revisions lo to hi of stream.
func (r *Reader) extents(stream string, lo, hi uint64) ([]Extent, error) {
	prefix := prefixIndex(stream)
	c := r.index.Cursor()
	k, v := floor(c, binary.BigEndian.AppendUint64(bytes.Clone(prefix), lo))
	if k != nil && !bytes.HasPrefix(k, prefix) {
		k, v = c.Next()
	} else if k == nil {
		k, v = c.First()
	}
	var found []Extent
	for ; k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		x, err := readIndex(prefix, k, v)
		if err != nil {
			return nil, err
		}
		if x.Revision > hi {
			break
		}
		if x.Last() >= lo {
			found = append(found, x)
		}
	}
	return found, nil
}

func (r *Reader) lastExtent(stream string, below uint64) (Extent, bool, error) {
	prefix := prefixIndex(stream)
	k, v := floor(r.index.Cursor(), binary.BigEndian.AppendUint64(bytes.Clone(prefix), below-1))
	if k == nil || !bytes.HasPrefix(k, prefix) {
		return Extent{}, false, nil
	}
	x, err := readIndex(prefix, k, v)
	return x, err == nil, err
}

// floor moves c to the last key at or before key, nil if there is none.
func floor(c *bolt.Cursor, key []byte) (k, v []byte) {
	k, v = c.Seek(key)
	switch {
	case k == nil:
		return c.Last()
	case bytes.Equal(k, key):
		return k, v
	}
	return c.Prev()
}
