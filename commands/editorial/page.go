// Pages of the site, such as "How we test", as a kind of content.

package editorial

import (
	"candor/commands/editorial/slugs"
	"candor/commands/input"
	"candor/events"
)

// page is the state of one page.
type page = item[events.PageContent, events.PageChanges]

var pages = &kind[events.PageContent, events.PageChanges]{
	Kind: events.MustKind(events.PageKind), newNoun: "page", actions: PageActions,
	title:       func(c events.PageContent) string { return c.Title },
	correctable: "the title or the content",
	slug: &slugField[events.PageContent]{
		kind:  slugs.OfPages,
		of:    func(c *events.PageContent) *string { return &c.Slug },
		fixed: events.IsFixedPage,
	},
	fields: input.Fields{
		input.Line("title", input.MaxTitle).Must(),
		input.Slug("slug").Kept("Slug is required"),
		input.Text("content", input.MaxContent).Must(),
	},
}
