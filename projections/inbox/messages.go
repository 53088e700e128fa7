// Messages: pages of the inbox, by whether they were read, and searches in them.

package inbox

import (
	"bytes"
	"strings"
	"time"

	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/projector"
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

// inboxQuery is a list's query in normal form: equal queries have equal answers.
type inboxQuery struct {
	bucket        string // what is listed: rows, or an index of messages
	search        string // folded
	limit, offset int
}

func (q MessageQuery) normal() inboxQuery {
	n := inboxQuery{bucket: messageRows, search: characters.Bare(strings.TrimSpace(q.Search)),
		limit: max(0, q.Limit), offset: max(0, q.Offset)}
	if q.Read != nil {
		n.bucket = messageUnread
		if *q.Read {
			n.bucket = messageRead
		}
	}
	return n
}

// ofMessages reports whether the query asks for messages.
func (q inboxQuery) ofMessages() bool { return q.bucket != subscriberRows }

// MessagesAnswer returns the messages that q chooses, newest first. Its error is ErrNotReady.
func (i *Reader) MessagesAnswer(q MessageQuery) (*answers.Answer, error) { return i.list(q.normal()) }

// MessageCounts returns how many messages are unread and how many are read. Its error is ErrNotReady.
func (i *Reader) MessageCounts() (unread, read int, err error) {
	err = i.Read(func(_ *inbox, t *projector.Tx) error {
		counts := t.Bucket(messageCounts)
		unread, read = int(counts.Counted([]byte(messageUnread))), int(counts.Counted([]byte(messageRead)))
		return nil
	})
	return unread, read, err
}

// chosen returns the keys of the messages that q chooses, and their number before limit and offset.
func (q inboxQuery) chosen(t *projector.Tx) (keys [][]byte, total int) {
	if q.search == "" {
		counts := t.Bucket(messageCounts)
		for _, index := range []string{messageUnread, messageRead} {
			if q.bucket == messageRows || q.bucket == index {
				total += int(counts.Counted([]byte(index)))
			}
		}
		rows := t.Bucket(q.bucket)
		if from := rows.Skip(nil, q.offset); from != nil {
			rows.Scan(nil, bytes.Clone(from), func(key, _ []byte) bool {
				keys = append(keys, bytes.Clone(key))
				return q.limit == 0 || len(keys) < q.limit
			})
		}
		return keys, total
	}
	if strings.Contains(q.search, "\x00") { // no text contains one, see messageText
		return nil, 0
	}
	term, texts := []byte(q.search), t.Bucket(messageTexts)
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
		texts.Scan(nil, nil, match)
	} else {
		t.Bucket(q.bucket).Scan(nil, nil, func(key, _ []byte) bool { return match(key, texts.Get(key)) })
	}
	return keys, total
}

// list answers q, from the cache or by reading.
func (i *Reader) list(q inboxQuery) (*answers.Answer, error) {
	m, err := i.Model()
	if err != nil {
		return nil, err
	}
	return m.answers.Answer(q, false, func() (a *answers.Answer, _ []int64, err error) {
		if q.search != "" {
			defer answers.BeginSearch()()
		}
		err = i.Read(func(_ *inbox, t *projector.Tx) (err error) {
			a, err = q.read(t)
			return err
		})
		return a, nil, err
	})
}

// read reads the rows that q chooses. Its error is ErrListsFull.
func (q inboxQuery) read(t *projector.Tx) (*answers.Answer, error) {
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
		rows := t.Bucket(messageRows)
		for _, key := range keys {
			row := rows.Get(key)
			if row == nil {
				panic(projector.Damage("an index names a message that is not there"))
			}
			add(row)
		}
	} else {
		t.Bucket(q.bucket).Scan(nil, nil, func(_, payload []byte) bool {
			add(payload)
			total++
			return true
		})
	}
	out.WriteByte(']')
	return answers.NewCounted(bytes.Clone(out.Bytes()), total, time.Time{})
}

// messageText returns the text that searches look through. The separator keeps a match within one field.
func messageText(m Message) []byte {
	return []byte(strings.Join([]string{characters.Bare(m.Name), characters.Bare(m.Email),
		characters.Bare(m.Subject), characters.Bare(m.Message)},
		"\x00"))
}

func (q inboxQuery) touchedBy(messages, subscribers bool) bool {
	return messages && q.ofMessages() || subscribers && !q.ofMessages()
}

// receive stores a new message.
func (i *inbox) receive(t *projector.Tx, m Message) {
	i.forget(t, m.ID)
	key := projector.Number(^m.ID)
	t.Bucket(messageRows).Put(key, projector.Encode(m))
	t.Bucket(messageTexts).Put(key, messageText(m))
	i.index(t, key, m.IsRead, 1)
}

// markRead moves a message to the read ones, and reports whether it exists.
func (i *inbox) markRead(t *projector.Tx, id int64, revision uint64) bool {
	key := projector.Number(^id)
	m, ok := messageAt(t, key)
	if !ok {
		return false
	}
	i.index(t, key, m.IsRead, -1)
	m.IsRead, m.Revision = true, revision
	t.Bucket(messageRows).Put(key, projector.Encode(m))
	i.index(t, key, true, 1)
	return true
}

// forget removes a message with its text and index entries.
func (i *inbox) forget(t *projector.Tx, id int64) {
	key := projector.Number(^id)
	m, ok := messageAt(t, key)
	if !ok {
		return
	}
	t.Bucket(messageRows).Delete(key)
	t.Bucket(messageTexts).Delete(key)
	i.index(t, key, m.IsRead, -1)
}

// index adds a message to the index of read or unread ones, or removes it if n is -1.
func (i *inbox) index(t *projector.Tx, key []byte, read bool, n int64) {
	name := messageUnread
	if read {
		name = messageRead
	}
	if n > 0 {
		t.Bucket(name).Put(key, nil)
	} else {
		t.Bucket(name).Delete(key)
	}
	t.Bucket(messageCounts).Count([]byte(name), n)
	i.messagesTouched = true
}
