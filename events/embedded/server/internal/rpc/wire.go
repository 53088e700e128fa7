package rpc

// The answer to a read, written as protobuf by hand: field numbers from streams.proto (ReadResp) and shared.proto.
//
// Each message is measured first and then written, so that no byte is moved twice.

import (
	"encoding/hex"
	"strconv"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"candor/events/embedded/internal/storage"
)

const (
	contentJSON   = "application/json"
	contentBinary = "application/octet-stream"
)

// uuidForm is how the caller of a read wants ids written.
type uuidForm uint8

const (
	uuidStructured uuidForm = iota // two signed halves, as the Go client asks
	uuidText                       // lower-case text, as the Node client asks
)

// recorded is one event ready to be written.
type recorded struct {
	ev      *storage.Event
	created []byte // decimal text
	form    uuidForm
}

func field(n protowire.Number, t protowire.Type) byte { return byte(n)<<3 | byte(t) }

// sizeField is the size of a length-delimited field with a number below 16 and n bytes of content.
func sizeField(n int) int { return 1 + protowire.SizeBytes(n) }

func (r *recorded) sizeID() int {
	if r.form == uuidText {
		return sizeField(36)
	}
	return sizeField(r.sizeHalves())
}

func (r *recorded) sizeHalves() int {
	high, low := halves(r.ev.ID)
	return 2 + protowire.SizeVarint(high) + protowire.SizeVarint(low)
}

func halves(id storage.ID) (high, low uint64) {
	for i := range 8 {
		high, low = high<<8|uint64(id[i]), low<<8|uint64(id[8+i])
	}
	return high, low
}

func (r *recorded) contentType() string {
	if r.ev.JSON {
		return contentJSON
	}
	return contentBinary
}

func sizeEntry(key string, n int) int { return sizeField(len(key)) + sizeField(n) }

// size is the size of the RecordedEvent message.
func (r *recorded) size() int {
	return sizeField(r.sizeID()) +
		sizeField(sizeField(len(r.ev.Stream))) +
		3 + protowire.SizeVarint(r.ev.Revision) + 2*protowire.SizeVarint(r.ev.Position) +
		sizeField(sizeEntry("type", len(r.ev.Type))) +
		sizeField(sizeEntry("content-type", len(r.contentType()))) +
		sizeField(sizeEntry("created", len(r.created))) +
		sizeField(len(r.ev.Metadata)) +
		sizeField(len(r.ev.Data))
}

func appendLen(b []byte, n protowire.Number, size int) []byte {
	return protowire.AppendVarint(append(b, field(n, protowire.BytesType)), uint64(size))
}

func appendVar(b []byte, n protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(append(b, field(n, protowire.VarintType)), v)
}

func appendEntry[T ~string | ~[]byte](b []byte, key string, value T) []byte {
	b = appendLen(b, 6, sizeEntry(key, len(value)))
	b = append(appendLen(b, 1, len(key)), key...)
	return append(appendLen(b, 2, len(value)), value...)
}

// append writes the RecordedEvent message.
func (r *recorded) append(b []byte) []byte {
	b = appendLen(b, 1, r.sizeID())
	if r.form == uuidText {
		b = appendText(appendLen(b, 2, 36), r.ev.ID)
	} else {
		high, low := halves(r.ev.ID)
		b = appendLen(b, 1, r.sizeHalves())
		b = appendVar(appendVar(b, 1, high), 2, low)
	}
	b = appendLen(b, 2, sizeField(len(r.ev.Stream)))
	b = append(appendLen(b, 3, len(r.ev.Stream)), r.ev.Stream...)
	b = appendVar(b, 3, r.ev.Revision)
	b = appendVar(b, 4, r.ev.Position)
	b = appendVar(b, 5, r.ev.Position)
	b = appendEntry(b, "type", r.ev.Type)
	b = appendEntry(b, "content-type", r.contentType())
	b = appendEntry(b, "created", r.created)
	b = append(appendLen(b, 7, len(r.ev.Metadata)), r.ev.Metadata...)
	return append(appendLen(b, 8, len(r.ev.Data)), r.ev.Data...)
}

// appendText writes id as lower-case text.
func appendText(b []byte, id storage.ID) []byte {
	b = hex.AppendEncode(b, id[:4])
	for _, part := range [...][]byte{id[4:6], id[6:8], id[8:10], id[10:]} {
		b = hex.AppendEncode(append(b, '-'), part)
	}
	return b
}

// appendRead writes a ReadResp with an event: event is nil for a link whose target cannot be read, link is nil for an
// event that was not reached through one.
func appendRead(b []byte, event, link *recorded) []byte {
	original := link
	if original == nil {
		original = event
	}
	size := 1 + protowire.SizeVarint(original.ev.Position)
	if event != nil {
		size += sizeField(event.size())
	}
	if link != nil {
		size += sizeField(link.size())
	}
	b = appendLen(b, 1, size)
	if event != nil {
		b = event.append(appendLen(b, 1, event.size()))
	}
	if link != nil {
		b = link.append(appendLen(b, 2, link.size()))
	}
	return appendVar(b, 3, original.ev.Position)
}

// appendCheckpoint writes a ReadResp with a checkpoint.
func appendCheckpoint(b []byte, position uint64) []byte {
	b = appendLen(b, 3, 2+2*protowire.SizeVarint(position))
	return appendVar(appendVar(b, 1, position), 2, position)
}

// caughtUp says that live events follow. Servers from EventStoreDB 24.10 on say when, and from where a subscription can be resumed.
type caughtUp struct {
	at       time.Time
	revision *uint64 // of the last event of a stream; nil for $all, and for a stream without events
	position uint64  // of the last event of $all; 0 for a stream, and for a log without events
}

// append writes the ReadResp.
func (c caughtUp) append(b []byte) []byte {
	seconds, nanos := uint64(c.at.Unix()), uint64(c.at.Nanosecond())
	timestamp := 2 + protowire.SizeVarint(seconds) + protowire.SizeVarint(nanos)
	size := sizeField(timestamp)
	if c.revision != nil {
		size += 1 + protowire.SizeVarint(*c.revision)
	}
	position := 2 + 2*protowire.SizeVarint(c.position)
	if c.position > 0 {
		size += sizeField(position)
	}
	b = appendLen(appendLen(b, 8, size), 1, timestamp)
	b = appendVar(appendVar(b, 1, seconds), 2, nanos)
	if c.revision != nil {
		b = appendVar(b, 2, *c.revision)
	}
	if c.position > 0 {
		b = appendLen(b, 3, position)
		b = appendVar(appendVar(b, 1, c.position), 2, c.position)
	}
	return b
}

func appendCreated(b []byte, ticks int64) []byte { return strconv.AppendInt(b, ticks, 10) }
