// Whether the node carries out writes. A cluster without a quorum answers reads as ever, and writes only after seconds, with a refusal.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"candor/events"
)

const (
	unwritableAfter = 3 * time.Second // without an answer to any write, although one was made
	tryTimeout      = time.Second     // for trying to write before a node that was away counts as back
)

// errNoAnswer: writes were sent, and the node has not answered.
var errNoAnswer = fmt.Errorf("%w: the node doesn't answer writes", events.ErrUnavailable)

// writes records since when the node has left writes unanswered. A refusal that is about the write itself is an answer, too. It is safe for
// concurrent use.
type writes struct {
	mu     sync.Mutex
	open   int       // under way
	since  time.Time // from when on writes were made and none was answered; zero: none is unanswered
	why    error     // of the latest that failed; nil: none has
	trying bool      // Log.tryWrites runs
}

// begin records that a write is sent.
func (w *writes) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open++; w.since.IsZero() {
		w.since = time.Now()
	}
}

// answered records an answer, to one of those under way if ended is set.
func (w *writes) answered(ended bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ended {
		w.open--
	}
	if w.since, w.why = time.Now(), nil; w.open == 0 {
		w.since = time.Time{}
	}
}

// failed records that a write has ended without an answer. It returns true if nobody tries whether the node carries out writes; the caller
// must, from then on.
func (w *writes) failed(why error) (try bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open--
	w.why = why
	try, w.trying = !w.trying, true
	return try
}

// settled returns true once there is nothing to try any more.
func (w *writes) settled() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trying = w.why != nil
	return !w.trying
}

// unanswered returns since when no write was answered, zero if none is missing an answer, and why.
func (w *writes) unanswered() (since time.Time, why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.why != nil {
		return w.since, w.why
	}
	return w.since, errNoAnswer
}

// Writable returns why the node doesn't carry out writes, as far as is known: an [events.ErrUnwritable] once it has refused to write, which
// is asked anew when it has been away, since nothing but another start makes it take writes again; an [events.ErrUnavailable] while no
// write has been answered for some seconds, although one was made, or the node has been away for [events.RetryTimeout].
func (l *Log) Writable() error { return l.unwritable(unwritableAfter) }

// RefusesWrites is as [Log.Writable], but once writes have waited for [events.RetryTimeout].
func (l *Log) RefusesWrites() error { return l.unwritable(events.RetryTimeout) }

// unwritable returns why the node takes no writes, or has left them unanswered for a while.
func (l *Log) unwritable(after time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if refused := l.client.refused.Load(); refused != nil {
		return *refused
	}
	if since, why := l.writes.unanswered(); !since.IsZero() && time.Since(since) >= after {
		return why
	}
	if l.down != nil && time.Since(l.since) >= events.RetryTimeout {
		return fmt.Errorf("%w: %w", events.ErrUnavailable, l.down)
	}
	return nil
}

// tryWrites sends writes to the node until any write, this method's or another's, has been answered. So a site without writes of its own
// also notices when the node accepts them again.
func (l *Log) tryWrites() {
	logged := false
	for wait := minRetryWait; l.pause(context.Background(), wait); wait = min(2*wait, maxRetryWait) {
		if l.writes.settled() {
			if logged {
				l.logger.Info().Msg("the event store answers writes again")
			}
			return
		}
		if since, why := l.writes.unanswered(); !logged && time.Since(since) >= unwritableAfter {
			logged = true
			l.logger.Warn().Err(why).Msg("the event store doesn't answer writes")
		}
		client, _, err := l.enter()
		if err != nil {
			continue // the probe tries
		}
		l.tryWrite(client, l.heartbeatTimeout)
		l.leave(client)
	}
}

// tryWrite appends to a stream that isn't there, if it were. The node, or its cluster's leader, refuses that and writes nothing, where it
// would carry out another append. The caller has entered the client, or is the only one who knows it.
func (l *Log) tryWrite(c *client, timeout time.Duration) {
	event := official.EventData{EventID: uuid.New(), EventType: "NeverWritten", ContentType: official.ContentTypeJson, Data: []byte("{}")}
	err := l.send(c, timeout, func(ctx context.Context) error {
		_, err := c.AppendToStream(ctx, "never-written", official.AppendToStreamOptions{ExpectedRevision: official.StreamExists{}}, event)
		return err
	})
	switch {
	case errors.Is(err, events.ErrUnwritable):
		c.refused.Store(&err)
	case errors.Is(err, events.ErrUnavailable), errors.Is(err, errNoHeartbeat):
		return
	}
	l.writes.answered(false)
}
