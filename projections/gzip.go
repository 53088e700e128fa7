// Compressing, by few compressors for everybody, since each takes a megabyte, and reading what they made.

package projections

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
	c := make(chan *compressor, min(mostCompressors, runtime.NumCPU()))
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
	mostCompressors = 4
	mostKept        = 256 << 10 // bytes of a compressor's buffer that stay
)

// Gzip compresses body. Where too many do at once it waits for its turn.
func Gzip(body []byte) []byte {
	c := <-compressors
	if c == nil {
		c = &compressor{w: gzip.NewWriter(nil)}
	}
	c.out.Reset()
	c.w.Reset(&c.out)
	_, _ = c.w.Write(body) // neither a compressor nor a buffer in memory fails
	_ = c.w.Close()
	zipped := bytes.Clone(c.out.Bytes())
	if c.out.Cap() > mostKept {
		c.out = bytes.Buffer{}
	}
	compressors <- c
	return zipped
}

var decompressors = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip is what Gzip has compressed, of size bytes.
func gunzip(zipped []byte, size int) []byte {
	r := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(r)
	body := make([]byte, size)
	err := r.Reset(bytes.NewReader(zipped))
	if err == nil {
		_, err = io.ReadFull(r, body)
	}
	if err != nil {
		panic(fmt.Sprintf("what was compressed in memory can't be read: %v", err))
	}
	return body
}
