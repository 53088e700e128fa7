// Inbox: contact messages and newsletter subscribers, for the admin. Personal data: what is
// deleted is gone from the file's rows with the event that says so.

package projections

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"candor/events"
)

// InboxVersion is the version of what Inbox makes of the log.
//
//	1: first
const InboxVersion = 1

// metadataOf turns the name of a stream, or its prefix, into that of its metadata stream.
const metadataOf = "$$"

var inboxBlueprint = blueprint{
	name:     "inbox",
	version:  InboxVersion,
	prefixes: []string{events.MessagePrefix, events.SubscriberPrefix, metadataOf + events.MessagePrefix, metadataOf + events.SubscriberPrefix},
	lazy:     25 * time.Millisecond,
	make:     func() readModel { return &inbox{unerased: map[string]bool{}} },
}

// Inbox answers with contact messages and subscribers.
type Inbox struct{ facade[*inbox] }

// inbox is one generation's inbox. Buckets, numbers inverted so that ascending is newest first:
//
//	message      ^00…05 (id) → JSON of Message
//	subscriber   ^00…04 (id) → JSON of Subscriber
//	unerased     "message-5" → nothing: deleted, but its stream still stands
type inbox struct {
	answers listCache[string] // by bucket
	touched []string          // buckets changed by the batch

	mu       sync.Mutex
	unerased map[string]bool
	erasures map[string]bool // changes of the batch: true for one more, false for one less
}

// erased is the fact that a stream was deleted: its metadata says that all of it is cut off, or
// it is tombstoned.
type erased struct{ stream string }

// MessagesAnswer returns all messages, newest first.
func (i *Inbox) MessagesAnswer() (*Answer, error) { return i.all("message") }

// SubscribersAnswer returns all subscribers, newest first.
func (i *Inbox) SubscribersAnswer() (*Answer, error) { return i.all("subscriber") }

func (i *Inbox) all(kind string) (*Answer, error) {
	m, err := i.now()
	if err != nil {
		return nil, err
	}
	a, epoch := m.answers.get(kind)
	if a != nil {
		return a, nil
	}
	err = i.read(func(_ *inbox, t *txn) error {
		var out bytes.Buffer
		total := 0
		t.bucket(kind).scan(nil, nil, func(_, payload []byte) bool {
			if total > 0 {
				out.WriteByte(',')
			}
			out.Write(payload)
			total++
			return true
		})
		a = listAnswer(slices.Concat([]byte("["), out.Bytes(), []byte("]")), total, time.Time{})
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.answers.keep(epoch, kind, a, nil)
	return a, nil
}

// MessageAnswer returns one message. Its error is ErrNotFound or ErrNotReady.
func (i *Inbox) MessageAnswer(id int64) (*Answer, error) {
	var a *Answer
	err := i.read(func(_ *inbox, t *txn) error {
		stored := t.bucket("message").get(number(^id))
		if stored == nil {
			return ErrNotFound
		}
		var m Message
		if err := json.Unmarshal(stored, &m); err != nil {
			return err
		}
		a = entityAnswer(bytes.Clone(stored), m.Revision, m.CreatedAt)
		return nil
	})
	return a, err
}

// Unerased lists the streams of deleted messages and subscribers whose own deletion has not been
// seen, as after a crash between the two. In order of their names.
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
	if r.Type == "$streamDeleted" {
		return strings.TrimPrefix(r.Stream, metadataOf), true, true
	}
	stream, handled = strings.CutPrefix(r.Stream, metadataOf)
	if !handled {
		return "", false, false
	}
	var m struct {
		TruncateBefore uint64 `json:"$tb"`
	}
	err := json.Unmarshal(r.Data, &m)
	return stream, err == nil && m.TruncateBefore == math.MaxInt64, true
}

func (i *inbox) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case events.MessageReceived:
		i.store(t, "message", int64(e.MessageID), Message{ID: int64(e.MessageID), Name: e.Name, Email: e.Email, Subject: e.Subject,
			Message: e.Message, CreatedAt: e.At.UTC(), Revision: f.revision})
	case events.MessageRead:
		rows := t.bucket("message")
		var m Message
		if stored := rows.get(number(^int64(e.MessageID))); stored == nil || json.Unmarshal(stored, &m) != nil {
			return false
		}
		m.IsRead, m.Revision = true, f.revision
		i.store(t, "message", m.ID, m)
	case events.MessageDeleted:
		i.remove(t, "message", int64(e.MessageID))
		i.expectErasure(t, f.stream)
	case events.NewsletterSubscribed:
		i.store(t, "subscriber", int64(e.SubscriberID), Subscriber{ID: int64(e.SubscriberID), Email: e.Email, IsActive: true, CreatedAt: e.At.UTC(), Revision: f.revision})
		i.erasureSeen(t, f.stream) // back again: nothing to finish
	case events.NewsletterUnsubscribed:
		i.remove(t, "subscriber", int64(e.SubscriberID))
		i.expectErasure(t, f.stream)
	case erased:
		if id, ok := events.Number(e.stream, events.MessagePrefix); ok {
			i.remove(t, "message", id)
		}
		if id, ok := events.Number(e.stream, events.SubscriberPrefix); ok {
			i.remove(t, "subscriber", id)
		}
		i.erasureSeen(t, e.stream)
	default:
		return false
	}
	return true
}

func (i *inbox) store(t *txn, kind string, id int64, v any) {
	t.bucket(kind).put(number(^id), encode(v))
	i.touched = append(i.touched, kind)
}

func (i *inbox) remove(t *txn, kind string, id int64) {
	t.bucket(kind).delete(number(^id))
	i.touched = append(i.touched, kind)
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
	touched := i.touched
	i.touched = nil
	if len(touched) > 0 {
		i.answers.drop(func(kind string, _ []int64) bool { return slices.Contains(touched, kind) })
	}
}

func (i *inbox) cached() cacheStats { return i.answers.stats() }
