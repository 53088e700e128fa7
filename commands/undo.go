// Taking back: what an API key has done since a moment, or what one request has done, to one review, article or
// category. The item gets back the state that it had before the first of those events, by new events; nothing
// leaves the history. Which events those are is read in the item's own stream: the log decides, not a read model.

package commands

import (
	"context"
	"slices"
	"strconv"
	"time"

	"candor/events"
)

// Undoing says whose changes are taken back: an API key's since a moment, or, where there is no key, a request's.
type Undoing struct {
	Key     events.KeyID
	Since   time.Time // of what the events say; zero: all that the key ever did
	Request string    // its id, which is the correlation id of its events

	Deactivate bool // the key first, so that it changes nothing more
}

// covers reports whether an event is one of those to take back.
func (u Undoing) covers(m events.Metadata, at time.Time) bool {
	if u.Key == 0 {
		return u.Request != "" && m.CorrelationID == u.Request
	}
	return m.Actor.Kind == events.ActorBot && m.Actor.ID == strconv.FormatInt(int64(u.Key), 10) && !at.Before(u.Since)
}

// name is what the events that take back say of it.
func (u Undoing) name() string {
	if u.Key == 0 {
		return "request " + u.Request
	}
	return u.Key.Stream()
}

// UndoAction is what taking back does to an item.
type UndoAction string

// The actions.
const (
	UndoDelete  UndoAction = "delete"  // it did not exist before, or was deleted
	UndoRestore UndoAction = "restore" // it was there before
	UndoRevert  UndoAction = "revert"  // it was different before
	UndoNothing UndoAction = "none"    // it is as it was before
	UndoKeep    UndoAction = "keep"    // a category that other reviews or articles use can't be deleted
)

// Compensation is what taking back means for one item.
type Compensation struct {
	Item
	Title    string // as it is now
	Revision uint64 // of its stream, on which all this is based
	Did      []string
	Events   int       // that are taken back
	First    time.Time // when the first of them happened
	Last     time.Time
	Action   UndoAction
	Changes  []string      // names of the fields and flags that a revert or a restoration sets back
	UsedBy   int           // of a category that would be deleted: how many reviews and articles would still use it
	Since    *ChangedSince // what somebody else did after the first of the events; nil: nothing
}

// ChangedSince is the latest change by somebody else.
type ChangedSince struct {
	By events.Actor
	At time.Time
}

// reversible is an item that can become what it was.
type reversible[S any] interface {
	past[S]
	gone() bool
	heading() string
	// become returns the events that make of it what it was in another state. What is gone in both is left alone.
	become(id int64, to S, at time.Time) []events.Event
}

// touched is an item and what was done to it.
type touched[S reversible[S]] struct {
	now, before S         // before the first event to take back
	said        time.Time // by the latest event
	did         []string  // types of the events to take back, each once
	n           int
	first, last time.Time
	since       *ChangedSince
}

func (t touched[S]) evolve(e events.Event) touched[S] {
	t.now, t.said = t.now.evolve(e), saidTime(e)
	return t
}

// touchedBy is a step's way to load a touched item.
func touchedBy[S reversible[S]](u Undoing) func(context.Context, EventLog, string, *loaded[touched[S]]) error {
	return func(ctx context.Context, log EventLog, stream string, l *loaded[touched[S]]) error {
		return absent(log.Load(ctx, stream, 0, func(r events.Recorded) error {
			before := l.state.now
			l.state.said = time.Time{}
			if err := l.apply(r); err != nil {
				return err
			}
			m, err := r.Metadata()
			if err != nil {
				return err
			}
			t, at := &l.state, l.state.said.UTC()
			if at.IsZero() { // an event of a newer version
				at = r.Created.UTC()
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
			case t.n > 0 && m.Actor.Kind != events.ActorSystem: // a schedule that was carried out is nobody's change
				t.since = &ChangedSince{m.Actor, at}
			}
			return nil
		}))
	}
}

// takeBack makes an item what it was before. used is how many need the item, if it is a category.
type takeBack[S reversible[S]] struct {
	item Item
	used int
	at   time.Time
}

