// A kind of content: what the lifecycle in item.go needs to know of reviews, articles or pages.

package editorial

import (
	"context"
	"time"

	"candor/commands"
	"candor/commands/editorial/slugs"
	"candor/commands/input"
	"candor/events"
)

// kind describes one kind of content: what this room adds to it. C is the content of an item, Ch the changes to it: the same fields as
// pointers to the new values, nil where nothing changes.
type kind[C any, Ch comparable] struct {
	events.Kind
	newNoun string // in errors: "A new review"
	actions []BulkAction

	note        func(times *Times, content C, changes Ch, at time.Time) // keeps times that only this kind has; nil: there are none
	title       func(content C) string
	complete    func(content *C) // sets the defaults of a new item; nil: there are none
	correctable string           // what a correction may be about, in an error: "the title or the text"
	slug        *slugField[C]    // nil: the items have ids only

	fields input.Fields
	tidy   func(r *input.Rules, changes *Ch) // what its fields need beyond their own rules; nil: nothing
	// check checks an input against the log, and adds to it what the log knows. before returns the item's content before the change, which
	// is empty for a new item. nil: nothing is checked.
	check func(ctx context.Context, h *Handler, before func() (C, error), changes *Ch) ([]commands.FieldError, error)
}

// slugField says where a content has its slug.
type slugField[C any] struct {
	kind  slugs.Kind
	of    func(content *C) *string
	fixed func(slug string) bool // whether the item with the slug stays published there for good; nil: none does
}

// start returns the state of an item before its first event.
func (k *kind[C, Ch]) start() item[C, Ch] { return item[C, Ch]{kind: k} }

func (k *kind[C, Ch]) item(id int64) events.Item { return events.Item{Kind: k.Name, ID: id} }

func (k *kind[C, Ch]) stream(id int64) string { return k.item(id).Stream() }

// moved returns the event of an action that changes nothing of the content.
func (k *kind[C, Ch]) moved(id int64, action events.Action, at time.Time) events.Event {
	return events.About{Item: k.item(id), Action: action, At: at}.Event()
}

func (k *kind[C, Ch]) scheduled(id int64, schedule events.Schedule, at time.Time) events.Event {
	return events.About{Item: k.item(id), Action: events.ActionScheduled, At: at, Changes: schedule}.Event()
}

func (k *kind[C, Ch]) notFound() *commands.Error { return commands.Missing(k.Noun) }

// load reads an item, as catchUp does.
func (k *kind[C, Ch]) load(ctx context.Context, log commands.EventLog, stream string, l *commands.Loaded[item[C, Ch]]) error {
	l.State = k.start()
	return commands.CatchUp(ctx, log, stream, l)
}
