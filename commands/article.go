// The article aggregate: what decisions about a tech article need to know of it, and the decisions.

package commands

import (
	"time"

	"candor/events"
)

// article is the state of one article.
type article struct {
	exists, deleted, published bool
	content                    events.ArticleContent // what an update is compared with
	schedule                   schedule
}

func (s article) evolve(e events.Event) article {
	switch e := e.(type) {
	case events.ArticleCreated:
		s.exists, s.content = true, e.ArticleContent
	case events.ArticleUpdated:
		e.Changes.ApplyTo(&s.content)
	case events.ArticlePublished:
		s.published = true
	case events.ArticleUnpublished:
		s.published = false
	case events.ArticleScheduled:
		s.schedule = scheduleOf(e.Schedule)
	case events.ArticleDeleted:
		s.deleted = true
	case events.ArticleRestored:
		s.deleted = false
	}
	return s
}

// gone reports that there is nothing here to show or change.
func (s article) gone() bool { return !s.exists || s.deleted }

// createArticle makes an article; published or scheduled from the start, in the same append.
type createArticle struct {
	id         events.ArticleID
	content    events.ArticleContent
	published  bool
	scheduling scheduling
	at         time.Time
}

// decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createArticle) decide(article) ([]events.Event, error) {
	evs := []events.Event{events.ArticleCreated{ArticleID: c.id, ArticleContent: c.content, At: c.at}}
	if c.published {
		evs = append(evs, events.ArticlePublished{ArticleID: c.id, At: c.at})
	}
	planned, errs := schedule{}.next(c.scheduling, false, c.published, time.Time{}) // see checkSchedule
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	if !planned.equal(schedule{}) {
		evs = append(evs, events.ArticleScheduled{ArticleID: c.id, Schedule: planned.said(), At: c.at})
	}
	return evs, nil
}

// updateArticle changes the fields that are given; a nil flag stays as it is.
type updateArticle struct {
	id         events.ArticleID
	changes    events.ArticleChanges
	published  *bool
	scheduling scheduling
	schedule   *schedule // to give back as a whole, in place of scheduling
	correction *string   // the note; nil: the update is none
	at         time.Time
	now        time.Time // what a schedule's times are compared with
}

// decide returns events only for what is really different.
func (c updateArticle) decide(s article) ([]events.Event, error) {
	if s.gone() {
		return nil, notFound("Tech article")
	}
	changes := events.ArticleChanges{
		Title:       changed(c.changes.Title, s.content.Title),
		Content:     changed(c.changes.Content, s.content.Content),
		Excerpt:     changed(c.changes.Excerpt, s.content.Excerpt),
		ImageURL:    changed(c.changes.ImageURL, s.content.ImageURL),
		VideoURL:    changed(c.changes.VideoURL, s.content.VideoURL),
		VideoCredit: changed(c.changes.VideoCredit, s.content.VideoCredit),
		Category:    changed(c.changes.Category, s.content.Category),
		AuthorName:  changed(c.changes.AuthorName, s.content.AuthorName),
		Tags:        changedList(c.changes.Tags, s.content.Tags),
	}
	var evs []events.Event
	if changes != (events.ArticleChanges{}) {
		evs = append(evs, events.ArticleUpdated{ArticleID: c.id, Changes: changes, At: c.at})
	}
	if c.correction != nil {
		was := correctedArticle(changes, s.content)
		if err := correctable(s.published, was != events.ArticleChanges{}, "the content, the title or the excerpt"); err != nil {
			return nil, err
		}
		evs = append(evs, events.ArticleCorrected{ArticleID: c.id, Note: *c.correction, Was: was, At: c.at})
	}
	published := s.published
	set(&published, c.published)
	if published != s.published {
		if published {
			evs = append(evs, events.ArticlePublished{ArticleID: c.id, At: c.at})
		} else {
			evs = append(evs, events.ArticleUnpublished{ArticleID: c.id, At: c.at})
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
		evs = append(evs, events.ArticleScheduled{ArticleID: c.id, Schedule: planned.said(), At: c.at})
	}
	return evs, nil
}

// deleteArticle takes an article off the site.
type deleteArticle struct {
	id events.ArticleID
	at time.Time
}

func (c deleteArticle) decide(s article) ([]events.Event, error) {
	if s.gone() {
		return nil, notFound("Tech article")
	}
	return []events.Event{events.ArticleDeleted{ArticleID: c.id, At: c.at}}, nil
}

// restoreArticle brings a deleted article back; one that is there needs no restoring.
type restoreArticle struct {
	id  events.ArticleID
	at  time.Time
	now time.Time // what a schedule's times are compared with
}

func (c restoreArticle) decide(s article) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, notFound("Tech article")
	case !s.deleted:
		return nil, nil
	}
	evs := []events.Event{events.ArticleRestored{ArticleID: c.id, At: c.at}}
	if _, _, left := s.schedule.due(c.now); !left.equal(s.schedule) {
		evs = append(evs, events.ArticleScheduled{ArticleID: c.id, Schedule: left.said(), At: c.at})
	}
	return evs, nil
}
