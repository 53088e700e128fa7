// Schedules of reviews and articles: what a caller may ask for, what publishing by hand makes of it, and
// what is decided when a time has come.
//
// A time to publish belongs to a draft: publishing by hand, before it, clears it, and naming one for what is
// or becomes published is refused. A time to unpublish stays when the item is published by hand, and is cleared
// when the item is unpublished by hand, unless it is to come back before. Deleting an item holds its schedule up; restoring it goes on with the
// times that are still to come and drops those that have passed, so that undoing a deletion gives back what was there,
// and an item that was away for long does not appear, or vanish, at the moment of its return.

package commands

import (
	"context"
	"strings"
	"time"

	"candor/events"

	"github.com/google/uuid"
)

// scheduleYears are the years that a schedule may name times before; a read model's times end in 2262.
const scheduleYears = 2200

// schedule is when an item is to be published and unpublished; a zero time: not by itself.
type schedule struct{ publish, unpublish time.Time }

// scheduling is what a caller says of a schedule: nil is unsaid, a zero time is none.
type scheduling struct{ publish, unpublish *time.Time }

// scheduleOf is a fact's schedule.
func scheduleOf(s events.Schedule) schedule {
	var is schedule
	set(&is.publish, s.PublishAt)
	set(&is.unpublish, s.UnpublishAt)
	return is
}

// said is the schedule in the words of a fact.
func (s schedule) said() events.Schedule {
	var said events.Schedule
	if !s.publish.IsZero() {
		at := s.publish.UTC()
		said.PublishAt = &at
	}
	if !s.unpublish.IsZero() {
		at := s.unpublish.UTC()
		said.UnpublishAt = &at
	}
	return said
}

func (s schedule) equal(other schedule) bool {
	return s.publish.Equal(other.publish) && s.unpublish.Equal(other.unpublish)
}

// next is the schedule of an item after a command, which said want and left it published or not. A time
// that stands already may have passed; a new one must be later than now.
func (s schedule) next(want scheduling, was, is bool, now time.Time) (schedule, []FieldError) {
	var r rules
	next := s
	said := func(field string, from *time.Time, to *time.Time) bool {
		if to == nil || to.Equal(*from) {
			return false
		}
		*from = *to
		if !to.IsZero() && !to.After(now) {
			r.fail(field, "%s must be in the future", label(field))
		}
		return true
	}
	publishSaid := said("publishAt", &next.publish, want.publish)
	unpublishSaid := said("unpublishAt", &next.unpublish, want.unpublish)
	if is {
		if publishSaid && !next.publish.IsZero() {
			r.fail("publishAt", "%s is only for drafts. This is published, or about to be", label("publishAt"))
		}
		next.publish = time.Time{}
	}
	if was && !is && !unpublishSaid && next.publish.IsZero() {
		next.unpublish = time.Time{}
	}
	if (publishSaid || unpublishSaid) && !next.publish.IsZero() && !next.unpublish.IsZero() && !next.unpublish.After(next.publish) {
		r.fail("unpublishAt", "%s must be after %s", label("unpublishAt"), label("publishAt"))
	}
	return next, r.errs
}

// due tells what has come at now, and what is left of the schedule then.
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

// back is the schedule as an item gets it back, published or not: without what has passed.
func (s schedule) back(published bool, now time.Time) schedule {
	_, _, left := s.due(now)
	if published {
		left.publish = time.Time{}
	}
	return left
}

// carryOutReview does what a review's schedule says, if a time has come.
type carryOutReview struct {
	id  events.ReviewID
	now time.Time
}

// decide returns nothing when somebody else was quicker: then the state holds no due time any more. When both
// times have passed, the review is published and unpublished in one append, so that no reader sees it in between.
func (c carryOutReview) decide(s review) ([]events.Event, error) {
	publish, unpublish, left := s.schedule.due(c.now)
	if s.gone() || !publish && !unpublish {
		return nil, nil
	}
	var evs []events.Event
	if publish && !s.published {
		evs = append(evs, events.ReviewPublished{ReviewID: c.id, At: c.now})
	}
	if unpublish && (publish || s.published) {
		evs = append(evs, events.ReviewUnpublished{ReviewID: c.id, At: c.now})
	}
	return append(evs, events.ReviewScheduled{ReviewID: c.id, Schedule: left.said(), At: c.now}), nil
}

// carryOutArticle is [carryOutReview] for an article.
type carryOutArticle struct {
	id  events.ArticleID
	now time.Time
}

func (c carryOutArticle) decide(s article) ([]events.Event, error) {
	publish, unpublish, left := s.schedule.due(c.now)
	if s.gone() || !publish && !unpublish {
		return nil, nil
	}
	var evs []events.Event
	if publish && !s.published {
		evs = append(evs, events.ArticlePublished{ArticleID: c.id, At: c.now})
	}
	if unpublish && (publish || s.published) {
		evs = append(evs, events.ArticleUnpublished{ArticleID: c.id, At: c.now})
	}
	return append(evs, events.ArticleScheduled{ArticleID: c.id, Schedule: left.said(), At: c.now}), nil
}

// scheduleTime reads a time of a schedule: nil when it is absent or wrong, the zero time when it is null or empty.
func (o *object) scheduleTime(field string) *time.Time {
	text, ok := o.said(field)
	if !ok {
		return nil
	}
	if text = strings.TrimSpace(text); text == "" {
		return new(time.Time)
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1 || at.Year() >= scheduleYears {
		o.fail(field, "%s must be a time such as 2027-01-31T09:30:00Z, before the year %d", label(field), scheduleYears)
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

// checkSchedule returns what is wrong with the schedule of something new. A repeated request is judged by the
// time at which it was accepted, for its times may have passed since. Its error is Unavailable.
func (h *Handler) checkSchedule(ctx context.Context, by Caller, want scheduling, published bool) ([]FieldError, error) {
	_, errs := schedule{}.next(want, false, published, h.now())
	if len(errs) == 0 {
		return nil, nil
	}
	accepted, err := h.accepted(ctx, by)
	if accepted == nil {
		return errs, err
	}
	_, errs = schedule{}.next(want, false, published, accepted.At)
	return errs, nil
}

// CarryOut does what the schedule of the review or article with this stream says for now, in one append: publishing
// or unpublishing, if that changes anything, and the schedule without the time that has come. It appends
// nothing when no time has come. Errors: Invalid for another stream, Unavailable.
func (h *Handler) CarryOut(ctx context.Context, stream string) (Result, error) {
	by := Caller{Actor: events.System, Via: events.ViaScheduler, RequestID: uuid.NewString()}
	if id, ok := events.Number(stream, events.ReviewPrefix); ok {
		return execute(ctx, h.executor, by, stream, nil, carryOutReview{id: events.ReviewID(id), now: h.now()})
	}
	if id, ok := events.Number(stream, events.ArticlePrefix); ok {
		return execute(ctx, h.executor, by, stream, nil, carryOutArticle{id: events.ArticleID(id), now: h.now()})
	}
	return Result{}, invalidField("stream", "Only reviews and articles have a schedule")
}
