// Contact messages: the aggregate and its commands. A message's stream holds personal data, so
// deleting the message deletes the stream.

package people

import (
	"context"
	"time"

	"candor/commands"
	"candor/events"
)

// message is the state of one contact message.
type message struct{ exists, read, deleted bool }

func (s message) Evolve(e events.Event) message {
	switch e.(type) {
	case events.MessageReceived:
		s = message{exists: true} // a stream that was deleted and written again begins anew
	case events.MessageRead:
		s.read = true
	case events.MessageDeleted:
		s.exists, s.deleted = true, true
	}
	return s
}

// receiveMessage records a visitor's message.
type receiveMessage struct {
	id events.MessageID
	in MessageInput
	at time.Time
}

// Decide expects a stream that doesn't exist: the log refuses a second creation.
func (c receiveMessage) Decide(message) ([]events.Event, error) {
	return []events.Event{events.MessageReceived{
		MessageID: c.id, Name: c.in.Name, Email: c.in.Email, Subject: c.in.Subject, Message: c.in.Message, At: c.at,
	}}, nil
}

// readMessage marks a message as read.
type readMessage struct {
	id events.MessageID
	at time.Time
}

func (c readMessage) Decide(s message) ([]events.Event, error) {
	switch {
	case !s.exists || s.deleted:
		return nil, commands.Missing("Message")
	case s.read:
		return nil, nil
	}
	return []events.Event{events.MessageRead{MessageID: c.id, At: c.at}}, nil
}

// deleteMessage deletes a message. If the stream of a deleted message still exists, its erasure was interrupted; it needs no
// second event.
type deleteMessage struct {
	id events.MessageID
	at time.Time
}

func (c deleteMessage) Decide(s message) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, commands.Missing("Message")
	case s.deleted:
		return nil, nil
	}
	return []events.Event{events.MessageDeleted{MessageID: c.id, At: c.at}}, nil
}

// ReceiveMessage records a visitor's message. Errors: Invalid, Unavailable.
func (h *Handler) ReceiveMessage(ctx context.Context, by commands.Caller, in MessageInput) (commands.Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return commands.Result{}, commands.Refuse(errs...)
	}
	by.IdempotencyKey = "" // visitors have no account that a key could belong to
	ids, err := h.Reserve(ctx, by, messageKind, 1)
	if err != nil {
		return commands.Result{}, err
	}
	id := events.MessageID(ids[0])
	evs, err := receiveMessage{id: id, in: in, at: h.At(by)}.Decide(message{})
	if err != nil {
		return commands.Result{}, err
	}
	result, err := h.Create(ctx, by, id.Stream(), evs...)
	result.ID = int64(id)
	return result, err
}

// ReadMessage marks a message as read. Errors: NotFound, Unavailable.
func (h *Handler) ReadMessage(ctx context.Context, by commands.Caller, id events.MessageID) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("Message")
	}
	result, err := commands.Execute(ctx, h.Executor, by, id.Stream(), nil, readMessage{id: id, at: h.At(by)})
	result.ID = int64(id)
	return result, err
}

// DeleteMessage records that a message is deleted and then deletes its stream with everything that
// was in it. Errors: NotFound, Unavailable; after the latter it can be called again, or FinishErasures
// does the rest.
func (h *Handler) DeleteMessage(ctx context.Context, by commands.Caller, id events.MessageID) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("Message")
	}
	result, err := commands.Execute(ctx, h.Executor, by, id.Stream(), nil, deleteMessage{id: id, at: h.At(by)})
	if err != nil {
		return commands.Result{}, err
	}
	result.ID = int64(id)
	return result, commands.Typed(h.Log.DeleteStream(ctx, id.Stream(), events.Any))
}

// Finish finishes what a crash interrupted in the stream of a message, a subscriber or an erasure. It does nothing in other streams.
func (h *Handler) Finish(ctx context.Context, stream string) error {
	if id, ok := events.Number(stream, events.MessagePrefix); ok {
		return h.finishMessage(ctx, events.MessageID(id))
	}
	if id, ok := events.Number(stream, events.SubscriberPrefix); ok {
		return h.finishSubscriber(ctx, events.SubscriberID(id))
	}
	if id, ok := idOf(stream, events.ErasurePrefix); ok {
		return h.finishErasureStream(ctx, id)
	}
	return nil
}

func (h *Handler) finishMessage(ctx context.Context, id events.MessageID) error {
	var l commands.Loaded[message]
	if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil || !l.State.deleted {
		return err
	}
	return h.Log.DeleteStream(ctx, id.Stream(), events.Any)
}

const messageKind = "message" // whose ids are reserved together