func (c takeBack[S]) decide(t touched[S]) ([]events.Event, error) {
	if t.n == 0 {
		return nil, &Error{Kind: NotFound, Message: "There is nothing to undo"}
	}
	evs := t.now.become(c.item.ID, t.before, c.at)
	if c.used > 0 && len(evs) > 0 && t.before.gone() {
		return nil, &Error{Kind: InUse, Message: "Kept: used by " + strconv.Itoa(c.used) + " other " + plural(c.used, "item", "items")}
	}
	return evs, nil
}

// compensation describes the decision. Its error is NotFound for an item that was not touched.
func (c takeBack[S]) compensation(l *loaded[touched[S]]) (Compensation, error) {
	t := l.state
	out := Compensation{Item: c.item, Title: t.now.heading(), Revision: l.revision, Did: t.did, Events: t.n, First: t.first, Last: t.last, Changes: []string{}, Since: t.since}
	evs, err := c.decide(t)
	switch {
	case KindOf(err) == InUse && err != nil:
		out.Action, out.UsedBy = UndoKeep, c.used
		return out, nil
	case err != nil:
		return out, err
	case len(evs) == 0:
		out.Action = UndoNothing
	case t.before.gone():
		out.Action = UndoDelete
	default:
		out.Action = UndoRevert
		if t.now.gone() {
			out.Action = UndoRestore
		}
		changes, _ := moment[S]{before: t.now, after: t.before}.changes()
		for _, change := range changes {
			out.Changes = append(out.Changes, change.Field)
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

func (p reviewPast) heading() string  { return p.content.Title }
func (p articlePast) heading() string { return p.content.Title }
func (s category) heading() string    { return s.content.Name }

func (s category) known() bool { return s.exists }

func (s category) value() (any, []mark) { return s.content, []mark{{"isDeleted", s.deleted}} }

func (p reviewPast) become(number int64, to reviewPast, at time.Time) []events.Event {
	id := events.ReviewID(number)
	return change{
		from: p.gone(), to: to.gone(), known: to.exists,
		restored: events.ReviewRestored{ReviewID: id, At: at}, deleted: events.ReviewDeleted{ReviewID: id, At: at},
		updated: func() ([]events.Event, error) {
			present := p.review
			present.deleted = false
			return updateReview{id: id, changes: everyField[events.ReviewContent, events.ReviewChanges](to.content),
				published: &to.published, featured: &to.featured, schedule: &to.schedule, at: at, now: at}.decide(present)
		},
	}.events()
}

func (p articlePast) become(number int64, to articlePast, at time.Time) []events.Event {
	id := events.ArticleID(number)
	return change{
		from: p.gone(), to: to.gone(), known: to.exists,
		restored: events.ArticleRestored{ArticleID: id, At: at}, deleted: events.ArticleDeleted{ArticleID: id, At: at},
		updated: func() ([]events.Event, error) {
			present := p.article
			present.deleted = false
			return updateArticle{id: id, changes: everyField[events.ArticleContent, events.ArticleChanges](to.content),
				published: &to.published, schedule: &to.schedule, at: at, now: at}.decide(present)
		},
	}.events()
}

func (s category) become(number int64, to category, at time.Time) []events.Event {
	id := events.CategoryID(number)
	return change{
		from: s.gone(), to: to.gone(), known: to.exists,
		restored: events.CategoryRestored{CategoryID: id, At: at}, deleted: events.CategoryDeleted{CategoryID: id, At: at},
		updated: func() ([]events.Event, error) {
			present := s
			present.deleted = false
			return updateCategory{id: id, changes: everyField[events.CategoryContent, events.CategoryChanges](to.content), at: at}.decide(present)
		},
	}.events()
}

// change is the way of an item from one state to another, in the order in which its events may come: it has to be
// there to be edited.
type change struct {
	from, to          bool // whether it is gone
	known             bool // in the other state it had been created: there is a content to go back to
	restored, deleted events.Event
	updated           func() ([]events.Event, error)
}

func (c change) events() []events.Event {
	if c.from && c.to {
		return nil
	}
	var evs []events.Event
	if c.from {
		evs = append(evs, c.restored)
	}
	if c.known {
		updates, err := c.updated()
		if err != nil {
			panic(err) // the only refusal is of something that is gone, and this is there
		}
		evs = append(evs, updates...)
	}
	if c.to {
		evs = append(evs, c.deleted)
	}
	return evs
}
