// One item of content, whatever its kind: what decisions need to know of it.

package commands

import (
	"time"

	"candor/events"
)

// status is where an item stands on its way from the author to the readers.
//
// A state in between, such as "submitted for review", is one more value here. It needs an event of each kind, a transition
// that makes it (kind.moved), a case where the kind's apply reads it, and the rules of who may leave it in updateItem.decide.
// Whatever else asks for the status asks only whether readers see the item.
type status int

const (
	statusDraft status = iota // as it is created
	statusPublished
)

// statusOf returns the status that a caller's isPublished asks for; nil: none.
func statusOf(isPublished *bool) *status {
	if isPublished == nil {
		return nil
	}
	to := statusDraft
	if *isPublished {
		to = statusPublished
	}
	return &to
}

// item is the state of one item. Its zero value knows no events; see kind.start.
type item[C any, Ch changesTo[C]] struct {
	kind            *kind[C, Ch]
	exists, deleted bool
	status          status
	featured        bool
	content         C // what an update is compared with
	schedule        schedule
	times           Times
}

// Times is when things happened to an item, up to a moment.
type Times struct {
	Created, Updated time.Time
	Published        time.Time // the latest publication; zero for a draft
	Priced           time.Time // when a review's price was last stated; zero without one
}

func (s item[C, Ch]) evolve(e events.Event) item[C, Ch] {
	s.kind.apply(&s, e)
	return s
}

// gone reports whether there is nothing here to show or change.
func (s item[C, Ch]) gone() bool { return !s.exists || s.deleted }

func (s item[C, Ch]) published() bool { return s.status == statusPublished }

// slug returns the slug under which an item is there; "": it is gone, or its kind has no slugs.
func (s item[C, Ch]) slug() string {
	if s.kind == nil || s.kind.slug == nil || s.gone() {
		return ""
	}
	return *s.kind.slug.of(&s.content)
}

// create, update and the methods below are what the events of an item do to it, for the apply function of its kind.
func (s *item[C, Ch]) create(content C, at time.Time) {
	s.exists, s.content = true, content
	s.times.Created, s.times.Updated = at, at
}

func (s *item[C, Ch]) update(changes Ch, at time.Time) {
	changes.ApplyTo(&s.content)
	s.times.Updated = at
}

// correct changes nothing by itself: the update that a correction is about stands beside it.
func (s *item[C, Ch]) correct(at time.Time) { s.times.Updated = at }

// plan sets the schedule, which readers don't see: the item counts as unchanged.
func (s *item[C, Ch]) plan(to events.Schedule) { s.schedule = scheduleOf(to) }

func (s *item[C, Ch]) move(to transition, at time.Time) {
	s.times.Updated = at
	switch to {
	case publish:
		s.status, s.times.Published = statusPublished, at
	case unpublish:
		s.status, s.times.Published = statusDraft, time.Time{}
	case feature, unfeature:
		s.featured = to == feature
	case remove, restore:
		s.deleted = to == remove
	}
}
