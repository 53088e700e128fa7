// The codec: an event and its metadata to stored bytes and back, and the hash chain between events.

package events

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Position is an event's place in $all: compare and store it, but never compute with it. The servers that write Candor's events have
// equal commit and prepare positions. 0 is before the first event.
type Position uint64

// Envelope is an event to append. A zero ID gets a random one.
type Envelope struct {
	ID       uuid.UUID
	Event    Event
	Metadata Metadata
}

// Proposed is an encoded envelope, exactly as the log will store it.
type Proposed struct {
	ID     uuid.UUID
	Type   string
	Binary bool // data is not JSON
	Data   []byte
	Meta   []byte // JSON
}

// Recorded is an event as the log returned it.
type Recorded struct {
	ID       uuid.UUID
	Stream   string
	Revision uint64
	Position Position
	Created  time.Time // when the log stored it, by the server's clock, UTC; see Time
	Type     string
	Binary   bool
	Data     []byte
	Meta     []byte
}

// NewID returns an id for an event: a version 7 UUID (RFC 9562), which begins with the time, so that an index of ids grows at its end.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Encode returns an envelope in its stored form, with the current schema version and, unless it has a time, the current one. Its error is a
// programming error: an event type that is not registered.
func Encode(e Envelope) (Proposed, error) {
	name := e.Event.EventType()
	k, ok := registry[name]
	if !ok {
		return Proposed{}, fmt.Errorf("%w %q", ErrUnknownType, name)
	}
	p := Proposed{ID: e.ID, Type: name, Binary: k.isBinary}
	if p.ID == uuid.Nil {
		p.ID = NewID()
	}
	if e.Metadata.Schema = k.schema; e.Metadata.At.IsZero() {
		e.Metadata.At = time.Now()
	}
	e.Metadata.At = e.Metadata.At.UTC().Truncate(time.Millisecond)
	var err error
	if media, ok := e.Event.(MediaStored); ok {
		e.Metadata.Media = &media.MediaChunk
		p.Data = media.Bytes
	} else if p.Data, err = json.Marshal(e.Event); err != nil {
		return Proposed{}, fmt.Errorf("encode %s: %w", name, err)
	}
	if p.Meta, err = json.Marshal(e.Metadata); err != nil {
		return Proposed{}, fmt.Errorf("encode metadata of %s: %w", name, err)
	}
	return p, nil
}

// Chain encodes consecutive envelopes of a chained stream. previous is the hash of the stream's last event, "" for a new stream; each
// envelope contains the hash of the one before it.
func Chain(previous string, es ...Envelope) ([]Proposed, error) {
	out := make([]Proposed, 0, len(es))
	for _, e := range es {
		e.Metadata.Previous, e.Metadata.Unproved = previous, SignIn(e.Event.EventType())
		p, err := Encode(e)
		if err != nil {
			return nil, err
		}
		previous = p.Hash()
		out = append(out, p)
	}
	return out, nil
}

// Hash returns the hash of the event's whole content: SHA-256 over the 16 bytes of the id and then type, data and metadata, each after
// its length as a big-endian uint64. Lower-case hex.
func (p Proposed) Hash() string { return hashOf(p.ID, p.Type, p.Data, p.Meta) }

// Hash returns the same for a stored event.
func (r Recorded) Hash() string { return hashOf(r.ID, r.Type, r.Data, r.Meta) }

func hashOf(id uuid.UUID, name string, data, meta []byte) string {
	h := sha256.New()
	h.Write(id[:])
	var length [8]byte
	for _, part := range [][]byte{[]byte(name), data, meta} {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Decode returns the event in its current schema. Errors: ErrUnknownType for a type that this version doesn't know (read models skip it),
// ErrMisplaced for an event about an item in the stream of another one (it is skipped, too), ErrUndecodable for a known type with broken
// data (a poison event). Metadata that can't be read is no error: the data is then taken to be of the first schema.
func (r Recorded) Decode() (Event, error) {
	if !Known(r.Type) {
		return nil, fmt.Errorf("%w %q", ErrUnknownType, r.Type)
	}
	if registry[r.Type].isBinary {
		m := r.Metadata()
		if m.Media == nil {
			return nil, fmt.Errorf("%w: %s at position %d does not describe its chunk", ErrUndecodable, r.Type, r.Position)
		}
		return MediaStored{MediaChunk: *m.Media, Bytes: r.Data}, nil
	}
	e, err := r.decodeAs(schemaOf(r.Meta))
	if misplaced := registry[r.Type].isMisplaced; err == nil && misplaced != nil && misplaced(e, r.Stream) {
		return nil, fmt.Errorf("%w: %s at position %d in %s", ErrMisplaced, r.Type, r.Position, r.Stream)
	}
	return e, err
}

// DecodeWith decodes an event for a caller that has decoded the metadata already, and tells what is in the log wherever it stands. Errors
// are those of Decode but ErrMisplaced.
func (r Recorded) DecodeWith(m Metadata) (Event, error) {
	if registry[r.Type].isBinary {
		return r.Decode()
	}
	return r.decodeAs(m.Schema)
}

func (r Recorded) decodeAs(schema int) (Event, error) {
	e, err := decodeData(r.Type, schema, r.Data)
	if err != nil {
		return nil, fmt.Errorf("event at position %d: %w", r.Position, err)
	}
	return e, nil
}

// schemaOf returns the schema version, the only metadata that decoding needs; 0 if it can't be read.
func schemaOf(meta []byte) int {
	var m struct {
		Schema int `json:"schema"`
	}
	if unmarshal(meta, &m) != nil {
		return 0
	}
	return m.Schema
}
