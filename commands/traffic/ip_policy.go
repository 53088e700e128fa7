// Which part of visitors' addresses is stored: the setting addresses of privacy.

package traffic

import "net/netip"

// IPPolicy says which part of a visitor's address is stored.
type IPPolicy string

const (
	KeepFull      IPPolicy = "full"      // all of it: a visitor is an address
	KeepTruncated IPPolicy = "truncated" // its block, /24 of IPv4 and /48 of IPv6: a visitor is a block
	KeepNone      IPPolicy = "none"      // nothing: a visitor is a session of a browser
)

// The blocks that stand for an address.
const (
	blockBits4 = 24
	blockBits6 = 48
)

// key returns the address by which visitors are distinguished.
func (k IPPolicy) key(addr netip.Addr) netip.Addr {
	addr = addr.Unmap().WithZone("")
	if k != KeepTruncated || !addr.IsValid() {
		return addr
	}
	return block(addr).Addr()
}

// stored returns an address as it is stored.
func (k IPPolicy) stored(addr netip.Addr) string {
	addr = addr.Unmap().WithZone("")
	if k != KeepTruncated || !addr.IsValid() {
		return AddressText(addr)
	}
	return block(addr).String()
}

// block returns the block that stands for a valid address.
func block(addr netip.Addr) netip.Prefix {
	bits := blockBits4
	if addr.Is6() {
		bits = blockBits6
	}
	return netip.PrefixFrom(addr, bits).Masked()
}

// Network returns the network that limits count as one client: the address itself for IPv4, and for IPv6 its /64, of which a customer has
// all addresses.
func Network(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		if prefix, err := addr.Prefix(64); err == nil {
			return prefix.Addr()
		}
	}
	return addr
}

// Site returns the /48 that an IPv6 network is in, which is the most that providers give a customer; the zero Addr for IPv4.
func Site(network netip.Addr) netip.Addr {
	if network.Is4() || !network.IsValid() {
		return netip.Addr{}
	}
	prefix, _ := network.WithZone("").Prefix(48) // fails for the zero Addr alone
	return prefix.Addr()
}
