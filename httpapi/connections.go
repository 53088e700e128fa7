// The limits of the site's connections.

package httpapi

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"candor/httpapi/client"
)

const crowdedInterval = time.Minute // between two log lines about clients at their limit

// connectionRefusal is the whole response on a refused connection.
var connectionRefusal = fmt.Appendf(nil,
	"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(overloadJSON), overloadJSON)

// LimitConnections lets a server have at most so many connections over a listener at a time, and each client a share of them.
func LimitConnections(web *http.Server, l net.Listener, most int) net.Listener {
	limits := client.Limits{Max: most, Refusal: connectionRefusal, Refused: func() {}, Crowded: func(netip.Addr, int) {}}
	if s, ok := web.Handler.(*Server); ok {
		var logged atomic.Int64 // Unix nanoseconds
		limits.Trusted, limits.Refused = s.TrustedProxies, s.Metrics.RefusedConnections.Inc
		limits.Crowded = func(addr netip.Addr, connections int) {
			if now, last := time.Now().UnixNano(), logged.Load(); now-last >= int64(crowdedInterval) && logged.CompareAndSwap(last, now) {
				s.Logger.Warn().Uint64("client", client.Hash(addr)).Int("connections", connections).
					Msg("a client has reached its connection limit: refusing more")
			}
		}
	}
	return client.Limit(web, l, limits)
}
