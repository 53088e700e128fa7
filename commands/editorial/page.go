// Pages of the site, such as "How we test", as a kind of content.

package editorial

import (
	"time"

	"candor/events"
)

// page is the state of one page.
type page = item[events.PageContent, events.PageChanges]

var pages = &kind[events.PageContent, events.PageChanges]{
	Kind: events.MustKind(events.PageKind), newNoun: "page", actions: PageActions,
	title: func(c events.PageContent) string { return c.Title },
	slug: &slugField[events.PageContent]{
		slugs: slugs{
			stream: events.PageSlugStream,
			reserved: func(slug string, id int64, at time.Time) events.Event {
				return events.PageSlugReserved{Slug: slug, PageID: events.PageID(id), At: at}
			},
			released: func(slug string, at time.Time) events.Event { return events.PageSlugReleased{Slug: slug, At: at} },
		},
		of: func(c *events.PageContent) *string { return &c.Slug },
	},
	fields: pageFields,
}
