// Package inbox answers with contact messages and newsletter subscribers, for the admin. They are personal data: the event of a
// deletion removes them from the file's rows.
package inbox

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what Inbox makes of the log.
//
//	1: first
//	2: messages are indexed by whether they were read, counted and searched
//	3: unfinished erasures of persons
//	4: subscribers have taken their addresses, and are found by them
//	5: words are found whatever their accents
const Version = 5

// The buckets of subscribers.
const (
	subscriberRows   = "subscriber"
	subscriberNew    = "subscriber-new"
	subscriberEmails = "subscriber-email"
)

func init() { projector.Register("inbox", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version: Version,
		Prefixes: []string{events.ErasurePrefix, events.MessagePrefix, events.SubscriberPrefix, events.SubscribersStream,
			events.MetadataPrefix + events.MessagePrefix, events.MetadataPrefix + events.SubscriberPrefix},
		CommitDelay: 25 * time.Millisecond,
		Personal:    true,
		New:         func() projector.Model { return &inbox{unerased: map[string]bool{}} },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*inbox](p)} }}
}

// Reader answers with contact messages and subscribers.
type Reader struct{ projector.View[*inbox] }

// inbox is one generation's inbox. Buckets, with numbers inverted so that the newest comes first:
//
//	message          ^00…05 (id) → JSON of Message
//	message-text     ^00…05 (id) → the text that searches look through
//	message-unread   ^00…05 (id) → nothing; message-read likewise
//	message-count    "message-unread", "message-read" → how many
//	subscriber       ^00…04 (id) → JSON of Subscriber
//	subscriber-new   ^00…04 (id) → JSON of Subscriber, until they take their address
//	subscriber-email "=bo@example.com" (address as events.NormalEmail returns it) → 00…04 (id of the subscriber who has taken it)
//	unerased         "message-5" → nothing: deleted, but its stream isn't yet; "subscriber-4": that, or the address isn't taken yet;
//	                 "erasure-…": begun, but not finished
type inbox struct {
	answers                             answers.SharedLists[inboxQuery]
	messagesTouched, subscribersTouched bool // by the batch

	mu       sync.Mutex
	unerased map[string]bool
	erasures map[string]bool // changes of the batch: true for an added one, false for a removed one
}

// SubscribersAnswer returns all subscribers, newest first.
func (i *Reader) SubscribersAnswer() (*answers.Answer, error) {
	return i.list(inboxQuery{bucket: subscriberRows})
}

// SubscriberOf returns the subscriber with an address (in the form of events.NormalEmail), 0 if there is none, as soon as the model
// has applied the events up to a position. Errors: ctx's, ErrNotReady.
func (i *Reader) SubscriberOf(ctx context.Context, email string, upTo events.Position) (id events.SubscriberID, err error) {
	if err := i.WaitFor(ctx, upTo); err != nil {
		return 0, err
	}
	err = i.ReadCurrent(func(_ *inbox, t *projector.Tx) error {
		if stored := t.Bucket(subscriberEmails).Get(projector.BoundedKey(email)); stored != nil {
			id = events.SubscriberID(projector.ParseNumber(stored))
		}
		return nil
	})
	return id, err
}

// MessageAnswer returns one message. Its error is ErrNotFound or ErrNotReady.
func (i *Reader) MessageAnswer(id int64) (*answers.Answer, error) {
	var a *answers.Answer
	err := i.Read(func(_ *inbox, t *projector.Tx) error {
		key := projector.Number(^id)
		m, ok := messageAt(t, key)
		if !ok {
			return projector.ErrNotFound
		}
		a = answers.NewEntity(bytes.Clone(t.Bucket(messageRows).Get(key)), m.Revision, m.CreatedAt)
		return nil
	})
	return a, err
}

// SenderOf returns the sender of a message (kind "message") or the subscriber ("subscriber"): "Bo <bo@example.com>". Its error is
// ErrNotFound if they are erased, or ErrNotReady.
func (i *Reader) SenderOf(kind string, id int64) (sender string, err error) {
	err = i.Read(func(_ *inbox, t *projector.Tx) error {
		key := projector.Number(^id)
		if m, ok := messageAt(t, key); ok && kind == "message" {
			sender = m.Name + " <" + m.Email + ">"
			return nil
		}
		stored := t.Bucket(subscriberRows).Get(key)
		if stored == nil || kind != "subscriber" {
			return projector.ErrNotFound
		}
		sender = readSubscriber(stored).Email
		return nil
	})
	return sender, err
}

// messageAt reads a message's row.
func messageAt(t *projector.Tx, key []byte) (m Message, ok bool) {
	stored := t.Bucket(messageRows).Get(key)
	if stored == nil {
		return Message{}, false
	}
	if err := json.Unmarshal(stored, &m); err != nil {
		panic(projector.Damage("a message is no JSON"))
	}
	return m, true
}

// Unerased lists, in the order of their names, the streams of deleted messages and subscribers that are still there, as after a crash
// between the two deletions, those of subscribers who have not taken their addresses, and those of unfinished erasures.
func (i *Reader) Unerased() []string {
	m, err := i.Model()
	if err != nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.unerased))
}

func (i *inbox) Load(t *projector.Tx) error {
	t.Bucket("unerased").Scan(nil, nil, func(key, _ []byte) bool {
		i.unerased[string(key)] = true
		return true
	})
	return nil
}

func (i *inbox) Decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := projector.ReadErasure(r); handled {
		if !ok {
			return nil, nil
		}
		return projector.Erased{Stream: stream}, nil
	}
	return r.Decode()
}

