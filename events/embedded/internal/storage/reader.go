package storage

// Reading: positions in the log, revisions in the index.

import (
	"bytes"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// Reader looks into the log as it was when the look began. It lives as long as the function given to [Store.View].
type Reader struct {
	log   *bolt.Bucket
	index *bolt.Bucket
	ids   *bolt.Bucket
}

func newReader(tx *bolt.Tx) *Reader {
	return &Reader{log: tx.Bucket(bucketLog), index: tx.Bucket(bucketIndex), ids: tx.Bucket(bucketIDs)}
}

// Cursor returns a cursor over the blocks of the log.
func (r *Reader) Cursor() *Cursor { return &Cursor{c: r.log.Cursor()} }

// extents returns what the index knows of the revisions lo to hi of stream.
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

// Cursor walks the blocks of the log. The block it returns is valid until the next call, and no longer than its Reader.
type Cursor struct {
	c     *bolt.Cursor
	first uint64 // position of the current block
	whole []byte // the current block, if it lay in several pieces
	many  bool   // whether it did
}

// Seek moves to the block that holds position, or to the first one after it.
func (c *Cursor) Seek(position uint64) (Block, bool, error) {
	b, ok, err := c.floor(position)
	if err != nil || ok && b.Last() >= position {
		return b, ok, err
	}
	if !ok {
		return c.load(c.c.First())
	}
	return c.Next()
}

// SeekBefore moves to the block that holds the last position before the given one.
func (c *Cursor) SeekBefore(position uint64) (Block, bool, error) {
	if position == 0 {
		return Block{}, false, nil
	}
	return c.floor(position - 1)
}

// Next moves to the next block; ok is false if there is none.
func (c *Cursor) Next() (b Block, ok bool, err error) { return c.load(c.c.Next()) }

// Prev moves to the block before; ok is false if there is none.
func (c *Cursor) Prev() (b Block, ok bool, err error) {
	if c.many {
		c.c.Seek(keyLog(c.first, 0))
	}
	return c.loadBack(c.c.Prev())
}

// floor moves to the last block that begins at or before position.
func (c *Cursor) floor(position uint64) (Block, bool, error) {
	return c.loadBack(floor(c.c, keyLog(position, 1<<16-1)))
}

// loadBack loads the block that the key k belongs to, whichever of its pieces it is.
func (c *Cursor) loadBack(k, v []byte) (Block, bool, error) {
	if position, piece, ok := readLogKey(k); ok && piece > 0 {
		k, v = c.c.Seek(keyLog(position, 0))
	}
	return c.load(k, v)
}

// load decodes the block whose first piece is at the cursor, and moves on to its last piece.
func (c *Cursor) load(k, v []byte) (Block, bool, error) {
	if k == nil {
		return Block{}, false, nil
	}
	position, piece, ok := readLogKey(k)
	if !ok || piece != 0 {
		return Block{}, false, damaged("the log has the key %x where a block should begin", k)
	}
	c.first, c.many = position, len(v) == pieceSize
	if c.many {
		c.whole = append(c.whole[:0], v...)
		for want := 1; len(v) == pieceSize; want++ {
			k, v = c.c.Next()
			if p, n, ok := readLogKey(k); !ok || p != position || n != want {
				return Block{}, false, damaged("piece %d of the block at position %d is missing", want, position)
			}
			c.whole = append(c.whole, v...)
		}
		v = c.whole
	}
	b, err := readBlock(position, v)
	return b, err == nil, err
}
