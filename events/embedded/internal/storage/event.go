package storage

// An event, and how it is encoded: doc.go has its bytes.

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

const (
	// largeEvent is the size in bytes above which an event lies in a bucket of its own.
	largeEvent = 16 << 10
	headerSize = 4 + 8 + 8 + 2
	flagJSON   = 1
)

// MaxStreamName is the maximum length of a stream's name in bytes.
const MaxStreamName = 2048

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ID is an event's id, a UUID in its byte order.
type ID [16]byte

// Event is one event. The slices of an event that was read point into the file; see [Reader].
type Event struct {
	Position uint64
	Revision uint64
	Created  int64  // 100 ns ticks since the Unix epoch
	Stream   []byte // name

	ID       ID
	Type     []byte // UTF-8
	JSON     bool   // content type application/json, otherwise application/octet-stream
	Metadata []byte
	Data     []byte

	stored []byte // as in the file
}

// Size returns how many bytes of the file an event takes that was read.
func (e *Event) Size() int { return len(e.stored) }

// Body is the encoded events of one append, without what the log decides: position, revision and time. The zero value is empty and
// ready.
type Body struct {
	buf  []byte
	ends []int // where each event ends in buf
	ids  []ID
}

// Add encodes e's id, type, metadata and data at the end of the body. It keeps no reference to e's slices.
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
	var e Event
	if !e.readContent(b.encoded(i)) {
		panic("storage: a body does not hold what Add wrote")
	}
	return e
}

func (b *Body) encoded(i int) []byte {
	start := 0
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.buf[start:b.ends[i]]
}

// Reset empties the body and keeps its memory.
func (b *Body) Reset() {
	b.buf, b.ends, b.ids = b.buf[:0], b.ends[:0], b.ids[:0]
}

// appendEvent encodes an event at the end of dst. content is what [Body.Add] made of it.
func appendEvent(dst []byte, position, revision uint64, created int64, stream string, content []byte) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = binary.BigEndian.AppendUint64(dst, uint64(created))
	dst = binary.BigEndian.AppendUint64(dst, revision)
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(stream)))
	dst = append(dst, stream...)
	dst = append(dst, content...)
	binary.BigEndian.PutUint32(dst[start:], checksum(position, dst[start+4:]))
	return dst
}

// Encoded returns e as a file would store it: at its position, with its revision, time and stream.
func (e *Event) Encoded() Stored {
	var b Body
	b.Add(*e)
	return Stored{e.Position, appendEvent(nil, e.Position, e.Revision, e.Created, string(e.Stream), b.buf)}
}

// readEvent decodes the stored event p at a position.
func readEvent(position uint64, p []byte) (Event, error) {
	if len(p) < headerSize || binary.BigEndian.Uint32(p) != checksum(position, p[4:]) {
		return Event{}, damaged("the event at position %d does not match its checksum", position)
	}
	e := Event{
		Position: position,
		Created:  int64(binary.BigEndian.Uint64(p[4:])),
		Revision: binary.BigEndian.Uint64(p[12:]),
		stored:   p,
	}
	n := int(binary.BigEndian.Uint16(p[20:]))
	if len(p) < headerSize+n || !e.readContent(p[headerSize+n:]) {
		return Event{}, damaged("the event at position %d is cut short", position)
	}
	e.Stream = p[headerSize : headerSize+n : headerSize+n]
	return e, nil
}

// readContent decodes what [Body.Add] wrote, which p must hold exactly.
func (e *Event) readContent(p []byte) bool {
	if len(p) < 17 {
		return false
	}
	e.JSON = p[0]&flagJSON != 0
	copy(e.ID[:], p[1:17])
	p = p[17:]
	for _, field := range [...]*[]byte{&e.Type, &e.Metadata, &e.Data} {
		n, k := binary.Uvarint(p)
		if k <= 0 || n > uint64(len(p)-k) {
			return false
		}
		*field = p[k : k+int(n) : k+int(n)]
		p = p[k+int(n):]
	}
	return len(p) == 0
}

func checksum(position uint64, p []byte) uint32 {
	var key [8]byte
	binary.BigEndian.PutUint64(key[:], position)
	return crc32.Update(crc32.Checksum(key[:], castagnoli), castagnoli, p)
}
