// The decisions about one item of content, whatever its kind.

package editorial

import (
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// createItem makes an item; published, featured or scheduled from the start, in the same append.
type createItem[C any, Ch comparable] struct {
	id         int64
	content    C
	status     status
	featured   bool
	scheduling scheduling
	at         time.Time
	modified   time.Time // of an imported item: its last change; zero: none
}

// Decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createItem[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	evs := []events.Event{events.About{Item: s.kind.item(c.id), Action: events.ActionCreated, At: c.at, Content: c.content,
		ModifiedAt: c.lastChange()}.Event()}
	if c.status == statusPublished {
		evs = append(evs, s.kind.moved(c.id, events.ActionPublished, c.at))
	}
	if c.featured && s.kind.Featured {
		evs = append(evs, s.kind.moved(c.id, events.ActionFeatured, c.at))
	}
	planned, errs := schedule{}.next(c.scheduling, false, c.status == statusPublished, time.Time{}) // see checkSchedule
	if len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	if !planned.equal(schedule{}) {
		evs = append(evs, s.kind.scheduled(c.id, planned.event(), c.at))
	}
	return evs, nil
}

// lastChange returns when the item was last changed before it came here; zero if it wasn't, or if that is no later than it was made.
func (c createItem[C, Ch]) lastChange() time.Time {
	if c.modified.After(c.at) {
		return c.modified.UTC().Truncate(time.Millisecond)
	}
	return time.Time{}
}

// updateItem changes the fields that are given; nil status and featured stay as they are.
type updateItem[C any, Ch comparable] struct {
	id         int64
	changes    Ch
	status     *status
	featured   *bool
	scheduling scheduling
	schedule   *schedule // to give back as a whole, in place of scheduling
	marking    Marking
	imported   bool    // its author said elsewhere what it is: nothing is added
	draft      *uint64 // the revision of the draft that it publishes; nil: it publishes none
	at         time.Time
	now        time.Time // what a schedule's times are compared with
}

// Decide returns events only for what is really different.
func (c updateItem[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	k := s.kind
	if s.Gone() {
		return nil, k.notFound()
	}
	var none Ch
	var evs []events.Event
	changes := events.Differing(s.content, c.changes)
	after := s.content
	events.Apply(&after, changes)
	if err := s.keepSlug(after); err != nil {
		return nil, err
	}
	status := s.status
	set(&status, c.status)
	published := status == statusPublished
	if s.published() && !published { // before its other changes, which readers don't see
		if err := s.keep("unpublished"); err != nil {
			return nil, err
		}
		evs = append(evs, k.moved(c.id, events.ActionUnpublished, c.at))
	}
	if changes != none {
		evs = append(evs, events.About{Item: k.item(c.id), Action: events.ActionUpdated, At: c.at, Changes: changes}.Event())
	}
	if published && !s.published() {
		evs = append(evs, k.moved(c.id, events.ActionPublished, c.at))
	}
	marks, err := c.mark(s, after, published)
	if err != nil {
		return nil, err
	}
	evs = append(evs, marks...)
	if c.featured != nil && *c.featured != s.featured && k.Featured {
		evs = append(evs, k.moved(c.id, either(*c.featured, events.ActionFeatured, events.ActionUnfeatured), c.at))
	}
	planned, errs := s.schedule.next(c.scheduling, s.published(), published, c.now)
	if len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	if c.schedule != nil {
		planned = c.schedule.back(published, c.now)
	}
	if !planned.equal(s.schedule) {
		if !planned.unpublish.IsZero() {
			if err := s.keep("unpublished"); err != nil {
				return nil, err
			}
		}
		evs = append(evs, k.scheduled(c.id, planned.event(), c.at))
	}
	if c.draft != nil && s.draft.exists() {
		evs = append(evs, events.DraftPublished{Kind: k.Name, ItemID: c.id, DraftRevision: *c.draft, At: c.at})
	}
	return evs, nil
}

// deleteItem takes an item off the site.
type deleteItem[C any, Ch comparable] struct {
	id int64
	at time.Time
}

func (c deleteItem[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	if s.Gone() {
		return nil, s.kind.notFound()
	}
	if err := s.keep("deleted"); err != nil {
		return nil, err
	}
	return []events.Event{s.kind.moved(c.id, events.ActionDeleted, c.at)}, nil
}

// restoreItem brings a deleted item back; one that is there needs no restoring.
type restoreItem[C any, Ch comparable] struct {
	id  int64
	at  time.Time
	now time.Time // what a schedule's times are compared with
}

func (c restoreItem[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, s.kind.notFound()
	case !s.deleted:
		return nil, nil
	}
	evs := []events.Event{s.kind.moved(c.id, events.ActionRestored, c.at)}
	if _, _, left := s.schedule.due(c.now); !left.equal(s.schedule) {
		evs = append(evs, s.kind.scheduled(c.id, left.event(), c.at))
	}
	return evs, nil
}

// carryOut does what an item's schedule says, if a time has come.
type carryOut[C any, Ch comparable] struct {
	id  int64
	now time.Time
}

// Decide returns nothing when another instance has carried it out already: then the state has no due time any more. When both
// times have passed, the item is published and unpublished in one append, so that no reader sees it in between.
func (c carryOut[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	publishes, unpublishes, left := s.schedule.due(c.now)
	if s.Gone() || !publishes && !unpublishes {
		return nil, nil
	}
	var evs []events.Event
	if publishes && !s.published() {
		evs = append(evs, s.kind.moved(c.id, events.ActionPublished, c.now))
	}
	if unpublishes && (publishes || s.published()) {
		evs = append(evs, s.kind.moved(c.id, events.ActionUnpublished, c.now))
	}
	return append(evs, s.kind.scheduled(c.id, left.event(), c.now)), nil
}

// TransitionTo returns the events that make of an item what it was in another state. Its error is that of a page that every site has, which
// is not taken from readers.
func (s item[C, Ch]) TransitionTo(id int64, to item[C, Ch], at time.Time) ([]events.Event, error) {
	if to.Gone() {
		if err := s.keep("deleted"); err != nil {
			return nil, err
		}
	}
	return history.Transition{
		Gone: s.Gone(), GoneThen: to.Gone(), HadContent: to.exists,
		Restored: s.kind.moved(id, events.ActionRestored, at), Deleted: s.kind.moved(id, events.ActionDeleted, at),
		Updated: func() ([]events.Event, error) {
			present := s
			present.deleted = false
			evs, err := updateItem[C, Ch]{id: id, changes: events.Whole[Ch](to.content), status: &to.status, featured: &to.featured,
				schedule: &to.schedule, at: at, now: at}.Decide(present)
			return append(evs, present.draftEvents(id, to, at)...), err
		},
	}.Events()
}

// either returns yes if the condition holds, and otherwise no.
func either(condition bool, yes, no events.Action) events.Action {
	if condition {
		return yes
	}
	return no
}
