// Track: the command that every page view calls.

package traffic

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// Track records what the browser at an address reports, and returns when it is durable. Of the caller only the request id is used.
// Views of the owner's own pages are dropped. The same id counts once, however often it is sent; see pageview_known.go. Error:
// Unavailable, at once if too many views are pending, and after [events.RetryTimeout] at the latest.
func (h *Handler) Track(ctx context.Context, by commands.Caller, views []TrackInput, addr netip.Addr) error {
	views = slices.DeleteFunc(views, func(v TrackInput) bool { return events.OwnPage(v.Page) })
	if len(views) == 0 {
		return nil
	}
	err := h.track(ctx, by, views, addr)
	if errors.Is(err, events.ErrUnknownOutcome) {
		return commands.Unconfirmed("it may have been counted. You can send it again: a view with the same id counts once.", err)
	}
	return commands.Typed(err)
}

func (h *Handler) track(ctx context.Context, by commands.Caller, views []TrackInput, addr netip.Addr) error {
	if err := h.views.admit(len(views)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, events.RetryTimeout) // batches that are not answered wait for each other
	defer cancel()
	admitted := len(views)
	defer func() { h.views.release(admitted) }()
	now := h.Now()
	v, err := h.Visitor(ctx, by, views[0], addr, now)
	if err != nil {
		return err
	}
	s, err := h.prepareViews(ctx, by, views, v, now)
	if err != nil {
		return err
	}
	admitted -= s.pending() // the batcher releases those when they are settled
	h.views.submit(s)
	return s.wait(ctx)
}

// prepareViews encodes views and decides how each is appended.
func (h *Handler) prepareViews(ctx context.Context, by commands.Caller, views []TrackInput, v visitor, now time.Time) (submission, error) {
	metadata := events.Metadata{
		At:            now,
		CorrelationID: by.RequestID, // no more: there are millions of these
		Actor:         events.Actor{Kind: events.ActorVisitor, ID: v.name},
	}
	// All are encoded before any is assigned: an assigned view must be submitted.
	type encodedView struct {
		stream string
		events.Proposed
	}
	encoded := make([]encodedView, len(views))
	for i := range views {
		in := &views[i]
		event := pageViewed(in, &v, h.agent(in.UserAgent), now)
		p, err := events.Encode(events.Envelope{ID: in.ID, Event: event, Metadata: metadata})
		if err != nil {
			return submission{}, err
		}
		encoded[i] = encodedView{h.days.stream(event.At), p}
		if in.ID != uuid.Nil {
			if err := h.views.known.warmUp(ctx, now); err != nil {
				return submission{}, err
			}
		}
	}
	s := submission{views: len(views)}
	for i, e := range encoded {
		if in := &views[i]; in.ID == uuid.Nil {
			s.add(e.stream, e.Proposed)
		} else {
			h.views.known.assign(&s, e.stream, e.Proposed, in.At.IsZero() || now.Sub(in.At) < freshView)
		}
	}
	return s, nil
}

// Visitor returns the visitor at an address, after recording a new one.
func (h *Handler) Visitor(ctx context.Context, by commands.Caller, in TrackInput, addr netip.Addr, now time.Time) (visitor, error) {
	addr = addr.Unmap().WithZone("")
	s := h.Visitors.settings()
	if IPPolicy(s.Addresses) == KeepNone {
		return h.Visitors.ofSession(in.SessionID, addr, s), nil
	}
	return h.Visitors.of(ctx, addr, s, now, func(ctx context.Context, v visitor) error {
		by := commands.Caller{RequestID: by.RequestID, Via: by.Via, Actor: events.Actor{Kind: events.ActorVisitor, ID: v.name}}
		seen := events.VisitorFirstSeen{
			VisitorID: v.ID, Address: IPPolicy(s.Addresses).stored(addr),
			UserAgent: input.Truncate(input.TidyLine(strings.ToValidUTF8(in.UserAgent, "")), MaxUserAgent),
			Country:   v.country, City: v.city, At: now,
		}
		// There is nothing to decide: the log takes a stream's first event once, and reading the stream would not show one that has
		// expired.
		_, err := h.Append(ctx, by, events.VisitorStream(v.ID), events.NoStream, "", "", seen)
		switch {
		case events.IsConflict(err): // an earlier try or another instance has recorded it
			h.Metrics.Conflicts.Inc()
			return nil
		case err == nil:
			h.onExpiring(events.VisitorStream(v.ID))
		}
		return commands.Typed(err)
	})
}

// agent recognises a user agent, mostly from the cache.
func (h *Handler) agent(text string) agent {
	if a, ok := h.agents.Get(text); ok {
		return a
	}
	a := parseAgent(text)
	h.agents.Put(text, a)
	return a
}
