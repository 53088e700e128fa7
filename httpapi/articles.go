// Articles: the tech news, under the spec's name /api/news.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections/content"
	"candor/projections/versions"
)

// articleKind serves /api/news and /api/admin/news.
var articleKind = contentKind{name: events.ArticleKind, path: "news", noun: "Tech article", parameters: articleParameters, does: (*commands.Handler).Articles, past: pastArticle, version: articleVersion}

// pastArticle returns an article as it was.
func pastArticle(id int64, then commands.Past, corrections []content.Correction) any {
	a := content.ArticleOf(then.Content.(events.ArticleContent))
	a.ID, a.Revision, a.IsPublished = id, then.Revision.Revision, then.Published
	a.CreatedAt, a.UpdatedAt = then.Times.Created.UTC(), then.Times.Updated.UTC()
	a.PublishedAt, a.CorrectedAt = optionalTime(then.Times.Published), latestOf(corrections, content.Corrected)
	a.UpdateNotedAt = latestOf(corrections, content.Updated)
	return struct {
		content.Article
		Corrections []content.Correction `json:"corrections"`
		content.Schedule
	}{a, corrections, content.Schedule{PublishAt: then.Schedule.PublishAt, UnpublishAt: then.Schedule.UnpublishAt}}
}

// articleVersion returns an article as it was in a version.
func articleVersion(id int64, then *versions.Snapshot) any {
	a := content.ArticleOf(*then.Content.(*events.ArticleContent))
	a.ID, a.Revision, a.IsPublished = id, then.Revision, true
	a.CreatedAt, a.UpdatedAt, a.PublishedAt = then.Created, then.Updated, then.Published
	return &a
}
