// The versions of reviews and articles that readers could see. Commands decide by them, and read models answer with them.

package events

import (
	"slices"
	"time"
)

// VersionType says how a version came to be.
type VersionType string

// The types of versions.
const (
	VersionPublished VersionType = "published"  // readers see the item for the first time, or again as they saw it last
	VersionCorrected VersionType = "correction" // the editor said what was wrong
	VersionUpdated   VersionType = "update"     // the editor said that it was brought up to date
	VersionTypo      VersionType = "typo"       // the editor said that only a slip of the pen was corrected
	VersionEdited    VersionType = "edit"       // nothing was said
)

// Fields that name a change that nobody declared, if it changes nothing else.
var labelled = []struct {
	label  string
	fields []string
}{
	{"Score changed", []string{"rating", "subScores", "scoreReason"}},
	{"Price changed", []string{"productPrice", "productPriceMax", "shops"}},
	{"Verdict changed", []string{"verdict"}},
}

// Label returns what readers see a version of this type called. fields are those that it changed; without any, as of a withheld version,
// the label says no more than the type.
func (t VersionType) Label(fields []string) string {
	switch t {
	case VersionPublished:
		return "Published"
	case VersionCorrected:
		return "Correction"
	case VersionUpdated:
		return "Update"
	case VersionTypo:
		return "Typo"
	}
	for _, one := range labelled {
		other := func(field string) bool { return !slices.Contains(one.fields, field) }
		if len(fields) > 0 && !slices.ContainsFunc(fields, other) {
			return one.label
		}
	}
	return "Edited"
}

// PublicVersions follows a review or an article, event by event, and knows which of its states readers could see: its versions. A save, as
// Step tells it, takes effect at once, so that it makes at most one version, out of the state after the last of its events. The revision
// of a version is that of the last event that belongs to it, which a correction or an update is known by, too. The zero value knows no
// events.
type PublicVersions struct {
	Exists    bool          `json:"exists,omitempty"`
	Published bool          `json:"published,omitempty"`
	Deleted   bool          `json:"deleted,omitempty"`
	Latest    *uint64       `json:"latest,omitempty"` // the revision of the latest version; nil: there is none
	Change    VersionChange `json:"change"`           // the latest
}

// VersionChange is what one request has done to an item, as far as it was followed.
type VersionChange struct {
	Request string      `json:"request,omitempty"` // its correlation id
	At      time.Time   `json:"at"`                // as its events state it
	First   uint64      `json:"first"`             // the revision of its first event
	Last    uint64      `json:"last"`              // and of its last
	Before  *uint64     `json:"before,omitempty"`  // the latest version before it; nil: there was none
	Visible bool        `json:"visible,omitempty"` // readers could see the item before it
	Edited  bool        `json:"edited,omitempty"`  // it has changed the content
	Type    VersionType `json:"type,omitempty"`    // as the editor said; "" without a word
	Note    string      `json:"note,omitempty"`    // for readers
}

// Visible reports whether readers can see the item.
func (v PublicVersions) Visible() bool { return v.Exists && v.Published && !v.Deleted }

// Made reports whether the latest change has made a version, which is then the latest one.
func (v PublicVersions) Made() bool {
	return v.Latest != nil && (v.Change.Before == nil || *v.Change.Before != *v.Latest)
}

// Type returns the type of the version that the latest change has made. differs reports whether its content differs from that of the
// version before: what was unpublished, changed and published again is a change of what readers have seen.
func (v PublicVersions) Type(differs bool) VersionType {
	switch c := v.Change; {
	case c.Before == nil || !c.Visible && !differs:
		return VersionPublished
	case c.Type != "":
		return c.Type
	}
	return VersionEdited
}

// Next returns the state after an event that is about something, and whether it replaces the version that the same request had made before.
// revision is the event's in the item's stream, and request its correlation id.
func (v PublicVersions) Next(about About, revision uint64, request string) (next PublicVersions, replaced bool) {
	if (about.Action == ActionCreated) == v.Exists {
		return v, false // another program created it twice, or changed what doesn't exist
	}
	if c := v.Change; !v.Exists || !(Step{request, about.At, revision}).Continues(Step{c.Request, c.At, c.Last}) {
		v.Change = VersionChange{Request: request, At: about.At, First: revision, Before: v.Latest, Visible: v.Visible()}
	}
	made := v.Made()
	v.Change.Last = revision
	switch about.Action {
	case ActionCreated:
		v.Exists, v.Change.Edited = true, true
	case ActionUpdated:
		v.Change.Edited = true
	case ActionPublished, ActionUnpublished:
		v.Published = about.Action == ActionPublished
	case ActionDeleted, ActionRestored:
		v.Deleted = about.Action == ActionDeleted
	case ActionCorrected, ActionUpdateNoted, ActionTypoMarked:
		v.Change.Type, v.Change.Note = declared[about.Action], about.Note
	default:
		return v, false // readers see it as it was
	}
	v.Latest = v.Change.Before
	if v.Visible() && (v.Change.Edited || !v.Change.Visible) {
		v.Latest = &revision
	}
	return v, made
}

// declared says what the editor said about a change.
var declared = map[Action]VersionType{ActionCorrected: VersionCorrected, ActionUpdateNoted: VersionUpdated, ActionTypoMarked: VersionTypo}
