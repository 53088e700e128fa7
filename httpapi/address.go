// Client addresses: who is at the other end, behind proxies that we trust.

package httpapi

import (
	"net/netip"
	"strings"
)

// clientAddr is the address of the visitor: the connection's, or the right-most entry of
// X-Forwarded-For that is not a trusted proxy, when the connection comes from one.
func (x *exchange) clientAddr() netip.Addr {
	peer := x.peer()
	if len(x.TrustedProxies) == 0 || !trusted(peer, x.TrustedProxies) {
		return peer
	}
	return forwardedFor(peer, x.request.Header["X-Forwarded-For"], x.TrustedProxies)
}

// secure reports whether the visitor's connection is encrypted, as far as we or a trusted proxy see.
func (x *exchange) secure() bool {
	if x.request.TLS != nil {
		return true
	}
	proto := x.request.Header["X-Forwarded-Proto"]
	return len(proto) == 1 && strings.EqualFold(proto[0], "https") && trusted(x.peer(), x.TrustedProxies)
}

// peer is the connection's address; invalid when there is none, as in a test without one.
func (x *exchange) peer() netip.Addr {
	if x.connection != nil {
		return x.connection.peer
	}
	return addrOf(x.request.RemoteAddr)
}

// addrOf is the address of text with a port.
func addrOf(text string) netip.Addr {
	peer, err := netip.ParseAddrPort(text)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

func trusted(addr netip.Addr, proxies []netip.Prefix) bool {
	for _, p := range proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// forwardedFor walks X-Forwarded-For from the right, past the proxies we trust. Each entry was
// written by the one to its right, so the first that is not trusted is as far as can be believed.
// An entry that is no address ends the walk at the proxy that wrote it.
func forwardedFor(peer netip.Addr, lines []string, proxies []netip.Prefix) netip.Addr {
	client := peer
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
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
			client = addr
			if !trusted(client, proxies) {
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
	return addr.Unmap().WithZone(""), true
}
