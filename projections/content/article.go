// Articles in the content model.

package content

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// openArticleOf returns an article for changing, nil when it does not exist.
func (c *content) openArticleOf(t *projector.Tx, id events.ArticleID) *openArticle {
	if open := c.openArticles[int64(id)]; open != nil {
		return open
	}
	h, body := c.articles.row(t, int64(id))
	if h == nil {
		return nil
	}
	open := &openArticle{before: h, after: *h}
	if err := json.Unmarshal(body, &open.article); err != nil {
		panic(projector.Damage("an article's row is no JSON"))
	}
	c.openArticles[int64(id)] = open
	return open
}

// applyArticle takes in what happened to an article. False: nothing, or to one that isn't there.
func (c *content) applyArticle(t *projector.Tx, event *projector.Event) bool {
	var open *openArticle
	var at time.Time
	switch e := event.Data.(type) {
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
			c.articles.correct(t, event, int64(e.ArticleID), Correction{Revision: event.Revision, At: corrected, Note: e.Note,
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
	open.article.UpdatedAt, open.article.Revision = at.UTC(), event.Revision
	return true
}

func (c *content) writeArticle(t *projector.Tx, id int64, open *openArticle, precise bool) {
	a, h := &open.article, &open.after
	h.published, h.title, h.category = a.IsPublished, a.Title, foldedCategory(a.Category)
	h.revision, h.updated, h.lastReleased = a.Revision, a.UpdatedAt.UnixNano(), 0
	if a.PublishedAt != nil {
		*a.PublishedAt = a.PublishedAt.UTC()
		h.lastReleased = a.PublishedAt.UnixNano()
	}
	c.articles.write(t, id, open.before, h, projector.Encode(a), searchText(a.Title, a.Content, a.AuthorName), precise)
}

// ArticleOf is [ReviewOf] for articles.
func ArticleOf(c events.ArticleContent) (a Article) {
	a.setContent(c)
	return a
}

// setContent shows what an event says.
func (a *Article) setContent(c events.ArticleContent) {
	a.Title, a.Content, a.Excerpt, a.ImageURL = c.Title, c.Content, answers.Text(c.Excerpt), answers.Text(c.ImageURL)
	a.VideoURL, a.VideoCredit, a.Category, a.AuthorName = answers.Text(c.VideoURL), answers.Text(c.VideoCredit), c.Category, c.AuthorName
	a.Tags = c.Tags
}

// content is the other way round.
func (a *Article) content() events.ArticleContent {
	return events.ArticleContent{Title: a.Title, Content: a.Content, Excerpt: answers.Value(a.Excerpt), ImageURL: answers.Value(a.ImageURL),
		VideoURL: answers.Value(a.VideoURL), VideoCredit: answers.Value(a.VideoCredit), Category: a.Category, AuthorName: a.AuthorName, Tags: a.Tags}
}
