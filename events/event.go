// What every fact has in common: a type name, and the registry that decodes stored facts.

package events

import (
	"encoding/json"
	"fmt"
	"sort"
)

// Event is a fact: something that happened, in the past tense. Its JSON form is its stored data.
type Event interface {
	// EventType is the name written to the log, for ever: "ReviewCreated".
	EventType() string
}

// eventType is what the codec knows of one event type.
type eventType struct {
	schema   int                                                    // today's version of the data, from 1
	decode   func(data []byte) (Event, error)                       // today's version only
	upcast   map[int]func(json.RawMessage) (json.RawMessage, error) // from version n to n+1
	isBinary bool                                                   // data is raw bytes; see MediaStored
	zero     Event                                                  // of today's version
	// a name in the table of streams; "" for a type that is no longer written
	stream string
	// reports whether an event that was read in a stream can't say anything of what that is about; nil: none
	isMisplaced func(e Event, stream string) bool
}

// registry lists every event type that Candor has ever written.
var registry = map[string]eventType{}

// register adds E under its own type name. Data is JSON; schema is its current version. stream is where such events lie, by its name in the
// table of streams; "" if none are written any more.
func register[E Event](schema int, stream string) {
	var zero E
	registry[zero.EventType()] = eventType{
		schema: schema,
		zero:   zero,
		stream: stream,
		decode: func(data []byte) (Event, error) {
			var e E
			if err := unmarshal(data, &e); err != nil {
				return nil, err
			}
			return e, nil
		},
	}
}

// upcastFrom adds what turns stored data of E from one schema version into the next.
func upcastFrom[E Event](schema int, up func(json.RawMessage) (json.RawMessage, error)) {
	var zero E
	t := registry[zero.EventType()]
	if t.upcast == nil {
		t.upcast = map[int]func(json.RawMessage) (json.RawMessage, error){}
	}
	t.upcast[schema] = up
	registry[zero.EventType()] = t
}

// Types returns the names of all known event types, sorted.
func Types() []string {
	names := make([]string, 0, len(registry))
	for name := range registry {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Known reports whether name is an event type that [Recorded.Decode] understands.
func Known(name string) bool {
	_, ok := registry[name]
	return ok
}

// Zero returns the fact of the named type without anything in it, which tells the type's fields; nil for
// an unknown type.
func Zero(name string) Event { return registry[name].zero }

// Schema returns the current version of the named type's data, 0 for an unknown type.
func Schema(name string) int { return registry[name].schema }

// decodeData turns stored data of the given schema version into today's fact. Versions begin at 1, which also stands for one that isn't
// stated.
func decodeData(name string, schema int, data []byte) (Event, error) {
	k, ok := registry[name]
	if !ok {
		return nil, fmt.Errorf("%w %q", ErrUnknownType, name)
	}
	schema = max(schema, 1)
	if schema > k.schema {
		return nil, fmt.Errorf("%w: %w: %s has schema %d, this program knows 1 to %d", ErrUndecodable,
			ErrNewerSchema, name, schema, k.schema)
	}
	for v := schema; v < k.schema; v++ {
		up, ok := k.upcast[v]
		if !ok {
			return nil, fmt.Errorf("%w: no upcaster for %s from schema %d", ErrUndecodable, name, v)
		}
		next, err := up(data)
		if err != nil {
			return nil, fmt.Errorf("%w: upcast %s from schema %d: %w", ErrUndecodable, name, v, err)
		}
		data = next
	}
	e, err := k.decode(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrUndecodable, name, err)
	}
	return e, nil
}
