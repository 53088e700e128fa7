// Peers: nobody holds all connections. Whoever opens them and sends half a head or half a body keeps each for as long as the timeouts
// let it, so that one peer may have a quarter of them at most.
//
// A peer is the address at the other end of the connection itself, of IPv6 the /64 that one subscriber has. Proxies carry everybody's
// connections: those that --trusted-proxies names are exempt, and so is every address that the Internet doesn't route, so that a proxy
// beside the site that nobody has declared does not close it.

package httpapi

import "net/netip"

// peerShare is which part of the connections a peer may have: one in so many.
const peerShare = 4

// sharedAddresses is what carriers and clouds use inside of their networks (RFC 6598).
var sharedAddresses = netip.MustParsePrefix("100.64.0.0/10")

// peers counts connections by peer. It is not safe for concurrent use.
type peers struct {
	most   int            // of one peer
	exempt []netip.Prefix // trusted proxies
	open   map[netip.Prefix]int
}

func newPeers(connections int, exempt []netip.Prefix) *peers {
	return &peers{most: max(1, connections/peerShare), exempt: exempt, open: map[netip.Prefix]int{}}
}

// of returns the peer that an address belongs to; an invalid prefix where it is exempt.
func (p *peers) of(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap()
	if !addr.IsValid() || addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast() || sharedAddresses.Contains(addr) || trusted(addr, p.exempt) {
		return netip.Prefix{}
	}
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	peer, _ := addr.Prefix(bits) // these bits fit
	return peer
}

// full reports whether a peer has as many connections as it may.
func (p *peers) full(peer netip.Prefix) bool { return peer.IsValid() && p.open[peer] >= p.most }

func (p *peers) add(peer netip.Prefix) {
	if peer.IsValid() {
		p.open[peer]++
	}
}

func (p *peers) remove(peer netip.Prefix) {
	if !peer.IsValid() {
		return
	}
	if p.open[peer]--; p.open[peer] == 0 {
		delete(p.open, peer)
	}
}
