// Articles: the tech news, under the spec's name /api/news.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

func (t *table) articles() {
	t.handle("/api/news/{id}", methods{"GET": inTime(getArticle), "PATCH": forAdmin(updateArticle), "DELETE": forAdmin(deleteArticle)})
	t.handle("/api/news", methods{"GET": inTime(listArticles), "POST": forAdmin(createArticle)})
	t.handle("/api/admin/news", methods{"GET": forAdmin(adminListArticles)})
	t.handle("/api/admin/news/bulk", methods{"POST": forAdmin(bulkArticles)})
	t.handle("/api/admin/news/{id}", methods{"GET": forAdmin(adminGetArticle)})
	t.handle("/api/admin/news/{id}/restore", methods{"POST": forAdmin(restoreArticle)})
	t.articleHistory()
}

// GET /api/news/{id}: one published article.
func getArticle(x *exchange) error {
	id, err := x.number("Tech article")
	if err != nil {
		return err
	}
	a, err := x.Models.Content.ArticleAnswer(id)
	return x.public(a, named(err, "Tech article"))
}

// GET /api/news: published articles, newest first.
func listArticles(x *exchange) error {
	q, err := parseQuery(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !x.Models.Content.ArticlesKept(q.articles()) && !x.admitted(classMade) {
		x.shed(classMade)
		return nil
	}
	a, err := x.content().ArticlesAnswer(q.articles())
	if err != nil {
		return err
	}
	return x.list(a, q, publicCache)
}

// GET /api/admin/news: all articles but deleted ones, in any order; with deleted=true those.
func adminListArticles(x *exchange) error {
	q, arranged, err := parseDeskQuery(x.request.URL.RawQuery, projections.ArticleColumns)
	if err != nil {
		return err
	}
	if q.deleted {
		a, err := x.Models.History.DeletedArticlesAnswer(q.search, q.limit, q.offset)
		if err != nil {
			return err
		}
		return x.list(a, q, privateCache)
	}
	a, err := x.content().AdminArticlesAnswer(q.articles(), arranged)
	if err != nil {
		return err
	}
	return x.list(a, q, privateCache)
}

// GET /api/admin/news/{id}: one article, draft or not.
func adminGetArticle(x *exchange) error {
	id, err := x.number("Tech article")
	if err != nil {
		return err
	}
	a, err := x.Models.Content.AdminArticleAnswer(id)
	return x.private(a, named(err, "Tech article"))
}

// POST /api/news
func createArticle(x *exchange) error { return x.createArticle(http.StatusCreated) }

// createArticle is the same for the admin and for bots, who get another status.
func (x *exchange) createArticle(status int) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseArticle(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	done, err := x.Commands.CreateArticle(x.request.Context(), by, in)
	if err != nil {
		return err
	}
	return x.wrote(status, done, x.Models.Content.AdminArticleAnswer, x.contentModels(in.ImageURL)...)
}

// PATCH /api/news/{id}
func updateArticle(x *exchange) error {
	id, ifMatch, err := x.existing("Tech article", x.Models.Content.AdminArticleAnswer)
	if err != nil {
		return err
	}
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseArticle(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	done, err := x.Commands.UpdateArticle(x.request.Context(), by, events.ArticleID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.Models.Content.AdminArticleAnswer, x.contentModels(in.ImageURL)...)
}

// DELETE /api/news/{id}
func deleteArticle(x *exchange) error {
	id, ifMatch, err := x.existing("Tech article", x.Models.Content.AdminArticleAnswer)
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.DeleteArticle(x.request.Context(), by, events.ArticleID(id), ifMatch)
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.contentModels(nil)...)
	return x.noContent()
}

// POST /api/admin/news/{id}/restore: a deleted article as it was.
func restoreArticle(x *exchange) error {
	id, err := x.number("Tech article")
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.RestoreArticle(x.request.Context(), by, events.ArticleID(id))
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.Models.Content.AdminArticleAnswer, x.contentModels(nil)...)
}

func (q listQuery) articles() projections.ArticleQuery {
	return projections.ArticleQuery{Search: q.search, Category: q.category, Limit: q.limit, Offset: q.offset}
}
