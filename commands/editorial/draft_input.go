// What an editor sends of the draft of an item that doesn't exist yet.

package editorial

import (
	"strings"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/drafts"
	"candor/commands/input"
	"candor/events"
)

// NewDraft is the draft of an item that doesn't exist yet.
type NewDraft struct {
	drafts.Input
	ID   string // "": one is made
	Kind string
}

// DraftID returns the draft's id: the one that was sent, or one that a repetition of the request has again.
func (in NewDraft) DraftID(by commands.Caller) events.DraftID {
	if in.ID != "" {
		return events.DraftID(in.ID)
	}
	id := by.EventID("draft", "", 0)
	if id == uuid.Nil {
		id = uuid.New()
	}
	return events.DraftOfNew(id)
}

// ParseDraftID reads the id of the draft of an item that doesn't exist yet: a UUID, written as we write it.
func ParseDraftID(text string) (events.DraftID, bool) {
	id, err := uuid.Parse(text)
	return events.DraftOfNew(id), err == nil && id.String() == text
}

// ParseNewDraft reads the draft of an item that doesn't exist yet from JSON. Its error is an *Error of kind Invalid.
func ParseNewDraft(body []byte) (NewDraft, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return NewDraft{}, err
	}
	in := NewDraft{Input: drafts.Read(o), ID: o.Plain("id"), Kind: o.Plain("kind")}
	if in.ID != "" {
		if _, ok := ParseDraftID(in.ID); !ok {
			o.Fail("id", "ID must be a UUID in lower case")
		}
	}
	if !events.IsKind(in.Kind) {
		o.Fail("kind", "Kind must be one of %s", strings.Join(events.KindNames(), ", "))
	}
	return in, drafts.Invalid(o, body)
}

// ParseNewDraftChange reads what a draft of an item that doesn't exist yet says from now on. Its error is an *Error of kind Invalid.
func ParseNewDraftChange(body []byte) (drafts.Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return drafts.Input{}, err
	}
	return drafts.Read(o), drafts.Invalid(o, body)
}
