// Listing: a list as it is read, and its answer.

package answers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"time"

	"candor/projections/projector"
)

// Listing is a list read in a transaction. Its rows are valid until the transaction ends.
type Listing struct {
	IDs      []int64
	Rows     [][]byte // the JSON of each item
	Total    int      // before limit and offset
	Modified time.Time
}

// size returns how many bytes the list takes as JSON.
func (l *Listing) size() int {
	size := len("[]") + max(0, len(l.Rows)-1)
	for _, row := range l.Rows {
		size += len(row)
	}
	return size
}

// writeTo writes the list as a JSON array.
func (l *Listing) writeTo(w io.Writer) error {
	between := []byte{'['}
	for _, row := range l.Rows {
		if _, err := w.Write(between); err != nil {
			return err
		}
		if _, err := w.Write(row); err != nil {
			return err
		}
		between[0] = ','
	}
	end := []byte("]")
	if len(l.Rows) == 0 {
		end = []byte("[]")
	}
	_, err := w.Write(end)
	return err
}

// ReadList returns the answer of the list that find reads. A large one is compressed row by row and never in memory as a whole; with
// headOnly it has no body. Errors: ErrListsFull, read's.
func ReadList(read func(func(t *projector.Tx) error) error, headOnly bool, find func(t *projector.Tx) Listing) (a *Answer, ids []int64,
	err error) {
	compress := false
	err = read(func(t *projector.Tx) (err error) {
		l := find(t)
		ids = l.IDs
		switch {
		case l.size() <= largeListAbove:
			a, err = l.ready()
		case headOnly:
			a = l.head()
		default:
			compress = true
		}
		return err
	})
	if err != nil || !compress {
		return a, ids, err
	}
	c := borrowCompressor() // before the transaction, which would prevent the reuse of the file's pages while it waits
	defer c.giveBack()
	err = read(func(t *projector.Tx) (err error) {
		l := find(t)
		ids = l.IDs
		a, err = l.compressed(c)
		return err
	})
	return a, ids, err
}

// ready returns the answer with its uncompressed body, and space for the compressed one. Its error is ErrListsFull.
func (l *Listing) ready() (*Answer, error) {
	counted := int64(2*l.size() + answerOverhead + 8*len(l.IDs))
	if err := lists.reserve(counted, false); err != nil {
		return nil, err
	}
	body := bytes.NewBuffer(make([]byte, 0, l.size()))
	_ = l.writeTo(body) // a buffer never fails
	a := NewList(body.Bytes(), l.Total, l.Modified)
	a.count(counted)
	return a, nil
}

// NewCounted makes the answer of a query that is cached in the memory of lists. Its error is ErrListsFull.
func NewCounted(body []byte, total int, modified time.Time) (*Answer, error) {
	counted := int64(2*len(body) + answerOverhead)
	if err := lists.reserve(counted, false); err != nil {
		return nil, err
	}
	a := NewList(body, total, modified)
	a.count(counted)
	return a, nil
}

// NewFile makes the answer of a file, which is cached in the memory of lists and is never compressed; ETag is its type. Its error is
// ErrListsFull.
func NewFile(body []byte, contentType string) (*Answer, error) {
	counted := int64(len(body) + answerOverhead)
	if err := lists.reserve(counted, false); err != nil {
		return nil, err
	}
	a := New(body, contentType)
	a.count(counted)
	return a, nil
}

// head returns the answer without its body.
func (l *Listing) head() *Answer {
	sum := sha256.New()
	_ = l.writeTo(sum) // a hash never fails
	return l.answer(sum)
}

// compressed returns the answer with only its compressed body. Its error is ErrListsFull.
func (l *Listing) compressed(c *compressor) (a *Answer, err error) {
	out := &countedPieces{}
	defer func() {
		if a == nil { // a damaged row panics
			lists.release(out.counted, true)
		}
	}()
	sum := sha256.New()
	if err := c.compress(out, func(w io.Writer) error { return l.writeTo(io.MultiWriter(sum, w)) }); err != nil {
		return nil, err
	}
	out.finish()
	a = l.answer(sum)
	a.large = true
	a.zipped.Store(&out.pieces)
	a.count(out.counted)
	return a, nil
}

func (l *Listing) answer(sum hash.Hash) *Answer {
	tag := hex.EncodeToString(sum.Sum(nil)[:projector.ShortHashSize])
	return &Answer{ETag: `"` + tag + `"`, Total: l.Total, LastModified: l.Modified, size: l.size()}
}

// countedPieces is a writer to memory that is counted in lists.
type countedPieces struct {
	pieces  [][]byte
	counted int64
}

// Write appends p. Its error is ErrListsFull.
func (c *countedPieces) Write(p []byte) (n int, err error) {
	for n < len(p) {
		last := len(c.pieces) - 1
		if last < 0 || len(c.pieces[last]) == cap(c.pieces[last]) {
			if err := lists.reserve(compressedPiece, true); err != nil {
				return n, err
			}
			c.counted += compressedPiece
			c.pieces = append(c.pieces, make([]byte, 0, compressedPiece))
			last++
		}
		piece := c.pieces[last]
		taken := min(len(p)-n, cap(piece)-len(piece))
		c.pieces[last] = append(piece, p[n:n+taken]...)
		n += taken
	}
	return n, nil
}

// finish releases what the last piece doesn't need.
func (c *countedPieces) finish() {
	if last := len(c.pieces) - 1; last >= 0 {
		spare := int64(cap(c.pieces[last]) - len(c.pieces[last]))
		c.pieces[last] = bytes.Clone(c.pieces[last])
		c.counted -= spare
		lists.release(spare, true)
	}
}
