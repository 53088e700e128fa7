// Reading and changing the list of subscribers' addresses.

package commands

import (
	"context"
	"errors"

	"candor/events"
)

// readList reads the rest of the list. Without any list, exists is false afterwards. The mutex is held.
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

// currentList makes sure that addresses can be added to the list: it is up to date, ready and not replaced. It begins the first list, and
// finishes a replacement that a crash or another instance has left unfinished. The mutex is held.
func (h *Handler) currentList(ctx context.Context) error {
	for {
		if err := h.readList(ctx); err != nil {
			return err
		}
		l := &h.emails
		switch {
		case l.state.ready && !l.state.replaced:
			return nil
		case !l.state.replaced:
			if err := h.fillList(ctx, l.number, nil); err != nil {
				return err
			}
		default:
			if err := h.fillList(ctx, l.number+1, l.state.owners); err != nil {
				return err
			}
			if err := h.log.TombstoneStream(ctx, events.EmailListStream(l.number)); err != nil {
				return err
			}
			l.use(l.number + 1)
		}
	}
}

// ownerOf returns the id of the subscriber with an email address, or 0 if there is none. It writes nothing.
func (h *Handler) ownerOf(ctx context.Context, email string) (events.SubscriberID, error) {
	h.emails.mu.Lock()
	defer h.emails.mu.Unlock()
	if err := h.readList(ctx); err != nil {
		return 0, err
	}
	if h.emails.exists {
		return h.emails.state.owner(email), nil
	}
	var l loaded[oldReservation]
	err := catchUp(ctx, h.log, events.OldEmailStream(email), &l)
	return l.state.owner, err
}

// onList calls propose with the current list until the event that it returns is appended to the list; nil: there is none.
func (h *Handler) onList(ctx context.Context, by Caller, propose func(emailList) (events.Event, error)) error {
	h.emails.mu.Lock()
	defer h.emails.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listTime)
	defer cancel()
	for range maxAttempts {
		if err := h.currentList(ctx); err != nil {
			return typed(err)
		}
		e, err := propose(h.emails.state)
		if err != nil || e == nil {
			return err
		}
		_, err = h.append(ctx, by, events.EmailListStream(h.emails.number), h.emails.expected(), "", "", e)
		if !events.IsConflict(err) && !errors.Is(err, events.ErrStreamDeleted) {
			return typed(err)
		}
		h.metrics.conflicts.Inc()
	}
	return tooBusy()
}

// listEmail returns the subscriber who has the address, after giving it to a new one if nobody had it.
func (h *Handler) listEmail(ctx context.Context, by Caller, email string) (owner events.SubscriberID, err error) {
	var mine events.SubscriberID
	err = h.onList(ctx, by, func(list emailList) (events.Event, error) {
		if owner = list.owner(email); owner != 0 {
			return nil, nil
		}
		if mine == 0 {
			ids, err := h.reserve(ctx, by, subscriberKind, 1)
			if err != nil {
				return nil, err
			}
			mine = events.SubscriberID(ids[0])
		}
		owner = mine
		return events.EmailsListed{Emails: []events.ListedEmail{list.entry(email, mine)}, At: h.at(by)}, nil
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

// unlistEmail frees an address, if the subscriber has it; with id 0, whoever has it.
func (h *Handler) unlistEmail(ctx context.Context, by Caller, email string, id events.SubscriberID) error {
	return h.onList(ctx, by, func(list emailList) (events.Event, error) {
		if owner := list.owner(email); owner == 0 || id != 0 && owner != id {
			return nil, nil
		}
		d := list.digest(email)
		return events.EmailUnlisted{Digest: d[:], At: h.at(by)}, nil
	})
}
