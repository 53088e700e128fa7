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

// MaxAttempts is how often a decision is made again on fresh state after losing a race.
const MaxAttempts = 6

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

// Executor carries out commands on a log: it holds what every command needs, whatever its subject.
type Executor struct {
	Log     EventLog
	Clock   func() time.Time
	LogTime func() time.Time // in events' metadata
	Logger  zerolog.Logger
	Metrics *Metrics

	SlugChanges *striped // of the things that change their slugs
}

// Now returns the time that events carry: UTC, whole milliseconds.
func (x *Executor) Now() time.Time { return x.Clock().UTC().Truncate(time.Millisecond) }

// At returns the time at which the caller's change happened: now, unless the caller names an earlier one.
func (x *Executor) At(by Caller) time.Time {
	if by.At.IsZero() {
		return x.Now()
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

// Aggregate is the state of one thing, folded from its events. The zero value is a thing that
// doesn't exist. evolve is pure, accepts every event ever recorded and never fails.
type Aggregate[S any] interface {
	Evolve(e events.Event) S
}

// Decider is a command: decide is pure and returns the events it causes, none when it changes
// nothing, or an *Error.
type Decider[S any] interface {
	Decide(state S) ([]events.Event, error)
}

// Loaded is a state and where its stream stood when it was read.
type Loaded[S Aggregate[S]] struct {
	State    S
	Exists   bool
	Revision uint64          // of the last event; meaningless unless exists
	Position events.Position // of the last event
	Hash     string          // of the last event, for the chain; "" in streams that have none

	Mark     uuid.UUID // an event id to look out for; zero: none
	Repeated *Result   // where the event with that id stands; nil: it was not met
}

// Apply folds one more event. One that can't be decoded must not refuse all commands on its stream for good: it takes away what it may take
// away, as in the read models, and changes nothing else. So the admin can publish, restore or delete the thing anew.
func (l *Loaded[S]) Apply(r events.Recorded) error {
	e, err := r.Salvage()
	if err != nil {
		return err
	}
	if e != nil {
		l.State = l.State.Evolve(e)
	}
	l.Exists, l.Revision, l.Position = true, r.Revision, r.Position
	if events.Chained(r.Stream) {
		l.Hash = r.Hash()
	}
	if l.Mark != uuid.Nil && r.ID == l.Mark {
		l.Repeated = &Result{Revision: r.Revision, Position: r.Position}
	}
	return nil
}

// Expected is the revision that an append on top of this state names.
func (l *Loaded[S]) Expected() events.ExpectedRevision {
	if !l.Exists {
		return events.NoStream
	}
	return events.Exactly(l.Revision)
}

// Next is the revision that was not applied yet.
func (l *Loaded[S]) Next() uint64 {
	if !l.Exists {
		return 0
	}
	return l.Revision + 1
}

// CatchUp applies what the stream holds beyond l. A stream that is not there leaves l as it is.
func CatchUp[S Aggregate[S]](ctx context.Context, log EventLog, stream string, l *Loaded[S]) error {
	return IgnoreAbsent(log.Load(ctx, stream, l.Next(), l.Apply))
}

// Latest loads a state that follows from the last event alone. If that can't be decoded, it follows from all of them.
func Latest[S Aggregate[S]](ctx context.Context, log EventLog, stream string, l *Loaded[S]) error {
	r, err := log.Last(ctx, stream)
	if err != nil {
		return IgnoreAbsent(err)
	}
	if _, err := r.Decode(); errors.Is(err, events.ErrUndecodable) {
		return CatchUp(ctx, log, stream, l)
	}
	return l.Apply(r)
}

// IgnoreAbsent drops the error that a stream isn't there: its state is the zero value.
func IgnoreAbsent(err error) error {
	if errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted) {
		return nil
	}
	return err
}

// Step is one command on one stream.
type Step[S Aggregate[S]] struct {
	Stream  string
	IfMatch *uint64 // the revision the caller believes in; nil: any
	Load    func(ctx context.Context, log EventLog, stream string, l *Loaded[S]) error
	Command Decider[S]
}

// Execute carries out a command on a stream whose state follows from all of its events.
func Execute[S Aggregate[S]](ctx context.Context, x *Executor, by Caller, stream string, ifMatch *uint64, c Decider[S]) (Result, error) {
	return Step[S]{Stream: stream, IfMatch: ifMatch, Load: CatchUp[S], Command: c}.Run(ctx, x, by)
}

// Run decides and appends, and starts again on fresh state after a concurrent write. With a revision to match, such a write
// is a Conflict, as the caller has to look again. A request that is repeated under its Idempotency-Key does nothing.
func (s Step[S]) Run(ctx context.Context, x *Executor, by Caller) (Result, error) {
	for range MaxAttempts {
		l := Loaded[S]{Mark: by.EventID(s.Stream, "", 0)}
		if err := s.Load(ctx, x.Log, s.Stream, &l); err != nil {
			return Result{}, Typed(err)
		}
		if l.Repeated != nil {
			return *l.Repeated, nil
		}
		evs, err := s.Command.Decide(l.State)
		if err != nil {
			return Result{}, err
		}
		if s.IfMatch != nil && *s.IfMatch != l.Revision {
			return Result{}, x.Conflict(ctx, s.Stream, l.Revision, l.Position)
		}
		if len(evs) == 0 {
			return Result{Revision: l.Revision, Seen: l.Position}, nil
		}
		w, err := x.Append(ctx, by, s.Stream, l.Expected(), l.Hash, "", evs...)
		if !events.IsConflict(err) {
			return Result{Revision: w.Revision, Position: w.Position}, Typed(err)
		}
		x.Metrics.Conflicts.Inc()
	}
	return Result{}, TooBusy()
}

// Conflict returns the refusal for a caller whose revision is not the stream's last one. It names the latest change, unless
// the log can't be reached.
func (x *Executor) Conflict(ctx context.Context, stream string, revision uint64, seen events.Position) *Error {
	e := &Error{Kind: Conflict, Message: "Someone else changed this in the meantime.", CurrentRevision: revision, Seen: seen}
	last, err := x.Log.Last(ctx, stream)
	if err != nil {
		return e
	}
	e.CurrentRevision, e.Seen = last.Revision, last.Position
	e.Changed = &LatestChange{By: last.Metadata().Actor, At: last.Time()}
	return e
}

// TooBusy is the answer after losing maxAttempts races.
func TooBusy() *Error {
	return &Error{Kind: Unavailable, Message: "Too many changes at once. Please try again.", RetryAfter: RetryAfter}
}

// Create appends the first events of a new stream. A request that is repeated under its Idempotency-Key finds its own events
// there.
func (x *Executor) Create(ctx context.Context, by Caller, stream string, evs ...events.Event) (Result, error) {
	w, err := x.Append(ctx, by, stream, events.NoStream, "", "", evs...)
	if events.IsConflict(err) && by.IdempotencyKey != "" {
		// The stream is there, though with other events than today's program would append.
		last, err := x.Log.Last(ctx, stream)
		return Result{Revision: last.Revision, Position: last.Position}, Typed(err)
	}
	return Result{Revision: w.Revision, Position: w.Position}, Typed(err)
}

// Append encodes events of one request and appends them in one step. purpose tells apart appends
// of one request to one stream, whose derived ids must differ; previous is the hash of the stream's last event.
func (x *Executor) Append(ctx context.Context, by Caller, stream string, want events.ExpectedRevision, previous, purpose string,
	evs ...events.Event) (events.Written, error) {
	envelopes := make([]events.Envelope, len(evs))
	for i, e := range evs {
		envelopes[i] = events.Envelope{ID: by.EventID(stream, purpose, i), Event: e, Metadata: by.Metadata(x.LogTime())}
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
	w, err := x.Log.Append(ctx, stream, want, proposed...)
	if err != nil {
		return events.Written{}, fmt.Errorf("%s: %w", evs[0].EventType(), err)
	}
	x.Metrics.Appended(stream, len(evs))
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
