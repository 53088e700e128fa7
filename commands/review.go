// The review aggregate: what decisions about a review need to know of it, and the decisions.

package commands

import (
	"slices"
	"time"

	"candor/events"
)

// review is the state of one review.
type review struct {
	exists, deleted     bool
	published, featured bool
	content             events.ReviewContent // what an update is compared with
	schedule            schedule
}

func (s review) evolve(e events.Event) review {
	switch e := e.(type) {
	case events.ReviewCreated:
		s.exists, s.content = true, e.ReviewContent
	case events.ReviewUpdated:
		e.Changes.ApplyTo(&s.content)
	case events.ReviewPublished:
		s.published = true
	case events.ReviewUnpublished:
		s.published = false
	case events.ReviewFeatured:
		s.featured = true
	case events.ReviewUnfeatured:
		s.featured = false
	case events.ReviewScheduled:
		s.schedule = scheduleOf(e.Schedule)
	case events.ReviewDeleted:
		s.deleted = true
	case events.ReviewRestored:
		s.deleted = false
	}
	return s
}

// gone reports that there is nothing here to show or change.
func (s review) gone() bool { return !s.exists || s.deleted }

// createReview makes a review; published, featured or scheduled from the start, in the same append.
type createReview struct {
	id                  events.ReviewID
	content             events.ReviewContent
	published, featured bool
	scheduling          scheduling
	at                  time.Time
}

// decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createReview) decide(review) ([]events.Event, error) {
	evs := []events.Event{events.ReviewCreated{ReviewID: c.id, ReviewContent: c.content, At: c.at}}
	if c.published {
		evs = append(evs, events.ReviewPublished{ReviewID: c.id, At: c.at})
	}
	if c.featured {
		evs = append(evs, events.ReviewFeatured{ReviewID: c.id, At: c.at})
	}
	planned, errs := schedule{}.next(c.scheduling, false, c.published, time.Time{}) // see checkSchedule
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	if !planned.equal(schedule{}) {
		evs = append(evs, events.ReviewScheduled{ReviewID: c.id, Schedule: planned.said(), At: c.at})
	}
	return evs, nil
}

// updateReview changes the fields that are given; nil flags stay as they are.
type updateReview struct {
	id                  events.ReviewID
	changes             events.ReviewChanges
	published, featured *bool
	scheduling          scheduling
	schedule            *schedule // to give back as a whole, in place of scheduling
	correction          *string   // the note; nil: the update is none
	at                  time.Time
	now                 time.Time // what a schedule's times are compared with
}

// decide returns events only for what is really different.
func (c updateReview) decide(s review) ([]events.Event, error) {
	if s.gone() {
		return nil, notFound("Review")
	}
	var evs []events.Event
	changes := differing(c.changes, s.content)
	if changes != (events.ReviewChanges{}) {
		evs = append(evs, events.ReviewUpdated{ReviewID: c.id, Changes: changes, At: c.at})
	}
	if c.correction != nil {
		was := correctedReview(changes, s.content)
		if err := correctable(s.published, was != events.ReviewChanges{}, "the rating, a price, the verdict, the content or the title"); err != nil {
			return nil, err
		}
		evs = append(evs, events.ReviewCorrected{ReviewID: c.id, Note: *c.correction, Was: was, At: c.at})
	}
	published := s.published
	set(&published, c.published)
	if published != s.published {
		if published {
			evs = append(evs, events.ReviewPublished{ReviewID: c.id, At: c.at})
		} else {
			evs = append(evs, events.ReviewUnpublished{ReviewID: c.id, At: c.at})
		}
	}
	if c.featured != nil && *c.featured != s.featured {
		if *c.featured {
			evs = append(evs, events.ReviewFeatured{ReviewID: c.id, At: c.at})
		} else {
			evs = append(evs, events.ReviewUnfeatured{ReviewID: c.id, At: c.at})
		}
	}
	planned, errs := s.schedule.next(c.scheduling, s.published, published, c.now)
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	if c.schedule != nil {
		planned = c.schedule.back(published, c.now)
	}
	if !planned.equal(s.schedule) {
		evs = append(evs, events.ReviewScheduled{ReviewID: c.id, Schedule: planned.said(), At: c.at})
	}
	return evs, nil
}

// deleteReview takes a review off the site.
type deleteReview struct {
	id events.ReviewID
	at time.Time
}

func (c deleteReview) decide(s review) ([]events.Event, error) {
	if s.gone() {
		return nil, notFound("Review")
	}
	return []events.Event{events.ReviewDeleted{ReviewID: c.id, At: c.at}}, nil
}

// restoreReview brings a deleted review back; one that is there needs no restoring.
type restoreReview struct {
	id  events.ReviewID
	at  time.Time
	now time.Time // what a schedule's times are compared with
}

func (c restoreReview) decide(s review) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, notFound("Review")
	case !s.deleted:
		return nil, nil
	}
	evs := []events.Event{events.ReviewRestored{ReviewID: c.id, At: c.at}}
	if _, _, left := s.schedule.due(c.now); !left.equal(s.schedule) {
		evs = append(evs, events.ReviewScheduled{ReviewID: c.id, Schedule: left.said(), At: c.at})
	}
	return evs, nil
}

// differing leaves of changes what differs from c.
func differing(ch events.ReviewChanges, c events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName:        changed(ch.ProductName, c.ProductName),
		ProductBrand:       changed(ch.ProductBrand, c.ProductBrand),
		CategoryID:         changed(ch.CategoryID, c.CategoryID),
		ProductDescription: changed(ch.ProductDescription, c.ProductDescription),
		ProductPrice:       changed(ch.ProductPrice, c.ProductPrice),
		ProductPriceMax:    changed(ch.ProductPriceMax, c.ProductPriceMax),
		ProductImageURL:    changed(ch.ProductImageURL, c.ProductImageURL),
		Specifications:     changedList(ch.Specifications, c.Specifications),
		Features:           changedList(ch.Features, c.Features),
		Title:              changed(ch.Title, c.Title),
		Content:            changed(ch.Content, c.Content),
		Rating:             changed(ch.Rating, c.Rating),
		Pros:               changedList(ch.Pros, c.Pros),
		Cons:               changedList(ch.Cons, c.Cons),
		Verdict:            changed(ch.Verdict, c.Verdict),
		VideoCredit:        changed(ch.VideoCredit, c.VideoCredit),
		AuthorName:         changed(ch.AuthorName, c.AuthorName),
		VideoURL:           changed(ch.VideoURL, c.VideoURL),
		ImageURLs:          changedList(ch.ImageURLs, c.ImageURLs),
		AliexpressLink:     changed(ch.AliexpressLink, c.AliexpressLink),
		ShopeeLink:         changed(ch.ShopeeLink, c.ShopeeLink),
		Tags:               changedList(ch.Tags, c.Tags),
	}
}

// changed returns the new value if it differs from the old one.
func changed[T comparable](to *T, from T) *T {
	if to == nil || *to == from {
		return nil
	}
	return to
}

func changedList(to *[]string, from []string) *[]string {
	if to == nil || slices.Equal(*to, from) {
		return nil
	}
	return to
}
