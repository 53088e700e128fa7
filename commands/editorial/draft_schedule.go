// Scheduled drafts: the draft of something published goes live at a time.
//
// The schedule is in the item's own stream and names the draft's revision, so that a draft that was edited since isn't published.

package editorial

import (
	"bytes"
	"time"

	"candor/commands/history"
	"candor/commands/input"
	"candor/events"
)

// draftSchedule says when an item's draft goes live. Its zero value is never.
type draftSchedule struct {
	events.DraftScheduled
	refused bool // it was due and could not be published
}

func (s draftSchedule) exists() bool { return !s.PublishAt.IsZero() }

// says reports whether the draft is scheduled just as e says.
func (s draftSchedule) says(e events.DraftScheduled) bool {
	was := s.DraftScheduled
	was.At, was.Base, e.At, e.Base = time.Time{}, 0, time.Time{}, 0
	return !s.refused && bytes.Equal(input.Encode(was), input.Encode(e))
}

// publishes returns when the draft goes live; nil if it has no schedule.
func (s draftSchedule) publishes() *time.Time {
	if !s.exists() || s.refused {
		return nil
	}
	return &s.PublishAt
}

// mark returns the same as a history shows it.
func (s draftSchedule) mark() history.Mark {
	m := history.Mark{Name: "draftPublishAt"}
	if at := s.publishes(); at != nil {
		m.Is = shownTime(*at)
	}
	return m
}

// draftDue reports whether the item's draft is to be published by now. An item that is to be unpublished before is unpublished first.
func (s item[C, Ch]) draftDue(now time.Time) bool {
	d := s.draft
	if s.Gone() || !d.exists() || d.refused || d.PublishAt.After(now) {
		return false
	}
	return !s.published() || s.schedule.unpublish.IsZero() || !s.schedule.unpublish.Before(d.PublishAt)
}

// afterDraft returns the state after an event about its draft's schedule.
func (s item[C, Ch]) afterDraft(e events.Event) item[C, Ch] {
	switch e := e.(type) {
	case events.DraftScheduled:
		s.draft = draftSchedule{DraftScheduled: e}
	case events.DraftUnscheduled:
		s.draft = draftSchedule{}
	case events.DraftPublished:
		s.draft, s.publishedDraft = draftSchedule{}, &e.DraftRevision
	case events.DraftNotPublished:
		s.draft.refused = true
	}
	return s
}

// draftEvents returns the events that give a draft the schedule that it had in another state, unless that time has passed.
func (s item[C, Ch]) draftEvents(id int64, to item[C, Ch], at time.Time) []events.Event {
	of := s.kind.item(id)
	switch wanted := to.draft; {
	case wanted.exists() && !wanted.refused && wanted.PublishAt.After(at) && !to.Gone():
		if s.draft.says(wanted.DraftScheduled) {
			return nil
		}
		wanted.At = at
		return []events.Event{wanted.DraftScheduled}
	case s.draft.exists() && !wanted.exists():
		return []events.Event{events.DraftUnscheduled{Kind: of.Kind, ItemID: id, DraftRevision: s.draft.DraftRevision, At: at}}
	}
	return nil
}
