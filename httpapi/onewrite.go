// One write: an answer leaves in one piece, though net/http hands it to its connection in two.
//
// net/http's buffer takes the head and as much of the body as fits into 4 KB; that is written, then what is left. Each write is a
// call of the kernel here, and mostly a second one where it is read. A handler that has the whole body at hand announces
// it: then the connection keeps the first piece until it gets the second, and writes both at once.
//
// The headers that every answer has are no part of net/http's map then: with more than eight entries a map is of another kind, and
// that it is made, copied and sorted costs a read a tenth (measured). The connection puts their lines, which are ready, behind the status.
// The answer to a page view, which has no body, is announced for this alone.

package httpapi

import (
	"bytes"
	"net"
	"net/http"
	"sync"
)

// firstPiece is net/http's buffer and room for the lines that are put into it.
const firstPiece = 4<<10 + 1<<10

var firstPieces = sync.Pool{New: func() any {
	room := make([]byte, 0, firstPiece)
	return &room
}}

// announcement is what a connection is told of the answer that comes next. The zero value announces nothing.
type announcement struct {
	body  int    // bytes
	id    string // of the request
	lines []byte // of headers
	more  string // lines that this answer has besides
}

// pieces are what a connection has been told and handed of an answer. Only the goroutine that serves the connection uses them.
type pieces struct {
	announced announcement
	first     *[]byte // the first piece, while it is kept
	both      [2][]byte
}

// send answers with a body of which there is no more, in pieces, and whose length is in the header.
func (x *exchange) send(status int, body ...[]byte) {
	size := 0
	for _, piece := range body {
		size += len(piece)
	}
	if x.connection != nil && size > 0 && x.request.Method != http.MethodHead { // of which net/http writes the head alone
		x.announce(announcement{body: size})
	}
	x.WriteHeader(status)
	for _, piece := range body {
		if _, err := x.Write(piece); err != nil {
			return // a client that has gone is no error of ours
		}
	}
}

// mostlyAnnounced says that the answer will be announced, unless it is an unusual one: nothing needs its standing headers before.
func (x *exchange) mostlyAnnounced() bool {
	if x.connection == nil {
		return false
	}
	class := x.endpoint.class
	return class == classViews || class == classReady && x.request.Method == http.MethodGet
}

// announce tells the connection, which there is, of the answer that comes next.
func (x *exchange) announce(announced announcement) {
	if !x.protected {
		announced.id, announced.lines = x.id, x.headers.of(x.request.URL.Path).lines
		x.protected = true
	}
	x.connection.announced = announced
}

// Write sends p, or keeps it until the rest of an announced answer comes.
func (c *connection) Write(p []byte) (int, error) {
	if c.first != nil {
		return c.writeBoth(p)
	}
	announced := c.announced
	if announced.body == 0 && announced.lines == nil {
		return c.Conn.Write(p)
	}
	c.announced = announcement{}
	kept := firstPieces.Get().(*[]byte)
	status := bytes.IndexByte(p, '\n') + 1
	piece := append((*kept)[:0], p[:status]...)
	if announced.lines != nil {
		piece = append(piece, "X-Request-Id: "...)
		piece = append(piece, announced.id...)
		piece = append(piece, "\r\n"...)
		piece = append(piece, announced.lines...)
		piece = append(piece, announced.more...)
	}
	*kept = append(piece, p[status:]...)
	head := bytes.Index(p, []byte("\r\n\r\n"))
	if head >= 0 && len(p) < head+4+announced.body {
		c.first = kept
		return len(p), nil
	}
	_, err := c.Conn.Write(*kept)
	firstPieces.Put(kept)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// writeBoth sends the piece that was kept, and p behind it.
func (c *connection) writeBoth(p []byte) (int, error) {
	kept := len(*c.first)
	c.both = [2][]byte{*c.first, p}
	buffers := net.Buffers(c.both[:])
	n, err := buffers.WriteTo(c.Conn)
	firstPieces.Put(c.first)
	c.first, c.both = nil, [2][]byte{}
	return max(0, int(n)-kept), err
}
