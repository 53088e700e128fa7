package embedded

// Reading a Log: a page at a time, copied within a transaction and handed on after it, so that a slow handler delays nobody.

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// pageBytes is the size at which a page is handed on.
const pageBytes = 64 << 10

// eventBytes is the size of an event without its data and metadata.
const eventBytes = 256

// Load implements [events.Log].
func (l *Log) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	view, err := l.view(ctx, stream)
	if err != nil {
		return fmt.Errorf("load %s: %w", stream, err)
	}
	var c copier
	for next := max(from, view.First); next <= view.Last && err == nil; {
		var page []events.Recorded
		err = l.look(ctx, func() (err error) {
			next, err = l.engine.StreamForward(stream, next, view.Last, func(ev *storage.Event) (bool, error) {
				return ev.Created < view.Oldest || c.add(&page, ev), nil
			})
			return err
		})
		if err != nil {
			break
		}
		for _, r := range page {
			if err := handle(r); err != nil {
				return fmt.Errorf("load %s: %w", stream, err)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("load %s: %w", stream, err)
	}
	return nil
}

// Last implements [events.Log].
func (l *Log) Last(ctx context.Context, stream string) (events.Recorded, error) {
	r, err := l.last(ctx, stream)
	if err != nil {
		return events.Recorded{}, fmt.Errorf("last event of %s: %w", stream, err)
	}
	return r, nil
}

func (l *Log) last(ctx context.Context, stream string) (r events.Recorded, err error) {
	view, err := l.view(ctx, stream)
	if err != nil {
		return r, err
	}
	found := false
	for next, more := view.Last, view.First <= view.Last; more && !found; {
		err := l.look(ctx, func() (err error) {
			next, more, err = l.engine.StreamBackward(stream, view.First, next, func(ev *storage.Event) (bool, error) {
				if ev.Created < view.Oldest {
					return true, nil
				}
				r, found = copied(ev, string(ev.Stream), string(ev.Type)), true
				return false, nil
			})
			return err
		})
		if err != nil {
			return r, err
		}
	}
	if !found {
		err = events.ErrStreamNotFound
	}
	return r, err
}

// view returns the visible part of stream.
func (l *Log) view(ctx context.Context, stream string) (view engine.View, err error) {
	if err := engine.CheckStream([]byte(stream)); err != nil {
		return view, err
	}
	err = l.look(ctx, func() (err error) {
		view, err = l.engine.View(stream)
		return err
	})
	return view, err
}

// look runs a read, unless the log is closed or ctx has ended.
func (l *Log) look(ctx context.Context, what func() error) error {
	if err := l.ready(ctx); err != nil {
		return err
	}
	return typed(what())
}

// ReadAll implements [events.Log].
func (l *Log) ReadAll(ctx context.Context, after events.Position, count uint64, handle func(events.Recorded) error) error {
	if err := l.forward(ctx, after+1, count, handle); err != nil {
		return fmt.Errorf("read the log after position %d: %w", after, err)
	}
	return nil
}

// At implements [events.Log].
func (l *Log) At(ctx context.Context, position events.Position) (r events.Recorded, found bool, err error) {
	err = l.forward(ctx, position, 1, func(next events.Recorded) error {
		r, found = next, true
		return nil
	})
	if err != nil {
		return events.Recorded{}, false, fmt.Errorf("event at position %d: %w", position, err)
	}
	return r, found, nil
}

// forward hands on up to count events of the log from a position on.
func (l *Log) forward(ctx context.Context, from events.Position, count uint64, handle func(events.Recorded) error) error {
	var c copier
	for next, end := uint64(from), false; !end && count > 0; {
		var page []events.Recorded
		err := l.look(ctx, func() (err error) {
			next, end, err = l.engine.Forward(next, func(ev *storage.Event) (bool, error) {
				return uint64(len(page)) < count && c.add(&page, ev), nil
			})
			return err
		})
		if err != nil {
			return err
		}
		for _, r := range page {
			if err := handle(r); err != nil {
				return err
			}
		}
		count -= uint64(len(page))
	}
	return nil
}

// Head implements [events.Log].
func (l *Log) Head(ctx context.Context) (events.Position, error) {
	var head uint64
	err := l.look(ctx, func() error {
		_, err := l.engine.Backward(l.engine.Last()+1, func(ev *storage.Event) (bool, error) {
			head = ev.Position
			return false, nil
		})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("head of the log: %w", err)
	}
	return events.Position(head), nil
}

// copier copies events, which are valid only within a transaction.
type copier struct {
	stream string            // of the last event copied: many in a row have the same
	types  map[string]string // names of event types, one string each
	bytes  int               // of the current page
}

// maxTypes limits the cached names of event types.
const maxTypes = 1000

// add puts an event on the page, and reports whether there was room for it.
func (c *copier) add(page *[]events.Recorded, ev *storage.Event) bool {
	if len(*page) == 0 {
		c.bytes = 0
	}
	if c.bytes >= pageBytes {
		return false
	}
	*page = append(*page, c.recorded(ev))
	return true
}

// recorded returns a copy of an event.
func (c *copier) recorded(ev *storage.Event) events.Recorded {
	if c.stream != string(ev.Stream) {
		c.stream = string(ev.Stream)
	}
	r := copied(ev, c.stream, c.typeOf(ev.Type))
	c.bytes += len(r.Data) + len(r.Meta) + eventBytes
	return r
}

// typeOf returns the name of an event's type, the same string each time.
func (c *copier) typeOf(name []byte) string {
	known, ok := c.types[string(name)]
	if !ok {
		if known = string(name); len(c.types) >= maxTypes || c.types == nil {
			c.types = map[string]string{}
		}
		c.types[known] = known
	}
	return known
}

// copied returns an event with its own bytes.
func copied(ev *storage.Event, stream, eventType string) events.Recorded {
	bytes := append(append(make([]byte, 0, len(ev.Data)+len(ev.Metadata)), ev.Data...), ev.Metadata...)
	n := len(ev.Data)
	return events.Recorded{
		ID:       uuid.UUID(ev.ID),
		Stream:   stream,
		Revision: ev.Revision,
		Position: events.Position(ev.Position),
		Created:  time.Unix(0, ev.Created*100).UTC(),
		Type:     eventType,
		Binary:   !ev.JSON,
		Data:     bytes[:n:n],
		Meta:     bytes[n:],
	}
}
