// A change that is about to be made: what it is to readers, and which kinds of change it can be called.

package editorial

import (
	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// Change describes a proposed change.
type Change struct {
	// Asked reports whether readers have seen what changes, and will see the change, so that saving asks what kind of change it is.
	Asked bool
	// Seen reports whether the item is or was published. What is published again is compared with what readers saw last.
	Seen  bool
	Kinds []ChangeKind
	// Before and After are the contents, as of events.NewContent.
	Before, After any
}

// ChangeKind is a kind of change: correction, update or typo, with the reason why the change is none; "" if it may be one.
type ChangeKind struct {
	Type   events.VersionType
	Reason string
}

// ChangeInput holds a proposed change: the fields of an update, or the revision to restore.
type ChangeInput struct {
	Changes  []byte // a JSON object, as [Content].Parse reads it; nil: there is a revision
	Revision uint64
	State    bool // restoring the revision also restores whether it was published
}

// ParseChange reads {"changes": {"rating": 4}}, {"revision": 3} or {"revision": 3, "state": true}. Its error is Invalid.
func ParseChange(body []byte) (ChangeInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return ChangeInput{}, err
	}
	in := ChangeInput{Changes: o.Raw("changes"), State: input.IsTrue(o.Flag("state"))}
	revision, none := o.Number("revision")
	switch given := in.Changes != nil && !input.IsNull(in.Changes); {
	case given == (revision != nil && !none):
		o.Fail("changes", "Either changes or revision is required")
	case given && in.Changes[0] != '{':
		o.Fail("changes", "Changes must be an object")
	case revision != nil && (*revision < 0 || *revision != float64(uint64(*revision))):
		o.Fail("revision", "Revision must be a whole number")
	case revision != nil:
		in.Revision, in.Changes = uint64(*revision), nil
	}
	if errs := o.Done(body); len(errs) > 0 {
		return ChangeInput{}, commands.Refuse(errs...)
	}
	return in, nil
}
