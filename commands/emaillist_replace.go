// Replacing the list of subscribers' addresses: the next list is made from the subscribers in the log.

package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"

	"candor/events"
)

// listedAtOnce is how many addresses one event holds at most: an append has a limit.
const listedAtOnce = 4000

// replaceList replaces the list, so that nobody can confirm a guess at an erased address once
// the log is scavenged. A subscriber whose stream is deleted before the call is not on the next list.
func (h *Handler) replaceList(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listTime)
	defer cancel()
	exists := false
	if err := h.withList(ctx, func(context.Context) error {
		exists = h.emails.exists
		return nil
	}); err != nil {
		return err
	}
	for again := exists; again; { // an address was taken, or another instance has replaced the list, perhaps with what it had read earlier
		var err error
		if again, err = h.tryOnList(ctx, systemCaller("email-list"), func(emailList) (events.Event, error) {
			return events.EmailListReplaced{At: h.now()}, nil
		}); err != nil {
			return err
		}
	}
	return h.finishList(ctx)
}

// ForgetUnlisted prepares a scavenge: where addresses have left the list of subscribers, or are in the form of the program's first
// version, the list is replaced, so that the scavenge takes all that a guess could be compared with. Error: Unavailable.
func (h *Handler) ForgetUnlisted(ctx context.Context) error {
	needed, err := h.listHasUnlisted(ctx)
	if err != nil || !needed {
		return typed(err)
	}
	return typed(h.replaceList(ctx))
}

func (h *Handler) listHasUnlisted(ctx context.Context) (needed bool, err error) {
	exists := false
	if err := h.withList(ctx, func(context.Context) error {
		l := h.emails.state
		exists, needed = h.emails.exists, l.unlisted || l.idle > maxIdle || !l.usable()
		return nil
	}); err != nil || exists {
		return needed, err
	}
	found, err := h.findSubscribers(ctx, 0)
	return len(found.emails)+len(found.oldStreams) > 0, err
}

// MakeEmailList makes the list of subscribers' addresses, out of the reservations of the program's first version if there are any, unless
// there is a list. Error: Unavailable.
func (h *Handler) MakeEmailList(ctx context.Context) error {
	return h.onList(ctx, systemCaller("email-list"), func(emailList) (events.Event, error) { return nil, nil })
}

// fillList writes the list with a number until it is ready; before is who was on the list that it replaces. Several instances may do so at
// once: each appends where the last one has stopped.
func (h *Handler) fillList(ctx context.Context, number int64, before map[digest]events.SubscriberID) error {
	stream := events.EmailListStream(number)
	var l loaded[emailList]
	var wanted []events.ListedEmail
	for read := false; ; {
		err := h.log.Load(ctx, stream, l.next(), l.apply)
		var next events.Event
		switch {
		case errors.Is(err, events.ErrStreamDeleted), err == nil && l.state.ready: // another instance has filled it
			return nil
		case absent(err) != nil:
			return err
		case !l.exists:
			begun := events.EmailListBegun{Salt: make([]byte, saltSize), At: h.now()}
			_, _ = rand.Read(begun.Salt) // never fails: crypto/rand ends the program instead
			next = begun
		case !read:
			remaining, err := h.remainingEmails(ctx, l.position, before)
			if err != nil {
				return err
			}
			wanted, read = l.state.entries(remaining), true
			continue
		default:
			next = l.state.lacking(wanted, h)
		}
		switch _, err := h.append(ctx, systemCaller("email-list"), stream, l.expected(), "", "", next); {
		case errors.Is(err, events.ErrStreamDeleted):
			return nil
		case events.IsConflict(err):
			h.metrics.conflicts.Inc()
		case err != nil:
			return err
		}
	}
}

// entries returns a list's entries for addresses, in an order that reveals nothing about them and is the same for all instances.
func (s emailList) entries(emails map[events.SubscriberID]string) []events.ListedEmail {
	entries := make([]events.ListedEmail, 0, len(emails))
	for _, id := range slices.Sorted(maps.Keys(emails)) {
		entries = append(entries, s.entry(emails[id], id))
	}
	return entries
}

// lacking returns the next event of a list that is being filled: some of the missing entries, or that it is ready.
func (s emailList) lacking(wanted []events.ListedEmail, h *Handler) events.Event {
	next := events.EmailsListed{At: h.now()}
	for _, entry := range wanted {
		if s.owners[digestOf(entry.Digest)] == 0 && len(next.Emails) < listedAtOnce {
			next.Emails = append(next.Emails, entry)
		}
	}
	if len(next.Emails) == 0 {
		return events.EmailListReady{At: h.now()}
	}
	return next
}

