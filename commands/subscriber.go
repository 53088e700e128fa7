// Newsletter subscribers: the aggregates of a subscriber and of an address, and their commands.
//
// An address is reserved in its own stream, which names the subscriber and not the address. Both
// streams go when the subscriber does: first the reservation, then the subscriber's stream, since
// only the latter knows which reservation it was.

package commands

import (
	"context"
	"errors"
	"time"

	"candor/events"
)

// subscriber is the state of one subscriber.
type subscriber struct {
	subscribed, unsubscribed bool
	email                    string
}

func (s subscriber) evolve(e events.Event) subscriber {
	switch e := e.(type) {
	case events.NewsletterSubscribed:
		s = subscriber{subscribed: true, email: e.Email}
	case events.NewsletterUnsubscribed:
		s.unsubscribed = true
	}
	return s
}

// subscribe wants the newsletter for an address.
type subscribe struct {
	id    events.SubscriberID
	email string
	at    time.Time
}

// decide returns nothing for who has it already, and errErasing for a subscriber on the way out.
func (c subscribe) decide(s subscriber) ([]events.Event, error) {
	switch {
	case s.unsubscribed:
		return nil, errErasing
	case s.subscribed:
		return nil, nil
	}
	return []events.Event{events.NewsletterSubscribed{SubscriberID: c.id, Email: c.email, At: c.at}}, nil
}

// errErasing says that a subscriber's streams are about to be deleted.
var errErasing = errors.New("the subscriber is being erased")

// unsubscribe no longer wants it.
type unsubscribe struct {
	id events.SubscriberID
	at time.Time
}

func (c unsubscribe) decide(s subscriber) ([]events.Event, error) {
	if !s.subscribed || s.unsubscribed {
		return nil, nil
	}
	return []events.Event{events.NewsletterUnsubscribed{SubscriberID: c.id, At: c.at}}, nil
}

// address is the state of one address's reservation.
type address struct{ owner events.SubscriberID } // 0: free

func (s address) evolve(e events.Event) address {
	switch e := e.(type) {
	case events.EmailReserved:
		s.owner = e.SubscriberID
	case events.EmailReleased:
		s.owner = 0
	}
	return s
}

// reserveAddress makes an address a subscriber's, if it is free.
type reserveAddress struct {
	id events.SubscriberID
	at time.Time
}

func (c reserveAddress) decide(s address) ([]events.Event, error) {
	if s.owner != 0 {
		return nil, nil
	}
	return []events.Event{events.EmailReserved{SubscriberID: c.id, At: c.at}}, nil
}

// Subscribe signs an address up for the newsletter. The result tells nobody whether it was known:
// it has no id. Errors: Invalid, Unavailable.
func (h *Handler) Subscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	defer h.addresses.lock(events.EmailStream(in.Email))()
	for range maxAttempts {
		id, err := h.addressOwner(ctx, by, in.Email)
		if err != nil {
			return Result{}, err
		}
		result, err := execute(ctx, h, by, id.Stream(), nil, subscribe{id: id, email: in.Email, at: h.at(by)})
		switch {
		case err == nil:
			kept, err := h.keepsAddress(ctx, by, id, in.Email)
			if kept || err != nil {
				return Result{Position: result.Position}, err
			}
			continue
		case !errors.Is(err, errErasing):
			return Result{}, err
		}
		// Somebody, or a crash, left in the middle of unsubscribing this address.
		if err := h.eraseSubscriber(ctx, id, in.Email); err != nil {
			return Result{}, typed(err)
		}
	}
	return Result{}, tooBusy()
}

// keepsAddress reports whether the address is still the subscriber's who has just been made: another instance may have freed it between
// the two. Then the subscriber goes again, since nobody who unsubscribes the address would find it.
func (h *Handler) keepsAddress(ctx context.Context, by Caller, id events.SubscriberID, email string) (bool, error) {
	var l loaded[address]
	if err := catchUp(ctx, h.log, events.EmailStream(email), &l); err != nil || l.state.owner == id {
		return err == nil, typed(err)
	}
	h.metrics.conflicts.Inc()
	gone := events.NewsletterUnsubscribed{SubscriberID: id, At: h.at(by)}
	if _, err := h.append(ctx, by, id.Stream(), events.Any, "", "", gone); err != nil {
		return false, typed(err)
	}
	return false, typed(h.log.DeleteStream(ctx, id.Stream(), events.Any))
}

