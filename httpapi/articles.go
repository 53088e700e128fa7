// Articles: the tech news, under the spec's name /api/news.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections"
)

// articleKind serves /api/news and /api/admin/news.
var articleKind = contentKind[events.ArticleID, commands.ArticleInput]{
	path:    "news",
	noun:    "Tech article",
	columns: projections.ArticleColumns,
	actions: commands.ArticleActions,
	parse:   commands.ParseArticle,
	images:  func(in commands.ArticleInput) []string { return []string{text(in.ImageURL)} },
	does: kindCommands[events.ArticleID, commands.ArticleInput]{
		create: (*commands.Handler).CreateArticle, update: (*commands.Handler).UpdateArticle, remove: (*commands.Handler).DeleteArticle,
		restore: (*commands.Handler).RestoreArticle, restoreTo: (*commands.Handler).RestoreArticleTo,
		change: (*commands.Handler).ChangeArticles, history: (*commands.Handler).ArticleHistory,
	},
	shows: kindAnswers{
		one: (*projections.Content).ArticleAnswer,
		list: func(content *projections.Content, q listQuery) (*projections.Answer, error) {
			return content.ArticlesAnswer(q.articles())
		},
		cached:   func(content *projections.Content, q listQuery) bool { return content.ArticlesKept(q.articles()) },
		adminOne: (*projections.Content).AdminArticleAnswer,
		adminList: func(content *projections.Content, q listQuery, a projections.Arrangement) (*projections.Answer, error) {
			return content.AdminArticlesAnswer(q.articles(), a)
		},
		deleted: (*projections.History).DeletedArticlesAnswer,
	},
	past: pastArticle,
}

func (q listQuery) articles() projections.ArticleQuery {
	return projections.ArticleQuery{Search: q.search, Category: q.category, Limit: q.limit, Offset: q.offset}
}

// pastArticle returns an article as it was at a revision.
func pastArticle(c *request, id events.ArticleID, revision uint64) (commands.Revision, bool, any, error) {
	past, err := c.Commands.ArticleAt(c.request.Context(), id, revision)
	if err != nil {
		return commands.Revision{}, false, nil, err
	}
	a := projections.ArticleOf(past.Content)
	a.ID, a.Revision, a.IsPublished = int64(id), revision, past.Published
	a.CreatedAt, a.UpdatedAt, a.PublishedAt = past.Times.Created.UTC(), past.Times.Updated.UTC(), optionalTime(past.Times.Published)
	corrections, err := c.Models.Content.ArticleCorrections(int64(id))
	corrections, a.CorrectedAt = correctedBy(corrections, revision)
	return past.Revision, past.Deleted, struct {
		projections.Article
		Corrections []projections.Correction `json:"corrections"`
		projections.Schedule
	}{a, corrections, projections.Schedule(past.Schedule)}, err
}
