// Contact messages: the aggregate and its commands. A message's stream holds personal data, so
// deleting the message deletes the stream.

package commands

import (
	"context"
	"strings"
	"time"

	"candor/events"
)

// message is the state of one contact message.
type message struct{ exists, read, deleted bool }

func (s message) evolve(e events.Event) message {
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

// decide expects a stream that doesn't exist: the log refuses a second creation.
func (c receiveMessage) decide(message) ([]events.Event, error) {
	return []events.Event{events.MessageReceived{
		MessageID: c.id, Name: c.in.Name, Email: c.in.Email, Subject: c.in.Subject, Message: c.in.Message, At: c.at,
	}}, nil
}

// readMessage marks a message as read.
type readMessage struct {
	id events.MessageID
	at time.Time
}

func (c readMessage) decide(s message) ([]events.Event, error) {
	switch {
	case !s.exists || s.deleted:
		return nil, notFound("Message")
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

func (c deleteMessage) decide(s message) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, notFound("Message")
	case s.deleted:
		return nil, nil
	}
	return []events.Event{events.MessageDeleted{MessageID: c.id, At: c.at}}, nil
}

// ReceiveMessage records a visitor's message. Errors: Invalid, Unavailable.
func (h *Handler) ReceiveMessage(ctx context.Context, by Caller, in MessageInput) (Result, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return Result{}, invalid(errs...)
	}
	by.IdempotencyKey = "" // visitors have no account that a key could belong to
	ids, err := h.reserve(ctx, by, messageKind, 1)
	if err != nil {
		return Result{}, err
	}
	id := events.MessageID(ids[0])
	evs, err := receiveMessage{id: id, in: in, at: h.at(by)}.decide(message{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.create(ctx, by, id.Stream(), evs...)
	result.ID = int64(id)
	return result, err
}

// ReadMessage marks a message as read. Errors: NotFound, Unavailable.
func (h *Handler) ReadMessage(ctx context.Context, by Caller, id events.MessageID) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Message")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), nil, readMessage{id: id, at: h.at(by)})
	result.ID = int64(id)
	return result, err
}

// DeleteMessage records that a message is deleted and then deletes its stream with everything that
// was in it. Errors: NotFound, Unavailable; after the latter it can be called again, or FinishErasures
// does the rest.
func (h *Handler) DeleteMessage(ctx context.Context, by Caller, id events.MessageID) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Message")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), nil, deleteMessage{id: id, at: h.at(by)})
	if err != nil {
		return Result{}, err
	}
	result.ID = int64(id)
	return result, typed(h.log.DeleteStream(ctx, id.Stream(), events.Any))
}

// FinishErasures finishes what a crash interrupted: it deletes the streams of messages, authors and subscribers whose last event says that they
// are deleted, those of drafts that have ended, and the bytes of pictures that were removed, and resumes erasures of persons. Streams that are in use are left alone. It
// continues after an error and returns the first.
func (h *Handler) FinishErasures(ctx context.Context, streams []string) error {
	var first error
	for _, stream := range streams {
		var err error
		if id, ok := events.Number(stream, events.MessagePrefix); ok {
			err = h.finishMessage(ctx, events.MessageID(id))
		} else if id, ok := events.Number(stream, events.SubscriberPrefix); ok {
			err = h.finishSubscriber(ctx, events.SubscriberID(id))
		} else if id, ok := events.Number(stream, events.AuthorPrefix); ok {
			err = h.finishAuthor(ctx, events.AuthorID(id))
		} else if id, ok := idOf(stream, events.ErasurePrefix); ok {
			err = h.finishErasureStream(ctx, id)
		} else if id, ok := events.DraftIn(stream); ok {
			err = h.finishDraft(ctx, systemCaller(stream), id)
		} else if sha256, ok := strings.CutPrefix(stream, events.PicturePrefix); ok {
			err = h.finishRemoval(ctx, sha256)
		}
		if err != nil && first == nil {
			first = typed(err)
		}
	}
	return first
}

func (h *Handler) finishMessage(ctx context.Context, id events.MessageID) error {
	var l loaded[message]
	if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil || !l.state.deleted {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any)
}

const messageKind = "message" // whose ids are reserved together
