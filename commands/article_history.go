// The history of an article, and the way back to a revision.

package commands

import (
	"context"
	"time"

	"candor/events"
)

// PastArticle is an article as it was at a revision.
type PastArticle struct {
	Revision
	Content            events.ArticleContent
	Published, Deleted bool
	Schedule           events.Schedule
	Times              Times
}

// articlePast is the aggregate with the times that an answer shows.
type articlePast struct {
	article
	Times
}

func (p articlePast) evolve(e events.Event) articlePast {
	p.article = p.article.evolve(e)
	if _, ok := e.(events.ArticleScheduled); !ok { // nothing that anybody sees has changed
		p.Updated = saidTime(e)
	}
	switch e := e.(type) {
	case events.ArticleCreated:
		p.Created = e.At
	case events.ArticlePublished:
		p.Times.Published = e.At
	case events.ArticleUnpublished:
		p.Times.Published = time.Time{}
	}
	return p
}

func (p articlePast) known() bool { return p.exists }

func (p articlePast) value() (any, []mark) {
	marks := []mark{{"isPublished", p.published}, {"isDeleted", p.deleted}}
	return p.content, append(marks, p.schedule.marks()...)
}

// ArticleHistory is [Handler.ReviewHistory] for articles.
func (h *Handler) ArticleHistory(ctx context.Context, id events.ArticleID, before *uint64, limit int) ([]Revision, error) {
	return revisions[articlePast](ctx, h, id.Stream(), "Tech article", orLast(before), limit)
}

// ArticleAt returns an article as it was at a revision. Errors: NotFound, Unavailable.
func (h *Handler) ArticleAt(ctx context.Context, id events.ArticleID, revision uint64) (PastArticle, error) {
	m, err := momentAt[articlePast](ctx, h, id.Stream(), "Tech article", revision)
	if err != nil {
		return PastArticle{}, err
	}
	line, _, err := m.revision()
	s := m.after
	return PastArticle{line, s.content, s.published, s.deleted, s.schedule.said(), s.Times}, err
}

// RestoreArticleTo is [Handler.RestoreReviewTo] for articles, which are never featured.
func (h *Handler) RestoreArticleTo(ctx context.Context, by Caller, id events.ArticleID, revision uint64, how Restoring, ifMatch *uint64) (Result, error) {
	then, err := momentAt[articlePast](ctx, h, id.Stream(), "Tech article", revision)
	if err != nil {
		return Result{}, err
	}
	s := then.after
	c := updateArticle{id: id, changes: everyField[events.ArticleContent, events.ArticleChanges](s.content), correction: how.Correction, at: h.at(by), now: h.now()}
	if how.Schedule {
		c.schedule = &s.schedule
	}
	if how.State {
		c.published = &s.published
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, c)
	result.ID = int64(id)
	return result, err
}
