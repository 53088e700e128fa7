// Track: the one command with a path of its own, because it is called for every page that is read.

package commands

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Track records what the browser at an address says it did, and returns when it is durable. Of the
// caller only the request id is used. Views of the owner's own pages are dropped. The same id counts once, however often it is sent; see
// pageview_batcher.go. Errors: Unavailable, at once when too much is waiting.
func (h *Handler) Track(ctx context.Context, by Caller, views []TrackInput, addr netip.Addr) error {
	views = slices.DeleteFunc(views, func(v TrackInput) bool { return events.OwnPage(v.Page) })
	if len(views) == 0 {
		return nil
	}
	if err := h.views.admit(len(views)); err != nil {
		return err
	}
	admitted := len(views)
	defer func() { h.views.release(admitted) }()
	now := h.now()
	v, err := h.visitor(ctx, by, views[0], addr, now)
	if err != nil {
		return err
	}
	s, err := h.sortViews(ctx, by, views, v, now)
	if err != nil {
		return err
	}
	admitted -= s.count() // those give their room back when they land
	h.views.launch(s)
	return s.wait(ctx)
}

// sortViews turns views into facts on their way.
func (h *Handler) sortViews(ctx context.Context, by Caller, views []TrackInput, v visitor, now time.Time) (sorted, error) {
	metadata := events.Metadata{
		CorrelationID: by.RequestID, // no more: there are millions of these
		Actor:         events.Actor{Kind: events.ActorVisitor, ID: v.name},
	}
	type ready struct {
		stream   string
		proposed events.Proposed
	}
	var one [1]ready // mostly
	encoded := one[:]
	if len(views) > 1 {
		encoded = make([]ready, len(views))
	}
	for i := range views {
		in := &views[i]
		fact := pageViewed(in, &v, h.agent(in.UserAgent), now)
		p, err := events.Encode(events.Envelope{ID: in.ID, Event: fact, Metadata: metadata})
		if err != nil {
			return sorted{}, err
		}
		encoded[i] = ready{h.days.stream(fact.At), p}
		if in.ID != uuid.Nil {
			if err := h.views.warmUp(ctx, now); err != nil {
				return sorted{}, err
			}
		}
	}
	s := sorted{views: len(views)}
	for i := range encoded {
		e := &encoded[i]
		if views[i].ID == uuid.Nil {
			s.add(e.stream, e.proposed)
			continue
		}
		said := views[i].At
		h.views.place(&s, e.stream, e.proposed, said.IsZero() || now.Sub(said) < freshView)
	}
	return s, nil
}

// visitor returns who is at an address, after recording them if they are new.
func (h *Handler) visitor(ctx context.Context, by Caller, in TrackInput, addr netip.Addr, now time.Time) (visitor, error) {
	addr = addr.Unmap().WithZone("")
	if h.visitors.keep == KeepNone {
		return h.visitors.ofSession(in.SessionID, addr), nil
	}
	return h.visitors.of(ctx, addr, now, func(ctx context.Context, v visitor) error {
		by := Caller{RequestID: by.RequestID, Via: by.Via, Actor: events.Actor{Kind: events.ActorVisitor, ID: v.name}}
		c := seeVisitor{visitor: v, address: h.visitors.keep.stored(addr), userAgent: truncate(tidyLine(strings.ToValidUTF8(in.UserAgent, "")), maxUserAgent), at: now}
		evs, err := c.decide(visitorState{})
		if err != nil {
			return err
		}
		_, err = h.append(ctx, by, events.VisitorStream(v.id), events.NoStream, "", "", evs...)
		switch {
		case events.IsConflict(err): // another instance has seen the same address
			h.metrics.conflicts.Inc()
			return nil
		case err == nil:
			h.kept(events.VisitorStream(v.id))
		}
		return typed(err)
	})
}

// agent recognises a user agent, mostly from memory.
func (h *Handler) agent(text string) agent {
	if a, ok := h.agents.get(text); ok {
		return a
	}
	a := parseAgent(text)
	h.agents.put(text, a)
	return a
}
