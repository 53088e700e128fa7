// Which connections count as one client's.

package client

import "net/netip"

// sharedAddresses is used by carriers and clouds inside of their networks (RFC 6598).
var sharedAddresses = netip.MustParsePrefix("100.64.0.0/10")

// peerOf returns the peer that a connection from addr counts for: the address itself, of IPv6 the /64 that one subscriber has. It is
// invalid for proxies, which carry everybody's connections: the trusted ones, and every address that the Internet does not route, so
// that a proxy beside the site that nobody has declared does not close it.
func peerOf(addr netip.Addr, trusted Proxies) netip.Prefix {
	if !routed(addr) || trusted.Trust(addr) {
		return netip.Prefix{}
	}
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	peer, _ := addr.Prefix(bits) // these bits fit
	return peer
}

// routed reports whether the Internet routes addr.
func routed(addr netip.Addr) bool {
	return addr.IsValid() && !addr.IsLoopback() && !addr.IsPrivate() && !addr.IsLinkLocalUnicast() && !sharedAddresses.Contains(addr)
}
