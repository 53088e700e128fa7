// Articles in the content model.

package projections

import (
	"encoding/json"
	"time"

	"candor/events"
)

// openArticleOf returns an article for changing, nil when it does not exist.
func (c *content) openArticleOf(t *txn, id events.ArticleID) *openArticle {
	if open := c.openArticles[int64(id)]; open != nil {
		return open
	}
	h, body := c.articles.row(t, int64(id))
	if h == nil {
		return nil
	}
	open := &openArticle{before: h, after: *h}
	if err := json.Unmarshal(body, &open.article); err != nil {
		panic(damage{"an article's row is no JSON"})
	}
	c.openArticles[int64(id)] = open
	return open
}

// applyArticle takes in what happened to an article. False: nothing, or to one that isn't there.
func (c *content) applyArticle(t *txn, f *fact) bool {
	var open *openArticle
	var at time.Time
	switch e := f.data.(type) {
	case events.ArticleCreated:
		if c.openArticleOf(t, e.ArticleID) != nil {
			return false
		}
		open, at = &openArticle{}, e.At
		open.article.ID, open.article.CreatedAt = int64(e.ArticleID), e.At.UTC()
		open.after.created = e.At.UnixNano()
		open.article.setContent(e.ArticleContent)
		c.openArticles[int64(e.ArticleID)] = open
	case events.ArticleUpdated:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			now := open.article.content()
			e.Changes.ApplyTo(&now)
			open.article.setContent(now)
		}
	case events.ArticlePublished:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			open.article.IsPublished, open.article.PublishedAt = true, &at
		}
	case events.ArticleUnpublished:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			open.article.IsPublished, open.article.PublishedAt = false, nil
		}
	case events.ArticleScheduled:
		if open = c.openArticleOf(t, e.ArticleID); open != nil {
			open.after.schedule(e.Schedule)
			at = open.article.UpdatedAt // nothing that anybody sees has changed
		}
	case events.ArticleCorrected:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			corrected := at.UTC()
			open.article.CorrectedAt = &corrected
			c.articles.correct(t, f, int64(e.ArticleID), Correction{Revision: f.revision, At: corrected, Note: e.Note,
				Changes: correctedArticle(e.Was, open.article.content())})
		}
	case events.ArticleDeleted:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			open.after.deleted = true
		}
	case events.ArticleRestored:
		if open, at = c.openArticleOf(t, e.ArticleID), e.At; open != nil {
			open.after.deleted = false
		}
	}
	if open == nil {
		return false
	}
	open.article.UpdatedAt, open.article.Revision = at.UTC(), f.revision
	return true
}

func (c *content) writeArticle(t *txn, id int64, open *openArticle, precise bool) {
	a, h := &open.article, &open.after
	h.published, h.title, h.category = a.IsPublished, a.Title, foldedCategory(a.Category)
	h.revision, h.updated, h.lastReleased = a.Revision, a.UpdatedAt.UnixNano(), 0
	if a.PublishedAt != nil {
		*a.PublishedAt = a.PublishedAt.UTC()
		h.lastReleased = a.PublishedAt.UnixNano()
	}
	c.articles.write(t, id, open.before, h, encode(a), searchText(a.Title, a.Content, a.AuthorName), precise)
}

// ArticleOf is [ReviewOf] for articles.
func ArticleOf(c events.ArticleContent) (a Article) {
	a.setContent(c)
	return a
}

// setContent shows what a fact says.
func (a *Article) setContent(c events.ArticleContent) {
	a.Title, a.Content, a.Excerpt, a.ImageURL = c.Title, c.Content, text(c.Excerpt), text(c.ImageURL)
	a.VideoURL, a.VideoCredit, a.Category, a.AuthorName = text(c.VideoURL), text(c.VideoCredit), c.Category, c.AuthorName
	a.Tags = c.Tags
}

// content is the other way round.
func (a *Article) content() events.ArticleContent {
	return events.ArticleContent{Title: a.Title, Content: a.Content, Excerpt: value(a.Excerpt), ImageURL: value(a.ImageURL),
		VideoURL: value(a.VideoURL), VideoCredit: value(a.VideoCredit), Category: a.Category, AuthorName: a.AuthorName, Tags: a.Tags}
}
