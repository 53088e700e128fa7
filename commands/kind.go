// A kind of content: what the lifecycle in item.go needs to know of reviews, articles or pages.

package commands

import (
	"context"
	"strconv"
	"time"

	"candor/events"
)

// changesTo are the fields that an update changes in a content: pointers to the new values, nil where nothing changes.
type changesTo[C any] interface {
	comparable
	ApplyTo(*C)
}

// kind describes one kind of content: its events, its fields and its rules. C is the content of an item, Ch the changes to it.
type kind[C any, Ch changesTo[C]] struct {
	name    string // events.ReviewKind
	noun    string // in errors: "Review not found"
	newNoun string // in errors: "A new review"
	prefix  string // of the streams
	actions []BulkAction

	content   func(created events.Event) C                                   // of the event that created an item
	created   func(id int64, content C, at, modified time.Time) events.Event // modified: zero, or the last change of an imported item
	updated   func(id int64, changes Ch, at time.Time) events.Event
	scheduled func(id int64, schedule events.Schedule, at time.Time) events.Event
	moved     func(id int64, action events.Action, at time.Time) events.Event // of an action that changes nothing of the content
	note      func(times *Times, content C, changes Ch, at time.Time)         // keeps times that only this kind has; nil: there are none

	title       func(content C) string
	all         func(content C) Ch             // changes that set every field, empty ones too
	differing   func(changes Ch, content C) Ch // those of the changes that change something
	complete    func(content *C)               // sets the defaults of a new item; nil: there are none
	canFeature  bool
	corrections *corrections[C, Ch] // nil: updates are never marked
	versions    *versionEvents      // nil: readers see no earlier versions
	slug        *slugField[C]       // nil: the items have ids only

	read     func(o *object) Ch               // reads the fields from JSON
	tidy     func(r *rules, changes *Ch)      // tidies them, and finds what breaks the rules
	missing  func(r *rules, changes Ch)       // finds what a new item lacks
	emptied  func(r *rules, changes Ch)       // finds what an update must not empty but a new item may lack; nil: nothing
	pictures func(changes *Ch) []pictureField // fields that may hold an upload; nil: there are none
	// check checks an input against the log, and adds to it what the log knows. before returns the item's content before the change, which is empty
	// for a new item. nil: nothing is checked.
	check func(ctx context.Context, h *Handler, before func() (C, error), changes *Ch) ([]FieldError, error)
}

// corrections describes how updates of a kind of content may be marked.
type corrections[C any, Ch changesTo[C]] struct {
	fields    string                         // that a correction may be about, in an error: "the title or the text"
	former    func(changes Ch, content C) Ch // the former values of those fields among them that change
	rated     func(changes Ch) bool          // whether the rating changes; nil: there is none
	corrected func(id int64, note string, was Ch, at time.Time) events.Event
	noted     func(id int64, note string, was Ch, at time.Time) events.Event // of an update
	typo      func(id int64, at time.Time) events.Event
}

// slugField says where a content has its slug.
type slugField[C any] struct {
	slugs
	of func(content *C) *string
}

// start returns the state of an item before its first event.
func (k *kind[C, Ch]) start() item[C, Ch] { return item[C, Ch]{kind: k} }

func (k *kind[C, Ch]) stream(id int64) string { return k.prefix + strconv.FormatInt(id, 10) }

func (k *kind[C, Ch]) notFound() *Error { return notFound(k.noun) }

// load reads an item, as catchUp does.
func (k *kind[C, Ch]) load(ctx context.Context, log EventLog, stream string, l *loaded[item[C, Ch]]) error {
	l.state = k.start()
	return catchUp(ctx, log, stream, l)
}
