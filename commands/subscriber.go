// Newsletter subscribers: the aggregate and its commands.
//
// A subscriber's address is entered into the list of emaillist.go first, and then into their own stream. When they unsubscribe, it is
// removed from the list first, and then their stream is deleted, since only that holds the address.

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

// subscribe signs an address up for the newsletter.
type subscribe struct {
	id    events.SubscriberID
	email string
	at    time.Time
}

// decide returns nothing for a subscriber who has it already, and errErasing for one who is being erased.
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

// unsubscribe ends a subscription.
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

// Subscribe signs an address up for the newsletter. Nothing reveals whether the address was subscribed before: the result has no id, and both
// cases read and append the same number of times, to streams of the same kinds. Errors: Invalid, Unavailable.
func (h *Handler) Subscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	unlock, err := h.addresses.lock(ctx, events.NormalEmail(in.Email))
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if err := h.boundRepeats(ctx); err != nil {
		return Result{}, typed(err)
	}
	for range maxAttempts {
		ids, err := h.reserve(ctx, by, subscriberKind, 1)
		if err != nil {
			return Result{}, err
		}
		newcomer := events.SubscriberID(ids[0])
		id, err := h.listEmail(ctx, by, in.Email, newcomer)
		if err != nil {
			return Result{}, err
		}
		other := newcomer.Stream() // both cases read one stream that is there and one that isn't
		if id == newcomer {
			other = events.RepeatedSubscriptionStream
		}
		if err := catchUp(ctx, h.log, other, &loaded[subscriber]{}); err != nil {
			return Result{}, typed(err)
		}
		result, err := execute(ctx, h.executor, by, id.Stream(), nil, subscribe{id: id, email: in.Email, at: h.at(by)})
		if err == nil && result.Position == 0 { // subscribed already
			result, err = h.recordUnchanged(ctx, by, events.RepeatedSubscriptionStream)
		}
		switch {
		case err == nil:
			stays, err := h.staysListed(ctx, by, id, in.Email)
			if stays || err != nil {
				return Result{Position: result.Position}, err
			}
		case errors.Is(err, events.ErrStreamDeleted): // the list was replaced before the subscriber was recorded
		case !errors.Is(err, errErasing):
			return Result{}, err
		default:
			// The address is being unsubscribed, or a crash has interrupted that.
			if err := h.eraseSubscriber(ctx, by, id, in.Email); err != nil {
				return Result{}, typed(err)
			}
		}
	}
	return Result{}, tooBusy()
}

// recordUnchanged appends as much for a request that changes nothing as is appended for others.
func (h *Handler) recordUnchanged(ctx context.Context, by Caller, stream string) (Result, error) {
	w, err := h.append(ctx, by, stream, events.Any, "", "", events.SubscriptionUnchanged{At: h.at(by)})
	return Result{Position: w.Position}, typed(err)
}

// boundRepeats makes the log keep only the last of the requests that repeated a subscription.
func (h *Handler) boundRepeats(ctx context.Context) error {
	if h.repeatsGo.Load() {
		return nil
	}
	_, err := h.log.SetMaxCount(ctx, events.RepeatedSubscriptionStream, 1)
	h.repeatsGo.Store(err == nil)
	return err
}

// staysListed reports whether the new subscriber still has the address: another instance may have freed it between
// the two steps. Then the subscriber is withdrawn, since unsubscribing the address would not find them.
func (h *Handler) staysListed(ctx context.Context, by Caller, id events.SubscriberID, email string) (bool, error) {
	listed, err := h.listedFor(ctx, by, email, id)
	if listed || err != nil {
		return listed, err
	}
	h.metrics.conflicts.Inc()
	return false, typed(h.withdraw(ctx, by, id))
}

// withdraw deletes a subscriber who doesn't have their address on the list.
func (h *Handler) withdraw(ctx context.Context, by Caller, id events.SubscriberID) error {
	gone := events.NewsletterUnsubscribed{SubscriberID: id, At: h.at(by)}
	if _, err := h.append(ctx, by, id.Stream(), events.Any, "", "", gone); err != nil {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any)
}

// Unsubscribe removes an address for good: it records that the subscriber unsubscribed, removes the address from the list, and then
// deletes the subscriber's stream. An address that isn't subscribed takes the same number of reads, appends and deletions. Errors: Invalid,
// Unavailable.
func (h *Handler) Unsubscribe(ctx context.Context, by Caller, in EmailInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = ""
	unlock, err := h.addresses.lock(ctx, events.NormalEmail(in.Email))
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	id, err := h.ownerOf(ctx, in.Email)
	if err != nil {
		return Result{}, typed(err)
	}
	if id == 0 {
		return h.unsubscribeDecoy(ctx, by)
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
	// Once more: another instance may have subscribed the owner of the address in between. If it does so later, it finds
	// that the subscriber no longer has the address.
	result, err := leave()
	if err != nil {
		return Result{}, err
	}
	return Result{Position: max(left.Position, result.Position)}, typed(h.eraseSubscriber(ctx, by, id, in.Email))
}

// unsubscribeDecoy takes the steps of Unsubscribe, from its second on, with a stream that is no subscriber's.
func (h *Handler) unsubscribeDecoy(ctx context.Context, by Caller) (Result, error) {
	const stream = events.UnknownSubscriptionStream
	look := func() error { return catchUp(ctx, h.log, stream, &loaded[subscriber]{}) }
	if err := look(); err != nil {
		return Result{}, typed(err)
	}
	result, err := h.recordUnchanged(ctx, by, stream)
	if err != nil {
		return Result{}, err
	}
	if err := h.unlistDecoy(ctx, by); err != nil {
		return Result{}, err
	}
	if err := look(); err != nil {
		return Result{}, typed(err)
	}
	if _, err := h.listedFor(ctx, by, "", 0); err != nil {
		return Result{}, err
	}
	return result, typed(h.log.DeleteStream(ctx, stream, events.Any))
}

// eraseSubscriber deletes the data of a subscriber. The list is checked again: another subscriber may have the address by now.
func (h *Handler) eraseSubscriber(ctx context.Context, by Caller, id events.SubscriberID, email string) error {
	if err := h.unlistEmail(ctx, by, email, id); err != nil {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any) // never another subscriber's
}

func (h *Handler) finishSubscriber(ctx context.Context, id events.SubscriberID) error {
	var l loaded[subscriber]
	if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil || !l.state.unsubscribed {
		return err
	}
	if l.state.email == "" { // never subscribed: see settleSubscriber
		return h.log.TombstoneStream(ctx, id.Stream())
	}
	unlock, err := h.addresses.lock(ctx, events.NormalEmail(l.state.email))
	if err != nil {
		return err
	}
	defer unlock()
	return h.eraseSubscriber(ctx, systemCaller("unsubscribing"), id, l.state.email)
}
