// Reads: of a stream, and of the log as a whole.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events"
)

// Load implements [events.Log].
func (l *Log) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	opts := official.ReadStreamOptions{Direction: official.Forwards, From: official.Revision(from)}
	if err := l.readStream(ctx, stream, opts, math.MaxInt64, handle); err != nil {
		return fmt.Errorf("load %s: %w", stream, err)
	}
	return nil
}

// Last implements [events.Log].
func (l *Log) Last(ctx context.Context, stream string) (events.Recorded, error) {
	var last events.Recorded
	found := false
	opts := official.ReadStreamOptions{Direction: official.Backwards, From: official.End{}}
	err := l.readStream(ctx, stream, opts, 1, func(r events.Recorded) error {
		last, found = r, true
		return nil
	})
	if err == nil && !found {
		err = events.ErrStreamNotFound
	}
	if err != nil {
		return events.Recorded{}, fmt.Errorf("last event of %s: %w", stream, err)
	}
	return last, nil
}

// readStream reads a stream, again from its start if the log could not answer at first.
func (l *Log) readStream(ctx context.Context, stream string, opts official.ReadStreamOptions, count uint64,
	handle func(events.Recorded) error) error {
	var begun error // the error of a read of which handle has seen events
	err := l.retryRead(ctx, func() error {
		handed := false
		err := l.read(ctx, func(r events.Recorded) error {
			handed = true
			return handle(r)
		}, func(ctx context.Context, c *official.Client) (*official.ReadStream, error) {
			return c.ReadStream(ctx, stream, opts, count)
		})
		if handed {
			begun = err
			return nil
		}
		return err
	})
	if err == nil {
		err = begun
	}
	return err
}

// ReadAll implements [events.Log].
func (l *Log) ReadAll(ctx context.Context, after events.Position, count uint64, handle func(events.Recorded) error) error {
	if count == 0 { // which a server refuses
		return nil
	}
	opts := official.ReadAllOptions{Direction: official.Forwards, From: official.Start{}}
	if after > 0 {
		// The client's position is inclusive: read one more and drop it.
		opts.From = official.Position{Commit: uint64(after), Prepare: uint64(after)}
		if count < math.MaxUint64 {
			count++
		}
	}
	err := l.read(ctx, func(r events.Recorded) error {
		if r.Position <= after {
			return nil
		}
		return handle(r)
	}, func(ctx context.Context, c *official.Client) (*official.ReadStream, error) {
		return c.ReadAll(ctx, opts, count)
	})
	if err != nil {
		return fmt.Errorf("read the log after position %d: %w", after, err)
	}
	return nil
}

// At implements [events.Log].
func (l *Log) At(ctx context.Context, position events.Position) (r events.Recorded, found bool, err error) {
	opts := official.ReadAllOptions{Direction: official.Forwards,
		From: official.Position{Commit: uint64(position), Prepare: uint64(position)}}
	err = l.read(ctx, func(next events.Recorded) error {
		r, found = next, true
		return nil
	}, func(ctx context.Context, c *official.Client) (*official.ReadStream, error) {
		return c.ReadAll(ctx, opts, 1)
	})
	if err != nil {
		return events.Recorded{}, false, fmt.Errorf("event at position %d: %w", position, err)
	}
	return r, found, nil
}

// Head implements [events.Log].
func (l *Log) Head(ctx context.Context) (events.Position, error) {
	var head events.Position
	opts := official.ReadAllOptions{Direction: official.Backwards, From: official.End{}}
	err := l.read(ctx, func(r events.Recorded) error {
		head = r.Position
		return nil
	}, func(ctx context.Context, c *official.Client) (*official.ReadStream, error) {
		return c.ReadAll(ctx, opts, 1)
	})
	if err != nil {
		return 0, fmt.Errorf("head of the log: %w", err)
	}
	return head, nil
}

// read opens a finite read and hands its events to handle.
func (l *Log) read(ctx context.Context, handle func(events.Recorded) error,
	open func(context.Context, *official.Client) (*official.ReadStream, error)) error {
	client, era, err := l.enter() // until its end: cancelling goes through the client, too
	if err != nil {
		return err
	}
	defer l.leave(client)
	reading, cancel := during(ctx, era)
	defer cancel()
	var s *official.ReadStream
	err = l.call(ctx, readRequest, func(c *official.Client) (err error) {
		s, err = open(reading, c)
		return err
	})
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		var resolved *official.ResolvedEvent
		err := attempt(func() (err error) {
			resolved, err = s.Recv() // ends with reading
			return err
		})
		if errors.Is(err, io.EOF) {
			if cut := cutShort(ctx, reading); cut != nil { // the client says EOF for a cancelled read, too
				return cut
			}
			l.succeeded(readRequest)
			return nil
		}
		if err != nil {
			if cut := cutShort(ctx, reading); cut != nil {
				return cut
			}
			return l.judge(ctx, client, readRequest, err)
		}
		if err := handle(recorded(resolved.OriginalEvent())); err != nil {
			return err
		}
	}
}

// recorded converts an event of the client.
func recorded(e *official.RecordedEvent) events.Recorded {
	return events.Recorded{
		ID:       e.EventID,
		Stream:   e.StreamID,
		Revision: e.EventNumber,
		Position: events.Position(e.Position.Commit),
		Created:  e.CreatedDate.UTC(),
		Type:     e.EventType,
		Binary:   e.ContentType != "application/json",
		Data:     e.Data,
		Meta:     e.UserMetadata,
	}
}
