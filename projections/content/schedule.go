// The schedule: when items are to be published and unpublished, and drafts of published ones published. Bucket "due", of all kinds:
//
//	17…00 (time in Unix nanoseconds), the kind's letter, 00…0c (id) → nothing
//
// Deleted items have no entry. An item's own schedule is in its row, and only the admin's answers show it.

package content

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/objects"
	"candor/projections/projector"
)

// setSchedule takes in the schedule of an event.
func (h *head) setSchedule(s events.Schedule) {
	h.publishAt, h.unpublishAt = 0, 0
	if s.PublishAt != nil {
		h.publishAt = s.PublishAt.UnixNano()
	}
	if s.UnpublishAt != nil {
		h.unpublishAt = s.UnpublishAt.UnixNano()
	}
}

// setDraftSchedule takes in an event about the schedule of the item's draft.
func (h *head) setDraftSchedule(e any) {
	h.draftAt = 0
	if planned, ok := e.(events.DraftScheduled); ok && !planned.PublishAt.IsZero() {
		h.draftAt = planned.PublishAt.UnixNano()
	}
}

// Schedule holds when an item is to be published and unpublished, as the admin's answers show it; nil: not at all.
type Schedule struct {
	PublishAt      *time.Time `json:"publishAt"`
	UnpublishAt    *time.Time `json:"unpublishAt"`
	DraftPublishAt *time.Time `json:"draftPublishAt"` // when its draft is published
}

// withSchedule returns the answer's object with the schedule.
func (h *head) withSchedule(object []byte) []byte {
	return objects.Extended(object, h.scheduleFields())
}

// scheduleFields returns the schedule as fields of an answer's object.
func (h *head) scheduleFields() string {
	if !h.scheduled() {
		return `"publishAt":null,"unpublishAt":null,"draftPublishAt":null`
	}
	fields := projector.Encode(Schedule{shownMoment(h.publishAt), shownMoment(h.unpublishAt), shownMoment(h.draftAt)})
	return string(fields[1 : len(fields)-1])
}

// shownMoment returns a time in Unix nanoseconds as answers show it, nil for 0.
func shownMoment(nanoseconds int64) *time.Time {
	if nanoseconds == 0 {
		return nil
	}
	at := answers.Moment(nanoseconds)
	return &at
}

// dueKeys returns the keys of an item's entries in bucket "due".
func (h *head) dueKeys(letter byte, id int64) []string {
	if h == nil || h.deleted {
		return nil
	}
	var keys []string
	for _, at := range []int64{h.publishAt, h.unpublishAt, h.draftAt} {
		if at != 0 {
			keys = append(keys, string(append(append(projector.Number(at), letter), projector.Number(id)...)))
		}
	}
	return keys
}

// schedule updates the entries of an item in bucket "due".
func (c *collection) schedule(t *projector.Tx, id int64, before, after *head) {
	was, is := before.dueKeys(c.Letter(), id), after.dueKeys(c.Letter(), id)
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
