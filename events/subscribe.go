// Subscriptions: catch-up from a checkpoint, then live, reconnecting for as long as the context lives.

package events

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// checkpointWindow is after how many events that a filter passes over the log says how far it
// has read. Restarting a subscription reads at most that many again.
const checkpointWindow = 500

// Filter chooses events of $all on the server: by the prefixes of their stream's name, or else of
// their type. The zero value is everything, system events included.
type Filter struct {
	StreamPrefixes []string
	TypePrefixes   []string

	// Removals: a [Past] tells of removed pictures, if their streams match, whenever they were removed. A log takes no notice of it.
	Removals bool
}

func (f Filter) client() *esdb.SubscriptionFilter {
	switch {
	case len(f.StreamPrefixes) > 0:
		return &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: f.StreamPrefixes}
	case len(f.TypePrefixes) > 0:
		return &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: f.TypePrefixes}
	}
	return nil
}

// MessageKind says what a subscription's message is.
type MessageKind uint8

const (
	// EventAppeared: Message.Event is the next event that matches.
	EventAppeared MessageKind = iota
	// Checkpoint: nothing up to Message.Position, itself included, is still to come.
	Checkpoint
	// CaughtUp: all history has been sent; what follows is live. It can come more than once.
	CaughtUp
	// Interrupted: the server has ended the subscription, or the connection is lost (Message.Err). It goes on by itself
	// after the last handled message. It says nothing of appends: a server drops subscribers that are too slow for it.
	Interrupted
)

// Message is one thing that a subscription says.
type Message struct {
	Kind     MessageKind
	Event    Recorded  // for EventAppeared
	Position Position  // of the event, or the checkpoint
	Err      error     // for Interrupted
	Since    time.Time // for Interrupted: until then, at least, nothing was missing
	ByServer bool      // for Interrupted: the server has ended it and goes on; else what follows may come from another node
}

// Subscribe calls handle, from one goroutine, with everything that matches f after the given
// position (0: from the start), strictly in order, each event once. It returns handle's error,
// ctx's error when that ends, or an error of the log that waiting can't cure ([ErrAccessDenied]).
func (l *Log) Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error {
	const firstWait, mostWait = 50 * time.Millisecond, time.Second
	wait := firstWait
	for {
		if err := l.waitUp(ctx); err != nil {
			return fmt.Errorf("subscribe after position %d: %w", after, err)
		}
		began := time.Now()
		reached, err := l.follow(ctx, after, f, handle)
		if reached > after || time.Since(began) > mostWait {
			after, wait = reached, firstWait
		}
		var own *handlerError
		switch {
		case errors.As(err, &own):
			return own.err
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrAccessDenied), l.isClosed():
			return fmt.Errorf("subscribe after position %d: %w", after, err)
		}
		l.logger.Warn().Err(err).Uint64("position", uint64(after)).Msg("subscription interrupted, it goes on from its last position")
		if err := handle(Message{Kind: Interrupted, Position: after, Err: err, Since: l.answeredUntil(), ByServer: endedByServer(err)}); err != nil {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait = min(2*wait, mostWait)
	}
}

// endedByServer reports whether a subscription ended with a word of the server that it came from. All other ends may be those of
// the connection.
func endedByServer(err error) bool {
	if errors.Is(err, ErrAccessDenied) {
		return false
	}
	switch status.Code(err) {
	case codes.Aborted, codes.DeadlineExceeded, codes.ResourceExhausted:
		return true
	}
	return false
}

// handlerError marks an error as the handler's, which no reconnecting can cure.
type handlerError struct{ err error }

func (e *handlerError) Error() string { return e.err.Error() }

// subscription is one call's messages.
type subscription interface {
	// next waits for the next message of kind EventAppeared, Checkpoint or CaughtUp (whose position it leaves open), and puts it
	// into an empty one.
	next(*Message) error
	close()
}

// follow runs one subscription until it breaks, and says how far it came.
func (l *Log) follow(ctx context.Context, after Position, f Filter, handle func(Message) error) (Position, error) {
	client, era, err := l.enter() // for as long as it lasts: its end goes through the client, too
	if err != nil {
		return after, err
	}
	defer l.leave(client)
	reading, cancel := during(ctx, era)
	defer cancel()
	sub, err := l.subscription(ctx, reading, client, after, f)
	if err != nil {
		return after, err
	}
	defer sub.close()
	l.succeeded(subscribeRequest)
	var m Message
	for {
		m = Message{}
		if err := sub.next(&m); err != nil {
			if cut := cutShort(ctx, reading); cut != nil {
				return after, cut
			}
			return after, typed(err)
		}
		switch m.Kind {
		case Checkpoint:
			if m.Position == math.MaxUint64 || m.Position <= after {
				continue // servers before 26 send "the end" when nothing matched; stored, it would skip events
			}
		case CaughtUp:
			m.Position = after
		}
		if err := handle(m); err != nil {
			return after, &handlerError{err}
		}
		after = m.Position
	}
}

// subscription starts a call that ends with reading: a feed, or else one through the client.
func (l *Log) subscription(ctx, reading context.Context, client *client, after Position, f Filter) (subscription, error) {
	fed, err := client.feeds.open(reading, after, f)
	switch cut := cutShort(ctx, reading); {
	case err == nil:
		return fed, nil
	case cut != nil:
		return nil, cut
	case !errors.Is(err, errNoFeed):
		return nil, l.judge(ctx, client, subscribeRequest, err)
	}
	l.logger.Debug().Err(err).Msg("a subscription goes through the client")
	opts := esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: checkpointWindow, CheckpointInterval: 1, Filter: f.client()}
	if after > 0 {
		opts.From = esdb.Position{Commit: uint64(after), Prepare: uint64(after)}
	}
	var sub *esdb.Subscription
	err = l.call(ctx, subscribeRequest, func(c *esdb.Client) (err error) {
		sub, err = c.SubscribeToAll(reading, opts)
		return err
	})
	return clientSubscription{sub}, err
}

// clientSubscription is a subscription of the official client.
type clientSubscription struct{ *esdb.Subscription }

// next implements subscription.
func (s clientSubscription) next(m *Message) error {
	for {
		switch e := s.Recv(); {
		case e.EventAppeared != nil:
			m.Event = recorded(e.EventAppeared.OriginalEvent())
			m.Position = m.Event.Position
			return nil
		case e.CheckPointReached != nil:
			m.Kind, m.Position = Checkpoint, Position(e.CheckPointReached.Commit)
			return nil
		case e.CaughtUp != nil:
			m.Kind = CaughtUp
			return nil
		case e.SubscriptionDropped != nil:
			return e.SubscriptionDropped.Error
		}
	}
}

// close implements subscription.
func (s clientSubscription) close() { _ = s.Close() }
