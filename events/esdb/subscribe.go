// Subscriptions: catch-up from a checkpoint, then live, reconnecting for as long as the context lives.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events"
)

// Subscribe implements [events.Log].
func (l *Log) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	const minWait, maxWait = 50 * time.Millisecond, time.Second
	wait := minWait
	for {
		if err := l.waitUp(ctx); err != nil {
			return fmt.Errorf("subscribe after position %d: %w", after, err)
		}
		began := time.Now()
		reached, err := l.follow(ctx, after, f, handle)
		if reached > after || time.Since(began) > maxWait {
			after, wait = reached, minWait
		}
		var own *handlerError
		switch {
		case errors.As(err, &own):
			return own.err
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, events.ErrAccessDenied), l.isClosed():
			return fmt.Errorf("subscribe after position %d: %w", after, err)
		}
		l.logger.Warn().Err(err).Uint64("position", uint64(after)).Msg("subscription interrupted, resuming from its last position")
		if err := handle(events.Message{Kind: events.Interrupted, Position: after, Err: err, Since: l.answeredUntil(),
			ByServer: endedByServer(err)}); err != nil {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait = min(2*wait, maxWait)
	}
}

// endedByServer reports whether the server has ended a subscription. Otherwise the connection may be lost.
func endedByServer(err error) bool {
	if errors.Is(err, events.ErrAccessDenied) {
		return false
	}
	switch status.Code(err) {
	case codes.Aborted, codes.DeadlineExceeded, codes.ResourceExhausted:
		return true
	}
	return false
}

// handlerError is an error of the handler, after which reconnecting is useless.
type handlerError struct{ err error }

func (e *handlerError) Error() string { return e.err.Error() }

// follow runs one subscription until it breaks, and returns the position reached.
func (l *Log) follow(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) (events.Position,
	error) {
	client, era, err := l.enter() // until its end, which goes through the client, too
	if err != nil {
		return after, err
	}
	defer l.leave(client)
	reading, cancel := during(ctx, era)
	defer cancel()
	opts := official.SubscribeToAllOptions{From: official.Start{}, MaxSearchWindow: events.CheckpointWindow, CheckpointInterval: 1,
		Filter: filter(f)}
	if after > 0 {
		opts.From = official.Position{Commit: uint64(after), Prepare: uint64(after)}
	}
	var sub *official.Subscription
	err = l.call(ctx, subscribeRequest, func(c *official.Client) (err error) {
		sub, err = c.SubscribeToAll(reading, opts)
		return err
	})
	if err != nil {
		return after, err
	}
	defer sub.Close()
	l.succeeded(subscribeRequest)
	for {
		m, err := next(sub)
		if err != nil {
			if cut := cutShort(ctx, reading); cut != nil {
				return after, cut
			}
			return after, typed(err)
		}
		switch m.Kind {
		case events.Checkpoint:
			if m.Position == math.MaxUint64 || m.Position <= after {
				continue // servers before 26 send "the end" when nothing matched; stored, it would skip events
			}
		case events.CaughtUp:
			m.Position = after
		}
		if err := handle(m); err != nil {
			return after, &handlerError{err}
		}
		after = m.Position
	}
}

// next waits for the next relevant message. A CaughtUp has no position yet.
func next(sub *official.Subscription) (events.Message, error) {
	for {
		switch e := sub.Recv(); {
		case e.EventAppeared != nil:
			r := recorded(e.EventAppeared.OriginalEvent())
			return events.Message{Event: r, Position: r.Position}, nil
		case e.CheckPointReached != nil:
			return events.Message{Kind: events.Checkpoint, Position: events.Position(e.CheckPointReached.Commit)}, nil
		case e.CaughtUp != nil:
			return events.Message{Kind: events.CaughtUp}, nil
		case e.SubscriptionDropped != nil:
			return events.Message{}, e.SubscriptionDropped.Error
		}
	}
}

// filter converts a filter to the client's.
func filter(f events.Filter) *official.SubscriptionFilter {
	switch {
	case len(f.StreamPrefixes) > 0:
		return &official.SubscriptionFilter{Type: official.StreamFilterType, Prefixes: f.StreamPrefixes}
	case len(f.TypePrefixes) > 0:
		return &official.SubscriptionFilter{Type: official.EventFilterType, Prefixes: f.TypePrefixes}
	}
	return nil
}
