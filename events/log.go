// Log: the interface to an event log, and what every implementation of it promises.

package events

import (
	"context"
	"time"
)

// Log is an event log: streams of events, numbered by revision, in one order, numbered by position. embedded.Log is the one of this
// process, and esdb.Log that of another program; package logtest checks what is promised here. A Log is safe for concurrent use.
//
// # Appends
//
// An append is one atomic step: all of its events are in the log, next to each other and durable, or none is. Repeating one with the
// same event ids and the same expected revision succeeds, returns what the first one returned, and writes nothing, however often
// and however long after it. So whatever ended in [ErrUnknownOutcome] may be repeated. With [Any] the log may
// have forgotten ids that are far back in a stream; Candor's own never forgets.
//
// An append whose expectation doesn't hold writes nothing and returns a [*ConflictError]. One of more than 1 MiB writes nothing
// and returns [ErrTooLarge]. One to a stream that is deleted for ever returns [ErrStreamDeleted].
//
// # Order
//
// Revisions of a stream go up by one from 0, positions of the log go up. Readers and subscribers see events in this order, and an event
// only once it is durable. Whoever has appended sees the events in whatever is read afterwards.
//
// # Subscriptions
//
// A subscription hands on everything that its filter lets pass after its position, from one goroutine, in order, each event once: what
// is there already, then CaughtUp, then what comes. If the connection is lost, or the server ends it, it says
// Interrupted and goes on by itself without a gap or a repeat. The position of any message may be given to another subscription, which
// then goes on after it. Long runs of events that don't match are covered by Checkpoint messages.
//
// # Deletion
//
// A stream deleted by DeleteStream reads as not found. It may be written again, and its revisions go on where they
// ended. One deleted by TombstoneStream stays deleted: reads and writes return [ErrStreamDeleted]. In both cases the events remain in the
// log as a whole, for subscribers and ReadAll, until a scavenge; the deletion itself is an event.
//
// # Limits
//
// Events beyond a stream's maximum count, or older than its maximum age, are not seen by reads of the stream. They remain in the log as a
// whole until a scavenge.
//
// # Errors
//
// Errors wrap those named here, or the context's, or are those of a handler function. Every call ends soon after its context. After Close
// every call returns [ErrUnavailable], and so do subscriptions that are open.
type Log interface {
	// Append writes ps to stream if want holds. Errors: [*ConflictError], [ErrStreamDeleted], [ErrTooLarge], [ErrUnavailable],
	// [ErrUnknownOutcome], [ErrUnwritable], [ErrAccessDenied].
	Append(ctx context.Context, stream string, want ExpectedRevision, ps ...Proposed) (Written, error)

	// Load calls handle with the events of stream from revision from on, inclusive, in order.
	// Errors: [ErrStreamNotFound], [ErrStreamDeleted], [ErrUnavailable], or handle's own, which ends the read.
	Load(ctx context.Context, stream string, from uint64, handle func(Recorded) error) error
	// Last returns the last event of stream. Errors as for Load.
	Last(ctx context.Context, stream string) (Recorded, error)

	// ReadAll calls handle with up to count events of the whole log after a position (0: from the start), in order, system
	// events included. Errors: [ErrUnavailable], [ErrAccessDenied], or handle's own, which ends the read.
	ReadAll(ctx context.Context, after Position, count uint64, handle func(Recorded) error) error
	// At returns the event at a position, or the next one after it where that is gone; false when the log ends before.
	At(ctx context.Context, position Position) (r Recorded, found bool, err error)
	// Head returns the position of the log's last event, 0 for an empty log.
	Head(ctx context.Context) (Position, error)

	// DeleteStream deletes stream, softly, if want holds; otherwise it stays and the error is a [*ConflictError]. With [Any],
	// deleting one that was never written, or is deleted already, is no error. Other errors: [ErrStreamDeleted], [ErrUnavailable].
	DeleteStream(ctx context.Context, stream string, want ExpectedRevision) error
	// TombstoneStream deletes stream for ever. After the next scavenge no event of it is left, while of a stream deleted softly the
	// last one is. Deleting one that is deleted so already is no error. Error: [ErrUnavailable].
	TombstoneStream(ctx context.Context, stream string) error

	// SetMaxAge hides events of stream that are older than age, in whole seconds; 0: none. What else is in the stream's metadata
	// stays. It returns the position of what was written, 0 when nothing had to be; a deleted stream is left alone.
	SetMaxAge(ctx context.Context, stream string, age time.Duration) (Position, error)
	// SetMaxCount hides all events of stream but the last count; 0: none. It is otherwise as SetMaxAge.
	SetMaxCount(ctx context.Context, stream string, count int) (Position, error)

	// Subscribe calls handle, from one goroutine, with everything that matches f after a position (0: from the start), until ctx
	// ends. It returns handle's error, ctx's, or one that waiting can't cure: [ErrAccessDenied], or [ErrUnavailable] once
	// the log is closed.
	Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error

	// Available returns nil while the log answers, and otherwise why it doesn't.
	Available() error
	// Writable returns why the log doesn't carry out writes, as far as is known: an [ErrUnwritable] where its storage has failed, an
	// [ErrUnavailable] where none has been answered for some seconds although one was made, until one is.
	Writable() error
	// RefusesWrites returns why a write would be refused at once: as Writable, but once writes have waited as long as they do
	// ([RetryTimeout]).
	RefusesWrites() error
	// Away returns nil while the log answers; otherwise why it doesn't, and until when it is known to have done so.
	Away() (since time.Time, why error)

	// Close ends subscriptions and lets go of the log.
	Close() error
}

// RetryTimeout is how long requests wait for an unavailable log: longer than a cluster takes to choose another leader.
// It counts from the first that failed, so that nobody waits once the log has been away for as long.
const RetryTimeout = 8 * time.Second

// Written says where an append ended.
type Written struct {
	Revision uint64   // of the stream's last event
	Position Position // of the last event written; 0 when a repeated append can't tell
}
