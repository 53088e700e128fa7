// Failed sign-ins where no addresses are kept: only this process knows where they came from.

package limit

import (
	"net/netip"
	"time"

	"candor/commands/traffic"
)

const (
	SignInFailures = 10               // failed sign-ins that an IPv4 address or an IPv6 /64 has in any SignInSpan
	SignInSpan     = 15 * time.Minute // of SignInFailures
	siteFailures   = 50               // failed sign-ins that an IPv6 /48 has in any SignInSpan
)

// SignIns counts failed sign-ins as package commands does in the log: by IPv4 address or IPv6 /64, and by IPv6 /48.
type SignIns struct {
	networks *Limiter[netip.Addr]
	sites    *Limiter[netip.Addr]
}

// NewSignIns returns counts that begin now.
func NewSignIns() *SignIns {
	return &SignIns{New[netip.Addr](SignInFailures, SignInSpan), New[netip.Addr](siteFailures, SignInSpan)}
}

// Take counts an attempt, unless there were too many.
func (l *SignIns) Take(now time.Time, addr netip.Addr) Allowance {
	network := traffic.Network(addr)
	allowance := l.networks.Take(now, network, 1)
	site := traffic.Site(network)
	if !site.IsValid() {
		return allowance
	}
	if !allowance.OK {
		if ofSite := l.sites.Take(now, site, 0); ofSite.Remaining == 0 {
			allowance.Wait = max(allowance.Wait, ofSite.Reset)
		}
		return allowance
	}
	ofSite := l.sites.Take(now, site, 1)
	if !ofSite.OK {
		l.networks.Refund(network, 1)
	}
	return ofSite
}

// Refund undoes an attempt that does not count after all.
func (l *SignIns) Refund(addr netip.Addr) {
	network := traffic.Network(addr)
	l.networks.Refund(network, 1)
	if site := traffic.Site(network); site.IsValid() {
		l.sites.Refund(site, 1)
	}
}

// Clear forgets the attempts from an address's network, also in its site.
func (l *SignIns) Clear(addr netip.Addr) {
	network := traffic.Network(addr)
	used := l.networks.Clear(network)
	if site := traffic.Site(network); site.IsValid() {
		l.sites.Refund(site, used)
	}
}
