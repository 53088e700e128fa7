// The path of every command: load the stream, evolve, decide, append with the expected revision.

package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
)

// maxAttempts is how often a decision is made again on fresh state after losing a race.
const maxAttempts = 6

// EventLog is what commands need of the log.
type EventLog interface {
	Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error)
	Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error
	Last(ctx context.Context, stream string) (events.Recorded, error)
	DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error
	TombstoneStream(ctx context.Context, stream string) error
	SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error)
	SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error)
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
}

var _ EventLog = events.Log(nil)

// executor carries out commands on a log: it holds what every command needs, whatever its subject.
type executor struct {
	log     EventLog
	clock   func() time.Time
	logTime func() time.Time // in events' metadata
	logger  zerolog.Logger
	metrics *metrics

	slugChanges *striped // of the things that change their slugs
}

// now returns the time that events carry: UTC, whole milliseconds.
func (x *executor) now() time.Time { return x.clock().UTC().Truncate(time.Millisecond) }

// at returns the time at which the caller's change happened: now, unless the caller names an earlier one.
func (x *executor) at(by Caller) time.Time {
	if by.At.IsZero() {
		return x.now()
	}
	return by.At.UTC().Truncate(time.Millisecond)
}

// Result says what a command did.
type Result struct {
	ID       int64           // of the thing created or changed
	Revision uint64          // of its stream
	Position events.Position // of what was appended; 0: nothing was
	Seen     events.Position // up to where the decision knew the stream; 0: unknown
}

// Shown returns the position that a reader must wait for to see what the command made, or found already made.
func (r Result) Shown() events.Position { return max(r.Position, r.Seen) }

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

	mark     uuid.UUID // an event id to look out for; zero: none
	repeated *Result   // where the event with that id stands; nil: it was not met
}

// apply folds one more event. One that can't be decoded must not refuse all commands on its stream for good: it takes away what it may take
// away, as in the read models, and changes nothing else. So the admin can publish, restore or delete the thing anew.
func (l *loaded[S]) apply(r events.Recorded) error {
	e, err := r.Salvage()
	if err != nil {
		return err
	}
	if e != nil {
		l.state = l.state.evolve(e)
	}
	l.exists, l.revision, l.position = true, r.Revision, r.Position
	if events.Chained(r.Stream) {
		l.hash = r.Hash()
	}
	if l.mark != uuid.Nil && r.ID == l.mark {
		l.repeated = &Result{Revision: r.Revision, Position: r.Position}
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

// latest loads a state that follows from the last event alone. If that can't be decoded, it follows from all of them.
func latest[S aggregate[S]](ctx context.Context, log EventLog, stream string, l *loaded[S]) error {
	r, err := log.Last(ctx, stream)
	if err != nil {
		return absent(err)
	}
	if _, err := r.Decode(); errors.Is(err, events.ErrUndecodable) {
		return catchUp(ctx, log, stream, l)
	}
	return l.apply(r)
}

// absent drops the error that a stream isn't there: its state is the zero value.
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

// execute carries out a command on a stream whose state follows from all of its events.
func execute[S aggregate[S]](ctx context.Context, x *executor, by Caller, stream string, ifMatch *uint64, c decider[S]) (Result, error) {
	return step[S]{stream: stream, ifMatch: ifMatch, load: catchUp[S], command: c}.run(ctx, x, by)
}

// run decides and appends, and starts again on fresh state after a concurrent write. With a revision to match, such a write
// is a Conflict, as the caller has to look again. A request that is repeated under its Idempotency-Key does nothing.
func (s step[S]) run(ctx context.Context, x *executor, by Caller) (Result, error) {
	for range maxAttempts {
		l := loaded[S]{mark: by.eventID(s.stream, "", 0)}
		if err := s.load(ctx, x.log, s.stream, &l); err != nil {
			return Result{}, typed(err)
		}
		if l.repeated != nil {
			return *l.repeated, nil
		}
		evs, err := s.command.decide(l.state)
		if err != nil {
			return Result{}, err
		}
		if s.ifMatch != nil && *s.ifMatch != l.revision {
			return Result{}, x.conflict(ctx, s.stream, l.revision, l.position)
		}
		if len(evs) == 0 {
			return Result{Revision: l.revision, Seen: l.position}, nil
		}
		w, err := x.append(ctx, by, s.stream, l.expected(), l.hash, "", evs...)
		if !events.IsConflict(err) {
			return Result{Revision: w.Revision, Position: w.Position}, typed(err)
		}
		x.metrics.conflicts.Inc()
	}
	return Result{}, tooBusy()
}

// conflict returns the refusal for a caller whose revision is not the stream's last one. It names the latest change, unless
// the log can't be reached.
func (x *executor) conflict(ctx context.Context, stream string, revision uint64, seen events.Position) *Error {
	e := &Error{Kind: Conflict, Message: "Someone else changed this in the meantime.", CurrentRevision: revision, Seen: seen}
	last, err := x.log.Last(ctx, stream)
	if err != nil {
		return e
	}
	e.CurrentRevision, e.Seen = last.Revision, last.Position
	e.Changed = &LatestChange{By: last.Metadata().Actor, At: last.Time()}
	return e
}

// tooBusy is the answer after losing maxAttempts races.
func tooBusy() *Error {
	return &Error{Kind: Unavailable, Message: "Too many changes at once. Please try again.", RetryAfter: retryAfter}
}

// create appends the first events of a new stream. A request that is repeated under its Idempotency-Key finds its own events
// there.
func (x *executor) create(ctx context.Context, by Caller, stream string, evs ...events.Event) (Result, error) {
	w, err := x.append(ctx, by, stream, events.NoStream, "", "", evs...)
	if events.IsConflict(err) && by.IdempotencyKey != "" {
		// The stream is there, though with other events than today's program would append.
		last, err := x.log.Last(ctx, stream)
		return Result{Revision: last.Revision, Position: last.Position}, typed(err)
	}
	return Result{Revision: w.Revision, Position: w.Position}, typed(err)
}

// append encodes events of one request and appends them in one step. purpose tells apart appends
// of one request to one stream, whose derived ids must differ; previous is the hash of the stream's last event.
func (x *executor) append(ctx context.Context, by Caller, stream string, want events.ExpectedRevision, previous, purpose string, evs ...events.Event) (events.Written, error) {
	envelopes := make([]events.Envelope, len(evs))
	for i, e := range evs {
		envelopes[i] = events.Envelope{ID: by.eventID(stream, purpose, i), Event: e, Metadata: by.metadata(x.logTime())}
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
	w, err := x.log.Append(ctx, stream, want, proposed...)
	if err != nil {
		return events.Written{}, fmt.Errorf("%s: %w", evs[0].EventType(), err)
	}
	x.metrics.appended(stream, len(evs))
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
