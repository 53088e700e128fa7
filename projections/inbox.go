// Inbox: contact messages and newsletter subscribers, for the admin. Personal data: what is
// deleted is gone from the file's rows with the event that says so.

package projections

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"candor/events"
)

// InboxVersion is the version of what Inbox makes of the log.
//
//	1: first
//	2: messages are indexed by whether they were read, counted and searched
//	3: erasures of persons that are not finished
const InboxVersion = 3

// metadataOf turns the name of a stream, or its prefix, into that of its metadata stream.
const metadataOf = events.MetadataPrefix

const subscriberRows = "subscriber"

var inboxBlueprint = register(blueprint{
	name:     "inbox",
	version:  InboxVersion,
	prefixes: []string{events.ErasurePrefix, events.MessagePrefix, events.SubscriberPrefix, metadataOf + events.MessagePrefix, metadataOf + events.SubscriberPrefix},
	lazy:     25 * time.Millisecond,
	personal: true,
	make:     func() readModel { return &inbox{unerased: map[string]bool{}} },
})

// Inbox answers with contact messages and subscribers.
type Inbox struct{ facade[*inbox] }

// inbox is one generation's inbox. Buckets, numbers inverted so that ascending is newest first:
//
//	message          ^00…05 (id) → JSON of Message
//	message-text     ^00…05 (id) → what a search looks through
//	message-unread   ^00…05 (id) → nothing; message-read likewise
//	message-count    "message-unread", "message-read" → how many
//	subscriber       ^00…04 (id) → JSON of Subscriber
//	unerased         "message-5" → nothing: deleted, but its stream still stands; "erasure-…": begun, but not finished
type inbox struct {
	answers                             listCache[inboxQuery]
	messagesTouched, subscribersTouched bool // by the batch

	mu       sync.Mutex
	unerased map[string]bool
	erasures map[string]bool // changes of the batch: true for one more, false for one less
}

// erased is the fact that a stream was deleted: its metadata says that all of it is cut off, or
// it is tombstoned.
type erased struct{ stream string }

// SubscribersAnswer returns all subscribers, newest first.
func (i *Inbox) SubscribersAnswer() (*Answer, error) {
	return i.list(inboxQuery{bucket: subscriberRows})
}

// HasSubscribers reports whether anybody subscribes; false while that is not known.
func (i *Inbox) HasSubscribers() (any bool) {
	err := i.read(func(_ *inbox, t *txn) error {
		t.bucket(subscriberRows).scan(nil, nil, func(_, _ []byte) bool {
			any = true
			return false
		})
		return nil
	})
	return err == nil && any
}

// MessageAnswer returns one message. Its error is ErrNotFound or ErrNotReady.
func (i *Inbox) MessageAnswer(id int64) (*Answer, error) {
	var a *Answer
	err := i.read(func(_ *inbox, t *txn) error {
		key := number(^id)
		m, ok := messageAt(t, key)
		if !ok {
			return ErrNotFound
		}
		a = entityAnswer(bytes.Clone(t.bucket(messageRows).get(key)), m.Revision, m.CreatedAt)
		return nil
	})
	return a, err
}

// SenderOf says who sent a message ("message"), or who subscribes ("subscriber"): "Bo <bo@example.com>". Its error is
// ErrNotFound when that is erased, or ErrNotReady.
func (i *Inbox) SenderOf(kind string, id int64) (sender string, err error) {
	err = i.read(func(_ *inbox, t *txn) error {
		key := number(^id)
		if m, ok := messageAt(t, key); ok && kind == "message" {
			sender = m.Name + " <" + m.Email + ">"
			return nil
		}
		stored := t.bucket(subscriberRows).get(key)
		if stored == nil || kind != "subscriber" {
			return ErrNotFound
		}
		var s Subscriber
		if err := json.Unmarshal(stored, &s); err != nil {
			panic(damage{"a subscriber is no JSON"})
		}
		sender = s.Email
		return nil
	})
	return sender, err
}

