package rpc

// Persistent subscriptions: a consumer's connection, on which messages go out and answers come in.

import (
	"context"
	"errors"
	"io"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/encoding/protowire"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
	"candor/events/embedded/server/internal/persistent"
)

// Read implements the service.
func (s *Groups) Read(stream api.PersistentSubscriptions_ReadServer) error {
	req, err := stream.Recv()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	o := req.GetOptions()
	switch {
	case o == nil:
		return invalid("read: must begin with a message of options")
	case o.GetBufferSize() < 1:
		return invalid("buffer size: must be at least 1")
	}
	k, f := groupKey(o.GetAll() != nil, o.GetStreamIdentifier(), o.GetGroupName())
	if f != nil {
		return f
	}
	if err := s.allow(stream.Context(), k.Stream, engine.Read); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(stream.Context())
	defer cancel(nil)
	c, err := s.manager.Connect(k, client(ctx, int(o.GetBufferSize())))
	if err != nil {
		return groupFailure(k, err)
	}
	defer c.Close()
	err = stream.Send(&api.ReadResp{Content: &api.ReadResp_SubscriptionConfirmation_{
		SubscriptionConfirmation: &api.ReadResp_SubscriptionConfirmation{SubscriptionId: k.Stream + "::" + k.Group},
	}})
	if err != nil {
		return err
	}
	go func() { // ends with the call
		if err := answers(stream, c); err != nil {
			cancel(err)
		}
	}()
	form := uuidStructured
	if o.GetUuidOption().GetString_() != nil {
		form = uuidText
	}
	for {
		messages, err := c.Next(ctx)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return groupFailure(k, err)
		}
		for i := range messages {
			if err := s.confine(ctx, &messages[i]); err != nil {
				return err
			}
			if err := stream.SendMsg(encoded{mem.SliceBuffer(appendMessage(nil, &messages[i], form))}); err != nil {
				return err
			}
		}
	}
}

// confine leaves of a link that was followed the link alone if the caller may not read what it leads to.
func (s *Groups) confine(ctx context.Context, m *persistent.Message) error {
	who := s.callerOf(ctx)
	if who.admin || m.Link == nil || m.Event == nil {
		return nil
	}
	stream := string(m.Event.Stream)
	ok, err := s.may(who, stream, engine.Read)
	if !ok {
		m.Event = nil
	}
	return failure(stream, err)
}

// client is who calls.
func client(ctx context.Context, slots int) persistent.Client {
	c := persistent.Client{Slots: slots, User: callerName(ctx), Name: "<unknown>"}
	if p, ok := peer.FromContext(ctx); ok {
		c.From = p.Addr.String()
	}
	md, _ := metadata.FromIncomingContext(ctx)
	if names := md.Get("connection-name"); len(names) > 0 {
		c.Name = names[0]
	}
	return c
}

// answers takes a client's answers until it has no more; the error is what is wrong with one, or the connection's.
func answers(stream api.PersistentSubscriptions_ReadServer, c *persistent.Consumer) error {
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil // it listens on, as far as its slots go
		}
		if err != nil {
			return err
		}
		switch m := req.GetContent().(type) {
		case *api.ReadReq_Ack_:
			ids, err := messageIDs(m.Ack.GetIds())
			if err != nil {
				return invalid("ack: " + err.Error())
			}
			c.Ack(ids)
		case *api.ReadReq_Nack_:
			ids, err := messageIDs(m.Nack.GetIds())
			if err != nil {
				return invalid("nack: " + err.Error())
			}
			action, ok := actions[m.Nack.GetAction()]
			if !ok {
				return invalid("nack: action: unknown")
			}
			c.Nack(ids, action, m.Nack.GetReason())
		default:
			return invalid("read: must go on with acks and nacks")
		}
	}
}

var actions = map[api.ReadReq_Nack_Action]persistent.Action{
	api.ReadReq_Nack_Unknown: persistent.Retry,
	api.ReadReq_Nack_Retry:   persistent.Retry,
	api.ReadReq_Nack_Park:    persistent.Park,
	api.ReadReq_Nack_Skip:    persistent.Skip,
	api.ReadReq_Nack_Stop:    persistent.Stop,
}

func messageIDs(list []*shared.UUID) (ids []storage.ID, err error) {
	for _, u := range list {
		var id storage.ID
		if s := u.GetStructured(); s != nil {
			for i := range 8 {
				id[i] = byte(s.GetMostSignificantBits() >> (56 - 8*i))
				id[8+i] = byte(s.GetLeastSignificantBits() >> (56 - 8*i))
			}
		} else if id, err = parseID(u.GetString_()); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// appendMessage writes a ReadResp with an event: field numbers from persistent.proto. It is a read's answer, wire.go, with the
// number of retries beside the position.
func appendMessage(b []byte, m *persistent.Message, form uuidForm) []byte {
	event, link := recordedOf(m.Event, form), recordedOf(m.Link, form)
	original := link
	if original == nil {
		original = event
	} else if event != nil {
		event.position = original.position // as in EventStoreDB: here an event has the position of the link to it
	}
	retries := uint64(m.Retries)
	size := 1 + protowire.SizeVarint(original.position) + 1 + protowire.SizeVarint(retries)
	for _, r := range [...]*recorded{event, link} {
		if r != nil {
			size += sizeField(r.size())
		}
	}
	b = appendLen(b, 1, size)
	if event != nil {
		b = event.append(appendLen(b, 1, event.size()))
	}
	if link != nil {
		b = link.append(appendLen(b, 2, link.size()))
	}
	return appendVar(appendVar(b, 3, original.position), 5, retries)
}

func recordedOf(r *persistent.Record, form uuidForm) *recorded {
	if r == nil {
		return nil
	}
	return &recorded{&r.Event, r.Stream, appendCreated(nil, r.Created), r.Revision, r.Position, form}
}
