// Compression by a few shared compressors, as each takes megabytes, and decompression.

package answers

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// compressors holds as many as can run at once. A sync.Pool would be emptied by every garbage collection, and making them again was
// much of the garbage of a busy site. Nil: not made yet.
var compressors = func() chan *compressor {
	c := make(chan *compressor, min(maxCompressors, runtime.NumCPU()))
	for range cap(c) {
		c <- nil
	}
	return c
}()

type compressor struct {
	w      *gzip.Writer
	brotli *brotli.Writer // nil: not made yet
	out    bytes.Buffer
}

const (
	maxCompressors = 4
	maxBuffer      = 256 << 10 // bytes of a compressor's buffer that are reused

	// Higher qualities hardly make texts smaller, but take several times as long. The window takes memory, and most texts fit in it.
	brotliQuality = 6
	brotliWindow  = 18 // base 2 logarithm of bytes
)

// borrowCompressor returns a compressor, waiting if all are in use. The caller gives it back.
func borrowCompressor() *compressor {
	c := <-compressors
	if c == nil {
		c = &compressor{w: gzip.NewWriter(nil)}
	}
	return c
}

func (c *compressor) giveBack() {
	c.w.Reset(nil) // it mustn't refer to the writer any longer
	compressors <- c
}

// compress writes to w the compressed output of write. Errors: write's and w's.
func (c *compressor) compress(w io.Writer, write func(io.Writer) error) error {
	c.w.Reset(w)
	if err := write(c.w); err != nil {
		return err
	}
	return c.w.Close()
}

// Gzip compresses body, waiting while all compressors are in use.
func Gzip(body []byte) []byte {
	c := borrowCompressor()
	defer c.giveBack()
	return c.intoBuffer(func(out io.Writer) {
		c.w.Reset(out)
		_, _ = c.w.Write(body) // neither a compressor nor a buffer in memory fails
		_ = c.w.Close()
	})
}

// Brotli compresses body further than Gzip, in several times its time, waiting while all compressors are in use.
func Brotli(body []byte) []byte {
	c := borrowCompressor()
	defer c.giveBack()
	return c.intoBuffer(func(out io.Writer) {
		if c.brotli == nil {
			c.brotli = brotli.NewWriterOptions(out, brotli.WriterOptions{Quality: brotliQuality, LGWin: brotliWindow})
		} else {
			c.brotli.Reset(out)
		}
		_, _ = c.brotli.Write(body)
		_ = c.brotli.Close() // drops its reference to out, too
	})
}

// intoBuffer returns what write has written.
func (c *compressor) intoBuffer(write func(out io.Writer)) []byte {
	c.out.Reset()
	write(&c.out)
	compressed := bytes.Clone(c.out.Bytes())
	if c.out.Cap() > maxBuffer {
		c.out = bytes.Buffer{}
	}
	return compressed
}

var decompressors = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip decompresses pieces to w, a little at a time. Its error is w's.
func gunzip(w io.Writer, pieces [][]byte) (int64, error) {
	r := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(r)
	from := &pieceReader{left: pieces}
	defer func() { from.left = nil }() // the decompressor still refers to it
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

// more moves to the next piece at the end of one, and reports whether there is one.
func (p *pieceReader) more() bool {
	for len(p.left) > 0 && p.at == len(p.left[0]) {
		p.left, p.at = p.left[1:], 0
	}
	return len(p.left) > 0
}