// messageAt reads a message's row.
func messageAt(t *txn, key []byte) (m Message, ok bool) {
	stored := t.bucket(messageRows).get(key)
	if stored == nil {
		return Message{}, false
	}
	if err := json.Unmarshal(stored, &m); err != nil {
		panic(damage{"a message is no JSON"})
	}
	return m, true
}

// Unerased lists the streams of deleted messages and subscribers whose own deletion has not been
// seen, as after a crash between the two, and those of erasures that were begun and not finished. In order of their names.
func (i *Inbox) Unerased() []string {
	m, err := i.now()
	if err != nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.unerased))
}

func (i *inbox) load(t *txn) error {
	t.bucket("unerased").scan(nil, nil, func(key, _ []byte) bool {
		i.unerased[string(key)] = true
		return true
	})
	return nil
}

func (i *inbox) decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := erasure(r); handled {
		if !ok {
			return nil, nil
		}
		return erased{stream}, nil
	}
	return r.Decode()
}

// erasure looks at the events that the log itself writes. handled: r is one of them; ok: it
// deletes the returned stream.
func erasure(r *events.Recorded) (stream string, ok, handled bool) {
	d, handled := events.ReadDeletion(*r)
	return d.Stream, d.Whole(), handled
}

func (i *inbox) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case events.MessageReceived:
		i.receive(t, Message{ID: int64(e.MessageID), Name: e.Name, Email: e.Email, Subject: e.Subject,
			Message: e.Message, CreatedAt: e.At.UTC(), Revision: f.revision})
	case events.MessageRead:
		return i.markRead(t, int64(e.MessageID), f.revision)
	case events.MessageDeleted:
		i.forget(t, int64(e.MessageID))
		i.expectErasure(t, f.stream)
	case events.NewsletterSubscribed:
		i.join(t, Subscriber{ID: int64(e.SubscriberID), Email: e.Email, IsActive: true, CreatedAt: e.At.UTC(), Revision: f.revision})
		i.erasureSeen(t, f.stream) // back again: nothing to finish
	case events.NewsletterUnsubscribed:
		i.leave(t, int64(e.SubscriberID))
		i.expectErasure(t, f.stream)
	case events.ErasureBegun:
		i.expectErasure(t, f.stream)
	case events.PersonErased:
		i.erasureSeen(t, f.stream)
	case erased:
		if id, ok := events.Number(e.stream, events.MessagePrefix); ok {
			i.forget(t, id)
		}
		if id, ok := events.Number(e.stream, events.SubscriberPrefix); ok {
			i.leave(t, id)
		}
		i.erasureSeen(t, e.stream)
	default:
		return false
	}
	return true
}

func (i *inbox) join(t *txn, s Subscriber) {
	t.bucket(subscriberRows).put(number(^s.ID), encode(s))
	i.subscribersTouched = true
}

func (i *inbox) leave(t *txn, id int64) {
	t.bucket(subscriberRows).delete(number(^id))
	i.subscribersTouched = true
}

func (i *inbox) expectErasure(t *txn, stream string) {
	t.bucket("unerased").put([]byte(stream), nil)
	i.noteErasure(stream, true)
}

func (i *inbox) erasureSeen(t *txn, stream string) {
	t.bucket("unerased").delete([]byte(stream))
	i.noteErasure(stream, false)
}

func (i *inbox) noteErasure(stream string, awaited bool) {
	if i.erasures == nil {
		i.erasures = map[string]bool{}
	}
	i.erasures[stream] = awaited
}

func (i *inbox) flush(*txn) {}

func (i *inbox) committed() {
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
		i.answers.drop(func(q inboxQuery, _ []int64) bool { return q.touchedBy(messages, subscribers) })
	}
}

func (i *inbox) cached() cacheStats { return i.answers.stats() }
