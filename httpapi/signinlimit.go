// Failed sign-ins where no addresses are kept: this process alone knows where they came from.

package httpapi

import (
	"net/netip"
	"time"

	"candor/commands"
)

// signInLimit counts failed sign-ins as package commands does in the log: by IPv4 address or IPv6 /64, and by IPv6 /48.
type signInLimit struct {
	networks *limiter[netip.Addr]
	sites    *limiter[netip.Addr]
}

func newSignInLimit() *signInLimit {
	return &signInLimit{newLimiter[netip.Addr](signInFailures, signInSpan), newLimiter[netip.Addr](siteFailures, signInSpan)}
}

// take counts an attempt, unless there were too many.
func (l *signInLimit) take(now time.Time, addr netip.Addr) allowance {
	network := commands.Network(addr)
	here := l.networks.take(now, network, 1)
	site := commands.Site(network)
	if !site.IsValid() {
		return here
	}
	if !here.ok {
		if all := l.sites.take(now, site, 0); all.remaining == 0 {
			here.wait = max(here.wait, all.reset)
		}
		return here
	}
	all := l.sites.take(now, site, 1)
	if !all.ok {
		l.networks.giveBack(network, 1)
	}
	return all
}

// giveBack undoes an attempt that turned out not to count.
func (l *signInLimit) giveBack(addr netip.Addr) {
	network := commands.Network(addr)
	l.networks.giveBack(network, 1)
	if site := commands.Site(network); site.IsValid() {
		l.sites.giveBack(site, 1)
	}
}

// clear forgets the attempts from an address's network, in its site as well.
func (l *signInLimit) clear(addr netip.Addr) {
	network := commands.Network(addr)
	used := l.networks.clear(network)
	if site := commands.Site(network); site.IsValid() {
		l.sites.giveBack(site, used)
	}
}
