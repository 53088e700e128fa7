// Connections: no more at a time than a server can hold, and no more of one peer than its share (peers.go). Beyond that, those on which
// nobody waits are closed, the longest idle first, and where there are none, the new one is told to come again: nobody waits without an
// answer.

package httpapi

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const (
	partingTime  = time.Second // for a refused client to read why
	mostPartings = 64          // refused at a time; more are hung up on
	partingBytes = 64 << 10    // of its request that are thrown away
	peerSilence  = time.Minute // between two lines of log about peers
)

// partingWords is the whole answer on a refused connection.
var partingWords = fmt.Appendf(nil, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(overloadJSON), overloadJSON)

// bound is a listener that keeps count.
type bound struct {
	net.Listener
	most     int
	partings chan struct{}
	refused  func()
	crowded  func(mark uint64, connections int) // logs that a peer has its share

	mu    sync.Mutex
	open  map[*connection]struct{}
	peers *peers
	said  time.Time // when crowded was last called
}

// connection is one of them.
type connection struct {
	net.Conn
	peer netip.Addr   // at the other end; invalid where that has none
	as   netip.Prefix // the peer that it counts for
	mark uint64       // of peer, see clientMark
	of   *bound
	idle atomic.Int64 // since when nobody waits on it, in Unix nanoseconds; 0: somebody does
}

// connectionKey is the key of a request's connection in its context.
type connectionKey struct{}

// Bound lets a server have at most so many connections over a listener at a time. Its Shutdown and Close work as ever.
func Bound(web *http.Server, l net.Listener, most int) net.Listener {
	b := &bound{Listener: l, most: most, partings: make(chan struct{}, mostPartings), open: map[*connection]struct{}{}, refused: func() {}, crowded: func(uint64, int) {}}
	var proxies []netip.Prefix
	if s, ok := web.Handler.(*server); ok {
		b.refused, b.crowded, proxies = s.metrics.refusedConnections.Inc, s.logCrowd, s.TrustedProxies
	}
	b.peers = newPeers(most, proxies)
	noted := web.ConnState
	web.ConnState = func(c net.Conn, state http.ConnState) {
		if ours, ok := c.(*connection); ok {
			switch state {
			case http.StateIdle:
				ours.idle.Store(time.Now().UnixNano())
			case http.StateActive:
				ours.idle.Store(0)
			}
		}
		if noted != nil {
			noted(c, state)
		}
	}
	given := web.ConnContext
	web.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if given != nil {
			ctx = given(ctx, c)
		}
		if ours, ok := c.(*connection); ok {
			ctx = context.WithValue(ctx, connectionKey{}, ours)
		}
		return ctx
	}
	return b
}

// Accept returns the next connection that there is room for.
func (b *bound) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if ours := b.admit(c); ours != nil {
			return ours, nil
		}
		b.refused()
		select {
		case b.partings <- struct{}{}:
			go b.part(c)
		default:
			_ = c.Close()
		}
	}
}

// admit counts a connection, nil where there is no room.
func (b *bound) admit(c net.Conn) *connection {
	b.mu.Lock()
	defer b.mu.Unlock()
	ours := &connection{Conn: c, peer: addrOf(c.RemoteAddr().String()), of: b}
	ours.as, ours.mark = b.peers.of(ours.peer), maphash.Comparable(clientSeed, ours.peer)
	if b.peers.full(ours.as) && !b.makeRoom(ours.as) {
		if now := time.Now(); now.Sub(b.said) >= peerSilence {
			b.said = now
			b.crowded(ours.mark, b.peers.most)
		}
		return nil
	}
	if len(b.open) >= b.most && !b.makeRoom(netip.Prefix{}) {
		return nil
	}
	b.open[ours] = struct{}{}
	b.peers.add(ours.as)
	return ours
}

// makeRoom closes the connection that has been idle longest, of the peer if one is given; b.mu is held. A request that is on its way
// over it at this very moment is sent again by its client, as HTTP clients do when a kept connection ends (RFC 9112, section 9.3.1).
func (b *bound) makeRoom(peer netip.Prefix) bool {
	var longest *connection
	since := int64(0)
	for c := range b.open {
		if idle := c.idle.Load(); idle != 0 && (longest == nil || idle < since) && (!peer.IsValid() || c.as == peer) {
			longest, since = c, idle
		}
	}
	if longest == nil {
		return false
	}
	b.forget(longest)
	_ = longest.Conn.Close()
	return true
}

// forget takes a connection off the counts, once; b.mu is held.
func (b *bound) forget(c *connection) {
	if _, ok := b.open[c]; ok {
		delete(b.open, c)
		b.peers.remove(c.as)
	}
}

// Close takes the connection off the counts.
func (c *connection) Close() error {
	c.of.mu.Lock()
	c.of.forget(c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// logCrowd logs that a peer has as many connections as it may; mark is what its requests' lines say of it.
func (s *server) logCrowd(mark uint64, connections int) {
	s.Logger.Warn().Uint64("client", mark).Int("connections", connections).Msg("a client has reached its connection limit: refusing more")
}

// CloseWrite lets net/http end an answer properly before it closes.
func (c *connection) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// part answers a refused connection. What the client has sent is read, since a connection that is closed over unread bytes is
// reset, and the answer lost with it.
func (b *bound) part(c net.Conn) {
	defer func() { <-b.partings }()
	defer c.Close()
	if c.SetDeadline(time.Now().Add(partingTime)) != nil {
		return
	}
	if _, err := c.Write(partingWords); err == nil && closeWrite(c) == nil {
		_, _ = io.CopyN(io.Discard, c, partingBytes)
	}
}
