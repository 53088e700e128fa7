// What events are about, in words that all kinds of them share.

package events

import (
	"reflect"
	"slices"
	"strings"
	"time"
)

// Item names one thing: "review", 12. Its ID is 0 if its kind has no numbers.
type Item struct {
	Kind string
	ID   int64
}

// IsContent reports whether the item is part of what the site publishes: of content, or a category.
func (i Item) IsContent() bool { return i.Kind == CategoryKind || IsKind(i.Kind) }

// Stream returns the stream of an item that has a number: "review-12".
func (i Item) Stream() string { return numbered(prefixOf(i.Kind), i.ID) }

// LastChange returns when an item was last changed, as of an event of it: at the event's time or, of an item that was imported, at that of
// its last change before.
func (a About) LastChange() time.Time {
	if a.ModifiedAt.After(a.At) {
		return a.ModifiedAt
	}
	return a.At
}

// Withholding is what an event says of a version of its item.
type Withholding struct {
	Revision uint64 // the version's
	Reason   string // "": the version is released
	At       time.Time
}

// Withholding returns what the event says of a version that is withheld or released; false: it is about something else.
func (a About) Withholding() (Withholding, bool) {
	return Withholding{a.Revision, a.Reason, a.At}, a.Action == ActionWithheld || a.Action == ActionReleased
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

	ActionDraftScheduled    Action = "draft scheduled"
	ActionDraftUnscheduled  Action = "draft unscheduled"
	ActionDraftPublished    Action = "draft published"
	ActionDraftNotPublished Action = "draft not published"

	ActionPreviewLinkCreated   Action = "preview link created"
	ActionPreviewLinkWithdrawn Action = "preview link withdrawn"

	ActionReceived     Action = "received"     // a message
	ActionRead         Action = "read"         // a message, or the pages of the checklist
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
	ActionDismissed    Action = "dismissed"    // the checklist

	ActionSignedIn     Action = "signed in"
	ActionSignInFailed Action = "sign-in failed"
	ActionSignedOut    Action = "signed out"
	ActionPasswordSet  Action = "password set"
)

// About says what an event is about, whatever its kind. It holds all that an event of content says, so that [About.Event] can return that
// event. Only the contents of authors are personal data.
type About struct {
	Item
	Action  Action
	At      time.Time
	Title   string // of the item from now on, or the section of the settings; "" if the event doesn't say
	Content any    // of an item that was created: a ReviewContent, an AuthorContent, …; nil for others
	// struct whose JSON names the changed fields: an update's or a description's Changes, a correction's Was or a Schedule; of settings all
	// that the owner has set; nil for others
	Changes any

	Note       string    // for readers, of a correction or a noted update
	Revision   uint64    // of the version that is withheld or released
	Reason     string    // for readers: why it is withheld; or for editors: why a draft wasn't published
	ModifiedAt time.Time // of an item that was imported: its last change before, if that is after At
}

// The parts of an event's struct that AboutOf reads and Event sets.
const (
	idPart = iota
	kindPart
	titlePart
	atPart
	contentPart
	changesPart
	notePart
	revisionPart
	reasonPart
	modifiedPart
	parts
)

// itemType is what is known of a type of events about items.
type itemType struct {
	kind   string // "": the event says it
	action Action
	title  string // of all such events; "": they say it, or have none
	of     reflect.Type
	fields [parts][]int // nil: the struct has no such field
}

// anyKind stands for the kind that an event says itself.
const anyKind = ""

// itemTypes are the types of events about items, by their names.
var itemTypes = map[string]*itemType{}

// registerItem adds E as [register] does, as a type of events that say that an action was done to an item of a kind. Its number is the
// first field, if that is a number; a title is tagged about:"title", and a time of which the name isn't At about:"at".
func registerItem[E Event](schema int, kind string, action Action) *itemType {
	return registerItemIn[E](schema, prefixOf(kind), kind, action)
}

// registerItemIn is [registerItem] for events in other streams than those of the kind.
func registerItemIn[E Event](schema int, stream, kind string, action Action) *itemType {
	register[E](schema, stream)
	var zero E
	t := &itemType{kind: kind, action: action, of: reflect.TypeFor[E]()}
	for _, field := range reflect.VisibleFields(t.of) {
		if part, ok := partOf(field); ok && t.fields[part] == nil {
			t.fields[part] = field.Index
		}
		if field.Name == "Changes" {
			if title, ok := titleOf(field.Type); ok {
				t.fields[titlePart] = append(slices.Clone(field.Index), title...)
			}
		}
	}
	itemTypes[zero.EventType()] = t
	of := registry[zero.EventType()]
	of.isMisplaced = t.isMisplaced
	registry[zero.EventType()] = of
	return t
}

