// Visitors: one random id for each address, so that page views need not contain the address. IPPolicy says which part of an address
// identifies a visitor and is stored. If no addresses are kept, a visitor is a browser session, and nothing is stored about it.
//
// An address is looked up in memory and then in the read model. If it is unknown, it is a new visitor, whose VisitorFirstSeen is in the
// log before the first view. Another policy applies to the next view: visitors are remembered by the one that they were found under. After
// visitorMemory the read model is asked again, so that an erased person who returns is a new visitor.
// Several instances that see an address for the first time at the same moment make the same visitor; see visitor_salt.go.

package traffic

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	maxKnownVisitors = 65_536
	visitorMemory    = time.Hour
	maxErasures      = 16 // of one address while a salt is in use; after more, it has no visitor until the next salt
)

// visitor is an id and a place.
type visitor struct {
	ID            uuid.UUID
	name          string // id as text
	country, city string
	asked         time.Time // when the read model was last queried
}

// visitors finds visitors by address.
type visitors struct {
	Index  VisitorIndex
	Salt   *salt
	geo    Locator
	config SettingsIndex
	known  *commands.LRU[visitorKey, visitor]

	recording commands.Flights[visitor] // first visits, by address
}

// visitorKey is what a visitor is remembered by.
type visitorKey struct {
	addr    netip.Addr // as the policy distinguishes it
	policy  IPPolicy
	located bool // with a country and a city
}

func newVisitors(index VisitorIndex, salt *salt, geo Locator, settings SettingsIndex) *visitors {
	return &visitors{Index: index, Salt: salt, geo: geo, config: settings, known: commands.NewLRU[visitorKey, visitor](maxKnownVisitors)}
}

// settings returns the settings of privacy in effect. While they aren't known, as little is stored as any site may want.
func (vs *visitors) settings() events.PrivacySettings {
	if vs.config == nil {
		return events.DefaultSettings().Privacy
	}
	s, err := vs.config.PrivacySettings()
	if err != nil {
		return events.PrivacySettings{Addresses: string(KeepNone)}
	}
	return s
}

// Policy returns which part of addresses is stored now.
func (vs *visitors) Policy() IPPolicy { return IPPolicy(vs.settings().Addresses) }

// keyOf returns what the visitor at an address is remembered by under the settings.
func keyOf(addr netip.Addr, s events.PrivacySettings) visitorKey {
	policy := IPPolicy(s.Addresses)
	return visitorKey{policy.key(addr), policy, s.CountCountries}
}

// of returns the visitor at an address. record appends a new one to the log, and succeeds if it is there already. Concurrent first
// visits from one address share one call.
func (vs *visitors) of(ctx context.Context, from netip.Addr, s events.PrivacySettings, now time.Time,
	record func(context.Context, visitor) error) (visitor, error) {
	key := keyOf(from, s)
	if v, known := vs.remembered(key, now); known {
		return v, nil
	}
	return vs.recording.Do(ctx, fmt.Sprint(key), appendTimeout, func(ctx context.Context) (visitor, error) {
		if v, known := vs.remembered(key, now); known { // another request has recorded it since
			return v, nil
		}
		v, err := vs.resolve(ctx, from, s, now, record)
		if err == nil {
			vs.known.Put(key, v)
		}
		return v, err
	})
}

// remembered returns the visitor at an address if the read model need not be asked.
func (vs *visitors) remembered(key visitorKey, now time.Time) (visitor, bool) {
	v, known := vs.known.Get(key)
	return v, known && (vs.Index == nil || now.Sub(v.asked) < visitorMemory)
}

// Forget makes the next visit from the visitor's address one of a new visitor.
func (vs *visitors) Forget(id uuid.UUID) {
	vs.known.Drop(func(v visitor) bool { return v.ID == id })
}

// resolve asks the read model for a visitor, or else makes a new one, which is the same in every instance.
func (vs *visitors) resolve(ctx context.Context, addr netip.Addr, s events.PrivacySettings, now time.Time,
	record func(context.Context, visitor) error) (visitor, error) {
	v := vs.located(addr, s)
	v.asked = now
	stored := IPPolicy(s.Addresses).stored(addr)
	if vs.Index != nil {
		if id, ok := vs.Index.VisitorOf(stored, s.PageViewDays.Age()); ok {
			v.ID, v.name = id, id.String()
			return v, nil
		}
	}
	salt, err := vs.Salt.Now(ctx)
	if err != nil {
		return v, commands.Typed(err)
	}
	for n := range byte(maxErasures) {
		v.ID = saltedID(salt, stored, n)
		v.name = v.ID.String()
		if err = record(ctx, v); !errors.Is(err, events.ErrStreamDeleted) {
			break
		}
	}
	return v, err
}

// located returns a visitor at an address with a place, if countries are counted, and no id.
func (vs *visitors) located(addr netip.Addr, s events.PrivacySettings) visitor {
	v := visitor{country: "Unknown"}
	if vs.geo != nil && s.CountCountries {
		v.country, v.city = vs.geo.Locate(addr)
	}
	return v
}

// ofSession returns the visitor of a browser session, for sites that keep no addresses. The visitor's id is derived from the session's,
// so that nothing has to be stored. All browsers without a session id are one visitor.
func (vs *visitors) ofSession(session string, addr netip.Addr, s events.PrivacySettings) visitor {
	v := vs.located(addr, s)
	v.ID = commands.DerivedID("session", session)
	v.name = v.ID.String()
	return v
}

// at returns the visitor at an address, uuid.Nil if none is known.
func (vs *visitors) at(from netip.Addr, s events.PrivacySettings) uuid.UUID {
	policy := IPPolicy(s.Addresses)
	if policy == KeepNone {
		return uuid.Nil
	}
	if v, known := vs.known.Get(keyOf(from, s)); known {
		return v.ID
	}
	if vs.Index != nil {
		if id, ok := vs.Index.VisitorOf(policy.stored(from), s.PageViewDays.Age()); ok {
			return id
		}
	}
	return uuid.Nil
}

// Expected returns the visitor at an address, or the id that a new one would get; another instance may have made it already. Error: the
// log's.
func (vs *visitors) Expected(ctx context.Context, from netip.Addr) (uuid.UUID, error) {
	s := vs.settings()
	if id := vs.at(from, s); id != uuid.Nil {
		return id, nil
	}
	salt, err := vs.Salt.Now(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return saltedID(salt, IPPolicy(s.Addresses).stored(from), 0), nil
}

// VisitorAt returns the visitor at an address, uuid.Nil if none is known or no addresses are kept.
func (h *Handler) VisitorAt(addr netip.Addr) uuid.UUID {
	return h.Visitors.at(addr.Unmap().WithZone(""), h.Visitors.settings())
}

// AddressText returns an address in its stored form.
func AddressText(addr netip.Addr) string {
	if !addr.IsValid() {
		return "unknown"
	}
	return addr.String()
}
