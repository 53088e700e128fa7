// Events about when the draft of something published goes live. They are in the item's own stream, so that its expected revision decides
// who publishes the draft.

package events

import (
	"encoding/json"
	"time"
)

func init() {
	registerItemIn[DraftScheduled](1, ReviewPrefix, anyKind, ActionDraftScheduled)
	registerItemIn[DraftUnscheduled](1, ReviewPrefix, anyKind, ActionDraftUnscheduled)
	registerItemIn[DraftPublished](1, ReviewPrefix, anyKind, ActionDraftPublished)
	registerItemIn[DraftNotPublished](1, ReviewPrefix, anyKind, ActionDraftNotPublished)
}

// DraftScheduled says that the item's draft, as it is at DraftRevision, goes live at PublishAt. It replaces an earlier schedule of the
// draft. As stand-in for one that can't be decoded it has no PublishAt: nothing is scheduled.
type DraftScheduled struct {
	Kind          string    `json:"kind"` // of content
	ItemID        int64     `json:"itemId"`
	DraftRevision uint64    `json:"draftRevision"` // of the draft's stream
	Base          uint64    `json:"base"`          // the item's revision that the decision was based on
	PublishAt     time.Time `json:"publishAt"`     // UTC
	// what publishing was told beside the draft: the kind of change, a note, more fields
	Request map[string]json.RawMessage `json:"request"`
	At      time.Time                  `json:"at"`
}

// DraftUnscheduled says that the item's draft doesn't go live by itself: somebody canceled it, or the draft is gone.
type DraftUnscheduled struct {
	Kind          string    `json:"kind"`
	ItemID        int64     `json:"itemId"`
	DraftRevision uint64    `json:"draftRevision"`
	At            time.Time `json:"at"`
}

// DraftPublished says that the events before it, in the same append, publish the draft that was scheduled: at its time, or earlier by hand.
// The draft's stream is deleted right after.
type DraftPublished struct {
	Kind          string    `json:"kind"`
	ItemID        int64     `json:"itemId"`
	DraftRevision uint64    `json:"draftRevision"` // that was published; by hand, it may be a later one than was scheduled
	At            time.Time `json:"at"`
}

// DraftNotPublished says that the draft was due and could not be published. The draft stays until somebody schedules it again, publishes or
// discards it.
type DraftNotPublished struct {
	Kind          string    `json:"kind"`
	ItemID        int64     `json:"itemId"`
	DraftRevision uint64    `json:"draftRevision"`
	PublishAt     time.Time `json:"publishAt"`
	Reason        string    `json:"reason"` // for editors
	At            time.Time `json:"at"`
}

func (DraftScheduled) EventType() string    { return "DraftScheduled" }
func (DraftUnscheduled) EventType() string  { return "DraftUnscheduled" }
func (DraftPublished) EventType() string    { return "DraftPublished" }
func (DraftNotPublished) EventType() string { return "DraftNotPublished" }

// AboutDraft reports whether an action on an item is one on its draft's schedule, of which readers see nothing.
func (a Action) AboutDraft() bool {
	switch a {
	case ActionDraftScheduled, ActionDraftUnscheduled, ActionDraftPublished, ActionDraftNotPublished:
		return true
	}
	return false
}
