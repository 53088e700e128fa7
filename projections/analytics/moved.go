// Moved streams: a store to which a log was moved counts $maxAge from the move. So retention truncates what has expired since it was made.

package analytics

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/projector"
)

// movedAfter is the time between an event and its storing from which on the log counts as moved in between. Appends that have to wait, and
// clocks that differ, stay below it.
const movedAfter = 24 * time.Hour

// noteMoved stores that an event was made long before the log stored it. Bucket "moved":
//
//	00 00 51 2e (day) 00 07 9c 50 (hour) → revision of the last of the day's page views that were made in the hour, u64
//	00 00 51 2e (day) uuid               → revision of the visitor's event that was made on the day, u64
//
// Bucket "moved-visitor": uuid → the day.
func noteMoved(t *projector.Tx, e *projector.Event) {
	if e.Stored.Sub(e.Created) < movedAfter {
		return
	}
	made := hourOf(e.Created.UnixNano())
	if day, ok := dayOfStream(e.Stream); ok {
		t.Bucket("moved").Put(binary.BigEndian.AppendUint32(dayKey(day), made), projector.Number(e.Revision))
	} else if id, err := uuid.Parse(strings.TrimPrefix(e.Stream, events.VisitorPrefix)); err == nil {
		t.Bucket("moved").Put(dayPerson(made/hoursInDay, id), projector.Number(e.Revision))
		t.Bucket("moved-visitor").Put(id[:], dayKey(made/hoursInDay))
	}
}

// forgetMoved removes what noteMoved has stored of a stream's events with revisions below one: they are deleted.
func forgetMoved(t *projector.Tx, stream string, before uint64) {
	moved := t.Bucket("moved")
	if day, ok := dayOfStream(stream); ok {
		var keys [][]byte
		moved.Scan(dayKey(day), nil, func(key, revision []byte) bool {
			if len(key) == 2*len(dayKey(0)) && projector.ParseNumber(revision) < before {
				keys = append(keys, append([]byte(nil), key...))
			}
			return true
		})
		for _, key := range keys {
			moved.Delete(key)
		}
		return
	}
	id, err := uuid.Parse(strings.TrimPrefix(stream, events.VisitorPrefix))
	if err != nil {
		return
	}
	if day := t.Bucket("moved-visitor").Get(id[:]); day != nil {
		moved.Delete(dayPerson(binary.BigEndian.Uint32(day), id))
		t.Bucket("moved-visitor").Delete(id[:])
	}
}

// dayOfStream returns the day of a stream of page views; false for another stream.
func dayOfStream(stream string) (day uint32, ok bool) {
	text, ok := strings.CutPrefix(stream, events.PageViewPrefix)
	at, err := time.Parse(time.DateOnly, text)
	return dayOf(at), ok && err == nil && at.Unix() >= 0
}

// Expired lists up to limit streams of a moved log with events that were made before a time, and which of their events those are. Visitors
// appear when the whole day is over. Its error is ErrNotReady.
func (a *Reader) Expired(before time.Time, limit int) (expired []events.Deletion, err error) {
	hour := hourOf(before.UnixNano())
	err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) error {
		expired = nil
		t.Bucket("moved").Scan(nil, []byte{}, func(key, revision []byte) bool {
			day, last := binary.BigEndian.Uint32(key), len(expired)-1
			one := events.Deletion{Stream: streamOf(key), Before: projector.ParseNumber(revision) + 1}
			switch {
			case day >= hour/hoursInDay:
				return false
			// made later, as views come up to a week late
			case len(key) == 2*len(dayKey(0)) && binary.BigEndian.Uint32(key[len(dayKey(0)):]) >= hour:
			case last >= 0 && expired[last].Stream == one.Stream:
				expired[last] = one // of a later hour
			case len(expired) == limit:
				return false
			default:
				expired = append(expired, one)
			}
			return true
		})
		return nil
	})
	return expired, err
}
