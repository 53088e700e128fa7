// Compressing, by few compressors for everybody, since each takes a megabyte, and reading what they made.

package answers

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// compressors are no more than can run at once. They are not in a sync.Pool, which every collection empties: making them anew was a
// good part of the garbage of a busy site. Nil: not made yet.
var compressors = func() chan *compressor {
	c := make(chan *compressor, min(maxCompressors, runtime.NumCPU()))
	for range cap(c) {
		c <- nil
	}
	return c
}()

type compressor struct {
	w   *gzip.Writer
	out bytes.Buffer
}

const (
	maxCompressors = 4
	maxBuffer      = 256 << 10 // bytes of a compressor's buffer that stay
)

// borrowCompressor returns a compressor, waiting for one where all are in use. It must be given back.
func borrowCompressor() *compressor {
	c := <-compressors
	if c == nil {
		c = &compressor{w: gzip.NewWriter(nil)}
	}
	return c
}

func (c *compressor) giveBack() {
	c.w.Reset(nil) // it mustn't hold on to what it wrote to
	compressors <- c
}

// compress writes to w, compressed, what write writes. Errors: write's and w's.
func (c *compressor) compress(w io.Writer, write func(io.Writer) error) error {
	c.w.Reset(w)
	if err := write(c.w); err != nil {
		return err
	}
	return c.w.Close()
}

// Gzip compresses body. Where too many do at once it waits for its turn.
func Gzip(body []byte) []byte {
	c := borrowCompressor()
	defer c.giveBack()
	c.out.Reset()
	_ = c.compress(&c.out, func(w io.Writer) error { // neither a compressor nor a buffer in memory fails
		_, err := w.Write(body)
		return err
	})
	zipped := bytes.Clone(c.out.Bytes())
	if c.out.Cap() > maxBuffer {
		c.out = bytes.Buffer{}
	}
	return zipped
}

var decompressors = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip writes to w what was compressed into pieces, a little at a time. Its error is w's.
func gunzip(w io.Writer, pieces [][]byte) (int64, error) {
	r := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(r)
	from := &pieceReader{left: pieces}
	defer func() { from.left = nil }() // the decompressor holds on to it
	if err := r.Reset(from); err != nil {
		panic(fmt.Sprintf("what was compressed in memory can't be read: %v", err))
	}
	return r.WriteTo(w)
}

// pieceReader reads pieces one after the other. Byte by byte, too, so that a decompressor needs no buffer before it.
type pieceReader struct {
	left [][]byte
	at   int // in the first of them
}

// Read reads from the first piece that is left.
func (p *pieceReader) Read(b []byte) (int, error) {
	if !p.more() {
		return 0, io.EOF
	}
	n := copy(b, p.left[0][p.at:])
	p.at += n
	return n, nil
}

// ReadByte reads one byte.
func (p *pieceReader) ReadByte() (byte, error) {
	if !p.more() {
		return 0, io.EOF
	}
	p.at++
	return p.left[0][p.at-1], nil
}

// more goes on to the next piece at the end of one, and reports whether there is any.
func (p *pieceReader) more() bool {
	for len(p.left) > 0 && p.at == len(p.left[0]) {
		p.left, p.at = p.left[1:], 0
	}
	return len(p.left) > 0
}
