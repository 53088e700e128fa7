// Names that callers still use for what has a better one.

package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
)

// ReviewQuery and ArticleQuery are [Query].
type (
	ReviewQuery  = Query
	ArticleQuery = Query
)

// ArticleCounts is [ItemCounts].
type ArticleCounts = ItemCounts

// ReviewAnswer is [Items.One].
func (c *Reader) ReviewAnswer(id int64) (*answers.Answer, error) { return c.Reviews().One(id) }

// AdminReviewAnswer is [Items.AdminOne].
func (c *Reader) AdminReviewAnswer(id int64) (*answers.Answer, error) {
	return c.Reviews().AdminOne(id)
}

// ReviewsAnswer is [Items.List].
func (c *Reader) ReviewsAnswer(q Query) (*answers.Answer, error) { return c.Reviews().List(q) }

// AdminReviewsAnswer is [Items.AdminList].
func (c *Reader) AdminReviewsAnswer(q Query, a Arrangement) (*answers.Answer, error) {
	return c.Reviews().AdminList(q, a)
}

// ReviewsKept is [Items.Cached].
func (c *Reader) ReviewsKept(q Query) bool { return c.Reviews().Cached(q) }

// ReviewCorrections is [Items.Corrections].
func (c *Reader) ReviewCorrections(id int64) ([]Correction, error) {
	return c.Reviews().Corrections(id)
}

// ArticleAnswer is [Items.One].
func (c *Reader) ArticleAnswer(id int64) (*answers.Answer, error) { return c.Articles().One(id) }

// AdminArticleAnswer is [Items.AdminOne].
func (c *Reader) AdminArticleAnswer(id int64) (*answers.Answer, error) {
	return c.Articles().AdminOne(id)
}

// ArticlesAnswer is [Items.List].
func (c *Reader) ArticlesAnswer(q Query) (*answers.Answer, error) { return c.Articles().List(q) }

// AdminArticlesAnswer is [Items.AdminList].
func (c *Reader) AdminArticlesAnswer(q Query, a Arrangement) (*answers.Answer, error) {
	return c.Articles().AdminList(q, a)
}

// ArticlesKept is [Items.Cached].
func (c *Reader) ArticlesKept(q Query) bool { return c.Articles().Cached(q) }

// ArticleCorrections is [Items.Corrections].
func (c *Reader) ArticleCorrections(id int64) ([]Correction, error) {
	return c.Articles().Corrections(id)
}

// Counts is [Reader.CountAll] without pages.
func (c *Reader) Counts() (ReviewCounts, ArticleCounts, error) {
	all, err := c.CountAll()
	return all.Reviews, all.Articles, err
}

// Published is [Reader.VisitPublished] without pages.
func (c *Reader) Published(visit func(kind string, id int64, title string, updated time.Time) error) error {
	return c.VisitPublished(func(one PublishedItem) error {
		if one.Kind == events.PageKind {
			return nil
		}
		return visit(one.Kind, one.ID, one.Title, one.Updated)
	})
}
