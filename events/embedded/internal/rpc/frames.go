package rpc

// Fewer frames: the official clients send an append's events one by one, each a frame of HTTP/2 of its own, and grpc does for
// each frame what it does for a large one: memory, a queue, a wake-up. So frames of one stream that came together are joined
// before grpc sees them. HTTP/2 lets whoever is on the way do that (RFC 9113, 6.1 and 8.1: frames of data have no meaning of their
// own), and flow control counts the same bytes.

import "net"

const (
	frameHeader = 9 // length (3), type (1), flags (1), stream (4)
	frameData   = 0
	flagEnd     = 1
	// maxFrame is the largest frame that grpc takes, the least that HTTP/2 allows to offer.
	maxFrame = 16 << 10
	// joinRoom holds a frame that is not whole yet, and a record of TLS.
	joinRoom = 2 * maxFrame
	// preface is how many bytes a client sends before its first frame (RFC 9113, 3.4).
	preface = 24
)

// joined is a connection whose frames of data are joined. One goroutine at a time may read.
type joined struct {
	net.Conn
	room []byte
	from int // room[from:to] is to be handed out,
	to   int
	end  int // and room[to:end] is the beginning of a frame
	pass int // bytes to come that are handed out as they are: the preface, and the rest of frames too large for the room
}

func newJoined(conn net.Conn) *joined {
	return &joined{Conn: conn, room: make([]byte, joinRoom), pass: preface}
}

// Read implements net.Conn. A frame that is no larger than the room is handed out when it is whole.
func (c *joined) Read(p []byte) (int, error) {
	for c.from == c.to {
		c.end = copy(c.room, c.room[c.to:c.end])
		c.from, c.to = 0, 0
		n, err := c.Conn.Read(c.room[c.end:])
		c.end += n
		if n > 0 {
			c.join()
		} else if err != nil {
			if c.end == 0 {
				return 0, err
			}
			c.to = c.end // the connection ends within a frame, or tells the error again
		}
	}
	n := copy(p, c.room[c.from:c.to])
	c.from += n
	return n, nil
}

// join joins what can be joined in room[:end], and sets to.
func (c *joined) join() {
	room, end := c.room, c.end
	read := min(c.pass, end)
	c.pass -= read
	write := read       // never beyond read
	open, size := -1, 0 // where the header of the frame is that can grow, -1 if there is none; the bytes of its content
	for end-read >= frameHeader {
		head := room[read : read+frameHeader]
		length := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
		whole := frameHeader + length
		if whole > end-read {
			if whole > len(room) {
				c.pass = whole - (end - read)
				write += copy(room[write:], room[read:end])
				read = end
			}
			break
		}
		data, last := head[3] == frameData && head[4]&^flagEnd == 0, head[4]&flagEnd != 0
		if data && open >= 0 && size+length <= maxFrame && string(head[5:]) == string(room[open+5:open+frameHeader]) {
			size += length
			room[open], room[open+1], room[open+2] = byte(size>>16), byte(size>>8), byte(size)
			room[open+4] |= head[4]
			write += copy(room[write:], room[read+frameHeader:read+whole])
		} else {
			open, size = write, length
			write += copy(room[write:], room[read:read+whole])
		}
		if !data || last {
			open = -1
		}
		read += whole
	}
	c.to = write
	c.end = write + copy(room[write:], room[read:end])
}
