// Messages: pages of the inbox, by whether they were read, and searches in them.

package projections

import (
	"bytes"
	"strings"
	"time"
)

// The buckets of messages. Search looks through message-text; each message is in one of the two indexes.
const (
	messageRows   = "message"
	messageTexts  = "message-text"
	messageUnread = "message-unread"
	messageRead   = "message-read"
	messageCounts = "message-count"
)

// MessageQuery chooses messages, newest first.
type MessageQuery struct {
	Search        string // in name, email, subject and message, ignoring case; "" is all
	Read          *bool  // nil: read or not
	Limit, Offset int    // Limit 0: all
}

// inboxQuery is a list's query in its one form; equal queries have equal answers.
type inboxQuery struct {
	bucket        string // what is walked: rows, or an index of messages
	search        string // folded
	limit, offset int
}

func (q MessageQuery) normal() inboxQuery {
	n := inboxQuery{bucket: messageRows, search: fold(strings.TrimSpace(q.Search)), limit: max(0, q.Limit), offset: max(0, q.Offset)}
	if q.Read != nil {
		n.bucket = messageUnread
		if *q.Read {
			n.bucket = messageRead
		}
	}
	return n
}

// ofMessages says whether the query asks for messages.
func (q inboxQuery) ofMessages() bool { return q.bucket != subscriberRows }

// MessagesAnswer returns the messages that q chooses, newest first; the zero query is all of
// them. Its error is ErrNotReady.
func (i *Inbox) MessagesAnswer(q MessageQuery) (*Answer, error) { return i.list(q.normal()) }

// MessageCounts returns how many messages wait to be read, and how many were. Its error is ErrNotReady.
func (i *Inbox) MessageCounts() (unread, read int, err error) {
	err = i.read(func(_ *inbox, t *txn) error {
		counts := t.bucket(messageCounts)
		unread, read = int(counts.counted([]byte(messageUnread))), int(counts.counted([]byte(messageRead)))
		return nil
	})
	return unread, read, err
}

// chosen returns the keys of q's messages, and how many there are before limit and offset.
func (q inboxQuery) chosen(t *txn) (keys [][]byte, total int) {
	if q.search == "" {
		counts := t.bucket(messageCounts)
		for _, index := range []string{messageUnread, messageRead} {
			if q.bucket == messageRows || q.bucket == index {
				total += int(counts.counted([]byte(index)))
			}
		}
		rows := t.bucket(q.bucket)
		if from := rows.skip(nil, q.offset); from != nil {
			rows.scan(nil, bytes.Clone(from), func(key, _ []byte) bool {
				keys = append(keys, bytes.Clone(key))
				return q.limit == 0 || len(keys) < q.limit
			})
		}
		return keys, total
	}
	if strings.Contains(q.search, "\x00") { // no text holds one, see messageText
		return nil, 0
	}
	term, texts := []byte(q.search), t.bucket(messageTexts)
	match := func(key, text []byte) bool {
		if bytes.Contains(text, term) {
			total++
			if total > q.offset && (q.limit == 0 || len(keys) < q.limit) {
				keys = append(keys, bytes.Clone(key))
			}
		}
		return true
	}
	if q.bucket == messageRows {
		texts.scan(nil, nil, match)
	} else {
		t.bucket(q.bucket).scan(nil, nil, func(key, _ []byte) bool { return match(key, texts.get(key)) })
	}
	return keys, total
}

// list answers q, kept or made anew.
func (i *Inbox) list(q inboxQuery) (*Answer, error) {
	m, err := i.now()
	if err != nil {
		return nil, err
	}
	a, epoch := m.answers.get(q)
	if a != nil {
		return a, nil
	}
	if q.search != "" {
		searches <- struct{}{}
		defer func() { <-searches }()
	}
	err = i.read(func(_ *inbox, t *txn) error {
		var out bytes.Buffer
		out.WriteByte('[')
		add := func(payload []byte) {
			if out.Len() > 1 {
				out.WriteByte(',')
			}
			out.Write(payload)
		}
		total := 0
		if q.ofMessages() {
			var keys [][]byte
			keys, total = q.chosen(t)
			rows := t.bucket(messageRows)
			for _, key := range keys {
				row := rows.get(key)
				if row == nil {
					panic(damage{"an index names a message that is not there"})
				}
				add(row)
			}
		} else {
			t.bucket(q.bucket).scan(nil, nil, func(_, payload []byte) bool {
				add(payload)
				total++
				return true
			})
		}
		out.WriteByte(']')
		a = listAnswer(bytes.Clone(out.Bytes()), total, time.Time{})
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.answers.keep(epoch, q, a, nil)
	return a, nil
}

// messageText is what a search looks through. The separator keeps a match within one field.
func messageText(m Message) []byte {
	return []byte(strings.Join([]string{fold(m.Name), fold(m.Email), fold(m.Subject), fold(m.Message)}, "\x00"))
}

func (q inboxQuery) touchedBy(messages, subscribers bool) bool {
	return messages && q.ofMessages() || subscribers && !q.ofMessages()
}

// receive stores a message that was not there.
func (i *inbox) receive(t *txn, m Message) {
	i.forget(t, m.ID)
	key := number(^m.ID)
	t.bucket(messageRows).put(key, encode(m))
	t.bucket(messageTexts).put(key, messageText(m))
	i.index(t, key, m.IsRead, 1)
}

// markRead moves a message to the read ones, and reports whether it is there.
func (i *inbox) markRead(t *txn, id int64, revision uint64) bool {
	key := number(^id)
	m, ok := messageAt(t, key)
	if !ok {
		return false
	}
	i.index(t, key, m.IsRead, -1)
	m.IsRead, m.Revision = true, revision
	t.bucket(messageRows).put(key, encode(m))
	i.index(t, key, true, 1)
	return true
}

// forget takes a message out, all of it.
func (i *inbox) forget(t *txn, id int64) {
	key := number(^id)
	m, ok := messageAt(t, key)
	if !ok {
		return
	}
	t.bucket(messageRows).delete(key)
	t.bucket(messageTexts).delete(key)
	i.index(t, key, m.IsRead, -1)
}

// index puts a message into the index of read or unread ones, or with n = -1 takes it out.
func (i *inbox) index(t *txn, key []byte, read bool, n int64) {
	name := messageUnread
	if read {
		name = messageRead
	}
	if n > 0 {
		t.bucket(name).put(key, nil)
	} else {
		t.bucket(name).delete(key)
	}
	t.bucket(messageCounts).count([]byte(name), n)
	i.messagesTouched = true
}
