// The events of a feed, read from the wire by hand. Field numbers are from streams.proto (ReadResp.ReadEvent) and shared.proto.

package events

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protowire"
)

// mostTypes bounds the remembered names of event types.
const mostTypes = 1000

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
