// Stream retention: how long the streams of page views and visitors are stored according to their metadata, so that retention finds those
// without $maxAge or with another one.

package analytics

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/projector"
)

// streamRetention says that the metadata of a stream was written. Bucket "kept":
//
//	00 00 51 2e (day) → $maxAge of the day's page views in seconds, u64; 0: for ever
//
// That of a visitor's stream is in bucket "met".
type streamRetention struct {
	stream  string
	seconds uint64 // $maxAge; 0: for ever
	before  uint64 // $tb: revisions below it are deleted
}

// readStreamRetention reads metadata. Invalid JSON counts as none, as in EventStoreDB.
func readStreamRetention(stream string, data []byte) streamRetention {
	var m struct {
		MaxAge uint64 `json:"$maxAge"`
		Before uint64 `json:"$tb"`
	}
	if json.Unmarshal(data, &m) != nil {
		m.MaxAge, m.Before = 0, 0
	}
	return streamRetention{stream, m.MaxAge, m.Before}
}

// note stores it. It returns false for an unknown visitor and for streams that are of no day.
func (k streamRetention) note(t *projector.Tx) bool {
	if k.before > 0 {
		forgetMoved(t, k.stream, k.before)
	}
	if day, ok := dayOfStream(k.stream); ok {
		t.Bucket("kept").Put(dayKey(day), projector.Number(k.seconds))
		return true
	}
	id, err := uuid.Parse(strings.TrimPrefix(k.stream, events.VisitorPrefix))
	if err != nil {
		return false
	}
	p := loadPerson(t, id)
	if p != nil {
		t.Bucket("met").Put(dayPerson(dayOf(p.Since), id), projector.Number(k.seconds))
	}
	return p != nil
}

// noteDay stores that a day has a stream of page views.
func noteDay(t *projector.Tx, day uint32) {
	if kept := t.Bucket("kept"); kept.Get(dayKey(day)) == nil {
		kept.Put(dayKey(day), projector.Number(uint64(0)))
	}
}

// lateWrites is how long after the beginning of a day something may be written to the day's streams: views come up to a week late.
const lateWrites = 9 * 24 * time.Hour

// hasExpired reports whether all that was written to a day's streams has expired by a $maxAge in seconds.
func hasExpired(day uint32, seconds uint64, now time.Time) bool {
	return seconds > 0 && hourTime(day*hoursInDay).Add(lateWrites+time.Duration(seconds)*time.Second).Before(now)
}

// WithOtherMaxAge lists up to limit streams of page views and visitors whose $maxAge differs from age and that haven't expired, after a
// place in the list (nil: its beginning). next is the place to continue from, nil at the end. Its error is ErrNotReady.
func (a *Reader) WithOtherMaxAge(age time.Duration, after []byte, limit int) (streams []string, next []byte, err error) {
	err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) error {
		streams, next = nil, nil
		list := func(key, stored []byte) bool {
			if len(streams) == limit {
				return false
			}
			seconds := projector.ParseNumber(stored)
			if seconds != uint64(age/time.Second) && !hasExpired(binary.BigEndian.Uint32(key), seconds, a.Clock()) {
				streams = append(streams, streamOf(key))
			}
			next = append(next[:0], key...)
			return true
		}
		if len(after) <= len(dayKey(0)) {
			t.Bucket("kept").Scan(nil, following(after), list)
			after = nil
		}
		if len(streams) < limit {
			t.Bucket("met").Scan(nil, following(after), list)
		}
		if len(streams) < limit {
			next = nil
		}
		return nil
	})
	return streams, next, err
}

// following returns the smallest key after one.
func following(key []byte) []byte {
	if key == nil {
		return []byte{}
	}
	return append(append(make([]byte, 0, len(key)+1), key...), 0)
}

// streamOf returns the stream of a day's page views, with or without an hour, or of a visitor with a day.
func streamOf(key []byte) string {
	if len(key) <= 2*len(dayKey(0)) {
		return events.PageViewStream(hourTime(binary.BigEndian.Uint32(key) * hoursInDay))
	}
	id, err := uuid.FromBytes(key[len(dayKey(0)):])
	if err != nil {
		panic(projector.Damage("a visitor has a wrong key"))
	}
	return events.VisitorStream(id)
}
