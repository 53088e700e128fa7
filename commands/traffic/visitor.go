// Visitors: one random id for each address, so that page views need not contain the address. IPPolicy says which part of an address
// identifies a visitor and is stored. If no addresses are kept, a visitor is a browser session, and nothing is stored about it.
//
// An address is looked up in memory and then in the read model. If it is unknown, it is a new visitor, whose VisitorFirstSeen is in the
// log before the first view. After visitorMemory the read model is asked again, so that an erased person who returns is a new visitor.
// Several instances that see an address for the first time at the same moment make the same visitor; see visitor_salt.go.

package traffic

import (
	"context"
	"errors"
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
	Policy IPPolicy
	known  *commands.LRU[netip.Addr, visitor]

	recording commands.Flights[visitor] // first visits, by address
}

func newVisitors(index VisitorIndex, salt *salt, geo Locator, policy IPPolicy) *visitors {
	return &visitors{Index: index, Salt: salt, geo: geo, Policy: policy, known: commands.NewLRU[netip.Addr, visitor](maxKnownVisitors)}
}

// of returns the visitor at an address. record appends a new one to the log, and succeeds if it is there already. Concurrent first
// visits from one address share one call.
func (vs *visitors) of(ctx context.Context, from netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor, error) {
	addr := vs.Policy.key(from)
	if v, known := vs.remembered(addr, now); known {
		return v, nil
	}
	return vs.recording.Do(ctx, addr.String(), appendTimeout, func(ctx context.Context) (visitor, error) {
		if v, known := vs.remembered(addr, now); known { // another request has recorded it since
			return v, nil
		}
		v, err := vs.resolve(ctx, from, now, record)
		if err == nil {
			vs.known.Put(addr, v)
		}
		return v, err
	})
}

// remembered returns the visitor at an address if the read model need not be asked.
func (vs *visitors) remembered(addr netip.Addr, now time.Time) (visitor, bool) {
	v, known := vs.known.Get(addr)
	return v, known && (vs.Index == nil || now.Sub(v.asked) < visitorMemory)
}

// Forget makes the next visit from the visitor's address one of a new visitor.
func (vs *visitors) Forget(id uuid.UUID) {
	vs.known.Drop(func(v visitor) bool { return v.ID == id })
}

// resolve asks the read model for a visitor, or else makes a new one, which is the same in every instance.
func (vs *visitors) resolve(ctx context.Context, addr netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor,
	error) {
	v := vs.located(addr)
	v.asked = now
	stored := vs.Policy.stored(addr)
	if vs.Index != nil {
		if id, ok := vs.Index.VisitorOf(stored); ok {
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

// located returns a visitor at an address with a place and no id.
func (vs *visitors) located(addr netip.Addr) visitor {
	v := visitor{country: "Unknown"}
	if vs.geo != nil {
		v.country, v.city = vs.geo.Locate(addr)
	}
	return v
}

// ofSession returns the visitor of a browser session, for sites that keep no addresses. The visitor's id is derived from the session's,
// so that nothing has to be stored. All browsers without a session id are one visitor.
func (vs *visitors) ofSession(session string, addr netip.Addr) visitor {
	v := vs.located(addr)
	v.ID = commands.DerivedID("session", session)
	v.name = v.ID.String()
	return v
}

// at returns the visitor at an address, uuid.Nil if none is known.
func (vs *visitors) at(from netip.Addr) uuid.UUID {
	if vs.Policy == KeepNone {
		return uuid.Nil
	}
	if v, known := vs.known.Get(vs.Policy.key(from)); known {
		return v.ID
	}
	if vs.Index != nil {
		if id, ok := vs.Index.VisitorOf(vs.Policy.stored(from)); ok {
			return id
		}
	}
	return uuid.Nil
}

// Expected returns the visitor at an address, or the id that a new one would get; another instance may have made it already. Error: the
// log's.
func (vs *visitors) Expected(ctx context.Context, from netip.Addr) (uuid.UUID, error) {
	if id := vs.at(from); id != uuid.Nil {
		return id, nil
	}
	salt, err := vs.Salt.Now(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return saltedID(salt, vs.Policy.stored(from), 0), nil
}

// VisitorAt returns the visitor at an address, uuid.Nil if none is known or no addresses are kept.
func (h *Handler) VisitorAt(addr netip.Addr) uuid.UUID {
	return h.Visitors.at(addr.Unmap().WithZone(""))
}

// AddressText returns an address in its stored form.
func AddressText(addr netip.Addr) string {
	if !addr.IsValid() {
		return "unknown"
	}
	return addr.String()
}
