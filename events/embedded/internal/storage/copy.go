package storage

// Copying the log, as for a backup, while it is being written.

import (
	"context"
	"encoding/binary"
)

// copyStep is how many bytes of blocks are read, or written, in one transaction.
const copyStep = 4 << 20

// CopiedBlock is one block of the log as it is stored in the file: its bytes contain their own checksum, which covers First, too.
type CopiedBlock struct {
	First uint64
	Count int // events
	Bytes []byte
}

// Blocks calls fn with every block up to the position upTo, which [Store.Last] has returned, in order. The log is read in
// many short transactions, and fn runs between them: it may be slow without delaying writers. Its argument is valid until it returns.
func (s *Store) Blocks(ctx context.Context, upTo uint64, fn func(CopiedBlock) error) error {
	var found []CopiedBlock
	var bytes []byte
	for next := uint64(1); next <= upTo; {
		if err := ctx.Err(); err != nil {
			return err
		}
		found, bytes = found[:0], bytes[:0]
		err := s.View(func(r *Reader) error {
			c := r.Cursor()
			b, ok, err := c.Seek(next)
			for ; ok && err == nil && b.First <= upTo && len(bytes) < copyStep; b, ok, err = c.Next() {
				start := len(bytes)
				bytes = appendBlock(bytes, &b)
				found = append(found, CopiedBlock{First: b.First, Count: b.Count, Bytes: bytes[start:len(bytes):len(bytes)]})
				next = b.Last() + 1
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return nil
		}
		for _, b := range found {
			if err := fn(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// PutBlock encodes a block for a copy: position (8), length (4), bytes.
func PutBlock(dst []byte, b CopiedBlock) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, 12)...)
	putBlockHeader(dst[at:], b.First, len(b.Bytes))
	return append(dst, b.Bytes...)
}

func putBlockHeader(dst []byte, first uint64, n int) {
	binary.BigEndian.PutUint64(dst, first)
	binary.BigEndian.PutUint32(dst[8:], uint32(n))
}

// CheckBlock checks that the bytes are a block for position first, and returns its number of events.
func CheckBlock(first uint64, p []byte) (events int, err error) {
	b, err := readBlock(first, p)
	return b.Count, err
}
