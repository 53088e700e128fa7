// Newsletter subscribers: the aggregate and its commands.
//
// An address belongs to one subscriber, on all instances, although only the subscriber's own stream may hold it: the address is looked up
// in a read model that has applied the last event of the stream subscribers, then the subscriber's stream is written, and EmailTaken is
// appended to the stream subscribers at the revision that was read before. If the stream has another event by then, another subscriber may
// have the address: the subscriber's stream is deleted, and everything is tried again. Unsubscribing appends EmailFreed before the
// subscriber's stream is deleted, so that the next lookup of the address finds it free.

package people

import (
	"context"
	"errors"
	"time"

	"candor/commands"
	"candor/events"
)

// subscribeTime bounds a change of subscriptions with the wait for those before it and for the read model.
const subscribeTime = 10 * time.Second

// SubscriberIndex knows whose an e-mail address is.
type SubscriberIndex interface {
	// SubscriberOf returns the subscriber with an address (in the form of events.NormalEmail), 0 if there is none. It waits until
	// events up to a position are taken into account.
	SubscriberOf(ctx context.Context, email string, upTo events.Position) (events.SubscriberID, error)
}

// subscriber is the state of one subscriber.
type subscriber struct {
	subscribed, unsubscribed bool
	email                    string
}

func (s subscriber) Evolve(e events.Event) subscriber {
	switch e := e.(type) {
	case events.NewsletterSubscribed:
		s = subscriber{subscribed: true, email: e.Email}
	case events.NewsletterUnsubscribed:
		s.unsubscribed = true
	}
	return s
}

// unsubscribe ends a subscription.
type unsubscribe struct {
	id events.SubscriberID
	at time.Time
}

func (c unsubscribe) Decide(s subscriber) ([]events.Event, error) {
	if !s.subscribed || s.unsubscribed {
		return nil, nil
	}
	return []events.Event{events.NewsletterUnsubscribed{SubscriberID: c.id, At: c.at}}, nil
}

// Subscribe signs an address up for the newsletter. Nothing reveals whether the address was subscribed before: the result has no id, and
// both cases read and append the same number of times. Errors: Invalid, Unavailable.
func (h *Handler) Subscribe(ctx context.Context, by commands.Caller, in EmailInput) (commands.Result, error) {
	return h.changeSubscription(ctx, by, in, func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		for range commands.MaxAttempts {
			result, err := h.trySubscribe(ctx, by, in.Email)
			if !events.IsConflict(err) {
				return result, commands.Typed(err)
			}
			h.Metrics.Conflicts.Inc()
		}
		return commands.Result{}, commands.TooBusy()
	})
}

// changeSubscription carries out a change of subscriptions, one at a time in this process.
func (h *Handler) changeSubscription(ctx context.Context, by commands.Caller, in EmailInput,
	change func(context.Context, commands.Caller) (commands.Result, error)) (commands.Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return commands.Result{}, commands.Refuse(errs...)
	}
	by.IdempotencyKey = ""
	ctx, cancel := context.WithTimeout(ctx, subscribeTime)
	defer cancel()
	if err := h.subscribing.Acquire(ctx, 1); err != nil {
		return commands.Result{}, commands.TooBusy()
	}
	defer h.subscribing.Release(1)
	if err := h.boundRepeats(ctx); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	return change(ctx, by)
}

