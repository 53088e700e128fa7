// Addresses: the site's own, which its operator names, and those of clients, behind proxies that we trust.

package httpapi

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Origin returns the origin that siteURL names, without a slash at its end. Its error says what is wrong.
func Origin(siteURL string) (string, error) {
	u, err := url.Parse(siteURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is not an origin such as https://example.com", siteURL)
	}
	return u.Scheme + "://" + u.Host, nil
}

// clientAddr is the address of the visitor: the connection's, or the right-most entry of
// X-Forwarded-For that is not a trusted proxy, when the connection comes from one.
func (x *exchange) clientAddr() netip.Addr {
	peer := x.peer()
	if len(x.TrustedProxies) == 0 || !trusted(peer, x.TrustedProxies) {
		return peer
	}
	return forwardedFor(peer, x.request.Header["X-Forwarded-For"], x.TrustedProxies)
}

// warnOfProxy logs, once, that requests come from a proxy that is not trusted: all its visitors look like one client.
// X-Forwarded-For from a public address is a visitor's own invention and means nothing.
func (x *exchange) warnOfProxy() {
	if x.request.Header["X-Forwarded-For"] == nil {
		return
	}
	peer := x.peer()
	if !peer.IsLoopback() && !peer.IsPrivate() && !peer.IsLinkLocalUnicast() || trusted(peer, x.TrustedProxies) {
		return
	}
	x.proxyWarning.Do(func() {
		x.Logger.Warn().Stringer("peer", peer).Msg("X-Forwarded-For is ignored, because it comes from an address that is not trusted. If that is your proxy, " +
			"all visitors count as one address: they share every limit, and 10 wrong passwords lock everybody out. " +
			"Set CANDOR_TRUSTED_PROXIES (--trusted-proxies) to the proxy's address")
	})
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
