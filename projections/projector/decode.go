// Decoding stored events in batches, while the next ones are read.

package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"candor/events"
)

// errPoisoned: the model can't go on after the next event, which a newer program has written or which can't be set aside.
var errPoisoned = errors.New("an event stops the read model")

// batch is a batch of events from the decoder to the applier.
type batch struct {
	events  []Event
	reached events.Position // everything up to here is in this batch or before it
	created time.Time       // of its last event
	bytes   int             // of stored data behind the events
	skipped int             // of unknown types
	poison  events.Position // 0, or of the event after these, which only a newer program can decode
	err     error           // why this one can't

	live        bool // the subscription had sent all history, and has not been interrupted since
	interrupted bool // it was, somewhere in it
}

// decodeAll turns what the queue holds into batches until ctx ends or an event can't be decoded.
func (p *Projector) decodeAll(ctx context.Context, g *generation, q *queue, out chan<- batch) {
	model := *g.model.Load() // decode is independent of what reload replaces
	for {
		items, err := q.take(ctx, p.mostAtOnce(g))
		if err != nil {
			return
		}
		b := p.decode(model, items)
		select {
		case out <- b:
		case <-ctx.Done():
			return
		}
		if b.poison > 0 {
			return
		}
	}
}

// mostAtOnce is how many messages are decoded together.
func (p *Projector) mostAtOnce(g *generation) int {
	if p.throttled(g) {
		return throttledBatch
	}
	return queueEvents
}

func (p *Projector) decode(model Model, items []events.Message) batch {
	b := batch{events: make([]Event, 0, len(items))}
	stream, eventType := "", "" // of the event before: page views come by the thousand from one
	for i := range items {
		m := &items[i]
		switch m.Kind {
		case events.EventAppeared:
			if m.Event.Type == events.TruncatedType { // deleted by its stream's metadata
				b.reached = m.Position
				continue
			}
			if m.Event.Stream == stream {
				m.Event.Stream = stream // one string for all
			}
			if m.Event.Type == eventType {
				m.Event.Type = eventType
			}
			stream, eventType = m.Event.Stream, m.Event.Type
			data, err := decode(model, &m.Event)
			switch {
			case errors.Is(err, events.ErrUnknownType):
				b.skipped++
				p.noteUnknown(&m.Event, err)
			case errors.Is(err, events.ErrNewerSchema):
				b.poison, b.err = m.Position, fmt.Errorf("%w: %s at position %d of stream %s: %w", errPoisoned, m.Event.Type, m.Position,
					m.Event.Stream, err)
				return b
			case err != nil:
				data = undecodable(err)
				fallthrough
			case data != nil:
				b.events = append(b.events,
					Event{Position: m.Position, Revision: m.Event.Revision, Stream: m.Event.Stream, ID: m.Event.ID, Created: m.Event.Time(),
						Stored: m.Event.Created, Data: data, eventType: eventType})
				b.bytes += len(m.Event.Data) + len(m.Event.Meta)
			}
			b.reached, b.created = m.Position, m.Event.Created
		case events.Checkpoint:
			b.reached = m.Position
		case events.CaughtUp:
			b.reached, b.live = max(b.reached, m.Position), true
		case events.Interrupted:
			b.interrupted, b.live = true, false
		}
	}
	return b
}

// decode is the model's Decode, of which a panic is an error.
func decode(model Model, r *events.Recorded) (data any, err error) {
	err = guard(func() (err error) {
		data, err = model.Decode(r)
		return err
	})
	return data, err
}

// noteUnknown logs the first event of every unknown type: the rest would only repeat it.
func (p *Projector) noteUnknown(r *events.Recorded, err error) {
	if _, known := p.unknown.LoadOrStore(r.Type, true); !known {
		p.logger.Warn().Err(err).Str("type", r.Type).Str("stream", r.Stream).Uint64("position",
			uint64(r.Position)).Msg("events of a type that is unknown there are skipped")
	}
}