// trySubscribe is one attempt of Subscribe. Its error is a conflict if others have taken or freed addresses meanwhile.
func (h *Handler) trySubscribe(ctx context.Context, by commands.Caller, email string) (commands.Result, error) {
	ids, err := h.Reserve(ctx, by, subscriberKind, 1)
	if err != nil {
		return commands.Result{}, err
	}
	id := events.SubscriberID(ids[0])
	owner, want, err := h.ownerOf(ctx, email)
	if err != nil {
		return commands.Result{}, err
	}
	if owner != 0 { // as much is appended as for a new subscriber
		if _, err := h.recordUnchanged(ctx, by, events.RepeatedSubscriptionStream); err != nil {
			return commands.Result{}, err
		}
		return h.recordUnchanged(ctx, by, events.RepeatedSubscriptionStream)
	}
	subscribed := events.NewsletterSubscribed{SubscriberID: id, Email: email, At: h.At(by)}
	if _, err := h.Append(ctx, by, id.Stream(), events.NoStream, "", "", subscribed); err != nil {
		return commands.Result{}, err
	}
	w, err := h.Append(ctx, by, events.SubscribersStream, want, "", "", events.EmailTaken{SubscriberID: id, At: h.At(by)})
	if events.IsConflict(err) {
		err = errors.Join(err, h.withdraw(ctx, id))
	}
	return commands.Result{Position: w.Position}, err
}

// ownerOf returns the subscriber who has an address, 0 if it is free, and the revision of the stream subscribers up to which that is known.
func (h *Handler) ownerOf(ctx context.Context, email string) (owner events.SubscriberID, want events.ExpectedRevision, err error) {
	last, err := h.Log.Last(ctx, events.SubscribersStream)
	switch {
	case errors.Is(err, events.ErrStreamNotFound):
		want = events.NoStream
	case err != nil:
		return 0, want, err
	default:
		want = events.Exactly(last.Revision)
	}
	owner, err = h.subscribers.SubscriberOf(ctx, events.NormalEmail(email), last.Position)
	if err != nil && commands.KindOf(err) != commands.Unavailable {
		err = &commands.Error{Kind: commands.Unavailable, Message: "Subscriptions can't be changed right now. Please try again.",
			RetryAfter: commands.RetryAfter, Err: err}
	}
	return owner, want, err
}

// recordUnchanged appends as much for a request that changes nothing as is appended for others.
func (h *Handler) recordUnchanged(ctx context.Context, by commands.Caller, stream string) (commands.Result, error) {
	w, err := h.Append(ctx, by, stream, events.Any, "", "", events.SubscriptionUnchanged{At: h.At(by)})
	return commands.Result{Position: w.Position}, commands.Typed(err)
}

// boundRepeats makes the log keep only the last of the requests that changed nothing.
func (h *Handler) boundRepeats(ctx context.Context) error {
	if h.repeatsGo.Load() {
		return nil
	}
	_, err := h.Log.SetMaxCount(ctx, events.RepeatedSubscriptionStream, 1)
	h.repeatsGo.Store(err == nil)
	return err
}

// Unsubscribe removes an address for good: it records that the subscriber unsubscribed and that the address is free, and then
// deletes the subscriber's stream. An address that isn't subscribed takes the same number of reads, appends and deletions. Errors: Invalid,
// Unavailable.
func (h *Handler) Unsubscribe(ctx context.Context, by commands.Caller, in EmailInput) (commands.Result, error) {
	return h.changeSubscription(ctx, by, in, func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		id, _, err := h.ownerOf(ctx, in.Email)
		if err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		if id == 0 {
			return h.unsubscribeDecoy(ctx, by)
		}
		return h.removeSubscriber(ctx, by, id)
	})
}

// removeSubscriber unsubscribes a subscriber whose id is known. It can be repeated until their stream is deleted.
func (h *Handler) removeSubscriber(ctx context.Context, by commands.Caller, id events.SubscriberID) (commands.Result, error) {
	if _, err := commands.Execute(ctx, h.Executor, by, id.Stream(), nil, unsubscribe{id: id, at: h.At(by)}); err != nil {
		return commands.Result{}, err
	}
	w, err := h.Append(ctx, by, events.SubscribersStream, events.Any, "", "", events.EmailFreed{SubscriberID: id, At: h.At(by)})
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	// never another subscriber's
	return commands.Result{Position: w.Position}, commands.Typed(commands.IgnoreAbsent(h.Log.DeleteStream(ctx, id.Stream(), events.Any)))
}