// addressOwner returns whose the address is, after making it a new subscriber's if it was nobody's.
func (h *Handler) addressOwner(ctx context.Context, by Caller, email string) (events.SubscriberID, error) {
	stream := events.EmailStream(email)
	for range maxAttempts {
		var l loaded[address]
		if err := catchUp(ctx, h.log, stream, &l); err != nil {
			return 0, typed(err)
		}
		if l.state.owner != 0 {
			return l.state.owner, nil
		}
		ids, err := h.reserve(ctx, by, subscriberKind, 1)
		if err != nil {
			return 0, err
		}
		c := reserveAddress{id: events.SubscriberID(ids[0]), at: h.at(by)}
		evs, err := c.decide(l.state)
		if err != nil {
			return 0, err
		}
		_, err = h.append(ctx, by, stream, l.expected(), "", "", evs...)
		if err == nil {
			return c.id, nil
		}
		if !events.IsConflict(err) {
			return 0, typed(err)
		}
		h.metrics.conflicts.Inc()
	}
	return 0, tooBusy()
}

// Unsubscribe removes an address for good: the fact that its subscriber left is recorded, and then
// every stream that knew the address is deleted. Errors: Invalid, Unavailable.
func (h *Handler) Unsubscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	defer h.addresses.lock(events.EmailStream(in.Email))()
	var l loaded[address]
	if err := catchUp(ctx, h.log, events.EmailStream(in.Email), &l); err != nil || l.state.owner == 0 {
		return Result{}, typed(err)
	}
	id := l.state.owner
	leave := func() (Result, error) {
		return execute(ctx, h, by, id.Stream(), nil, unsubscribe{id: id, at: h.at(by)})
	}
	left, err := leave()
	if err != nil {
		return Result{}, err
	}
	if err := h.freeAddress(ctx, in.Email, id); err != nil {
		return Result{}, typed(err)
	}
	// Once more: another instance may have been about to subscribe whom the address was reserved for. If it comes later, it finds
	// that the address is no longer the subscriber's.
	result, err := leave()
	if err != nil {
		return Result{}, err
	}
	return Result{Position: max(left.Position, result.Position)}, typed(h.eraseSubscriber(ctx, id, in.Email))
}

// eraseSubscriber deletes what is known of a subscriber. The reservation is looked at once more:
// it may be another subscriber's by now.
func (h *Handler) eraseSubscriber(ctx context.Context, id events.SubscriberID, email string) error {
	if err := h.freeAddress(ctx, email, id); err != nil {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any) // nobody else's, ever
}

// freeAddress deletes an address's reservation, if it is the subscriber's; id 0: whoever's it is. The log deletes what was looked at and nothing
// else: in between, another instance may have made the address a new subscriber's.
func (h *Handler) freeAddress(ctx context.Context, email string, id events.SubscriberID) error {
	stream := events.EmailStream(email)
	for range maxAttempts {
		var l loaded[address]
		if err := catchUp(ctx, h.log, stream, &l); err != nil || !l.exists || id != 0 && l.state.owner != id {
			return err
		}
		if err := h.log.DeleteStream(ctx, stream, l.expected()); !events.IsConflict(err) {
			return err
		}
		h.metrics.conflicts.Inc()
	}
	return tooBusy()
}

func (h *Handler) finishSubscriber(ctx context.Context, id events.SubscriberID) error {
	var l loaded[subscriber]
	if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil || !l.state.unsubscribed {
		return err
	}
	defer h.addresses.lock(events.EmailStream(l.state.email))()
	return h.eraseSubscriber(ctx, id, l.state.email)
}
