// Events about drafts: what an editor has typed and readers don't see yet. Stream draft-review-12 is that of an item, draft-<uuid> that of
// an item that doesn't exist yet, draft-settings-site that of a section of the settings. Only the last event counts. A stream keeps its
// last [DraftsKept] events, and is deleted when the draft is published, saved or discarded.

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

// DraftID names a draft: "review-12" or "settings-site", as the stream of what it changes, or a UUID for an item that doesn't exist yet.
type DraftID string

func init() {
	register[DraftSaved](1, DraftPrefix)
	register[DraftDiscarded](1, DraftPrefix)
}

// DraftSaved says what a draft contains from now on.
type DraftSaved struct {
	DraftID DraftID                    `json:"draftId"`
	Kind    string                     `json:"kind"`   // of content, or SettingsKind
	ItemID  int64                      `json:"itemId"` // 0: the item doesn't exist yet, or it is a section
	Base    *uint64                    `json:"base"`   // revision that the edit began from (sections: number of changes); nil: a new item
	Fields  map[string]json.RawMessage `json:"fields"` // the changed fields as they were typed, valid or not
	Was     map[string]json.RawMessage `json:"was"`    // the same fields at Base
	At      time.Time                  `json:"at"`
}

// DraftDiscarded says that a draft is over: published, saved, thrown away, or gone with its item. The stream itself is deleted right after.
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

// SectionDraft returns the id of the draft of a section of the settings.
func SectionDraft(section string) DraftID { return DraftID(SettingsPrefix + section) }

// DraftIn returns the id of the draft that a stream is of, and false for any other stream.
func DraftIn(stream string) (DraftID, bool) {
	id, ok := strings.CutPrefix(stream, DraftPrefix)
	return DraftID(id), ok && id != ""
}

// Item returns the item whose draft it is, and false for that of an item that doesn't exist yet or of a section.
func (id DraftID) Item() (Item, bool) {
	kind, number, ok := strings.Cut(string(id), "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || n <= 0 || !IsKind(kind) {
		return Item{}, false
	}
	return Item{kind, n}, true
}

// Section returns the section of the settings whose draft it is, and false for that of an item.
func (id DraftID) Section() (string, bool) {
	section, ok := strings.CutPrefix(string(id), SettingsPrefix)
	return section, ok && section != ""
}

// Kind returns the kind of what it is a draft of, and "" for an item that doesn't exist yet.
func (id DraftID) Kind() string {
	if _, ok := id.Section(); ok {
		return SettingsKind
	}
	item, _ := id.Item()
	return item.Kind
}
