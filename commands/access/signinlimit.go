// The limit of failed sign-ins: for an IPv4 address, and for the networks that an IPv6 address is in.

package access

import (
	"net/netip"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/traffic"
)

const (
	signInFailures = 10 // that an IPv4 address or an IPv6 /64 has in any signInSpan (design.md)
	siteFailures   = 50 // that an IPv6 /48 has: providers give a customer up to that much, with 65,536 networks of /64
	signInSpan     = 15 * time.Minute
	maxFailures    = 65_536 // that are remembered, of all addresses
)

// signInTry is a sign-in that failed, or one that succeeded after some had failed.
type signInTry struct {
	visitor uuid.UUID  // of a failure
	cleared netip.Addr // of a success by IPv6: the network (/64) whose earlier failures don't count; otherwise the zero Addr
	at      time.Time
}

// withTry appends a try, and drops those that are too old or too many.
func withTry(tries []signInTry, t signInTry) []signInTry {
	over := 0
	for over < len(tries) && (t.at.Sub(tries[over].at) > signInSpan || len(tries)-over >= maxFailures) {
		over++
	}
	return append(tries[over:], t)
}

// successfulNetwork returns the network whose failures a successful sign-in clears; the zero Addr if it was not by IPv6: an IPv4
// address is one visitor, whom the event names.
func successfulNetwork(address string) netip.Addr {
	addr, err := netip.ParseAddr(address)
	if addr = addr.Unmap().WithZone(""); err != nil || !addr.Is6() {
		return netip.Addr{}
	}
	return traffic.Network(addr)
}

// signInOrigin is where a sign-in comes from, and how earlier failures relate to it. It is nil where no addresses are kept, so that
// none can be attributed.
type signInOrigin struct {
	visitor   uuid.UUID
	network   netip.Addr                                 // an IPv4 address or an IPv6 /64, see Network
	networkOf func(visitor uuid.UUID) (netip.Addr, bool) // false: of another kind, or unknown
	since     func(at time.Time) time.Time               // from when a failure counts
}

func (o *signInOrigin) who() uuid.UUID {
	if o == nil {
		return uuid.Nil
	}
	return o.visitor
}

// signInAllowed refuses a sign-in after too many failures from the same origin. Failures are events of the admin's stream, so the limit
// holds across all instances; two sign-ins at the same time are decided in the log's order.
func (s admin) signInAllowed(from *signInOrigin, at time.Time) error {
	if from == nil {
		return nil
	}
	type failure struct {
		network netip.Addr
		at      time.Time
	}
	var failures []failure // from the site, or the address where there is no site
	site := traffic.Site(from.network)
	for _, f := range s.failures {
		if f.cleared.IsValid() {
			failures = slices.DeleteFunc(failures, func(other failure) bool { return other.network == f.cleared })
			continue
		}
		since := from.since(f.at)
		network, known := from.networkOf(f.visitor)
		if !known || network != from.network && (!site.IsValid() || traffic.Site(network) != site) {
			continue
		}
		if since.After(at.Add(-signInSpan)) {
			failures = append(failures, failure{network, since})
		}
	}
	var all, here []time.Time
	for _, f := range failures {
		all = append(all, f.at)
		if f.network == from.network {
			here = append(here, f.at)
		}
	}
	const later = " Please try again later."
	if wait := waitForTry(all, siteFailures, at); site.IsValid() && wait > 0 {
		return &commands.Error{Kind: commands.RateLimited, Message: "Too many failed sign-ins from this network." + later,
			RetryAfter: max(wait, waitForTry(here, signInFailures, at))}
	}
	if wait := waitForTry(here, signInFailures, at); wait > 0 {
		return &commands.Error{Kind: commands.RateLimited, Message: "Too many failed sign-ins from this address." + later, RetryAfter: wait}
	}
	return nil
}

// waitForTry returns how long it takes until the last signInSpan has fewer failures than most; 0: it has fewer already.
func waitForTry(failures []time.Time, most int, at time.Time) time.Duration {
	if len(failures) < most {
		return 0
	}
	slices.SortFunc(failures, time.Time.Compare)
	return min(signInSpan, failures[len(failures)-most].Add(signInSpan).Sub(at))
}
