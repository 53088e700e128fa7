// What is kept of visitors' addresses (CANDOR_IP).

package commands

import "net/netip"

// KeepAddress says what is stored of a visitor's address.
type KeepAddress string

const (
	KeepFull      KeepAddress = "full"      // all of it: a visitor is an address
	KeepTruncated KeepAddress = "truncated" // its block, /24 of IPv4 and /48 of IPv6: a visitor is a block
	KeepNone      KeepAddress = "none"      // nothing: a visitor is a session of a browser
)

// The blocks that stand for an address.
const (
	keptBits4 = 24
	keptBits6 = 48
)

// key returns what tells visitors apart in place of their address.
func (k KeepAddress) key(addr netip.Addr) netip.Addr {
	addr = addr.Unmap().WithZone("")
	if k != KeepTruncated || !addr.IsValid() {
		return addr
	}
	return block(addr).Addr()
}

// stored returns how that is stored.
func (k KeepAddress) stored(addr netip.Addr) string {
	addr = addr.Unmap().WithZone("")
	if k != KeepTruncated || !addr.IsValid() {
		return addressText(addr)
	}
	return block(addr).String()
}

// block is what stands for a valid address.
func block(addr netip.Addr) netip.Prefix {
	bits := keptBits4
	if addr.Is6() {
		bits = keptBits6
	}
	return netip.PrefixFrom(addr, bits).Masked()
}

// Network is what limits count as one: a whole IPv6 subscriber's network (/64), for whom addresses are free.
func Network(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		if prefix, err := addr.Prefix(64); err == nil {
			return prefix.Addr()
		}
	}
	return addr
}

// Site is the /48 that an IPv6 network is in, as a customer of a provider may have it; the zero Addr for IPv4.
func Site(network netip.Addr) netip.Addr {
	if network.Is4() || !network.IsValid() {
		return netip.Addr{}
	}
	prefix, _ := network.WithZone("").Prefix(48) // fails for the zero Addr alone
	return prefix.Addr()
}
