package embedded

// Subscribing to a Log: past events and then new ones, in one loop.

import (
	"context"
	"fmt"
	"time"

	"candor/events"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// Subscribe implements [events.Log]. A slow handler delays only its own subscription and costs one page of memory: new events
// stay in the log meanwhile.
func (l *Log) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	s := subscription{log: l, reached: after, checkpoint: after, next: uint64(after) + 1}
	if err := s.choose(f); err != nil {
		return err
	}
	var pauses engine.Pauses
	for live := false; ; {
		changed := l.engine.Changed()
		end, err := s.page(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("subscribe after position %d: %w", s.reached, err)
		}
		if !end {
			live = false // more than a page behind
		} else if !live {
			s.caughtUp()
			live = true
		}
		for _, m := range s.messages {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := handle(m); err != nil {
				return err
			}
			s.reached = m.Position
		}
		clear(s.messages) // keep no events while waiting
		if !end {
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-l.closed:
		case <-l.stopped:
		}
		if d := pauses.Next(time.Now()); d > 0 {
			time.Sleep(d) // too short to be worth an interruption
		}
	}
}

// subscription is the state of a subscription.
type subscription struct {
	log    *Log
	match  *engine.Matcher // nil: everything
	byType bool            // it matches the event's type, otherwise the stream's name

	next       uint64          // the next position to read
	considered int             // events of a filtered subscription since its last checkpoint
	checkpoint events.Position // position of the last one, or the start
	reached    events.Position // of the last message handed on

	messages []events.Message // to be handed on
	copier
}

// choose sets the filter of the subscription.
func (s *subscription) choose(f events.Filter) (err error) {
	switch {
	case len(f.StreamPrefixes) > 0:
		s.match, err = engine.NewMatcher("", f.StreamPrefixes)
	case len(f.TypePrefixes) > 0:
		s.byType = true
		s.match, err = engine.NewMatcher("", f.TypePrefixes)
	}
	return err
}

// page reads the next page of the log and collects its messages. end reports that there are no further events now.
func (s *subscription) page(ctx context.Context) (end bool, err error) {
	s.messages, s.bytes = s.messages[:0], 0
	err = s.log.look(ctx, func() (err error) {
		s.next, end, err = s.log.engine.Forward(s.next, s.visit)
		return err
	})
	return end, err
}

// visit implements [engine.Visit].
func (s *subscription) visit(ev *storage.Event) (taken bool, err error) {
	if s.bytes >= pageBytes {
		return false, nil
	}
	if s.match != nil {
		name := ev.Stream
		if s.byType {
			name = ev.Type
		}
		if wanted, err := s.match.Match(name); err != nil || !wanted {
			s.consider(ev.Position)
			return err == nil, err
		}
	}
	s.messages = append(s.messages, events.Message{Event: s.recorded(ev), Position: events.Position(ev.Position)})
	s.considered, s.checkpoint = 0, events.Position(ev.Position)
	return true, nil
}

// consider counts a filtered event, and adds a checkpoint when one is due.
func (s *subscription) consider(position uint64) {
	if s.considered++; s.considered >= events.CheckpointWindow {
		s.readUpTo(events.Position(position))
	}
}

// caughtUp adds the message that the following events are live, with the position reached.
func (s *subscription) caughtUp() {
	if read := events.Position(s.next - 1); s.match != nil && read > s.checkpoint {
		s.readUpTo(read)
	}
	s.messages = append(s.messages, events.Message{Kind: events.CaughtUp, Position: s.checkpoint})
}

// readUpTo adds a checkpoint.
func (s *subscription) readUpTo(position events.Position) {
	s.considered, s.checkpoint = 0, position
	s.messages = append(s.messages, events.Message{Kind: events.Checkpoint, Position: position})
}
