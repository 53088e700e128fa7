// How old messages are, for their retention.

package inbox

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// MessagesBefore lists up to limit messages that came before a time, the oldest first. Its error is ErrNotReady.
func (i *Reader) MessagesBefore(at time.Time, limit int) (ids []events.MessageID, err error) {
	err = i.messages(func(m Message) {
		if m.CreatedAt.Before(at) {
			ids = append(ids, events.MessageID(m.ID))
		}
	})
	slices.Sort(ids)
	return ids[:min(limit, len(ids))], err
}

// CountMessages returns how many messages came before a time, and when the oldest of all came: zero if there is none. Its error is
// ErrNotReady.
func (i *Reader) CountMessages(before time.Time) (count int64, oldest time.Time, err error) {
	err = i.messages(func(m Message) {
		if m.CreatedAt.Before(before) {
			count++
		}
		if oldest.IsZero() || m.CreatedAt.Before(oldest) {
			oldest = m.CreatedAt
		}
	})
	return count, oldest, err
}

// messages visits all messages.
func (i *Reader) messages(visit func(Message)) error {
	return i.Read(func(_ *inbox, t *projector.Tx) error {
		t.Bucket(messageRows).Scan(nil, nil, func(key, _ []byte) bool {
			if m, ok := messageAt(t, key); ok {
				visit(m)
			}
			return true
		})
		return nil
	})
}
