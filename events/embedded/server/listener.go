package server

// The listener, which tracks its connections: grpc's own stop waits for those that have sent nothing yet.

import (
	"net"
	"sync"
)

type listener struct {
	net.Listener
	mu    sync.Mutex
	conns map[*conn]struct{}
}

// conn is a connection that is tracked until it is closed.
type conn struct {
	net.Conn
	from *listener
}

func track(l net.Listener) *listener {
	return &listener{Listener: l, conns: map[*conn]struct{}{}}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{raw, l}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c] = struct{}{}
	return c, nil
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.from.mu.Lock()
	delete(c.from.conns, c)
	c.from.mu.Unlock()
	return c.Conn.Close()
}

// cut closes all open connections.
func (l *listener) cut() {
	l.mu.Lock()
	left := l.conns
	l.conns = map[*conn]struct{}{}
	l.mu.Unlock()
	for c := range left {
		c.Conn.Close()
	}
}
