// Erasing a person: finding every stream with their data, and deleting these.
//
// Only the log is read, as read models may lag. The streams to delete are recorded first, so that an erasure that
// a crash interrupts is finished at the next start (see FinishErasures), and the result is recorded at the end. Neither
// record identifies the person.

package people

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

// erasureStreams is how many streams one ErasureBegun names at most: an append has a limit.
const erasureStreams = 5000

// Found is the data of a person in the log.
type Found struct {
	By          string            `json:"by"` // "email" or "ip"
	Messages    []FoundMessage    `json:"messages"`
	Subscribers []FoundSubscriber `json:"subscribers"`
	Visitors    []FoundVisitor    `json:"visitors"`

	unread []string // streams with an event that has the address and can't be decoded
}

// FoundMessage is a message that the person sent.
type FoundMessage struct {
	ID      events.MessageID `json:"id"`
	Subject string           `json:"subject"`
	At      time.Time        `json:"receivedAt"`
}

// FoundSubscriber is the person's subscription to the newsletter.
type FoundSubscriber struct {
	ID events.SubscriberID `json:"id"`
	At time.Time           `json:"subscribedAt"`
}

// FoundVisitor is a visitor at the person's address.
type FoundVisitor struct {
	ID      uuid.UUID `json:"id"`
	Address string    `json:"ipAddress"` // as it is stored
	Country string    `json:"country"`
	At      time.Time `json:"firstVisit"`
}

// Empty reports whether nothing was found.
func (f Found) Empty() bool { return len(f.Messages)+len(f.Subscribers)+len(f.Visitors) == 0 }

func (f Found) streams() []string {
	var streams []string
	for _, m := range f.Messages {
		streams = append(streams, m.ID.Stream())
	}
	for _, s := range f.Subscribers {
		streams = append(streams, s.ID.Stream())
	}
	for _, v := range f.Visitors {
		streams = append(streams, events.VisitorStream(v.ID))
	}
	return streams
}

// Erased is the receipt of an erasure. It holds no personal data.
type Erased struct {
	ID              uuid.UUID `json:"id"`
	By              string    `json:"by"`
	At              time.Time `json:"erasedAt"`
	Messages        int       `json:"messages"`
	Subscribers     int       `json:"subscribers"`
	Visitors        int       `json:"visitors"`
	Streams         []string  `json:"streams"` // that were deleted
	commands.Result `json:"-"`
}

// FindPerson returns the data of a person in the log. It reads the log from its start. Errors: Unavailable, and Unprocessable if
// an event that can't be decoded has their address: an erasure would miss it.
func (h *Handler) FindPerson(ctx context.Context, p Person) (Found, error) {
	found := Found{By: p.by, Messages: []FoundMessage{}, Subscribers: []FoundSubscriber{}, Visitors: []FoundVisitor{}}
	prefixes := []string{events.MessagePrefix, events.SubscriberPrefix}
	if p.by == events.ErasedByIP {
		prefixes = []string{events.VisitorPrefix}
	}
	whole := errors.New("the end")
	err := h.Log.Subscribe(ctx, 0, events.Filter{StreamPrefixes: prefixes}, func(m events.Message) error {
		switch m.Kind {
		case events.CaughtUp:
			return whole
		case events.Interrupted:
			if !m.ByServer {
				return m.Err
			}
		case events.EventAppeared:
			return found.look(p, m.Event)
		}
		return nil
	})
	if !errors.Is(err, whole) {
		return Found{}, commands.Typed(err)
	}
	err = h.stillThere(ctx, &found)
	if err == nil && len(found.unread) > 0 {
		return Found{}, &commands.Error{Kind: commands.Unprocessable,
			Message: "The address is in an event of " + found.unread[0] +
				" that can't be read. Please delete that stream with a client of EventStoreDB, and try again."}
	}
	return found, commands.Typed(err)
}

// look adds an event that is about the person. The log shows those of deleted streams, too.
func (f *Found) look(p Person, r events.Recorded) error {
	e, err := r.Salvage()
	if err != nil {
		return err
	}
	switch e := e.(type) {
	case events.MessageReceived:
		if p.wrote(e.Email) {
			f.Messages = append(f.Messages, FoundMessage{e.MessageID, e.Subject, e.At.UTC()})
		}
	case events.NewsletterSubscribed:
		if p.wrote(e.Email) {
			f.Subscribers = append(f.Subscribers, FoundSubscriber{e.SubscriberID, e.At.UTC()})
		}
	case events.VisitorFirstSeen:
		if p.visited(e.Address) {
			f.Visitors = append(f.Visitors, FoundVisitor{e.VisitorID, e.Address, e.Country, e.At.UTC()})
		}
	case nil:
		if p.standsIn(r.Data) {
			f.unread = append(f.unread, r.Stream)
		}
	}
	return nil
}

// stillThere removes what was deleted. A visitor whose stream reads as empty may only have expired: it counts.
func (h *Handler) stillThere(ctx context.Context, f *Found) (err error) {
	gone := func(stream string) bool {
		if err != nil {
			return false
		}
		_, last := h.Log.Last(ctx, stream)
		switch {
		case errors.Is(last, events.ErrStreamDeleted):
			return true
		case errors.Is(last, events.ErrStreamNotFound):
			_, visitor := visitorOf(stream)
			return !visitor
		}
		err = last
		return false
	}
	f.Messages = slices.DeleteFunc(f.Messages, func(m FoundMessage) bool { return gone(m.ID.Stream()) })
	f.Subscribers = slices.DeleteFunc(f.Subscribers, func(s FoundSubscriber) bool { return gone(s.ID.Stream()) })
	f.Visitors = slices.DeleteFunc(f.Visitors, func(v FoundVisitor) bool { return gone(events.VisitorStream(v.ID)) })
	f.unread = slices.DeleteFunc(f.unread, gone)
	return err
}

