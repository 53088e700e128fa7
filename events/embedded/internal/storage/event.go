package storage

// The events of one append, encoded once when they are received, as they are stored in blocks.

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// ID is an event's id, a UUID in its byte order.
type ID [16]byte

// Event is one event of a block. The slices of an event that was read point into the block.
type Event struct {
	ID       ID
	Type     []byte // UTF-8
	JSON     bool   // content type application/json, otherwise application/octet-stream
	Metadata []byte
	Data     []byte
}

const flagJSON = 1

// Body is the encoded events of one append. The zero value is empty and ready.
type Body struct {
	buf  []byte
	ends []int // where each event ends in buf
	ids  []ID
}

// Add encodes e at the end of the body. It keeps no reference to e's slices.
func (b *Body) Add(e Event) {
	flags := byte(0)
	if e.JSON {
		flags = flagJSON
	}
	b.buf = append(b.buf, flags)
	b.buf = append(b.buf, e.ID[:]...)
	for _, field := range [...][]byte{e.Type, e.Metadata, e.Data} {
		b.buf = binary.AppendUvarint(b.buf, uint64(len(field)))
		b.buf = append(b.buf, field...)
	}
	b.ends = append(b.ends, len(b.buf))
	b.ids = append(b.ids, e.ID)
}

// Grow makes room for n more events of so many bytes in all.
func (b *Body) Grow(n, bytes int) {
	b.buf = slices.Grow(b.buf, bytes)
	b.ends = slices.Grow(b.ends, n)
	b.ids = slices.Grow(b.ids, n)
}

// Len returns the number of events.
func (b *Body) Len() int { return len(b.ends) }

// Size returns the bytes that the events take.
func (b *Body) Size() int { return len(b.buf) }

// IDs returns the ids of the events, in order; valid until the next Add or Reset.
func (b *Body) IDs() []ID { return b.ids }

// At decodes event i (0 <= i < Len). Its slices point into the body.
func (b *Body) At(i int) Event {
	start := 0
	if i > 0 {
		start = b.ends[i-1]
	}
	var e Event
	if _, err := readEvent(b.buf[start:b.ends[i]], &e); err != nil {
		panic(err) // Add wrote it
	}
	return e
}

// Reset empties the body and keeps its memory.
func (b *Body) Reset() {
	b.buf, b.ends, b.ids = b.buf[:0], b.ends[:0], b.ids[:0]
}

// readEvent decodes the event at the front of p and returns the bytes after it.
func readEvent(p []byte, e *Event) ([]byte, error) {
	if len(p) < 17 {
		return nil, fmt.Errorf("an event of %d bytes is too short", len(p))
	}
	e.JSON = p[0]&flagJSON != 0
	copy(e.ID[:], p[1:17])
	p = p[17:]
	for _, field := range [...]*[]byte{&e.Type, &e.Metadata, &e.Data} {
		n, k := binary.Uvarint(p)
		if k <= 0 || n > uint64(len(p)-k) {
			return nil, fmt.Errorf("an event's field runs past its block")
		}
		*field = p[k : k+int(n) : k+int(n)]
		p = p[k+int(n):]
	}
	return p, nil
}
