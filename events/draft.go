// Facts about drafts: what an editor has typed and readers don't see yet. Stream draft-review-12 holds that of an item, stream
// draft-<uuid> that of an item that doesn't exist yet. Only the last event counts. A stream keeps its last [DraftsKept] events, and
// is deleted when the draft is published or discarded.

package events

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// DraftsKept is how many events the stream of a draft keeps.
const DraftsKept = 50

// DraftID names a draft: "review-12", as the item's stream, or a UUID for an item that doesn't exist yet.
type DraftID string

func init() {
	register[DraftSaved](1, DraftPrefix)
	register[DraftDiscarded](1, DraftPrefix)
}

// DraftSaved says what a draft contains from now on.
type DraftSaved struct {
	DraftID DraftID                    `json:"draftId"`
	Kind    string                     `json:"kind"`   // of content
	ItemID  int64                      `json:"itemId"` // 0: the item doesn't exist yet
	Base    *uint64                    `json:"base"`   // the item's revision that the edit began from; nil for a new one
	Fields  map[string]json.RawMessage `json:"fields"` // the changed fields as they were typed, valid or not
	Was     map[string]json.RawMessage `json:"was"`    // the same fields at Base
	At      time.Time                  `json:"at"`
}

// DraftDiscarded says that a draft is over: published, thrown away, or gone with its item. The stream itself is deleted right after.
type DraftDiscarded struct {
	DraftID DraftID   `json:"draftId"`
	Kind    string    `json:"kind"`
	ItemID  int64     `json:"itemId"`
	At      time.Time `json:"at"`
}

func (DraftSaved) EventType() string     { return "DraftSaved" }
func (DraftDiscarded) EventType() string { return "DraftDiscarded" }

// Stream returns the draft's stream.
func (id DraftID) Stream() string { return DraftPrefix + string(id) }

// Draft returns the id of the item's draft.
func (i Item) Draft() DraftID { return DraftID(i.Stream()) }

// DraftOfNew returns the id of the draft of an item that doesn't exist yet.
func DraftOfNew(id uuid.UUID) DraftID { return DraftID(id.String()) }

// DraftIn returns the id of the draft that a stream is of, and false for any other stream.
func DraftIn(stream string) (DraftID, bool) {
	id, ok := strings.CutPrefix(stream, DraftPrefix)
	return DraftID(id), ok && id != ""
}

// Item returns the item whose draft it is, and false for that of an item that doesn't exist yet.
func (id DraftID) Item() (Item, bool) {
	kind, number, ok := strings.Cut(string(id), "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || n <= 0 || !IsKind(kind) {
		return Item{}, false
	}
	return Item{kind, n}, true
}
