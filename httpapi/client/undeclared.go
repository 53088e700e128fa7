// A proxy that nobody has declared.

package client

import (
	"net/http"
	"net/netip"
	"sync"
)

// UndeclaredProxy notices requests that come from a proxy that is not trusted, so that all its visitors look like one client. It is safe
// for concurrent use.
type UndeclaredProxy struct {
	Trusted Proxies
	Warn    func(peer netip.Addr)
	once    sync.Once
}

// Notice calls Warn for the first request from such a proxy.
func (u *UndeclaredProxy) Notice(r *http.Request) {
	if r.Header["X-Forwarded-For"] != nil && u.Trusted.undeclared(r) {
		u.once.Do(func() { u.Warn(Peer(r)) })
	}
}
