package rpc

// The messages of an append, read by hand: field numbers from streams.proto (AppendReq) and shared.proto. Events go from
// the wire into the form in which they are stored with one copy.

import (
	"encoding/hex"
	"fmt"
	"strconv"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// missingProperty is the exception of an event whose metadata lacks a property that it must have.
const missingProperty = "missing-required-metadata-property"

// proposal gathers the messages of one append, up to the first mistake.
type proposal struct {
	begun  bool
	stream string
	want   engine.Expected
	body   *storage.Body
	size   int // as engine.MaxAppend counts
	err    *fail
}

// decode adds one AppendReq.
func (p *proposal) decode(msg []byte) error {
	number, content, err := onlyField(msg)
	switch {
	case err != nil:
		return err
	case number == 1 && !p.begun:
		p.begun = true
		p.err = p.options(msg)
	case number == 2 && p.begun:
		p.err = p.event(content)
	default:
		p.err = invalid("append: must be one message of options, then events")
	}
	return nil
}

// onlyField returns the last length-delimited field of msg, as a oneof is read.
func onlyField(msg []byte) (number protowire.Number, content []byte, err error) {
	err = fields(msg, func(n protowire.Number, _ uint64, p []byte) {
		if p != nil {
			number, content = n, p
		}
	})
	return number, content, err
}

// fields calls visit with each field of msg: its varint, or its bytes (not nil) if it is length-delimited.
func fields(msg []byte, visit func(n protowire.Number, v uint64, p []byte)) error {
	for len(msg) > 0 {
		number, kind, k := protowire.ConsumeTag(msg)
		if k < 0 {
			return protowire.ParseError(k)
		}
		msg = msg[k:]
		switch kind {
		case protowire.VarintType:
			v, n := protowire.ConsumeVarint(msg)
			if k = n; k >= 0 {
				visit(number, v, nil)
			}
		case protowire.BytesType:
			p, n := protowire.ConsumeBytes(msg)
			if k = n; k >= 0 {
				visit(number, 0, p[:len(p):len(p)])
			}
		default:
			k = protowire.ConsumeFieldValue(number, kind, msg)
		}
		if k < 0 {
			return protowire.ParseError(k)
		}
		msg = msg[k:]
	}
	return nil
}

func (p *proposal) options(msg []byte) *fail {
	var req api.AppendReq
	if err := proto.Unmarshal(msg, &req); err != nil {
		return invalid("append: " + err.Error())
	}
	o := req.GetOptions()
	var f *fail
	if p.stream, f = streamName(o.GetStreamIdentifier().GetStreamName()); f != nil {
		return f
	}
	p.want, f = expected("AppendReq", o, o.GetExpectedStreamRevision() != nil)
	return f
}

// event adds one proposed message.
func (p *proposal) event(msg []byte) *fail {
	var e storage.Event
	var contentType []byte
	id := idReader{}
	var inner error
	err := fields(msg, func(n protowire.Number, _ uint64, v []byte) {
		switch {
		case v == nil || inner != nil:
		case n == 1:
			inner = id.decode(v)
		case n == 2:
			inner = readProperty(v, &e.Type, &contentType)
		case n == 3:
			e.Metadata = v
		case n == 4:
			e.Data = v
		}
	})
	if err == nil {
		err = inner
	}
	switch {
	case err != nil:
		return invalid("event: " + err.Error())
	case e.Type == nil || contentType == nil:
		property := "type"
		if e.Type != nil {
			property = "content-type"
		}
		return &fail{codes.InvalidArgument, "Required Metadata Property '" + property + "' is missing",
			[]string{"exception", missingProperty, "required-metadata-properties", "type,content-type"}}
	}
	e.ID = id.id
	if err := engine.CheckEvent(&e); err != nil {
		return invalid(err.Error())
	}
	e.JSON = string(contentType) == contentJSON
	p.size += engine.AppendSize(&e)
	if p.size > engine.MaxAppend {
		return &fail{codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", engine.MaxAppend),
			[]string{"exception", "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(engine.MaxAppend)}}
	}
	p.body.Add(e)
	return nil
}

// readProperty reads one entry of an event's metadata.
func readProperty(entry []byte, eventType, contentType *[]byte) error {
	var key, value []byte
	err := fields(entry, func(n protowire.Number, _ uint64, v []byte) {
		switch n {
		case 1:
			key = v
		case 2:
			value = v
		}
	})
	if value == nil {
		value = []byte{}
	}
	switch string(key) {
	case "type":
		*eventType = value
	case "content-type":
		*contentType = value
	}
	return err
}

// idReader reads a UUID message in either form.
type idReader struct{ id storage.ID }

func (r *idReader) decode(msg []byte) (err error) {
	var inner error
	err = fields(msg, func(n protowire.Number, _ uint64, v []byte) {
		switch {
		case v == nil:
		case n == 1:
			r.id = storage.ID{}
			inner = fields(v, func(n protowire.Number, half uint64, _ []byte) {
				if n == 1 || n == 2 {
					for i := range 8 {
						r.id[8*(int(n)-1)+i] = byte(half >> (56 - 8*i))
					}
				}
			})
		case n == 2:
			r.id, inner = parseID(string(v))
		}
	})
	if err == nil {
		err = inner
	}
	return err
}

// parseID reads a UUID in its text form of 36 characters.
func parseID(s string) (id storage.ID, err error) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, fmt.Errorf("id %q is not a UUID", s)
	}
	if _, err := hex.Decode(id[:], []byte(s[:8]+s[9:13]+s[14:18]+s[19:23]+s[24:])); err != nil {
		return id, fmt.Errorf("id %q is not a UUID", s)
	}
	return id, nil
}
