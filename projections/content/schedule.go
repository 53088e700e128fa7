// When reviews and articles are to be published and unpublished by themselves. Bucket "due", of both kinds:
//
//	17…00 (time in Unix nanoseconds) 'r' or 'a' 00…0c (id) → nothing
//
// Deleted items have no entry. The schedule itself is in the item's row, and only the admin's answers show it.

package content

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// schedule takes in the schedule of an event.
func (h *head) schedule(s events.Schedule) {
	h.publishAt, h.unpublishAt = 0, 0
	if s.PublishAt != nil {
		h.publishAt = s.PublishAt.UnixNano()
	}
	if s.UnpublishAt != nil {
		h.unpublishAt = s.UnpublishAt.UnixNano()
	}
}

// Schedule is when an item appears on the site and leaves it by itself, as the admin's answers say it; nil: not at all.
type Schedule struct {
	PublishAt   *time.Time `json:"publishAt"`
	UnpublishAt *time.Time `json:"unpublishAt"`
}

// withSchedule returns the answer's object with the schedule.
func (h *head) withSchedule(object []byte) []byte {
	if !h.scheduled() {
		return extended(object, `"publishAt":null,"unpublishAt":null`)
	}
	var s Schedule
	if h.publishAt != 0 {
		at := answers.Moment(h.publishAt)
		s.PublishAt = &at
	}
	if h.unpublishAt != 0 {
		at := answers.Moment(h.unpublishAt)
		s.UnpublishAt = &at
	}
	fields := projector.Encode(s)
	return extended(object, string(fields[1:len(fields)-1]))
}

// dueKeys returns an item's entries among what is due.
func (h *head) dueKeys(kind string, id int64) []string {
	if h == nil || h.deleted {
		return nil
	}
	var keys []string
	for _, at := range []int64{h.publishAt, h.unpublishAt} {
		if at != 0 {
			keys = append(keys, string(append(append(projector.Number(at), kind[0]), projector.Number(id)...)))
		}
	}
	return keys
}

// schedule updates what is due.
func (c *collection) schedule(t *projector.Tx, id int64, before, after *head) {
	was, is := before.dueKeys(c.kind, id), after.dueKeys(c.kind, id)
	if slices.Equal(was, is) {
		return
	}
	c.scheduled = true
	for _, key := range was {
		t.Bucket("due").Delete([]byte(key))
	}
	for _, key := range is {
		t.Bucket("due").Put([]byte(key), nil)
	}
}

// Due returns the streams of up to limit reviews and articles that have a time up to now in their schedule, the
// longest due first, and the next time after it, zero when there is none. Its error is ErrNotReady.
func (c *Reader) Due(now time.Time, limit int) (streams []string, next time.Time, err error) {
	err = c.Read(func(_ *content, t *projector.Tx) error {
		t.Bucket("due").Scan(nil, nil, func(key, _ []byte) bool {
			at := answers.Moment(int64(projector.ParseNumber(key[:8])))
			if at.After(now) {
				next = at
				return false
			}
			id := int64(projector.ParseNumber(key[9:]))
			stream := events.ReviewID(id).Stream()
			if key[8] == 'a' {
				stream = events.ArticleID(id).Stream()
			}
			if !slices.Contains(streams, stream) {
				streams = append(streams, stream)
			}
			return len(streams) < limit
		})
		return nil
	})
	return streams, next, err
}

// ScheduleChanged returns a channel that is closed at the next change of what Due returns.
func (c *Reader) ScheduleChanged() <-chan struct{} { return c.scheduled.wait() }
