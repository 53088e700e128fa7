// Newsletter subscribers: the aggregate and its commands.
//
// A subscriber's address is on the list of emaillist.go first, and then in their own stream. When they leave, it goes
// from the list first, and then their stream is deleted, since only that knows the address.

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

// oldReservation is the state of an address in a log of the program's first version.
type oldReservation struct{ owner events.SubscriberID } // 0: free

func (s oldReservation) evolve(e events.Event) oldReservation {
	switch e := e.(type) {
	case events.EmailReserved:
		s.owner = e.SubscriberID
	case events.EmailReleased:
		s.owner = 0
	}
	return s
}

// Subscribe signs an address up for the newsletter. The result tells nobody whether it was known:
// it has no id. Errors: Invalid, Unavailable.
func (h *Handler) Subscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	defer h.addresses.lock(events.NormalEmail(in.Email))()
	for range maxAttempts {
		id, err := h.listEmail(ctx, by, in.Email)
		if err != nil {
			return Result{}, err
		}
		result, err := execute(ctx, h.executor, by, id.Stream(), nil, subscribe{id: id, email: in.Email, at: h.at(by)})
		switch {
		case err == nil:
			stays, err := h.staysListed(ctx, by, id, in.Email)
			if stays || err != nil {
				return Result{Position: result.Position}, err
			}
		case errors.Is(err, events.ErrStreamDeleted): // the list was replaced before the subscriber came to be
		case !errors.Is(err, errErasing):
			return Result{}, err
		default:
			// Somebody, or a crash, left in the middle of unsubscribing this address.
			if err := h.eraseSubscriber(ctx, by, id, in.Email); err != nil {
				return Result{}, typed(err)
			}
		}
	}
	return Result{}, tooBusy()
}

// staysListed reports whether the address is still that of the subscriber who has just been made: another instance may have freed it between
// the two. Then the subscriber goes again, since nobody who unsubscribes the address would find it.
func (h *Handler) staysListed(ctx context.Context, by Caller, id events.SubscriberID, email string) (bool, error) {
	listed, err := h.listedFor(ctx, by, email, id)
	if listed || err != nil {
		return listed, err
	}
	h.metrics.conflicts.Inc()
	return false, typed(h.withdraw(ctx, by, id))
}

// withdraw deletes a subscriber whose address is not theirs.
func (h *Handler) withdraw(ctx context.Context, by Caller, id events.SubscriberID) error {
	gone := events.NewsletterUnsubscribed{SubscriberID: id, At: h.at(by)}
	if _, err := h.append(ctx, by, id.Stream(), events.Any, "", "", gone); err != nil {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any)
}

// Unsubscribe removes an address for good: the fact that its subscriber left is recorded, the address leaves the list, and then
// the subscriber's stream is deleted. Errors: Invalid, Unavailable.
func (h *Handler) Unsubscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	defer h.addresses.lock(events.NormalEmail(in.Email))()
	id, err := h.ownerOf(ctx, in.Email)
	if err != nil || id == 0 {
		return Result{}, typed(err)
	}
	leave := func() (Result, error) {
		return execute(ctx, h.executor, by, id.Stream(), nil, unsubscribe{id: id, at: h.at(by)})
	}
	left, err := leave()
	if err != nil {
		return Result{}, err
	}
	if err := h.unlistEmail(ctx, by, in.Email, id); err != nil {
		return Result{}, err
	}
	// Once more: another instance may have been about to subscribe for whom the address was listed. If it comes later, it finds
	// that the address is no longer the subscriber's.
	result, err := leave()
	if err != nil {
		return Result{}, err
	}
	return Result{Position: max(left.Position, result.Position)}, typed(h.eraseSubscriber(ctx, by, id, in.Email))
}

// eraseSubscriber deletes what is known of a subscriber. The list is looked at once more: the address
// may be another subscriber's by now.
func (h *Handler) eraseSubscriber(ctx context.Context, by Caller, id events.SubscriberID, email string) error {
	if err := h.unlistEmail(ctx, by, email, id); err != nil {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any) // nobody else's, ever
}

func (h *Handler) finishSubscriber(ctx context.Context, id events.SubscriberID) error {
	var l loaded[subscriber]
	if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil || !l.state.unsubscribed {
		return err
	}
	if l.state.email == "" { // never became one: see settleSubscriber
		return h.log.TombstoneStream(ctx, id.Stream())
	}
	defer h.addresses.lock(events.NormalEmail(l.state.email))()
	return h.eraseSubscriber(ctx, systemCaller("unsubscribing"), id, l.state.email)
}
