// The address of a client: its connection's, or the one that trusted proxies name.

package client

import (
	"hash/maphash"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the proxies whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

// Trust reports whether addr is one of the proxies.
func (p Proxies) Trust(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(proxy netip.Prefix) bool { return proxy.Contains(addr) })
}

// Address returns the address of the client: the connection's, or, when the connection comes from a trusted proxy, the right-most entry
// of X-Forwarded-For that is not a trusted proxy.
func (p Proxies) Address(r *http.Request) netip.Addr {
	peer := Peer(r)
	if len(p) == 0 || !p.Trust(peer) {
		return peer
	}
	return p.forwardedFor(peer, r.Header["X-Forwarded-For"])
}

// forwardedFor reads X-Forwarded-For from the right, past the trusted proxies. Each entry was written by the proxy to its right, so
// that nothing to the left of the first untrusted one can be believed. Where all are trusted, the client is the left-most. An entry
// that is not an address ends the search at the proxy that wrote it.
func (p Proxies) forwardedFor(peer netip.Addr, lines []string) netip.Addr {
	client := peer
	for _, line := range slices.Backward(lines) {
		for more := true; more; {
			entry := line
			if comma := strings.LastIndexByte(line, ','); comma >= 0 {
				line, entry = line[:comma], line[comma+1:]
			} else {
				more = false
			}
			addr, ok := forwardedAddr(strings.Trim(entry, " \t"))
			if !ok {
				return client
			}
			if client = addr; !p.Trust(client) {
				return client
			}
		}
	}
	return client
}

// forwardedAddr parses one entry: an address, with brackets, port or zone as proxies write them.
func forwardedAddr(entry string) (netip.Addr, bool) {
	addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(entry, "["), "]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(entry)
		if err != nil {
			return netip.Addr{}, false
		}
		addr = withPort.Addr()
	}
	return plain(addr), true
}

// Peer returns the address at the other end of the request's connection. It is invalid where the connection has none.
func Peer(r *http.Request) netip.Addr { return addrOf(r.RemoteAddr) }

// addrOf returns the address of text that names an address and a port.
func addrOf(text string) netip.Addr {
	peer, err := netip.ParseAddrPort(text)
	if err != nil {
		return netip.Addr{}
	}
	return plain(peer.Addr())
}

func plain(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

// hashSeed is different in each process, so that hashes of addresses mean nothing outside of its log.
var hashSeed = maphash.MakeSeed()

// Hash returns a number that is the same for all requests of one client while this process runs, and that does not reveal its address.
func Hash(addr netip.Addr) uint64 { return maphash.Comparable(hashSeed, addr) }