// isMisplaced reports whether an event that was read in a stream is about something whose events stand in another one: an item that isn't
// the stream's own. Only another program appends such an event, and neither can be what it says: its revision is the other one's.
func (t *itemType) isMisplaced(e Event, stream string) bool {
	v, about := reflect.ValueOf(e), Item{Kind: t.kind}
	if t.kind == anyKind && t.fields[kindPart] != nil {
		about.Kind = v.FieldByIndex(t.fields[kindPart]).String()
	}
	if t.fields[idPart] != nil {
		about.ID = v.FieldByIndex(t.fields[idPart]).Int()
	}
	of, _, _ := strings.Cut(stream, "-")
	switch prefix := registry[e.EventType()].stream; {
	case stream == about.Stream(), stream == "": // "": it was read in none
		return false
	case IsKind(of):
		return true
	case prefix == PreviewPrefix, prefix == NamePrefix, t.fields[idPart] == nil:
		return false // the item has no stream of its own, or these stand in another one
	}
	return true
}

func partOf(field reflect.StructField) (part int, ok bool) {
	switch field.Tag.Get("about") {
	case "title":
		return titlePart, true
	case "at":
		return atPart, true
	}
	switch name := field.Name; {
	case len(field.Index) > 1:
		return 0, false // of a content or a schedule
	case name == "ItemID", field.Index[0] == 0 && field.Type.Kind() == reflect.Int64:
		return idPart, true
	case field.Anonymous && strings.HasSuffix(name, "Content"):
		return contentPart, true
	}
	part, ok = map[string]int{"Kind": kindPart, "At": atPart, "Changes": changesPart, "Values": changesPart,
		"Was": changesPart, "Schedule": changesPart,
		"Note": notePart, "Revision": revisionPart, "Reason": reasonPart, "ModifiedAt": modifiedPart}[field.Name]
	return part, ok
}

// titleOf returns the field of changes that is tagged as a title.
func titleOf(changes reflect.Type) ([]int, bool) {
	for _, field := range reflect.VisibleFields(changes) {
		if field.Tag.Get("about") == "title" {
			return field.Index, true
		}
	}
	return nil, false
}

// AboutOf returns what an event is about: one item, or the site's administration. It returns false for bookkeeping, such as a reservation,
// and for a record of visits.
func AboutOf(e Event) (a About, ok bool) {
	if e == nil {
		return a, false
	}
	t := itemTypes[e.EventType()]
	if t == nil {
		return a, false
	}
	v := reflect.ValueOf(e)
	a.Kind, a.Action, a.Title = t.kind, t.action, t.title
	for part, index := range t.fields {
		if index == nil {
			continue
		}
		field := v.FieldByIndex(index)
		switch part {
		case idPart:
			a.ID = field.Int()
		case kindPart:
			a.Kind = field.String()
		case titlePart:
			if title := reflect.Indirect(field); title.IsValid() { // it is a pointer in changes
				a.Title = title.String()
			}
		case atPart:
			a.At = field.Interface().(time.Time)
		case contentPart:
			a.Content = field.Interface()
		case changesPart:
			a.Changes = field.Interface()
		case notePart:
			a.Note = field.String()
		case revisionPart:
			a.Revision = field.Uint()
		case reasonPart:
			a.Reason = field.String()
		case modifiedPart:
			a.ModifiedAt = field.Interface().(time.Time)
		}
	}
	if a.Kind == PictureKind {
		a.Title = MediaAddress(v.FieldByName("SHA256").String(), v.FieldByName("ContentType").String())
	}
	return a, true
}

// Event returns the event that is about this. It panics if there is no type for the action on items of the kind, which is a programming
// error.
func (a About) Event() Event { return itemTypeOf(a.Kind, a.Action).event(a) }

// itemTypeOf returns the type of the events that say that an action was done to an item of a kind. It panics if there is none.
func itemTypeOf(kind string, action Action) *itemType {
	for _, t := range itemTypes {
		if t.kind == kind && t.action == action {
			return t
		}
	}
	panic("events: no " + kind + " is " + string(action))
}

// event returns an event of the type. A part that is nil stays empty.
func (t *itemType) event(a About) Event {
	v := reflect.New(t.of).Elem()
	for part, value := range map[int]any{atPart: a.At, contentPart: a.Content, changesPart: a.Changes, notePart: a.Note,
		revisionPart: a.Revision, reasonPart: a.Reason, modifiedPart: a.ModifiedAt} {
		if index := t.fields[part]; index != nil && value != nil {
			v.FieldByIndex(index).Set(reflect.ValueOf(value))
		}
	}
	if t.fields[idPart] != nil {
		v.FieldByIndex(t.fields[idPart]).SetInt(a.ID)
	}
	return v.Interface().(Event)
}
