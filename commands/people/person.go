// Persons whose data is searched or erased: they are identified by an e-mail address or an IP address.

package people

import (
	"net/netip"
	"strings"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// The largest blocks of addresses that one request may name: a typing error must not erase everybody.
const (
	largestBlock4 = 16
	largestBlock6 = 32
)

// Person identifies a person in the log. Its zero value is nobody.
type Person struct {
	by    string // events.ErasedByEmail or events.ErasedByIP
	email string
	block netip.Prefix // an address is a block of one
}

// ParsePerson reads {"email": …} or {"ip": …} from JSON. Errors as package input says.
func ParsePerson(body []byte) (Person, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Person{}, err
	}
	email, ip := o.Plain("email"), o.Plain("ip")
	if errs := o.Done(body); len(errs) > 0 {
		return Person{}, commands.Refuse(errs...)
	}
	return PersonBy(email, ip)
}

// PersonBy returns the person with an e-mail address, in upper or lower case, or with an IP address; exactly one must be given. A
// block of addresses, 203.0.113.0/24, is everybody in it. Error: Invalid on "email" or "ip".
func PersonBy(email, ip string) (Person, error) {
	ip = strings.TrimSpace(ip)
	switch {
	case (strings.TrimSpace(email) == "") == (ip == ""):
		return Person{}, commands.RefuseField("email", "Give either an email address or an IP address")
	case ip == "":
		var r input.Rules
		r.Email("email", &email)
		if len(r.Errs) > 0 {
			return Person{}, commands.Refuse(r.Errs...)
		}
		return Person{by: events.ErasedByEmail, email: email}, nil
	}
	if addr, err := netip.ParseAddr(ip); err == nil {
		addr = addr.Unmap().WithZone("")
		return Person{by: events.ErasedByIP, block: netip.PrefixFrom(addr, addr.BitLen())}, nil
	}
	block, err := netip.ParsePrefix(ip)
	if err != nil {
		return Person{}, commands.RefuseField("ip", "IP must be an address such as 203.0.113.9, or a range such as 203.0.113.0/24")
	}
	if least := map[bool]int{true: largestBlock4, false: largestBlock6}[block.Addr().Is4()]; block.Bits() < least {
		return Person{}, commands.RefuseField("ip", "IP must not be a range larger than /16 (IPv4) or /32 (IPv6)")
	}
	return Person{by: events.ErasedByIP, block: block.Masked()}, nil
}

// wrote reports whether a message or a subscription with that address is the person's.
func (p Person) wrote(email string) bool {
	email = strings.TrimSpace(email)
	return p.by == events.ErasedByEmail && (strings.EqualFold(email, p.email) || events.NormalEmail(email) == events.NormalEmail(p.email))
}

// visited reports whether an address, as it is stored, is the person's: it is in their block, or it is the block that is stored in
// place of their address.
func (p Person) visited(stored string) bool {
	if p.by != events.ErasedByIP {
		return false
	}
	if addr, err := netip.ParseAddr(stored); err == nil {
		return p.block.Contains(addr.Unmap())
	}
	block, err := netip.ParsePrefix(stored)
	return err == nil && block.Overlaps(p.block)
}

// standsIn reports whether an event that can't be decoded may be about the person: their address is in its bytes.
func (p Person) standsIn(data []byte) bool {
	text := strings.ToLower(string(data))
	if p.by == events.ErasedByEmail {
		return strings.Contains(text, events.NormalEmail(p.email))
	}
	return p.block.IsSingleIP() && strings.Contains(text, p.block.Addr().String())
}
