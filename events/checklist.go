// Facts about the checklist of a new site that only its owner can tell. The rest of it follows from what else is in the log. Stream
// checklist.

package events

import "time"

func init() {
	registerItem[ChecklistPagesRead](1, ChecklistKind, ActionRead)
	registerItem[ChecklistDismissed](1, ChecklistKind, ActionDismissed)
}

// ChecklistPagesRead says that the owner has read About, Privacy and Terms, and leaves them as they are.
type ChecklistPagesRead struct {
	At time.Time `json:"at"`
}

// ChecklistDismissed says that the owner has put the checklist away for good.
type ChecklistDismissed struct {
	At time.Time `json:"at"`
}

func (ChecklistPagesRead) EventType() string { return "ChecklistPagesRead" }
func (ChecklistDismissed) EventType() string { return "ChecklistDismissed" }
