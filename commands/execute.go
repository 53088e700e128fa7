// The path of every command: load the stream, evolve, decide, append with the expected revision.

package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"candor/events"
)

// maxAttempts is how often a decision is made again on fresh state after losing a race.
const maxAttempts = 6

// aggregate is the state of one thing, folded from its events. The zero value is a thing that
// doesn't exist. evolve is pure, accepts every event ever recorded and never fails.
type aggregate[S any] interface {
	evolve(e events.Event) S
}

// decider is a command: decide is pure and returns the events it causes, none when it changes
// nothing, or an *Error.
type decider[S any] interface {
	decide(state S) ([]events.Event, error)
}

// loaded is a state and where its stream stood when it was read.
type loaded[S aggregate[S]] struct {
	state    S
	exists   bool
	revision uint64          // of the last event; meaningless unless exists
	position events.Position // of the last event
	hash     string          // of the last event, for the chain; "" in streams that have none

	mark uuid.UUID // an event id to look out for; zero: none
	done *Result   // where the event with that id stands
}

// apply folds one more event.
func (l *loaded[S]) apply(r events.Recorded) error {
	e, err := r.Decode()
	switch {
	case errors.Is(err, events.ErrUnknownType): // a newer version's; it can't matter to our decisions
	case err != nil:
		return err
	default:
		l.state = l.state.evolve(e)
	}
	l.exists, l.revision, l.position = true, r.Revision, r.Position
	if events.Chained(r.Stream) {
		l.hash = r.Hash()
	}
	if l.mark != uuid.Nil && r.ID == l.mark {
		l.done = &Result{Revision: r.Revision, Position: r.Position}
	}
	return nil
}

// expected is the revision that an append on top of this state names.
func (l *loaded[S]) expected() events.ExpectedRevision {
	if !l.exists {
		return events.NoStream
	}
	return events.Exactly(l.revision)
}

// next is the revision that was not applied yet.
func (l *loaded[S]) next() uint64 {
	if !l.exists {
		return 0
	}
	return l.revision + 1
}

// catchUp applies what the stream holds beyond l. A stream that is not there leaves l as it is.
func catchUp[S aggregate[S]](ctx context.Context, log EventLog, stream string, l *loaded[S]) error {
	return absent(log.Load(ctx, stream, l.next(), l.apply))
}

// latest loads a state that the last event alone tells.
func latest[S aggregate[S]](ctx context.Context, log EventLog, stream string, l *loaded[S]) error {
	r, err := log.Last(ctx, stream)
	if err != nil {
		return absent(err)
	}
	return l.apply(r)
}

// absent makes nothing of the news that a stream isn't there: its state is the zero value.
func absent(err error) error {
	if errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted) {
		return nil
	}
	return err
}

// step is one command on one stream.
type step[S aggregate[S]] struct {
	stream  string
	ifMatch *uint64 // the revision the caller believes in; nil: any
	load    func(ctx context.Context, log EventLog, stream string, l *loaded[S]) error
	command decider[S]
}

// execute carries out a command on a stream whose whole history is its state.
func execute[S aggregate[S]](ctx context.Context, h *Handler, by Caller, stream string, ifMatch *uint64, c decider[S]) (Result, error) {
	return step[S]{stream: stream, ifMatch: ifMatch, load: catchUp[S], command: c}.run(ctx, h, by)
}

// run decides and appends, on fresh state again when somebody else was quicker. With a revision to
// match it is the caller who has to look again: Conflict. A request whose Idempotency-Key has been
// here before does nothing.
func (s step[S]) run(ctx context.Context, h *Handler, by Caller) (Result, error) {
	for range maxAttempts {
		l := loaded[S]{mark: by.eventID(s.stream, "", 0)}
		if err := s.load(ctx, h.log, s.stream, &l); err != nil {
			return Result{}, typed(err)
		}
		if l.done != nil {
			return *l.done, nil
		}
		evs, err := s.command.decide(l.state)
		if err != nil {
			return Result{}, err
		}
		if s.ifMatch != nil && *s.ifMatch != l.revision {
			return Result{}, h.conflict(ctx, s.stream, l.revision, l.position)
		}
		if len(evs) == 0 {
			return Result{Revision: l.revision, Seen: l.position}, nil
		}
		w, err := h.append(ctx, by, s.stream, l.expected(), l.hash, "", evs...)
		if !events.IsConflict(err) {
			return Result{Revision: w.Revision, Position: w.Position}, typed(err)
		}
		h.metrics.conflicts.Inc()
	}
	return Result{}, tooBusy()
}

// conflict returns the refusal for a caller who believes in a revision that is not the stream's last. It names the latest
// change, unless the log can't be asked.
func (h *Handler) conflict(ctx context.Context, stream string, revision uint64, seen events.Position) *Error {
	e := &Error{Kind: Conflict, Message: "Someone else changed this in the meantime.", CurrentRevision: revision, Seen: seen}
	last, err := h.log.Last(ctx, stream)
	if err != nil {
		return e
	}
	e.CurrentRevision, e.Seen = last.Revision, last.Position
	if meta, err := last.Metadata(); err == nil {
		e.Changed = &LatestChange{By: meta.Actor, At: last.Created}
	}
	return e
}

// tooBusy is the answer after losing maxAttempts races.
func tooBusy() *Error {
	return &Error{Kind: Unavailable, Message: "Too many changes at once. Please try again.", RetryAfter: retryAfter}
}

// create appends the first events of a new stream. A request that is repeated under its
// Idempotency-Key finds its own events there and is done.
func (h *Handler) create(ctx context.Context, by Caller, stream string, evs ...events.Event) (Result, error) {
	w, err := h.append(ctx, by, stream, events.NoStream, "", "", evs...)
	if events.IsConflict(err) && by.IdempotencyKey != "" {
		// The stream is there, though with other events than today's program would append.
		last, err := h.log.Last(ctx, stream)
		return Result{Revision: last.Revision, Position: last.Position}, typed(err)
	}
	return Result{Revision: w.Revision, Position: w.Position}, typed(err)
}

// append encodes events of one request and appends them in one step. purpose tells apart appends
// of one request to one stream, whose derived ids must differ; previous is the hash of the stream's last event.
func (h *Handler) append(ctx context.Context, by Caller, stream string, want events.ExpectedRevision, previous, purpose string, evs ...events.Event) (events.Written, error) {
	envelopes := make([]events.Envelope, len(evs))
	for i, e := range evs {
		envelopes[i] = events.Envelope{ID: by.eventID(stream, purpose, i), Event: e, Metadata: by.metadata()}
	}
	var proposed []events.Proposed
	var err error
	if events.Chained(stream) {
		proposed, err = events.Chain(previous, envelopes...)
	} else {
		proposed, err = encode(envelopes)
	}
	if err != nil {
		return events.Written{}, err
	}
	w, err := h.log.Append(ctx, stream, want, proposed...)
	if err != nil {
		return events.Written{}, fmt.Errorf("%s: %w", evs[0].EventType(), err)
	}
	h.metrics.appended(stream, len(evs))
	return w, nil
}

// encode is [events.Encode] for several events of a stream without a chain.
func encode(envelopes []events.Envelope) ([]events.Proposed, error) {
	proposed := make([]events.Proposed, len(envelopes))
	for i, e := range envelopes {
		var err error
		if proposed[i], err = events.Encode(e); err != nil {
			return nil, err
		}
	}
	return proposed, nil
}
