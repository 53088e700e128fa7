// Writes: appends, deletions, and the limits of streams.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events"
)

// Append implements [events.Log].
func (l *Log) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	data := make([]official.EventData, len(ps))
	for i, p := range ps {
		data[i] = official.EventData{EventID: p.ID, EventType: p.Type, ContentType: official.ContentTypeJson,
			Data: p.Data, Metadata: p.Meta}
		if p.Binary {
			data[i].ContentType = official.ContentTypeBinary
		}
	}
	var answer atomic.Pointer[events.Written] // a request that was given up may still set it, to what another answer says as well
	err := l.retryWrite(ctx, func(ctx context.Context, c *official.Client) error {
		result, err := c.AppendToStream(ctx, stream, official.AppendToStreamOptions{ExpectedRevision: expected(want)}, data...)
		if err == nil {
			answer.Store(&events.Written{Revision: result.NextExpectedVersion, Position: events.Position(result.CommitPosition)})
		}
		return err
	})
	switch {
	case err == nil:
		l.succeeded(writeRequest)
		return *answer.Load(), nil
	case isWrongVersion(err):
		return events.Written{}, &events.ConflictError{Stream: stream, Expected: want}
	}
	return events.Written{}, fmt.Errorf("append to %s: %w", stream, err)
}

// DeleteStream implements [events.Log].
func (l *Log) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	err := l.retryWrite(ctx, func(ctx context.Context, c *official.Client) error {
		_, err := c.DeleteStream(ctx, stream, official.DeleteStreamOptions{ExpectedRevision: expected(want)})
		return err
	})
	if isWrongVersionOfDeletion(err) {
		if want == events.Any { // there is nothing to delete
			return nil
		}
		return &events.ConflictError{Stream: stream, Expected: want}
	}
	if err != nil {
		return fmt.Errorf("delete stream %s: %w", stream, err)
	}
	return nil
}

// TombstoneStream implements [events.Log].
func (l *Log) TombstoneStream(ctx context.Context, stream string) error {
	err := l.retryWrite(ctx, func(ctx context.Context, c *official.Client) error {
		_, err := c.TombstoneStream(ctx, stream, official.TombstoneStreamOptions{ExpectedRevision: official.Any{}})
		return err
	})
	if err != nil && !errors.Is(err, events.ErrStreamDeleted) {
		return fmt.Errorf("delete stream %s for ever: %w", stream, err)
	}
	return nil
}

// SetMaxAge implements [events.Log].
func (l *Log) SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error) {
	return events.WriteMaxAge(ctx, l, stream, age)
}

// SetMaxCount implements [events.Log].
func (l *Log) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	return events.WriteMaxCount(ctx, l, stream, count)
}

// write sends a write under ctx and until a deadline, and records whether it is answered. sent is false if the node is known to be away.
// Like [Log.call], it may return while op is running.
func (l *Log) write(ctx context.Context, deadline time.Time, op func(context.Context, *official.Client) error) (sent bool, err error) {
	client, era, err := l.enter()
	if err != nil {
		return false, err
	}
	l.writes.begin()
	attempt, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	err = l.run(attempt, client, era, writeRequest, func(c *official.Client) error { return op(attempt, c) })
	if attempt.Err() != nil && ctx.Err() == nil {
		err = errNoAnswer
	}
	if !unanswered(err) {
		l.writes.answered(true)
		return true, err
	}
	if l.writes.failed(err) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if !l.isClosed() {
			l.probing.Go(l.tryWrites)
		}
	}
	return true, err
}

// unanswered reports whether err leaves it open what has become of a write.
func unanswered(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return errors.Is(err, events.ErrUnavailable) && !errors.Is(err, events.ErrUnwritable)
}

// expected converts an expectation to the client's.
func expected(want events.ExpectedRevision) official.ExpectedRevision {
	switch want {
	case events.Any:
		return official.Any{}
	case events.NoStream:
		return official.NoStream{}
	case events.StreamExists:
		return official.StreamExists{}
	}
	revision, _ := want.Revision()
	return official.Revision(revision)
}
