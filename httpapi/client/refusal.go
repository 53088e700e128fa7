// The answer on a connection beyond a limit.

package client

import (
	"io"
	"net"
	"time"
)

const (
	maxRefusing    = 64          // refusals being sent at a time; further connections are closed without an answer
	refusalTimeout = time.Second // for the client to read the answer
	maxDiscarded   = 64 << 10    // bytes of its request
)

// refuse counts a refusal and answers it without making Accept wait.
func (l *listener) refuse(c net.Conn) {
	l.Refused()
	select {
	case l.refusing <- struct{}{}:
		go func() {
			defer func() { <-l.refusing }()
			sendRefusal(c, l.Refusal)
		}()
	default:
		_ = c.Close()
	}
}

// sendRefusal answers and closes the connection. It reads what the client has sent, since closing a connection with unread bytes resets
// it, and the client would lose the answer.
func sendRefusal(c net.Conn, refusal []byte) {
	defer c.Close()
	if c.SetDeadline(time.Now().Add(refusalTimeout)) != nil {
		return
	}
	if _, err := c.Write(refusal); err == nil && closeWrite(c) == nil {
		_, _ = io.CopyN(io.Discard, c, maxDiscarded)
	}
}

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
