// The history of a review, and the way back to a revision.

package commands

import (
	"context"
	"math"
	"time"

	"candor/events"
)

// PastReview is a review as it was at a revision.
type PastReview struct {
	Revision                     // the event that made it so
	Content                      events.ReviewContent
	Published, Featured, Deleted bool
	Schedule                     events.Schedule
	Times                        Times
}

// reviewPast is the aggregate with the times that an answer shows.
type reviewPast struct {
	review
	Times
}

func (p reviewPast) evolve(e events.Event) reviewPast {
	p.review = p.review.evolve(e)
	if _, ok := e.(events.ReviewScheduled); !ok { // nothing that anybody sees has changed
		p.Updated = saidTime(e)
	}
	switch e := e.(type) {
	case events.ReviewCreated:
		p.Created = e.At
		p.price(e.At)
	case events.ReviewUpdated:
		if e.Changes.ProductPrice != nil || e.Changes.ProductPriceMax != nil {
			p.price(e.At)
		}
	case events.ReviewPublished:
		p.Times.Published = e.At
	case events.ReviewUnpublished:
		p.Times.Published = time.Time{}
	}
	return p
}

// price notes when the price was said.
func (p *reviewPast) price(at time.Time) {
	p.Priced = time.Time{}
	if p.content.ProductPrice != 0 || p.content.ProductPriceMax != 0 {
		p.Priced = at
	}
}

func (p reviewPast) known() bool { return p.exists }

func (p reviewPast) value() (any, []mark) {
	marks := []mark{{"isPublished", p.published}, {"isFeatured", p.featured}, {"isDeleted", p.deleted}}
	return p.content, append(marks, p.schedule.marks()...)
}

// ReviewHistory returns up to limit (at most [MaxRevisions]) revisions of a review, deleted or not, newest first and
// older than before (nil: from the last one). A page is shorter when its texts are long, but never empty
// while there are older ones; revision 0 is the first. Errors: NotFound, Unavailable.
func (h *Handler) ReviewHistory(ctx context.Context, id events.ReviewID, before *uint64, limit int) ([]Revision, error) {
	return revisions[reviewPast](ctx, h, id.Stream(), "Review", orLast(before), limit)
}

// ReviewAt returns a review as it was at a revision. Errors: NotFound, Unavailable.
func (h *Handler) ReviewAt(ctx context.Context, id events.ReviewID, revision uint64) (PastReview, error) {
	m, err := momentAt[reviewPast](ctx, h, id.Stream(), "Review", revision)
	if err != nil {
		return PastReview{}, err
	}
	line, _, err := m.revision()
	s := m.after
	return PastReview{line, s.content, s.published, s.featured, s.deleted, s.schedule.said(), s.Times}, err
}

// RestoreReviewTo gives a review the content that it had at a revision, in one new event with just the fields
// that differ, and on demand the flags and the schedule of then. When nothing differs nothing is
// appended. Errors: Invalid for a note where there is nothing to correct, NotFound, also for a deleted review, Conflict,
// Unavailable.
func (h *Handler) RestoreReviewTo(ctx context.Context, by Caller, id events.ReviewID, revision uint64, how Restoring, ifMatch *uint64) (Result, error) {
	then, err := momentAt[reviewPast](ctx, h, id.Stream(), "Review", revision)
	if err != nil {
		return Result{}, err
	}
	s := then.after
	c := updateReview{id: id, changes: everyField[events.ReviewContent, events.ReviewChanges](s.content), correction: how.Correction, at: h.at(by), now: h.now()}
	if how.Schedule {
		c.schedule = &s.schedule
	}
	if how.State {
		c.published, c.featured = &s.published, &s.featured
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, c)
	result.ID = int64(id)
	return result, err
}

// orLast is the revision below which a page begins.
func orLast(before *uint64) uint64 {
	if before == nil {
		return math.MaxUint64
	}
	return *before
}
