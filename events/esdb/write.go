// Writes: appends, deletions, and the limits of streams.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events"
)

// Append implements [events.Log].
func (l *Log) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	data := make([]official.EventData, len(ps))
	for i, p := range ps {
		data[i] = official.EventData{EventID: p.ID, EventType: p.Type, ContentType: official.ContentTypeJson, Data: p.Data, Metadata: p.Meta}
		if p.Binary {
			data[i].ContentType = official.ContentTypeBinary
		}
	}
	var written events.Written
	err := l.retry(ctx, &l.writes, func() (err error) {
		written, err = l.append(ctx, stream, want, data)
		return err
	})
	switch {
	case err == nil:
		l.succeeded(writeRequest)
		return written, nil
	case isWrongVersion(err):
		return events.Written{}, &events.ConflictError{Stream: stream, Expected: want}
	}
	return events.Written{}, fmt.Errorf("append to %s: %w", stream, err)
}

// append makes one call of the client.
func (l *Log) append(ctx context.Context, stream string, want events.ExpectedRevision, data []official.EventData) (events.Written, error) {
	var answer events.Written // not read if the call is given up
	err := l.call(ctx, writeRequest, func(c *official.Client) error {
		result, err := c.AppendToStream(ctx, stream, official.AppendToStreamOptions{ExpectedRevision: expected(want)}, data...)
		if err == nil {
			answer = events.Written{Revision: result.NextExpectedVersion, Position: events.Position(result.CommitPosition)}
		}
		return err
	})
	if err != nil {
		return events.Written{}, err
	}
	return answer, nil
}

// DeleteStream implements [events.Log].
func (l *Log) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	err := l.retry(ctx, &l.writes, func() error {
		return l.call(ctx, writeRequest, func(c *official.Client) error {
			_, err := c.DeleteStream(ctx, stream, official.DeleteStreamOptions{ExpectedRevision: expected(want)})
			return err
		})
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
	err := l.retry(ctx, &l.writes, func() error {
		return l.call(ctx, writeRequest, func(c *official.Client) error {
			_, err := c.TombstoneStream(ctx, stream, official.TombstoneStreamOptions{ExpectedRevision: official.Any{}})
			return err
		})
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
