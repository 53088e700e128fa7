// Whose a request is, for shares of what all clients use.

package client

import (
	"net/http"
	"net/netip"
)

// ID tells clients apart: by their address, of IPv6 by the /64 that one subscriber has. Behind a proxy that nobody has declared everybody
// has the proxy's address, so that there each connection is a client.
type ID struct {
	addr netip.Addr
	port uint16 // of such a connection, else 0
}

// Of returns whose a request is.
func (p Proxies) Of(r *http.Request) ID {
	if p.undeclared(r) {
		peer, _ := netip.ParseAddrPort(r.RemoteAddr) // without one, all are one client
		return ID{peer.Addr(), peer.Port()}
	}
	addr := p.Address(r)
	if addr.Is6() {
		network, _ := addr.Prefix(64) // it always fits
		addr = network.Addr()
	}
	return ID{addr: addr}
}

// forwarding are headers that proxies add.
var forwarding = []string{"X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip"}

// undeclared reports whether a request comes from a proxy that isn't among p. In a request from a public address these headers mean
// nothing, as any visitor can send them.
func (p Proxies) undeclared(r *http.Request) bool {
	for _, name := range forwarding {
		if r.Header[name] != nil {
			peer := Peer(r)
			return peer.IsValid() && !routed(peer) && !p.Trust(peer)
		}
	}
	return false
}
