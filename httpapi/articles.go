// Articles: the tech news, under the spec's name /api/news.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

func (t *table) articles() {
	t.handle("/api/news/{id}", methods{
		"GET":    {handle: getArticle, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment, render: readArticle},
		"PATCH":  {handle: updateArticle, who: admin, dependsOn: models{contentModel}, class: classNeeded, body: maxBody},
		"DELETE": {handle: deleteArticle, who: admin, dependsOn: models{contentModel}, class: classNeeded},
	})
	t.handle("/api/news", methods{
		"GET":  {handle: listArticles, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment, render: readArticles},
		"POST": {handle: createArticle, who: admin, dependsOn: models{contentModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/news", methods{"GET": {handle: adminListArticles, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/news/bulk", methods{"POST": {handle: bulkArticles, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
	t.handle("/api/admin/news/{id}", methods{"GET": {handle: adminGetArticle, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/news/{id}/restore", methods{"POST": {handle: restoreArticle, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: noBody}})
	t.articleHistory()
}

// GET /api/news/{id}: one published article.
func getArticle(c *request) error {
	id, err := c.number("Tech article")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.ArticleAnswer(id)
	return c.public(a, named(err, "Tech article"))
}

// GET /api/news: published articles, newest first.
func listArticles(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !c.Models.Content.ArticlesKept(q.articles()) && !c.admitted(classMade) {
		c.shed(classMade)
		return nil
	}
	a, err := c.content().ArticlesAnswer(q.articles())
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}

// GET /api/admin/news: all articles but deleted ones, in any order; with deleted=true those.
func adminListArticles(c *request) error {
	q, arranged, err := parseDeskQuery(c.request.URL.RawQuery, projections.ArticleColumns)
	if err != nil {
		return err
	}
	if q.deleted {
		a, err := c.Models.History.DeletedArticlesAnswer(q.search, q.limit, q.offset)
		if err != nil {
			return err
		}
		return c.list(a, q, privateCache)
	}
	a, err := c.content().AdminArticlesAnswer(q.articles(), arranged)
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// GET /api/admin/news/{id}: one article, draft or not.
func adminGetArticle(c *request) error {
	id, err := c.number("Tech article")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.AdminArticleAnswer(id)
	return c.private(a, named(err, "Tech article"))
}

// POST /api/news
func createArticle(c *request) error { return c.createArticle(http.StatusCreated) }

// createArticle is the same for the admin and for bots, who get another status.
func (c *request) createArticle(status int) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseArticle(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	done, err := c.Commands.CreateArticle(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	return c.wrote(status, done, c.Models.Content.AdminArticleAnswer, c.contentModels(in.ImageURL)...)
}

// PATCH /api/news/{id}
func updateArticle(c *request) error {
	id, ifMatch, err := c.existing("Tech article", c.Models.Content.AdminArticleAnswer)
	if err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseArticle(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	done, err := c.Commands.UpdateArticle(c.request.Context(), by, events.ArticleID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, c.Models.Content.AdminArticleAnswer, c.contentModels(in.ImageURL)...)
}

// DELETE /api/news/{id}
func deleteArticle(c *request) error {
	id, ifMatch, err := c.existing("Tech article", c.Models.Content.AdminArticleAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	done, err := c.Commands.DeleteArticle(c.request.Context(), by, events.ArticleID(id), ifMatch)
	if err != nil {
		return err
	}
	c.settled(done.Shown(), c.contentModels(nil)...)
	return c.noContent()
}

// POST /api/admin/news/{id}/restore: a deleted article as it was.
func restoreArticle(c *request) error {
	id, err := c.number("Tech article")
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	done, err := c.Commands.RestoreArticle(c.request.Context(), by, events.ArticleID(id))
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, c.Models.Content.AdminArticleAnswer, c.contentModels(nil)...)
}

func (q listQuery) articles() projections.ArticleQuery {
	return projections.ArticleQuery{Search: q.search, Category: q.category, Limit: q.limit, Offset: q.offset}
}

// readArticle is an article as a rendered page reads it.
func readArticle(content *projections.Content, id int64, _ string) (func() (*projections.Answer, error), error) {
	return func() (*projections.Answer, error) { return content.ArticleAnswer(id) }, nil
}

// readArticles is a list of articles, likewise.
func readArticles(content *projections.Content, _ int64, query string) (func() (*projections.Answer, error), error) {
	q, err := parseQuery(query)
	chosen := q.articles()
	return func() (*projections.Answer, error) { return content.ArticlesAnswer(chosen) }, err
}
