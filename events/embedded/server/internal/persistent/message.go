package persistent

// Messages: events that a group processes.

import (
	"container/list"
	"slices"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// message is an event that is not done. All of it is guarded by the group's lock, but for what never changes.
type message struct {
	id       storage.ID // what the client answers with: of the link, if it was reached through one
	at       uint64     // position in the log of the event with that id
	place    int64      // its place in the source, or in the parked stream if it is replayed
	count    uint64     // how many events the group had considered with this one
	replayed bool
	bucket   int // for the pinned strategies

	retries  int
	cached   *Message      // the event, if it is in memory
	consumer *Consumer     // its consumer, nil while it is pending
	sent     bool          // to the client; otherwise it is in the consumer's queue
	handed   time.Time     // to the consumer
	order    *list.Element // in unfinished, or in replaying
	due      *list.Element // in Group.due
}

// Message is an event for a consumer.
type Message struct {
	Event   *Record // nil for a link whose target cannot be read
	Link    *Record // the link to Event, nil if there is none
	Retries int
}

// Record is an event as it is stored.
type Record struct {
	Event    storage.Event
	Stream   []byte
	Created  int64 // 100 ns ticks since the Unix epoch
	Revision uint64
	Position uint64
}

// original returns the event that the client's answer names.
func (m *Message) original() *Record {
	if m.Link != nil {
		return m.Link
	}
	return m.Event
}

// size returns the approximate size of the message in bytes.
func (m *Message) size() (n int) {
	for _, r := range [...]*Record{m.Event, m.Link} {
		if r != nil {
			n += 200 + len(r.Stream) + len(r.Event.Type) + len(r.Event.Metadata) + len(r.Event.Data)
		}
	}
	return n
}

// record returns a copy of event i of b.
func record(b *storage.Block, i int, ev *storage.Event) *Record {
	bytes := slices.Concat(b.Stream, ev.Type, ev.Metadata, ev.Data)
	cut := func(n int) (part []byte) {
		part, bytes = bytes[:n:n], bytes[n:]
		return part
	}
	r := &Record{Created: b.Created, Revision: b.Revision + uint64(i), Position: b.First + uint64(i)}
	r.Stream = cut(len(b.Stream))
	r.Event = storage.Event{ID: ev.ID, JSON: ev.JSON, Type: cut(len(ev.Type)), Metadata: cut(len(ev.Metadata)), Data: cut(len(ev.Data))}
	return r
}

// load reads the event at a position, with what it links to if resolve is set. It is nil if the event is gone.
func load(e *engine.Engine, at uint64, resolve bool) (m *Message, err error) {
	err = e.At(at, func(b *storage.Block, i int, ev *storage.Event) {
		m = &Message{Event: record(b, i, ev)}
	})
	if m == nil || err != nil || !resolve || string(m.Event.Event.Type) != engine.TypeLink {
		return m, err
	}
	m.Link, m.Event = m.Event, nil
	if revision, stream, ok := engine.ParseLink(m.Link.Event.Data); ok {
		err = e.Event(stream, revision, func(b *storage.Block, i int, ev *storage.Event) {
			m.Event = record(b, i, ev)
		})
	}
	return m, err
}

// before orders messages for a retry: by place, replayed ones after the others.
func before(a, b *message) int {
	switch {
	case a.replayed != b.replayed && b.replayed, a.replayed == b.replayed && a.place < b.place:
		return -1
	case a == b:
		return 0
	}
	return 1
}