// remainingEmails returns the addresses of all subscribers, each once. since is the position of an event of the new list: subscribers
// that were erased before it are not among them. An owner of an address on the old list who is not a subscriber yet is kept from becoming
// one: the address could have two.
func (h *Handler) remainingEmails(ctx context.Context, since events.Position, before map[digest]events.SubscriberID) (map[events.SubscriberID]string, error) {
	found, err := h.findSubscribers(ctx, since)
	if err != nil {
		return nil, err
	}
	for _, stream := range found.oldStreams {
		if err := h.log.TombstoneStream(ctx, stream); err != nil {
			return nil, err
		}
	}
	for _, id := range before {
		if found.emails[id] != "" {
			continue
		}
		email, err := h.settleSubscriber(ctx, id)
		if err != nil {
			return nil, err
		}
		if email != "" {
			found.emails[id] = email
		}
	}
	taken := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(found.emails)) {
		email := events.NormalEmail(found.emails[id])
		if taken[email] { // a crash has left the address with two
			delete(found.emails, id)
			if err := h.withdraw(ctx, systemCaller("email-list"), id); err != nil {
				return nil, err
			}
		}
		taken[email] = true
	}
	return found.emails, nil
}

// settleSubscriber decides whether the owner of a listed address is a subscriber: it returns the address, or "" after making sure
// that the owner never becomes one.
func (h *Handler) settleSubscriber(ctx context.Context, id events.SubscriberID) (email string, err error) {
	for range maxAttempts {
		var l loaded[subscriber]
		switch err := catchUp(ctx, h.log, id.Stream(), &l); {
		case err != nil || l.state.unsubscribed:
			return "", err
		case l.state.subscribed:
			return l.state.email, nil
		}
		never := events.NewsletterUnsubscribed{SubscriberID: id, At: h.now()}
		_, err := h.append(ctx, systemCaller("email-list"), id.Stream(), events.NoStream, "", "", never)
		switch {
		case err == nil:
			return "", h.log.TombstoneStream(ctx, id.Stream())
		case errors.Is(err, events.ErrStreamDeleted):
			return "", nil
		case !events.IsConflict(err):
			return "", err
		}
	}
	return "", tooBusy()
}

// foundSubscribers holds the subscribers' addresses that were found in the log.
type foundSubscribers struct {
	emails     map[events.SubscriberID]string
	oldStreams []string // of the program's first version that are not deleted for ever

	gone map[string]bool // streams
	old  map[string]bool
}

// findSubscribers reads the log from its start, to its end and at least to the list's event at a position.
func (h *Handler) findSubscribers(ctx context.Context, since events.Position) (foundSubscribers, error) {
	found := foundSubscribers{emails: map[events.SubscriberID]string{}, gone: map[string]bool{}, old: map[string]bool{}}
	f := events.Filter{StreamPrefixes: []string{
		events.SubscriberPrefix, events.EmailPrefix, events.MetadataPrefix + events.SubscriberPrefix, events.MetadataPrefix + events.EmailPrefix,
	}}
	reached, caughtUp := since == 0, false
	whole := errors.New("the end")
	err := h.log.Subscribe(ctx, 0, f, func(m events.Message) error {
		switch m.Kind {
		case events.Interrupted:
			return m.Err
		case events.EventAppeared:
			reached = reached || m.Position >= since
			if err := found.look(m.Event); err != nil {
				return err
			}
		case events.CaughtUp:
			caughtUp = true
		}
		if reached && caughtUp {
			return whole
		}
		return nil
	})
	if !errors.Is(err, whole) {
		return foundSubscribers{}, err
	}
	for stream := range found.gone {
		if id, ok := events.Number(stream, events.SubscriberPrefix); ok {
			delete(found.emails, events.SubscriberID(id))
		}
	}
	found.oldStreams = slices.Sorted(maps.Keys(found.old))
	return found, nil
}

// look takes one event into account.
func (f *foundSubscribers) look(r events.Recorded) error {
	deletion, own := events.ReadDeletion(r)
	stream := r.Stream
	if own {
		stream = deletion.Stream
	}
	if strings.HasPrefix(stream, events.EmailPrefix) {
		switch {
		case r.Type == events.TombstoneType:
			delete(f.old, stream)
		case events.IsOldEmailStream(stream):
			f.old[stream] = true
		}
		return nil
	}
	if own {
		if deletion.Whole() {
			f.gone[stream] = true
		}
		return nil
	}
	e, err := r.Salvage()
	if err != nil {
		return err
	}
	switch e := e.(type) {
	case events.NewsletterSubscribed:
		f.emails[e.SubscriberID] = e.Email
	case events.NewsletterUnsubscribed:
		f.gone[stream] = true
	}
	return nil
}

// systemCaller returns the program itself as the caller.
func systemCaller(request string) Caller {
	return Caller{Actor: events.System, Via: events.ViaSystem, RequestID: request}
}
