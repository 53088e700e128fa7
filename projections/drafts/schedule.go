// Schedules of drafts of published items: when they go live, or why they didn't.

package drafts

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// The states of a draft's schedule.
const (
	Scheduled    = "scheduled"    // the draft goes live at its time
	Edited       = "edited"       // it was edited since: it has to be scheduled again
	NotPublished = "notPublished" // it was due and could not be published
)

// Schedule says when a draft goes live.
type Schedule struct {
	State     string    `json:"state"`
	Reason    string    `json:"reason"` // why it won't, or wasn't; "" if it will
	PublishAt time.Time `json:"publishAt"`
	Type      string    `json:"type"` // the kind of change: "correction", "update", "typo" or "" if nothing was said
	Note      string    `json:"note"` // for readers, of a correction or an update
}

// editedReason is the reason of the state Edited.
const editedReason = "The draft was edited after it was scheduled. Schedule it again."

// storedSchedule is the schedule of a draft as it is stored.
type storedSchedule struct {
	PublishAt     time.Time `json:"publishAt"`
	DraftRevision uint64    `json:"draftRevision"`
	Type          string    `json:"type,omitempty"`
	Note          string    `json:"note,omitempty"`
	Refused       bool      `json:"refused,omitempty"`
	Reason        string    `json:"reason,omitempty"`
	At            time.Time `json:"at"` // of the event
}

// Refusal is a draft that was due and could not be published.
type Refusal struct {
	Kind   string    `json:"kind"`
	ID     int64     `json:"id"` // of the item
	Title  string    `json:"title"`
	At     time.Time `json:"at"` // when it was due
	Reason string    `json:"reason"`
}

// scheduleOf reads the schedule of a draft at a revision; nil: it has none.
func scheduleOf(t *projector.Tx, id events.DraftID, revision uint64) *Schedule {
	s := readSchedule(t, id)
	if s == nil {
		return nil
	}
	shown := &Schedule{State: Scheduled, PublishAt: s.PublishAt, Type: s.Type, Note: s.Note}
	switch {
	case s.Refused:
		shown.State, shown.Reason = NotPublished, s.Reason
	case s.DraftRevision != revision:
		shown.State, shown.Reason = Edited, editedReason
	}
	return shown
}

func readSchedule(t *projector.Tx, id events.DraftID) *storedSchedule {
	stored := t.Bucket("schedule").Get([]byte(id))
	if stored == nil {
		return nil
	}
	var s storedSchedule
	decode(stored, &s)
	return &s
}

// Refusals returns the drafts that could not be published when they were due and are still unpublished, the latest first. Titles are those
// that the drafts give their items, "" for those that give none. Its error is ErrNotReady.
func (r *Reader) Refusals() (list []Refusal, err error) {
	list = []Refusal{}
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		t.Bucket("schedule").Scan(nil, nil, func(key, stored []byte) bool {
			var s storedSchedule
			decode(stored, &s)
			draft := t.Bucket("draft").Get(key)
			item, ok := events.DraftID(key).Item()
			if !s.Refused || draft == nil || !ok {
				return true
			}
			var d Draft
			decode(draft, &d)
			list = append(list, Refusal{item.Kind, item.ID, d.Title, s.PublishAt, s.Reason})
			return true
		})
		return nil
	})
	slices.SortStableFunc(list, func(a, b Refusal) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// schedule takes in an event about the schedule of a draft.
func schedule(t *projector.Tx, id events.DraftID, e events.Event) bool {
	rows, key := t.Bucket("schedule"), []byte(id)
	was := readSchedule(t, id)
	switch e := e.(type) {
	case events.DraftScheduled:
		if e.PublishAt.IsZero() {
			break
		}
		s := storedSchedule{PublishAt: e.PublishAt.UTC(), DraftRevision: e.DraftRevision, At: e.At.UTC()}
		s.Type, s.Note = marking(e.Request)
		rows.Put(key, projector.Encode(s))
		return true
	case events.DraftNotPublished:
		if was == nil {
			return false
		}
		was.Refused, was.Reason, was.At = true, e.Reason, e.At.UTC()
		rows.Put(key, projector.Encode(was))
		return true
	case events.DraftPublished:
		publish(t, id, e.DraftRevision)
	}
	if was != nil {
		rows.Delete(key)
	}
	return true
}

// marking returns the kind of change that a request says it is, and the note for readers.
func marking(request map[string]json.RawMessage) (kind, note string) {
	for _, kind := range []string{"correction", "update"} {
		if raw := request[kind]; raw != nil && string(raw) != "null" {
			_ = json.Unmarshal(raw, &note) // what isn't a text was refused
			return kind, note
		}
	}
	if string(request["typo"]) == "true" {
		return "typo", ""
	}
	return "", ""
}

// publish forgets a draft that was published at a revision, as DraftDiscarded will after it.
func publish(t *projector.Tx, id events.DraftID, revision uint64) {
	stored := t.Bucket("draft").Get([]byte(id))
	if stored == nil {
		return
	}
	var d Draft
	if decode(stored, &d); d.Revision == revision {
		forget(t, id)
		t.Bucket("undeleted").Put([]byte(id.Stream()), nil)
	}
}
