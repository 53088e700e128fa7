// The answers of a feed, read from the wire by hand. Field numbers are from streams.proto (ReadResp) and shared.proto.
//
// A ReadResp has one field, so several of them, one after the other, are a message with several fields: it makes no difference
// whether a server sends each alone or some together.

package events

import (
	"fmt"

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
