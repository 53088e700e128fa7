// Reading and changing the list of subscribers' addresses.

package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"

	"candor/events"
)

// readList reads the rest of the list. Without any list, exists is false afterwards. The lock is held.
func (h *Handler) readList(ctx context.Context) error {
	l := &h.emails
	if l.number == 0 {
		number, err := h.firstList(ctx, 1)
		if err != nil {
			return err
		}
		l.use(number)
	}
	for {
		err := h.log.Load(ctx, events.EmailListStream(l.number), l.next(), l.apply)
		if !errors.Is(err, events.ErrStreamDeleted) {
			return absent(err)
		}
		number, err := h.firstList(ctx, l.number+1)
		if err != nil {
			return err
		}
		l.use(number)
	}
}

// firstList returns the lowest number, not below from, of a list whose stream was not deleted: all lower ones were.
func (h *Handler) firstList(ctx context.Context, from int64) (int64, error) {
	deleted := func(number int64) (bool, error) {
		_, err := h.log.Last(ctx, events.EmailListStream(number))
		if errors.Is(err, events.ErrStreamDeleted) {
			return true, nil
		}
		return false, absent(err)
	}
	low, step := from, int64(1) // all below low were deleted
	high := low
	for {
		gone, err := deleted(high)
		if err != nil {
			return 0, err
		}
		if !gone {
			break
		}
		low, high, step = high+1, high+step, 2*step
	}
	for low < high {
		middle := low + (high-low)/2
		gone, err := deleted(middle)
		if err != nil {
			return 0, err
		}
		if gone {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}

// withList calls use with the current list read to its end, while no other goroutine reads or changes it. Errors: the log's,
// ctx's, use's.
func (h *Handler) withList(ctx context.Context, use func(context.Context) error) error {
	if err := h.emails.lock.Acquire(ctx, 1); err != nil {
		return err
	}
	defer h.emails.lock.Release(1)
	ctx, cancel := context.WithTimeout(ctx, listStep)
	defer cancel()
	if err := h.readList(ctx); err != nil {
		return err
	}
	return use(ctx)
}

// finishList makes sure that addresses can be added to the list. It begins the first list, and finishes a replacement that has begun here or
// at another instance, or that a crash has left unfinished. That may take long, so it is done once for all who wait for it, and goes on when
// they stop waiting.
func (h *Handler) finishList(ctx context.Context) error {
	_, err := h.emails.finishing.do(ctx, "", listTime, func(ctx context.Context) (none struct{}, err error) {
		for {
			var number int64
			var list emailList
			if err := h.withList(ctx, func(context.Context) error {
				number, list = h.emails.number, h.emails.state
				list.owners = maps.Clone(list.owners)
				return nil
			}); err != nil {
				return none, err
			}
			switch {
			case list.usable():
				return none, nil
			case !list.replaced:
				err = h.fillList(ctx, number, nil)
			default:
				if err = h.fillList(ctx, number+1, list.owners); err == nil {
					err = h.log.TombstoneStream(ctx, events.EmailListStream(number))
				}
			}
			if err != nil {
				return none, err
			}
		}
	})
	return err
}

// ownerOf returns the id of the subscriber with an email address, or 0 if there is none. It writes nothing.
func (h *Handler) ownerOf(ctx context.Context, email string) (owner events.SubscriberID, err error) {
	err = h.withList(ctx, func(ctx context.Context) error {
		if h.emails.exists {
			owner = h.emails.state.owner(email)
			return nil
		}
		var l loaded[oldReservation]
		err := catchUp(ctx, h.log, events.OldEmailStream(email), &l)
		owner = l.state.owner
		return err
	})
	return owner, err
}

// onList calls propose with the current list until the event that it returns is appended to the list; nil: there is none.
func (h *Handler) onList(ctx context.Context, by Caller, propose func(emailList) (events.Event, error)) error {
	for range maxAttempts {
		again, err := h.tryOnList(ctx, by, propose)
		if !again {
			return typed(err)
		}
	}
	return tooBusy()
}

// tryOnList is one attempt of onList. again reports that the list was not ready, or has changed before the event was appended.
func (h *Handler) tryOnList(ctx context.Context, by Caller, propose func(emailList) (events.Event, error)) (again bool, err error) {
	unfinished := false
	err = h.withList(ctx, func(ctx context.Context) error {
		if unfinished = !h.emails.state.usable(); unfinished {
			return nil
		}
		e, err := propose(h.emails.state)
		if err != nil || e == nil {
			return err
		}
		_, err = h.append(ctx, by, events.EmailListStream(h.emails.number), h.emails.expected(), "", "", e)
		return err
	})
	switch {
	case events.IsConflict(err), errors.Is(err, events.ErrStreamDeleted):
		h.metrics.conflicts.Inc()
		return true, nil
	case err != nil || !unfinished:
		return false, err
	}
	err = h.finishList(ctx)
	return err == nil, err
}

// listEmail returns the address's subscriber, and creates one if there is none. Both cases
// append one event.
func (h *Handler) listEmail(ctx context.Context, by Caller, email string, newcomer events.SubscriberID) (owner events.SubscriberID, err error) {
	err = h.onList(ctx, by, func(list emailList) (events.Event, error) {
		if owner = list.owner(email); owner != 0 {
			return h.decoyUnlisted(by), nil
		}
		owner = newcomer
		return events.EmailsListed{Emails: []events.ListedEmail{list.entry(email, owner)}, At: h.at(by)}, nil
	})
	return owner, err
}

// listedFor reports whether the subscriber has the address now.
func (h *Handler) listedFor(ctx context.Context, by Caller, email string, id events.SubscriberID) (listed bool, err error) {
	err = h.onList(ctx, by, func(list emailList) (events.Event, error) {
		listed = list.owner(email) == id
		return nil, nil
	})
	return listed, err
}

// unlistEmail frees an address, if the subscriber has it.
func (h *Handler) unlistEmail(ctx context.Context, by Caller, email string, id events.SubscriberID) error {
	return h.onList(ctx, by, func(list emailList) (events.Event, error) {
		if list.owner(email) != id {
			return nil, nil
		}
		d := list.digest(email)
		return events.EmailUnlisted{Digest: d[:], At: h.at(by)}, nil
	})
}

// unlistDecoy appends to the list as unlistEmail does, and changes nothing.
func (h *Handler) unlistDecoy(ctx context.Context, by Caller) error {
	return h.onList(ctx, by, func(emailList) (events.Event, error) { return h.decoyUnlisted(by), nil })
}

// decoyUnlisted returns an event that frees no address: its digest is random.
func (h *Handler) decoyUnlisted(by Caller) events.Event {
	var d digest
	_, _ = rand.Read(d[:]) // never fails: crypto/rand ends the program instead
	return events.EmailUnlisted{Digest: d[:], At: h.at(by)}
}
