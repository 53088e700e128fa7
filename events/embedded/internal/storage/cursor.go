package storage

// Walking through the blocks of the log, in the file and in memory.

import (
	bolt "go.etcd.io/bbolt"
)

// Cursor returns a cursor over the blocks of the log.
func (r *Reader) Cursor() *Cursor {
	c := &Cursor{young: r.young, begin: r.young.begin(), at: -1}
	if r.log != nil {
		c.c = r.log.Cursor()
	}
	return c
}

// Cursor walks the blocks of the log. The block it returns is valid until the next call, and no longer than its Reader.
type Cursor struct {
	c     *bolt.Cursor
	young blocks
	begin uint64 // from this position on, young is read and not the file
	at    int    // the current block among young; -1: it is one of the file
	first uint64 // position of the current block of the file
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
func (c *Cursor) Next() (b Block, ok bool, err error) {
	if c.at >= 0 {
		return c.loadYoung(c.at + 1)
	}
	return c.load(c.c.Next())
}

// Prev moves to the block before; ok is false if there is none.
func (c *Cursor) Prev() (b Block, ok bool, err error) {
	if c.at > 0 {
		return c.loadYoung(c.at - 1)
	}
	if c.at == 0 {
		return c.SeekBefore(c.begin)
	}
	if c.many {
		c.c.Seek(keyLog(c.first, 0))
	}
	return c.loadBack(c.c.Prev())
}

// floor moves to the last block that begins at or before position.
func (c *Cursor) floor(position uint64) (Block, bool, error) {
	if i := c.young.floor(position); i >= 0 {
		return c.loadYoung(i)
	}
	return c.loadBack(floor(c.c, keyLog(position, 1<<16-1)))
}

// loadBack loads the block that the key k belongs to, whichever of its pieces it is.
func (c *Cursor) loadBack(k, v []byte) (Block, bool, error) {
	if k == nil {
		return Block{}, false, nil
	}
	if position, piece, ok := readLogKey(k); ok && piece > 0 {
		k, v = c.c.Seek(keyLog(position, 0))
	}
	return c.load(k, v)
}

// loadYoung decodes a block in memory.
func (c *Cursor) loadYoung(i int) (Block, bool, error) {
	if i >= c.young.len() {
		return Block{}, false, nil
	}
	c.at = i
	p := c.young.at(i)
	b, err := readBlock(p.first, p.bytes)
	return b, err == nil, err
}

// load decodes the block whose first piece is at the file's cursor, and moves on to its last piece. Where the file ends,
// or the part in memory begins, it continues there.
func (c *Cursor) load(k, v []byte) (Block, bool, error) {
	position, piece, ok := readLogKey(k)
	if k == nil || ok && position >= c.begin {
		return c.loadYoung(0)
	}
	c.at = -1
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
