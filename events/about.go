// What events are about, in words that all kinds of them share.

package events

import (
	"slices"
	"strconv"
	"time"
)

// Kinds of items besides [ReviewKind], [ArticleKind] and [PageKind].
const (
	CategoryKind   = "category"
	AuthorKind     = "author"
	ContactKind    = "message" // of the contact form
	KeyKind        = "key"
	SubscriberKind = "subscriber"
	PictureKind    = "picture"
	ErasureKind    = "erasure"
	AdminKind      = "admin"
	DemoKind       = "demo" // the demo site as a whole
)

// contentKinds are the kinds of which the site consists.
var contentKinds = []string{ReviewKind, ArticleKind, PageKind, CategoryKind}

// Item names one thing: "review", 12. Its ID is 0 if its kind has no numbers.
type Item struct {
	Kind string
	ID   int64
}

// IsContent reports whether the item is part of what the site publishes.
func (i Item) IsContent() bool { return slices.Contains(contentKinds, i.Kind) }

// Stream returns the stream of an item that has a number: "review-12".
func (i Item) Stream() string {
	if i.Kind == KeyKind {
		return KeyID(i.ID).Stream()
	}
	return i.Kind + "-" + strconv.FormatInt(i.ID, 10)
}

// LastChange returns when an item was last changed, as of an event of it: at the event's time or, of an item that was imported, at that of its
// last change before.
func LastChange(e ItemEvent) time.Time {
	at := e.About().At
	switch e := e.(type) {
	case ReviewCreated:
		return later(at, e.ModifiedAt)
	case ArticleCreated:
		return later(at, e.ModifiedAt)
	}
	return at
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Action is what an event did to its item, in the past tense.
type Action string

const (
	ActionCreated     Action = "created"
	ActionUpdated     Action = "updated"
	ActionPublished   Action = "published"
	ActionUnpublished Action = "unpublished"
	ActionFeatured    Action = "featured"
	ActionUnfeatured  Action = "unfeatured"
	ActionScheduled   Action = "scheduled"
	ActionCorrected   Action = "corrected"
	ActionUpdateNoted Action = "update noted"
	ActionTypoMarked  Action = "typo marked"
	ActionWithheld    Action = "version withheld"
	ActionReleased    Action = "version released"
	ActionDeleted     Action = "deleted"
	ActionRestored    Action = "restored"

	ActionPreviewLinkCreated   Action = "preview link created"
	ActionPreviewLinkWithdrawn Action = "preview link withdrawn"

	ActionReceived     Action = "received"     // a message
	ActionRead         Action = "read"         // a message
	ActionSubscribed   Action = "subscribed"   // to the newsletter
	ActionUnsubscribed Action = "unsubscribed" // from the newsletter
	ActionDeactivated  Action = "deactivated"  // a key
	ActionDescribed    Action = "described"    // a picture
	ActionReplaced     Action = "replaced"     // a picture
	ActionRemoved      Action = "removed"      // a picture
	ActionAllowed      Action = "allowed"      // a picture that was removed
	ActionReturned     Action = "returned"     // a picture that was removed
	ActionErased       Action = "erased"       // a person's data
	ActionFinished     Action = "finished"     // the demo site

	ActionSignedIn     Action = "signed in"
	ActionSignInFailed Action = "sign-in failed"
	ActionSignedOut    Action = "signed out"
	ActionPasswordSet  Action = "password set"
)

// About says what an event is about. Nothing of it is personal data of a visitor.
type About struct {
	Item
	Action  Action
	At      time.Time
	Title   string // of the item from now on; "" if the event doesn't say
	Changes any    // struct whose JSON names the changed fields: an update's or a description's Changes, a correction's Was or a Schedule; nil for others
}

// ItemEvent is an event about one item or about the site's administration. A type that isn't one is bookkeeping, such as a
// reservation, or a record of visits.
type ItemEvent interface {
	Event
	About() About
}

// about returns what an event is about whose item has a number.
func about[ID ~int64](kind string, id ID, action Action, at time.Time) About {
	return About{Item: Item{kind, int64(id)}, Action: action, At: at}
}

// aboutUnnumbered returns what an event is about whose item has no number.
func aboutUnnumbered(kind string, action Action, at time.Time) About {
	return About{Item: Item{Kind: kind}, Action: action, At: at}
}

// titled adds the title that the event gives its item.
func (a About) titled(title string) About {
	a.Title = title
	return a
}

// changing adds the fields that the event changed.
func (a About) changing(changes any) About {
	a.Changes = changes
	return a
}

// newTitle returns the title that an update sets, "" if it leaves the title alone.
func newTitle(title *string) string {
	if title == nil {
		return ""
	}
	return *title
}