func (i *inbox) Apply(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case events.MessageReceived:
		i.receive(t, Message{ID: int64(e.MessageID), Name: e.Name, Email: e.Email, Subject: e.Subject,
			Message: e.Message, CreatedAt: e.At.UTC(), Revision: event.Revision})
	case events.MessageRead:
		return i.markRead(t, int64(e.MessageID), event.Revision)
	case events.MessageDeleted:
		i.forget(t, int64(e.MessageID))
		i.expectErasure(t, event.Stream)
	case events.NewsletterSubscribed:
		s := Subscriber{ID: int64(e.SubscriberID), Email: e.Email, IsActive: true, CreatedAt: e.At.UTC(), Revision: event.Revision}
		t.Bucket(subscriberNew).Put(projector.Number(^s.ID), projector.Encode(s))
		i.expectErasure(t, event.Stream)
	case events.EmailTaken:
		return i.join(t, e.SubscriberID)
	case events.EmailFreed:
		i.leave(t, int64(e.SubscriberID))
	case events.NewsletterUnsubscribed:
		i.leave(t, int64(e.SubscriberID))
		i.expectErasure(t, event.Stream)
	case events.SubscriptionUnchanged:
		i.touchSubscribers(t)
		if event.Stream == events.UnknownSubscriptionStream {
			i.expectErasure(t, event.Stream)
		}
	case events.ErasureBegun:
		i.expectErasure(t, event.Stream)
	case events.PersonErased:
		i.erasureSeen(t, event.Stream)
	case projector.Erased:
		if id, ok := events.Number(e.Stream, events.MessagePrefix); ok {
			i.forget(t, id)
		}
		if id, ok := events.Number(e.Stream, events.SubscriberPrefix); ok {
			i.leave(t, id)
		}
		i.erasureSeen(t, e.Stream)
	default:
		return false
	}
	return true
}

// join makes a subscriber of somebody who has taken their address.
func (i *inbox) join(t *projector.Tx, id events.SubscriberID) bool {
	key := projector.Number(^int64(id))
	row := bytes.Clone(t.Bucket(subscriberNew).Get(key))
	if row == nil {
		return false
	}
	t.Bucket(subscriberNew).Delete(key)
	t.Bucket(subscriberRows).Put(key, row)
	t.Bucket(subscriberEmails).Put(emailKey(row), projector.Number(int64(id)))
	i.erasureSeen(t, id.Stream())
	i.subscribersTouched = true
	return true
}

func readSubscriber(row []byte) (s Subscriber) {
	if err := json.Unmarshal(row, &s); err != nil {
		panic(projector.Damage("a subscriber is no JSON"))
	}
	return s
}

// emailKey returns the key of a subscriber's address.
func emailKey(row []byte) []byte {
	return projector.BoundedKey(events.NormalEmail(readSubscriber(row).Email))
}

// touchSubscribers writes about as much as join and leave do, and changes nothing: the answer to a request that changed nothing waits for
// it, and must not come sooner than others.
func (i *inbox) touchSubscribers(t *projector.Tx) {
	var key, row []byte
	t.Bucket(subscriberRows).Scan(nil, nil, func(newest, stored []byte) bool {
		key, row = bytes.Clone(newest), bytes.Clone(stored)
		return false
	})
	if key != nil {
		t.Bucket(subscriberNew).Put(key, row)
		t.Bucket(subscriberNew).Delete(key)
		t.Bucket(subscriberRows).Put(key, row)
		if owner := bytes.Clone(t.Bucket(subscriberEmails).Get(emailKey(row))); owner != nil {
			t.Bucket(subscriberEmails).Put(emailKey(row), owner)
		}
		t.Bucket("unerased").Put(key, nil)
		t.Bucket("unerased").Delete(key)
	}
	i.subscribersTouched = true
}

func (i *inbox) leave(t *projector.Tx, id int64) {
	key := projector.Number(^id)
	t.Bucket(subscriberNew).Delete(key)
	if row := t.Bucket(subscriberRows).Get(key); row != nil {
		emails, email := t.Bucket(subscriberEmails), emailKey(row)
		if owner := emails.Get(email); owner != nil && int64(projector.ParseNumber(owner)) == id {
			emails.Delete(email)
		}
		t.Bucket(subscriberRows).Delete(key)
	}
	i.subscribersTouched = true
}

func (i *inbox) expectErasure(t *projector.Tx, stream string) {
	t.Bucket("unerased").Put([]byte(stream), nil)
	i.noteErasure(stream, true)
}

func (i *inbox) erasureSeen(t *projector.Tx, stream string) {
	t.Bucket("unerased").Delete([]byte(stream))
	i.noteErasure(stream, false)
}

func (i *inbox) noteErasure(stream string, awaited bool) {
	if i.erasures == nil {
		i.erasures = map[string]bool{}
	}
	i.erasures[stream] = awaited
}

func (i *inbox) Flush(*projector.Tx) {}

func (i *inbox) Committed() {
	i.mu.Lock()
	for stream, awaited := range i.erasures {
		if awaited {
			i.unerased[stream] = true
		} else {
			delete(i.unerased, stream)
		}
	}
	i.erasures = nil
	i.mu.Unlock()
	messages, subscribers := i.messagesTouched, i.subscribersTouched
	i.messagesTouched, i.subscribersTouched = false, false
	if messages || subscribers {
		i.answers.Drop(func(q inboxQuery, _ []int64) bool { return q.touchedBy(messages, subscribers) })
	}
}

// Discard drops the cached answers: nobody queries this generation any more, and they take memory from others.
func (i *inbox) Discard() { i.answers.Close() }

func (i *inbox) CacheStats() projector.CacheStats { return i.answers.Stats() }
