// A listener that limits connections. Beyond a limit the connection that has been idle longest is closed, and where there is none, the
// new one is refused with an answer.

package client

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// peerShare is the part of all connections that one peer may have: one in so many. A client that sends half a request holds a connection
// until the timeouts end it, so that without a share one of them could hold all.
const peerShare = 4

// Limits are the limits of a listener.
type Limits struct {
	Max     int     // connections at a time
	Trusted Proxies // exempt from the share of a peer
	Refusal []byte  // the whole HTTP response for a refused connection
	Refused func()  // counts a refusal
	Crowded func(client netip.Addr, connections int)
}

// Limit returns l with limits on its connections, for web to serve. Crowded is called when a peer has as many as it may.
func Limit(web *http.Server, l net.Listener, limits Limits) net.Listener {
	inner := web.ConnState
	web.ConnState = func(c net.Conn, state http.ConnState) {
		if ours, ok := c.(*connection); ok {
			switch state {
			case http.StateIdle:
				ours.idleSince.Store(time.Now().UnixNano())
			case http.StateActive:
				ours.idleSince.Store(0)
			}
		}
		if inner != nil {
			inner(c, state)
		}
	}
	return &listener{
		Listener: l, Limits: limits, maxOfPeer: max(1, limits.Max/peerShare),
		refusing: make(chan struct{}, maxRefusing), open: map[*connection]bool{}, ofPeer: map[netip.Prefix]int{},
	}
}

type listener struct {
	net.Listener
	Limits
	maxOfPeer int
	refusing  chan struct{} // holds one for each refusal being sent

	mu     sync.Mutex
	open   map[*connection]bool
	ofPeer map[netip.Prefix]int // number of open connections
}

type connection struct {
	net.Conn
	listener  *listener
	peer      netip.Prefix // the peer that it counts for; invalid: none
	idleSince atomic.Int64 // Unix nanoseconds; 0: a request is being read or answered
}

// Accept returns the next connection within the limits.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if ours := l.admit(c); ours != nil {
			return ours, nil
		}
		l.refuse(c)
	}
}

// admit counts a connection. It returns nil where a limit is reached.
func (l *listener) admit(c net.Conn) *connection {
	addr := addrOf(c.RemoteAddr().String())
	ours := &connection{Conn: c, listener: l, peer: peerOf(addr, l.Trusted)}
	l.mu.Lock()
	defer l.mu.Unlock()
	if ours.peer.IsValid() && l.ofPeer[ours.peer] >= l.maxOfPeer && !l.closeIdle(ours.peer) {
		l.Crowded(addr, l.maxOfPeer)
		return nil
	}
	if len(l.open) >= l.Max && !l.closeIdle(netip.Prefix{}) {
		return nil
	}
	l.open[ours] = true
	l.ofPeer[ours.peer]++
	return ours
}

// closeIdle closes the connection that has been idle longest, of the peer if it is valid, and reports whether there was one; l.mu is
// held. A request that is arriving on it at this very moment is sent again by its client (RFC 9112, section 9.3.1).
func (l *listener) closeIdle(peer netip.Prefix) bool {
	var longest *connection
	since := int64(0)
	for c := range l.open {
		if idle := c.idleSince.Load(); idle != 0 && (longest == nil || idle < since) && (!peer.IsValid() || c.peer == peer) {
			longest, since = c, idle
		}
	}
	if longest == nil {
		return false
	}
	l.forget(longest)
	_ = longest.Conn.Close()
	return true
}

// forget ends the count of a connection; l.mu is held.
func (l *listener) forget(c *connection) {
	if !l.open[c] {
		return
	}
	delete(l.open, c)
	if l.ofPeer[c.peer]--; l.ofPeer[c.peer] == 0 {
		delete(l.ofPeer, c.peer)
	}
}

// Close ends the connection and its count.
func (c *connection) Close() error {
	c.listener.mu.Lock()
	c.listener.forget(c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite lets net/http finish a response before it closes the connection.
func (c *connection) CloseWrite() error { return closeWrite(c.Conn) }
