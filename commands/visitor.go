// Visitors: one random id for each address, so that page views need not contain the address. IPPolicy says which part of an address
// identifies a visitor and is stored. If no addresses are kept, a visitor is a browser session, and nothing is stored about it.
//
// An address is looked up in memory and then in the read model. If it is unknown, it is a new visitor, whose VisitorFirstSeen is in the
// log before the first view. After visitorMemory the read model is asked again, so that an erased person who returns is a new visitor.
// Several instances that see an address for the first time at the same moment make the same visitor; see visitor_salt.go.

package commands

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	maxKnownVisitors = 65_536
	visitorMemory    = time.Hour
	maxErasures      = 16 // of one address while a salt is in use; after more, it has no visitor until the next salt
)

// visitor is an id and a place.
type visitor struct {
	id            uuid.UUID
	name          string // id as text
	country, city string
	asked         time.Time // when the read model was last queried
}

// visitorState is the state of one visitor: the first visit is recorded once.
type visitorState struct{ seen bool }

func (s visitorState) evolve(e events.Event) visitorState {
	if _, ok := e.(events.VisitorFirstSeen); ok {
		s.seen = true
	}
	return s
}

// seeVisitor records an address's first visit.
type seeVisitor struct {
	visitor   visitor
	address   string
	userAgent string
	at        time.Time
}

func (c seeVisitor) decide(s visitorState) ([]events.Event, error) {
	if s.seen {
		return nil, nil
	}
	return []events.Event{events.VisitorFirstSeen{
		VisitorID: c.visitor.id, Address: c.address, UserAgent: c.userAgent, Country: c.visitor.country, City: c.visitor.city, At: c.at,
	}}, nil
}

// visitors finds visitors by address.
type visitors struct {
	index  VisitorIndex
	salt   *salt
	geo    Locator
	policy IPPolicy
	known  *lru[netip.Addr, visitor]

	mu      sync.Mutex
	pending map[netip.Addr]*pendingVisitor // whose first visit is being recorded
}

// pendingVisitor is a visitor whose first visit is being recorded. The fields are set before done is closed.
type pendingVisitor struct {
	done    chan struct{}
	visitor visitor
	err     error
}

func newVisitors(index VisitorIndex, salt *salt, geo Locator, policy IPPolicy) *visitors {
	return &visitors{index: index, salt: salt, geo: geo, policy: policy, known: newLRU[netip.Addr, visitor](maxKnownVisitors), pending: map[netip.Addr]*pendingVisitor{}}
}

// of returns the visitor at an address. record appends a new one to the log, and succeeds if it is there already. Concurrent first
// visits from one address share one call.
func (vs *visitors) of(ctx context.Context, from netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor, error) {
	addr := vs.policy.key(from)
	v, known := vs.known.get(addr)
	if known && (vs.index == nil || now.Sub(v.asked) < visitorMemory) {
		return v, nil
	}
	vs.mu.Lock()
	if a, ok := vs.pending[addr]; ok {
		vs.mu.Unlock()
		select {
		case <-a.done:
			return a.visitor, a.err
		case <-ctx.Done():
			return visitor{}, ctx.Err()
		}
	}
	// Another request may have recorded the visitor between the first look and the lock.
	if v, known := vs.known.get(addr); known && now.Sub(v.asked) < visitorMemory {
		vs.mu.Unlock()
		return v, nil
	}
	a := &pendingVisitor{done: make(chan struct{})}
	vs.pending[addr] = a
	vs.mu.Unlock()
	a.visitor, a.err = vs.resolve(ctx, from, now, record)
	if a.err == nil {
		vs.known.put(addr, a.visitor)
	}
	vs.mu.Lock()
	delete(vs.pending, addr)
	vs.mu.Unlock()
	close(a.done)
	return a.visitor, a.err
}

// forget makes the next visit from the visitor's address one of a new visitor.
func (vs *visitors) forget(id uuid.UUID) {
	vs.known.drop(func(v visitor) bool { return v.id == id })
}

// resolve asks the read model for a visitor, or else makes a new one, which is the same in every instance.
func (vs *visitors) resolve(ctx context.Context, addr netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor, error) {
	v := vs.located(addr)
	v.asked = now
	stored := vs.policy.stored(addr)
	if vs.index != nil {
		if id, ok := vs.index.VisitorOf(stored); ok {
			v.id, v.name = id, id.String()
			return v, nil
		}
	}
	// Other requests may be waiting for this visitor: the first one's end must not cancel it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	salt, err := vs.salt.now(ctx)
	if err != nil {
		return v, typed(err)
	}
	for n := range byte(maxErasures) {
		v.id = saltedID(salt, stored, n)
		v.name = v.id.String()
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
	v.id = derivedID("session", session)
	v.name = v.id.String()
	return v
}

// at returns the visitor at an address, uuid.Nil if none is known.
func (vs *visitors) at(from netip.Addr) uuid.UUID {
	if vs.policy == KeepNone {
		return uuid.Nil
	}
	if v, known := vs.known.get(vs.policy.key(from)); known {
		return v.id
	}
	if vs.index != nil {
		if id, ok := vs.index.VisitorOf(vs.policy.stored(from)); ok {
			return id
		}
	}
	return uuid.Nil
}

// expected returns the visitor at an address, or the id that a new one would get; another instance may have made it already. Error: the
// log's.
func (vs *visitors) expected(ctx context.Context, from netip.Addr) (uuid.UUID, error) {
	if id := vs.at(from); id != uuid.Nil {
		return id, nil
	}
	salt, err := vs.salt.now(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return saltedID(salt, vs.policy.stored(from), 0), nil
}

// VisitorAt returns the visitor at an address, uuid.Nil if none is known or no addresses are kept.
func (h *Handler) VisitorAt(addr netip.Addr) uuid.UUID {
	return h.visitors.at(addr.Unmap().WithZone(""))
}

// addressText returns an address in its stored form.
func addressText(addr netip.Addr) string {
	if !addr.IsValid() {
		return "unknown"
	}
	return addr.String()
}