// unsubscribeDecoy takes the steps of removeSubscriber with a stream that is no subscriber's.
func (h *Handler) unsubscribeDecoy(ctx context.Context, by commands.Caller) (commands.Result, error) {
	const stream = events.UnknownSubscriptionStream
	if err := commands.CatchUp(ctx, h.Log, stream, &commands.Loaded[subscriber]{}); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if _, err := h.recordUnchanged(ctx, by, stream); err != nil {
		return commands.Result{}, err
	}
	result, err := h.recordUnchanged(ctx, by, events.RepeatedSubscriptionStream)
	if err != nil {
		return commands.Result{}, err
	}
	return result, commands.Typed(h.Log.DeleteStream(ctx, stream, events.Any))
}

// finishSubscriber finishes what a crash has interrupted: an unsubscription, or a subscription before the address was taken, which is
// withdrawn.
func (h *Handler) finishSubscriber(ctx context.Context, id events.SubscriberID) error {
	by := commands.SystemCaller("unsubscribing")
	var l commands.Loaded[subscriber]
	if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil || !l.Exists {
		return err
	}
	if l.State.unsubscribed {
		_, err := h.removeSubscriber(ctx, by, id)
		return err
	}
	for range commands.MaxAttempts {
		owner, want, err := h.ownerOf(ctx, l.State.email)
		if err != nil || owner == id {
			return err
		}
		// At this revision, so that another instance that is about to take the address for this subscriber begins anew.
		_, err = h.Append(ctx, by, events.SubscribersStream, want, "", "", events.EmailFreed{SubscriberID: id, At: h.Now()})
		switch {
		case err == nil:
			return h.withdraw(ctx, id)
		case !events.IsConflict(err):
			return err
		}
	}
	return commands.TooBusy()
}

// withdraw deletes the stream of a subscriber who didn't take their address: for ever, because a scavenge would leave the last event of a
// stream that may come back, which holds the address.
func (h *Handler) withdraw(ctx context.Context, id events.SubscriberID) error {
	return h.Log.TombstoneStream(ctx, id.Stream())
}

// loggedSubscribers is the SubscriberIndex where there is no read model. It reads the log from its start.
type loggedSubscribers struct{ log commands.EventLog }

func (l loggedSubscribers) SubscriberOf(ctx context.Context, email string, upTo events.Position) (owner events.SubscriberID, err error) {
	wrote := map[events.SubscriberID]bool{}
	free := func(id events.SubscriberID) {
		if delete(wrote, id); owner == id {
			owner = 0
		}
	}
	caughtUp, reached, whole := false, upTo == 0, errors.New("the end")
	f := events.Filter{StreamPrefixes: []string{events.SubscriberPrefix, events.SubscribersStream,
		events.MetadataPrefix + events.SubscriberPrefix}}
	err = l.log.Subscribe(ctx, 0, f, func(m events.Message) error {
		switch m.Kind {
		case events.Interrupted:
			return m.Err
		case events.CaughtUp:
			caughtUp = true
		case events.EventAppeared:
			reached = reached || m.Position >= upTo
			if d, ok := events.ReadDeletion(m.Event); ok {
				if id, ok := events.Number(d.Stream, events.SubscriberPrefix); ok && d.Whole() {
					free(events.SubscriberID(id))
				}
				break
			}
			e, err := m.Event.Salvage()
			if err != nil {
				return err
			}
			switch e := e.(type) {
			case events.NewsletterSubscribed:
				if events.NormalEmail(e.Email) == email {
					wrote[e.SubscriberID] = true
				}
			case events.EmailTaken:
				if wrote[e.SubscriberID] {
					owner = e.SubscriberID
				}
			case events.EmailFreed:
				free(e.SubscriberID)
			case events.NewsletterUnsubscribed:
				free(e.SubscriberID)
			}
		}
		if caughtUp && reached {
			return whole
		}
		return nil
	})
	if errors.Is(err, whole) {
		err = nil
	}
	return owner, commands.Typed(err)
}

const subscriberKind = "subscriber" // whose ids are reserved together
