// Schedules: what a caller may ask for, what publishing by hand does to it, and which times have come.
//
// A time to publish belongs to a draft: publishing by hand before that time clears it, and a published item, or one that is
// being published, can't be given one. A time to unpublish stays when the item is published by hand. Unpublishing by hand
// clears it, unless the item is scheduled to be published before. Deleting an item suspends its schedule. Restoring it resumes
// the times that are still to come and drops those that have passed: so undoing a deletion gives back what was there,
// and an item that was deleted for long does not appear, or vanish, at the moment of its return.

package editorial

import (
	"context"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/commands/input"
	"candor/events"
)

// scheduleYears are the years that a schedule may name times before; a read model's times end in 2262.
const scheduleYears = 2200

// schedule is when an item is to be published and unpublished automatically; a zero time is never.
type schedule struct{ publish, unpublish time.Time }

// scheduling is what a caller asks for: nil leaves a time as it is, a zero time clears it.
type scheduling struct{ publish, unpublish *time.Time }

// scheduleOf returns an event's schedule.
func scheduleOf(s events.Schedule) schedule {
	var is schedule
	set(&is.publish, s.PublishAt)
	set(&is.unpublish, s.UnpublishAt)
	return is
}

// after returns the schedule after an event about it.
func (s schedule) after(planned events.Schedule) schedule {
	if planned.Unreadable {
		return schedule{unpublish: s.unpublish}
	}
	return scheduleOf(planned)
}

// event returns the schedule as an event states it.
func (s schedule) event() events.Schedule {
	var e events.Schedule
	if !s.publish.IsZero() {
		at := s.publish.UTC()
		e.PublishAt = &at
	}
	if !s.unpublish.IsZero() {
		at := s.unpublish.UTC()
		e.UnpublishAt = &at
	}
	return e
}

func (s schedule) equal(other schedule) bool {
	return s.publish.Equal(other.publish) && s.unpublish.Equal(other.unpublish)
}

// next returns the schedule of an item after a command that asked for want; was and is say whether the item was published
// before it and is after it. A time that is set already may have passed; a new one must be later than now.
func (s schedule) next(want scheduling, was, is bool, now time.Time) (schedule, []commands.FieldError) {
	var r input.Rules
	next := s
	change := func(field string, from *time.Time, to *time.Time) bool {
		if to == nil || to.Equal(*from) {
			return false
		}
		*from = *to
		if !to.IsZero() && !to.After(now) {
			r.Fail(field, "%s must be in the future", input.Label(field))
		}
		return true
	}
	publishChanged := change("publishAt", &next.publish, want.publish)
	unpublishChanged := change("unpublishAt", &next.unpublish, want.unpublish)
	if is {
		if publishChanged && !next.publish.IsZero() {
			r.Fail("publishAt", "%s is only for drafts. This is published, or about to be", input.Label("publishAt"))
		}
		next.publish = time.Time{}
	}
	if was && !is && !unpublishChanged && next.publish.IsZero() {
		next.unpublish = time.Time{}
	}
	if (publishChanged || unpublishChanged) && !next.publish.IsZero() && !next.unpublish.IsZero() && !next.unpublish.After(next.publish) {
		r.Fail("unpublishAt", "%s must be after %s", input.Label("unpublishAt"), input.Label("publishAt"))
	}
	return next, r.Errs
}

// due returns which times have come at now, and what is left of the schedule then.
func (s schedule) due(now time.Time) (publish, unpublish bool, left schedule) {
	left = s
	if publish = !s.publish.IsZero() && !s.publish.After(now); publish {
		left.publish = time.Time{}
	}
	if unpublish = !s.unpublish.IsZero() && !s.unpublish.After(now); unpublish {
		left.unpublish = time.Time{}
	}
	return publish, unpublish, left
}

// back returns the schedule as an item, published or not, gets it back: without the times that have passed.
func (s schedule) back(published bool, now time.Time) schedule {
	_, _, left := s.due(now)
	if published {
		left.publish = time.Time{}
	}
	return left
}

// readScheduleTime reads a time of a schedule: nil when it is absent or wrong, the zero time when it is null or empty.
func readScheduleTime(o *input.Object, field string) *time.Time {
	text, ok := o.Lookup(field)
	if !ok {
		return nil
	}
	if text = strings.TrimSpace(text); text == "" {
		return new(time.Time)
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1 || at.Year() >= scheduleYears {
		o.Fail(field, "%s must be a time such as 2027-01-31T09:30:00Z, before the year %d", input.Label(field), scheduleYears)
		return nil
	}
	at = at.UTC().Truncate(time.Millisecond)
	return &at
}

// set assigns the value where there is one.
func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// checkSchedule returns what is wrong with the schedule of a new item. A repeated request is judged by the
// time at which it was accepted, for its times may have passed since. Its error is Unavailable.
func checkSchedule(x *commands.Executor, ctx context.Context, by commands.Caller, want scheduling, published bool) ([]commands.FieldError,
	error) {
	_, errs := schedule{}.next(want, false, published, x.Now())
	if len(errs) == 0 {
		return nil, nil
	}
	accepted, err := x.Accepted(ctx, by)
	if accepted == nil {
		return errs, err
	}
	_, errs = schedule{}.next(want, false, published, accepted.At)
	return errs, nil
}

// marks returns the schedule's times.
func (s schedule) marks() []history.Mark {
	return []history.Mark{{Name: "publishAt", Is: shownTime(s.publish)}, {Name: "unpublishAt", Is: shownTime(s.unpublish)}}
}

// shownTime returns a time as a history shows it, nil for none.
func shownTime(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at.UTC().Format(time.RFC3339Nano)
}
