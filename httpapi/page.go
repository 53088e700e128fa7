// Pages of the site, such as "How we test".

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections/content"
)

// pageKind serves /api/pages and /api/admin/pages.
var pageKind = contentKind{parameters: commonParameters, name: events.PageKind, path: "pages", noun: "Page", does: (*commands.Handler).Pages, past: pastPage}

// pastPage returns a page as it was. Pages have no corrections.
func pastPage(id int64, then commands.Past, _ []content.Correction) any {
	p := content.PageOf(then.Content.(events.PageContent))
	p.ID, p.Revision, p.IsPublished = id, then.Revision.Revision, then.Published
	p.CreatedAt, p.UpdatedAt, p.PublishedAt = then.Times.Created.UTC(), then.Times.Updated.UTC(), optionalTime(then.Times.Published)
	return struct {
		content.Page
		content.Schedule
	}{p, content.Schedule{PublishAt: then.Schedule.PublishAt, UnpublishAt: then.Schedule.UnpublishAt}}
}
