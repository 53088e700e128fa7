// Visitors: one random id for each address, so that page views need not hold it. What an address is here, and what is
// stored of it, KeepAddress says; where nothing is, a visitor is a session of a browser, and nothing is stored of it.
//
// An address is looked up in memory, then in the read model, and is otherwise a new visitor, whose
// VisitorFirstSeen is in the log before the first view is. What is remembered in memory is asked
// of the read model again after visitorMemory, so that an erased person who comes back is a new one. Several
// instances that see an address for the first time at the same moment make the same visitor; see visitor_salt.go.

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
	erasedBefore     = 16 // times that an address can be erased while a salt is in use, before it has no visitor until the next
)

// visitor is who an address is and where it is.
type visitor struct {
	id            uuid.UUID
	name          string // id as text
	country, city string
	asked         time.Time // when the read model was last asked
}

// visitorState is the aggregate of one visitor: it is seen for the first time once.
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
	index VisitorIndex
	salt  *salt
	geo   Locator
	keep  KeepAddress
	known *recent[netip.Addr, visitor]

	mu     sync.Mutex
	coming map[netip.Addr]*arrival // being recorded now
}

// arrival is a first visit on its way to the log; the fields are set before done is closed.
type arrival struct {
	done    chan struct{}
	visitor visitor
	err     error
}

func newVisitors(index VisitorIndex, salt *salt, geo Locator, keep KeepAddress) *visitors {
	return &visitors{index: index, salt: salt, geo: geo, keep: keep, known: newRecent[netip.Addr, visitor](maxKnownVisitors), coming: map[netip.Addr]*arrival{}}
}

// of returns the visitor at an address. record puts a new one into the log, and is content where it is there; concurrent first visits
// of one address share one call of it.
func (vs *visitors) of(ctx context.Context, from netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor, error) {
	addr := vs.keep.key(from)
	v, known := vs.known.get(addr)
	if known && (vs.index == nil || now.Sub(v.asked) < visitorMemory) {
		return v, nil
	}
	vs.mu.Lock()
	if a, ok := vs.coming[addr]; ok {
		vs.mu.Unlock()
		select {
		case <-a.done:
			return a.visitor, a.err
		case <-ctx.Done():
			return visitor{}, ctx.Err()
		}
	}
	// Between the first look and the lock, another visit may have ended its arrival.
	if v, known := vs.known.get(addr); known && now.Sub(v.asked) < visitorMemory {
		vs.mu.Unlock()
		return v, nil
	}
	a := &arrival{done: make(chan struct{})}
	vs.coming[addr] = a
	vs.mu.Unlock()
	a.visitor, a.err = vs.arrive(ctx, from, now, record)
	if a.err == nil {
		vs.known.put(addr, a.visitor)
	}
	vs.mu.Lock()
	delete(vs.coming, addr)
	vs.mu.Unlock()
	close(a.done)
	return a.visitor, a.err
}

// forget makes who comes from the visitor's address a new visitor.
func (vs *visitors) forget(id uuid.UUID) {
	vs.known.drop(func(v visitor) bool { return v.id == id })
}

// arrive asks the read model, and otherwise makes a new visitor, who is the same at every instance.
func (vs *visitors) arrive(ctx context.Context, addr netip.Addr, now time.Time, record func(context.Context, visitor) error) (visitor, error) {
	v := vs.located(addr)
	v.asked = now
	stored := vs.keep.stored(addr)
	if vs.index != nil {
		if id, ok := vs.index.VisitorOf(stored); ok {
			v.id, v.name = id, id.String()
			return v, nil
		}
	}
	// Others may be waiting for this visitor: it must not end with the request that came first.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	salt, err := vs.salt.now(ctx)
	if err != nil {
		return v, typed(err)
	}
	for n := range byte(erasedBefore) {
		v.id = saltedID(salt, stored, n)
		v.name = v.id.String()
		if err = record(ctx, v); !errors.Is(err, events.ErrStreamDeleted) {
			break
		}
	}
	return v, err
}

// located is somebody at an address: where it is, and not who.
func (vs *visitors) located(addr netip.Addr) visitor {
	v := visitor{country: "Unknown"}
	if vs.geo != nil {
		v.country, v.city = vs.geo.Locate(addr)
	}
	return v
}

// ofSession is the visitor of a browser's session, whose address is not kept. The id is made from the session's, so
// that nothing has to be stored; browsers that send none are one visitor.
func (vs *visitors) ofSession(session string, addr netip.Addr) visitor {
	v := vs.located(addr)
	v.id = derivedID("session", session)
	v.name = v.id.String()
	return v
}

// at returns the visitor at an address, uuid.Nil if none is known there.
func (vs *visitors) at(from netip.Addr) uuid.UUID {
	if vs.keep == KeepNone {
		return uuid.Nil
	}
	if v, known := vs.known.get(vs.keep.key(from)); known {
		return v.id
	}
	if vs.index != nil {
		if id, ok := vs.index.VisitorOf(vs.keep.stored(from)); ok {
			return id
		}
	}
	return uuid.Nil
}

// expected returns the visitor at an address, or who would be made there, whom another instance may have made already. Error: the log's.
func (vs *visitors) expected(ctx context.Context, from netip.Addr) (uuid.UUID, error) {
	if id := vs.at(from); id != uuid.Nil {
		return id, nil
	}
	salt, err := vs.salt.now(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return saltedID(salt, vs.keep.stored(from), 0), nil
}

// VisitorAt returns the visitor at an address, uuid.Nil if none is known there or no addresses are kept.
func (h *Handler) VisitorAt(addr netip.Addr) uuid.UUID {
	return h.visitors.at(addr.Unmap().WithZone(""))
}

// addressText is an address as it is stored.
func addressText(addr netip.Addr) string {
	if !addr.IsValid() {
		return "unknown"
	}
	return addr.String()
}
