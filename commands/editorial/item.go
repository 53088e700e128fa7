// One item of content, whatever its kind: what decisions need to know of it.

package editorial

import (
	"time"

	"candor/events"
)

// status is where an item stands on its way from the author to the readers.
//
// A state in between, such as "submitted for review", is one more value here. It needs an event of each kind with its
// events.Action, a case in item.evolve and in each kind's moved, and the rules of who may set it in updateItem.decide.
// Whatever else looks at the status only asks whether readers see the item.
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
type item[C any, Ch comparable] struct {
	kind            *kind[C, Ch]
	exists, deleted bool
	status          status
	featured        bool
	content         C // what an update is compared with
	seen            C // the content that readers saw last, of an item that was published at some time
	told            C // the content of the last change of seen that is no typo, which the next typo is compared with
	toldBefore      C // what told was before the last change of seen
	schedule        schedule
	withheld        withheldVersions
	draft           draftSchedule
	publishedDraft  *uint64 // the revision of the draft that was scheduled and published last; nil: none was
	times           Times
}

// Times is when things happened to an item, up to a moment.
type Times struct {
	Created, Updated time.Time
	Released         time.Time // the first publication
	Published        time.Time // the same; zero for a draft
	Priced           time.Time // when a review's price was last stated; zero without one
}

func (s item[C, Ch]) Evolve(e events.Event) item[C, Ch] {
	about, _ := events.AboutOf(e)
	if about.Action.AboutDraft() {
		return s.afterDraft(e) // readers don't see it: the item counts as unchanged
	}
	switch about.Action {
	case "":
		return s
	case events.ActionCreated:
		s.exists, s.content, s.times.Created = true, about.Content.(C), about.At
		s.note(events.Whole[Ch](s.content), about.At)
	case events.ActionUpdated:
		changes := about.Changes.(Ch)
		events.Apply(&s.content, changes)
		if s.published() {
			s.show()
		}
		s.note(changes, about.At)
	case events.ActionPublished:
		if !s.released() {
			s.times.Released = about.At
		}
		s.status, s.times.Published = statusPublished, s.times.Released
		s.show()
	case events.ActionUnpublished:
		s.status, s.times.Published = statusDraft, time.Time{}
	case events.ActionFeatured, events.ActionUnfeatured:
		s.featured = about.Action == events.ActionFeatured
	case events.ActionTypoMarked:
		s.told = s.toldBefore // the change just before it
	case events.ActionDeleted, events.ActionRestored:
		s.deleted = about.Action == events.ActionDeleted
		s.draft = draftSchedule{} // the draft is deleted with its item
	case events.ActionScheduled:
		s.schedule = s.schedule.after(about.Changes.(events.Schedule))
		return s // readers don't see it: the item counts as unchanged
	case events.ActionWithheld, events.ActionReleased:
		s.withheld = s.withheld.after(about)
		return s // the item is as it was
	}
	if at := about.LastChange(); at.After(s.times.Updated) {
		s.times.Updated = at
	}
	return s
}

// show has readers see the content. What they see again as they saw it last tells them nothing.
func (s *item[C, Ch]) show() {
	var none Ch
	if events.Differing(s.seen, events.Whole[Ch](s.content)) != none {
		s.seen, s.told, s.toldBefore = s.content, s.content, s.told
	}
}

func (s *item[C, Ch]) note(changes Ch, at time.Time) {
	if s.kind.note != nil {
		s.kind.note(&s.times, s.content, changes, at)
	}
}

// Gone reports whether the item does not exist or is deleted.
func (s item[C, Ch]) Gone() bool { return !s.exists || s.deleted }

func (s item[C, Ch]) published() bool { return s.status == statusPublished }

// released reports whether the item is or was published.
func (s item[C, Ch]) released() bool { return !s.times.Released.IsZero() }

// Slug returns the slug under which an item is there; "": it is gone, or its kind has no slugs.
func (s item[C, Ch]) Slug() string {
	if s.kind == nil || s.kind.slug == nil || s.Gone() {
		return ""
	}
	return *s.kind.slug.of(&s.content)
}
