// The answers of a feed, read from the wire by hand. Field numbers are from streams.proto (ReadResp) and shared.proto.
//
// A ReadResp has one field, so several of them, one after the other, are a message with several fields: it makes no difference
// whether a server sends each alone or some together.

package events

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
)

// Fields of ReadResp. What else there is says nothing that we need.
const (
	fieldEvent        = 1
	fieldConfirmation = 2
	fieldCheckpoint   = 3
	fieldCaughtUp     = 8
)

// mostTypes bounds the remembered names of event types.
const mostTypes = 1000

// feedCodec reads answers into a feedPage.
type feedCodec struct{ encoding.CodecV2 }

func newFeedCodec() feedCodec { return feedCodec{encoding.GetCodecV2("proto")} }

// Unmarshal implements encoding.CodecV2.
func (c feedCodec) Unmarshal(data mem.BufferSlice, v any) error {
	page, ok := v.(*feedPage)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	page.rest = data.Materialize() // a copy for good: events keep parts of it
	return nil
}

// feedPage is a message of a feed, from which answers are taken one by one.
type feedPage struct {
	rest   []byte
	stream string            // of the event before: many in a row are of one
	types  map[string]string // names of event types, one text each
}

func (p *feedPage) empty() bool { return len(p.rest) == 0 }

// confirmation takes the answer with which a subscription begins.
func (p *feedPage) confirmation() error {
	number, _, err := p.answer()
	if err == nil && number != fieldConfirmation {
		err = fmt.Errorf("%w: a subscription begins with field %d", errUnreadable, number)
	}
	return err
}

// take takes the next answer; told is false where it says nothing to us. Its error is errUnreadable.
func (p *feedPage) take(m *Message) (told bool, err error) {
	number, content, err := p.answer()
	if err != nil {
		return false, err
	}
	switch number {
	case fieldEvent:
		err = p.readEvent(content, &m.Event)
		m.Position = m.Event.Position
	case fieldCheckpoint:
		m.Kind = Checkpoint
		err = fields(content, func(number protowire.Number, n uint64, _ []byte) error {
			if number == 1 { // commit_position
				m.Position = Position(n)
			}
			return nil
		})
	case fieldCaughtUp:
		m.Kind = CaughtUp
	default:
		return false, nil
	}
	return err == nil, err
}

// answer cuts the next answer off.
func (p *feedPage) answer() (protowire.Number, []byte, error) {
	number, kind, n := protowire.ConsumeTag(p.rest)
	if n < 0 || kind != protowire.BytesType {
		return 0, nil, fmt.Errorf("%w: no field of an answer", errUnreadable)
	}
	content, size := protowire.ConsumeBytes(p.rest[n:])
	if size < 0 {
		return 0, nil, fmt.Errorf("%w: an answer is cut short", errUnreadable)
	}
	p.rest = p.rest[n+size:]
	return number, content, nil
}

// fields calls visit with the fields of a message: a number, or the bytes of what has a length.
func fields(message []byte, visit func(number protowire.Number, n uint64, content []byte) error) error {
	for len(message) > 0 {
		number, kind, size := protowire.ConsumeTag(message)
		if size < 0 {
			return fmt.Errorf("%w: no field", errUnreadable)
		}
		message = message[size:]
		var n uint64
		var content []byte
		switch kind {
		case protowire.VarintType:
			n, size = protowire.ConsumeVarint(message)
		case protowire.BytesType:
			content, size = protowire.ConsumeBytes(message)
		default:
			size = protowire.ConsumeFieldValue(number, kind, message)
		}
		if size < 0 {
			return fmt.Errorf("%w: field %d is cut short", errUnreadable, number)
		}
		message = message[size:]
		if err := visit(number, n, content); err != nil {
			return err
		}
	}
	return nil
}

// readEvent reads a ReadEvent {event, link}: the link's own event, where it is one.
func (p *feedPage) readEvent(message []byte, r *Recorded) error {
	var event, link []byte
	err := fields(message, func(number protowire.Number, _ uint64, content []byte) error {
		switch number {
		case 1:
			event = content
		case 2:
			link = content
		}
		return nil
	})
	if link != nil {
		event = link
	}
	if err == nil && event == nil {
		err = fmt.Errorf("%w: an event without content", errUnreadable)
	}
	if err != nil {
		return err
	}
	return p.readRecorded(event, r)
}

// readRecorded reads a RecordedEvent {id, stream_identifier, stream_revision, prepare_position, commit_position, metadata,
// custom_metadata, data}.
func (p *feedPage) readRecorded(message []byte, r *Recorded) error {
	r.Binary = true
	dated := false
	err := fields(message, func(number protowire.Number, n uint64, content []byte) (err error) {
		switch number {
		case 1:
			r.ID, err = readUUID(content)
		case 2:
			r.Stream, err = p.readStream(content)
		case 3:
			r.Revision = n
		case 5:
			r.Position = Position(n)
		case 6:
			key, value, err := readProperty(content)
			if err != nil {
				return err
			}
			switch string(key) {
			case "type":
				r.Type = p.typeOf(value)
			case "content-type":
				r.Binary = string(value) != "application/json"
			case "created":
				ticks, err := strconv.ParseInt(string(value), 10, 64)
				if err != nil {
					return fmt.Errorf("%w: created: %w", errUnreadable, err)
				}
				r.Created, dated = time.Unix(0, ticks*100).UTC(), true // ticks of .NET, 100 ns
			}
		case 7:
			r.Meta = content[:len(content):len(content)]
		case 8:
			r.Data = content[:len(content):len(content)]
		}
		return err
	})
	if err == nil && !dated {
		err = fmt.Errorf("%w: an event without a time", errUnreadable)
	}
	return err
}

// readStream reads a StreamIdentifier.
func (p *feedPage) readStream(message []byte) (string, error) {
	err := fields(message, func(number protowire.Number, _ uint64, name []byte) error {
		if number == 3 && p.stream != string(name) {
			p.stream = string(name)
		}
		return nil
	})
	return p.stream, err
}

// typeOf is the name of an event's type, the same text each time.
func (p *feedPage) typeOf(name []byte) string {
	known, ok := p.types[string(name)]
	if !ok {
		if known = string(name); len(p.types) >= mostTypes || p.types == nil {
			p.types = map[string]string{}
		}
		p.types[known] = known
	}
	return known
}

// readProperty reads an entry of an event's metadata.
func readProperty(message []byte) (key, value []byte, err error) {
	err = fields(message, func(number protowire.Number, _ uint64, content []byte) error {
		switch number {
		case 1:
			key = content
		case 2:
			value = content
		}
		return nil
	})
	return key, value, err
}

// readUUID reads a UUID in either of its forms.
func readUUID(message []byte) (id uuid.UUID, err error) {
	err = fields(message, func(number protowire.Number, _ uint64, content []byte) (err error) {
		switch number {
		case 1: // structured {most_significant_bits, least_significant_bits}
			return fields(content, func(number protowire.Number, n uint64, _ []byte) error {
				switch number {
				case 1:
					binary.BigEndian.PutUint64(id[:8], n)
				case 2:
					binary.BigEndian.PutUint64(id[8:], n)
				}
				return nil
			})
		case 2:
			if id, err = uuid.ParseBytes(content); err != nil {
				return fmt.Errorf("%w: id: %w", errUnreadable, err)
			}
		}
		return nil
	})
	return id, err
}
