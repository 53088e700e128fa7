// Pages of the site, such as "How we test", as a kind of content.

package commands

import (
	"time"

	"candor/events"
)

// page is the state of one page.
type page = item[events.PageContent, events.PageChanges]

var pages = &kind[events.PageContent, events.PageChanges]{
	name: events.PageKind, noun: "Page", newNoun: "page", prefix: events.PagePrefix, actions: PageActions,
	content: func(e events.Event) events.PageContent { return e.(events.PageCreated).PageContent },
	created: func(id int64, content events.PageContent, at, _ time.Time) events.Event {
		return events.PageCreated{PageID: events.PageID(id), PageContent: content, At: at}
	},
	updated: func(id int64, changes events.PageChanges, at time.Time) events.Event {
		return events.PageUpdated{PageID: events.PageID(id), Changes: changes, At: at}
	},
	scheduled: func(id int64, schedule events.Schedule, at time.Time) events.Event {
		return events.PageScheduled{PageID: events.PageID(id), Schedule: schedule, At: at}
	},
	moved: func(number int64, action events.Action, at time.Time) events.Event {
		id := events.PageID(number)
		return map[events.Action]events.Event{
			events.ActionPublished:   events.PagePublished{PageID: id, At: at},
			events.ActionUnpublished: events.PageUnpublished{PageID: id, At: at},
			events.ActionDeleted:     events.PageDeleted{PageID: id, At: at},
			events.ActionRestored:    events.PageRestored{PageID: id, At: at},
		}[action]
	},
	title: func(c events.PageContent) string { return c.Title },
	all: func(c events.PageContent) events.PageChanges {
		return events.PageChanges{Title: &c.Title, Slug: &c.Slug, Content: &c.Content}
	},
	differing: func(ch events.PageChanges, c events.PageContent) events.PageChanges {
		return events.PageChanges{Title: changed(ch.Title, c.Title), Slug: changed(ch.Slug, c.Slug), Content: changed(ch.Content, c.Content)}
	},
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
	read: readPage, tidy: tidyPage, missing: missingInPage, emptied: emptiedInPage,
}
