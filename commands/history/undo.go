// Undoing the changes that an API key has made since a moment, or that one request has made, to one item or
// category. The item gets back the state that it had before the first of those events, by new events; nothing
// leaves the history. Which events those are is read from the item's own stream: the log decides, not a read model.

package history

import (
	"context"
	"slices"
	"strconv"
	"time"

	"candor/commands"
	"candor/events"
)

// Undoing says whose changes are undone: an API key's since a moment, or, without a key, a request's.
type Undoing struct {
	Key     events.KeyID
	Since   time.Time // by the events' own times; zero: everything that the key ever changed
	Request string    // its id, which is the correlation id of its events

	Deactivate bool // the key first, so that it changes nothing more
}

// covers reports whether an event is one of those to undo.
func (u Undoing) covers(m events.Metadata, at time.Time) bool {
	if u.Key == 0 {
		return u.Request != "" && m.CorrelationID == u.Request
	}
	return m.Actor.Kind == events.ActorBot && m.Actor.ID == strconv.FormatInt(int64(u.Key), 10) && !at.Before(u.Since)
}

// Name returns what is undone, as the metadata of the undoing events has it.
func (u Undoing) Name() string {
	if u.Key == 0 {
		return "request " + u.Request
	}
	return u.Key.Stream()
}

// Item names an item of content, a category or an author.
type Item struct {
	Kind string `json:"kind"` // "review", "article", "page", "category" or "author"
	ID   int64  `json:"id"`
}

// UndoItem is an item at the revision that a preview was based on.
type UndoItem struct {
	Item
	Revision uint64 `json:"revision"`
}

// UndoAction is what undoing does to an item.
type UndoAction string

// The actions.
const (
	UndoDelete  UndoAction = "delete"  // it did not exist before, or was deleted
	UndoRestore UndoAction = "restore" // it was there before
	UndoRevert  UndoAction = "revert"  // it was different before
	UndoNothing UndoAction = "none"    // it is as it was before
	UndoKeep    UndoAction = "keep"    // a category that others use, or a page that every site has, can't be deleted
)

// Compensation describes what undoing means for one item.
type Compensation struct {
	Item
	Title    string    // as it is now
	Revision uint64    // of its stream, on which all this is based
	Did      []string  // the types of the events to undo, each once
	Events   int       // that are undone
	First    time.Time // when the first of them happened
	Last     time.Time
	Action   UndoAction
	Changes  []string      // names of the fields and flags that a revert or a restoration sets back
	UsedBy   int           // of a category that would be deleted: how many reviews and articles would still use it
	Since    *ChangedSince // what someone else changed after the first of the events; nil: nothing
}

// ChangedSince is the latest change by someone else.
type ChangedSince struct {
	By events.Actor
	At time.Time
}

// Reversible is an item or category that can return to an earlier state.
type Reversible[S any] interface {
	State[S]
	Gone() bool
	Heading() string
	// TransitionTo returns the events that make of it what it was in another state. What is gone in both is left alone. Its error is InUse
	// for what stays as it is.
	TransitionTo(id int64, to S, at time.Time) ([]events.Event, error)
}

// touched is an item and the events to undo.
type touched[S Reversible[S]] struct {
	now, before S         // before the first event to undo
	latest      time.Time // of the latest event, as it states it
	did         []string  // types of the events to undo, each once
	n           int
	first, last time.Time
	since       *ChangedSince
}

func (t touched[S]) Evolve(e events.Event) touched[S] {
	t.now, t.latest = t.now.Evolve(e), eventTime(e)
	return t
}

// touchedBy returns the function by which a step loads a touched item. start is an item without events.
func touchedBy[S Reversible[S]](u Undoing, start S) func(context.Context, commands.EventLog, string, *commands.Loaded[touched[S]]) error {
	return func(ctx context.Context, log commands.EventLog, stream string, l *commands.Loaded[touched[S]]) error {
		l.State.now = start
		return commands.IgnoreAbsent(log.Load(ctx, stream, 0, func(r events.Recorded) error {
			before := l.State.now
			l.State.latest = time.Time{}
			if err := l.Apply(r); err != nil {
				return err
			}
			m := r.Metadata()
			t, at := &l.State, l.State.latest.UTC()
			if at.IsZero() { // an event of a newer version
				at = r.Time()
			}
			switch {
			case u.covers(m, at):
				if t.n == 0 {
					t.before, t.first = before, at
				}
				if !slices.Contains(t.did, r.Type) {
					t.did = append(t.did, r.Type)
				}
				t.n, t.last = t.n+1, at
			case t.n > 0 && m.Actor.Kind != events.ActorSystem: // carrying out a schedule doesn't count as a change
				t.since = &ChangedSince{m.Actor, at}
			}
			return nil
		}))
	}
}

// undoChanges makes an item what it was before. used is how many items use it, if it is a category.
type undoChanges[S Reversible[S]] struct {
	item Item
	used int
	at   time.Time
}

func (c undoChanges[S]) Decide(t touched[S]) ([]events.Event, error) {
	if t.n == 0 {
		return nil, &commands.Error{Kind: commands.NotFound, Message: "There is nothing to undo"}
	}
	evs, err := t.now.TransitionTo(c.item.ID, t.before, c.at)
	if err != nil {
		return nil, err
	}
	if c.used > 0 && len(evs) > 0 && t.before.Gone() {
		users := strconv.Itoa(c.used) + " other " + plural(c.used, "item", "items")
		return nil, &commands.Error{Kind: commands.InUse, Message: "Kept: used by " + users}
	}
	return evs, nil
}

// compensation describes the decision. Its error is NotFound for an item that was not touched.
func (c undoChanges[S]) compensation(l *commands.Loaded[touched[S]]) (Compensation, error) {
	t := l.State
	out := Compensation{Item: c.item, Title: t.now.Heading(), Revision: l.Revision, Did: t.did, Events: t.n,
		First: t.first, Last: t.last, Changes: []string{}, Since: t.since}
	evs, err := c.Decide(t)
	switch {
	case commands.KindOf(err) == commands.InUse && err != nil:
		out.Action, out.UsedBy = UndoKeep, c.used
		return out, nil
	case err != nil:
		return out, err
	case len(evs) == 0:
		out.Action = UndoNothing
	case t.before.Gone():
		out.Action = UndoDelete
	default:
		out.Action = UndoRevert
		if t.now.Gone() {
			out.Action = UndoRestore
		}
		changes, _ := Moment[S]{Before: t.now, After: t.before}.changes()
		for _, change := range changes {
			if change.Field != WithheldVersions { // what is withheld stays withheld
				out.Changes = append(out.Changes, change.Field)
			}
		}
	}
	return out, nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
