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
	case events.ArticleDeleted:
		s.deleted = true
	case events.ArticleRestored:
		s.deleted = false
	}
	return s
}

// gone reports that there is nothing here to show or change.
func (s article) gone() bool { return !s.exists || s.deleted }

// createArticle makes an article; published from the start, in the same append.
type createArticle struct {
	id        events.ArticleID
	content   events.ArticleContent
	published bool
	at        time.Time
}

// decide expects a stream that doesn't exist: the log refuses a second creation.
func (c createArticle) decide(article) ([]events.Event, error) {
	evs := []events.Event{events.ArticleCreated{ArticleID: c.id, ArticleContent: c.content, At: c.at}}
	if c.published {
		evs = append(evs, events.ArticlePublished{ArticleID: c.id, At: c.at})
	}
	return evs, nil
}

// updateArticle changes the fields that are given; a nil flag stays as it is.
type updateArticle struct {
	id        events.ArticleID
	changes   events.ArticleChanges
	published *bool
	at        time.Time
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
	}
	var evs []events.Event
	if changes != (events.ArticleChanges{}) {
		evs = append(evs, events.ArticleUpdated{ArticleID: c.id, Changes: changes, At: c.at})
	}
	if c.published != nil && *c.published != s.published {
		if *c.published {
			evs = append(evs, events.ArticlePublished{ArticleID: c.id, At: c.at})
		} else {
			evs = append(evs, events.ArticleUnpublished{ArticleID: c.id, At: c.at})
		}
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
	id events.ArticleID
	at time.Time
}

func (c restoreArticle) decide(s article) ([]events.Event, error) {
	switch {
	case !s.exists:
		return nil, notFound("Tech article")
	case !s.deleted:
		return nil, nil
	}
	return []events.Event{events.ArticleRestored{ArticleID: c.id, At: c.at}}, nil
}