// erasure is the state of one erasure.
type erasure struct {
	by      string
	streams []string
	partial bool // more streams were to be deleted, but it can't be read which
	ended   bool
}

func (s erasure) Evolve(e events.Event) erasure {
	switch e := e.(type) {
	case events.ErasureBegun:
		s.by, s.streams = cmp.Or(e.By, s.by), append(slices.Clip(s.streams), e.Streams...)
		s.partial = s.partial || len(e.Streams) == 0
	case events.PersonErased:
		s.ended = true
	}
	return s
}

// finishErasure records that everything is deleted.
type finishErasure struct {
	id uuid.UUID
	at time.Time
}

func (c finishErasure) Decide(s erasure) ([]events.Event, error) {
	if s.ended {
		return nil, nil
	}
	e := events.PersonErased{ErasureID: c.id, By: s.by, At: c.at}
	for _, stream := range s.streams {
		if _, ok := events.Number(stream, events.MessagePrefix); ok {
			e.Messages++
		} else if _, ok := events.Number(stream, events.SubscriberPrefix); ok {
			e.Subscribers++
		} else {
			e.Visitors++
		}
	}
	return []events.Event{e}, nil
}

// ErasePerson deletes all data of a person that [Handler.FindPerson] finds. Errors: NotFound when there is
// none; Unavailable, after which it can be called again, or FinishErasures does the rest.
func (h *Handler) ErasePerson(ctx context.Context, by commands.Caller, p Person) (Erased, error) {
	by.IdempotencyKey = "" // a repetition finds nothing
	found, err := h.FindPerson(ctx, p)
	if err != nil {
		return Erased{}, err
	}
	if found.Empty() {
		return Erased{}, &commands.Error{Kind: commands.NotFound, Message: "Nothing is stored under this address."}
	}
	id := uuid.New()
	var begun []events.Event
	for part := range slices.Chunk(found.streams(), erasureStreams) {
		begun = append(begun, events.ErasureBegun{ErasureID: id, By: p.by, Streams: part, At: h.At(by)})
	}
	want := events.NoStream
	for _, e := range begun {
		w, err := h.Append(ctx, by, events.ErasureStream(id), want, "", "", e)
		if err != nil {
			return Erased{}, commands.Typed(err)
		}
		want = events.Exactly(w.Revision)
	}
	return h.carryOutErasure(ctx, by, id)
}

// carryOutErasure deletes the streams of an erasure that has begun, and records the end.
func (h *Handler) carryOutErasure(ctx context.Context, by commands.Caller, id uuid.UUID) (Erased, error) {
	stream := events.ErasureStream(id)
	var l commands.Loaded[erasure]
	if err := commands.CatchUp(ctx, h.Log, stream, &l); err != nil || l.State.ended {
		return Erased{}, commands.Typed(err)
	}
	for _, s := range l.State.streams {
		if err := h.eraseStream(ctx, by, s); err != nil {
			return Erased{}, commands.Typed(err)
		}
	}
	if l.State.partial { // the rest has to be erased again, so this must not look done
		return Erased{}, &commands.Error{Kind: commands.Internal,
			Message: "An event of this erasure can't be read. Please erase the person again.", Err: events.ErrUndecodable}
	}
	if l.State.by == events.ErasedByIP {
		if err := h.traffic.Visitors.Salt.Renew(ctx); err != nil { // nobody can make the erased ids of an address again
			return Erased{}, commands.Typed(err)
		}
	}
	c := finishErasure{id: id, at: h.At(by)}
	result, err := commands.Execute(ctx, h.Executor, by, stream, nil, c)
	if err != nil {
		return Erased{}, err
	}
	evs, err := c.Decide(l.State)
	if err != nil {
		return Erased{}, err
	}
	erased := evs[0].(events.PersonErased)
	return Erased{ID: id, By: erased.By, At: erased.At, Messages: erased.Messages,
		Subscribers: erased.Subscribers, Visitors: erased.Visitors,
		Streams: l.State.streams, Result: result}, nil
}

// eraseStream deletes one stream of personal data, whatever state an interrupted erasure has left it in.
func (h *Handler) eraseStream(ctx context.Context, by commands.Caller, stream string) error {
	if id, ok := events.Number(stream, events.MessagePrefix); ok {
		_, err := h.DeleteMessage(ctx, by, events.MessageID(id))
		if commands.KindOf(err) == commands.NotFound {
			return nil
		}
		return err
	}
	if id, ok := events.Number(stream, events.SubscriberPrefix); ok {
		_, err := h.removeSubscriber(ctx, by, events.SubscriberID(id))
		return err
	}
	if id, ok := visitorOf(stream); ok {
		// For ever: its first event is its last, which a scavenge keeps in a stream that may come back.
		if err := h.Log.TombstoneStream(ctx, stream); err != nil {
			return err
		}
		h.traffic.Visitors.Forget(id)
	}
	return nil
}

// finishErasureStream resumes an erasure that a crash interrupted.
func (h *Handler) finishErasureStream(ctx context.Context, id uuid.UUID) error {
	_, err := h.carryOutErasure(ctx, commands.SystemCaller("erasure-"+id.String()), id)
	return err
}

// visitorOf returns the visitor whose stream this is.
func visitorOf(stream string) (uuid.UUID, bool) { return idOf(stream, events.VisitorPrefix) }

// idOf returns the UUID at the end of a stream's name.
func idOf(stream, prefix string) (uuid.UUID, bool) {
	if len(stream) <= len(prefix) || stream[:len(prefix)] != prefix {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(stream[len(prefix):])
	return id, err == nil
}
