// One write: an answer leaves in one piece, though net/http hands it to its connection in two.
//
// net/http's buffer takes the head and as much of the body as fits into 4 KB; that is written, then what is left. Each write is a
// call of the kernel here, and mostly a second one where it is read. A handler that has the whole body at hand announces
// it: then the connection keeps the first piece until it gets the second, and writes both at once.

package httpapi

import (
	"bytes"
	"net"
	"net/http"
	"sync"
)

// firstPiece is net/http's buffer: no first piece is larger.
const firstPiece = 4 << 10

var firstPieces = sync.Pool{New: func() any { return new([firstPiece]byte) }}

// pieces are what a connection has been handed of an answer. Only the goroutine that serves the connection uses them.
type pieces struct {
	announced int // bytes of the body of the answer that begins with the next write; 0: it may have any number of pieces
	first     *[firstPiece]byte
	kept      int // bytes of first
	both      [2][]byte
}

// whole writes a body of which there is no more, and whose length is in the header.
func (x *exchange) whole(body []byte) {
	if x.connection != nil && x.request.Method != http.MethodHead { // of which net/http writes the head alone
		x.connection.announced = len(body)
	}
	_, _ = x.Write(body) // a client that has gone is no error of ours
}

// Write sends p, or keeps it until the rest of an announced answer comes.
func (c *connection) Write(p []byte) (int, error) {
	if c.first != nil {
		return c.writeBoth(p)
	}
	announced := c.announced
	if announced == 0 {
		return c.Conn.Write(p)
	}
	c.announced = 0
	head := bytes.Index(p, []byte("\r\n\r\n"))
	if head < 0 || len(p) > firstPiece || len(p) >= head+4+announced {
		return c.Conn.Write(p)
	}
	c.first = firstPieces.Get().(*[firstPiece]byte)
	c.kept = copy(c.first[:], p)
	return len(p), nil
}

// writeBoth sends the piece that was kept, and p behind it.
func (c *connection) writeBoth(p []byte) (int, error) {
	c.both = [2][]byte{c.first[:c.kept], p}
	buffers := net.Buffers(c.both[:])
	n, err := buffers.WriteTo(c.Conn)
	firstPieces.Put(c.first)
	c.first, c.both = nil, [2][]byte{}
	return max(0, int(n)-c.kept), err
}
