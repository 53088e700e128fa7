// Decisions about pages.

package editorial

import (
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestPageDecisions(t *testing.T) {
	created := events.PageCreated{PageID: 7, PageContent: events.PageContent{Title: "How we test", Slug: "how-we-test", Content: "With care."},
		At: at}
	published := events.PagePublished{PageID: 7, At: at}
	unpublished := events.PageUnpublished{PageID: 7, At: at}
	deleted := events.PageDeleted{PageID: 7, At: at}
	restored := events.PageRestored{PageID: 7, At: at}
	type (
		create  = createItem[events.PageContent, events.PageChanges]
		update  = updateItem[events.PageContent, events.PageChanges]
		remove  = deleteItem[events.PageContent, events.PageChanges]
		restore = restoreItem[events.PageContent, events.PageChanges]
	)
	decisiontest.PlayFrom(t, pages.start(), []scenario[page]{
		{"a new page is a draft", nil, create{id: 7, content: created.PageContent, at: at}, happened(created), 0, ""},
		{"a page can be published from the start, but not featured", nil, create{id: 7, content: created.PageContent, status: statusPublished,
			featured: true, at: at}, happened(created, published), 0, ""},
		{"an update records changed fields only", happened(created),
			update{id: 7, changes: events.PageChanges{Title: p("How we test"), Slug: p("testing")}, at: at},
			happened(events.PageUpdated{PageID: 7, Changes: events.PageChanges{Slug: p("testing")}, At: at}), 0, ""},
		{"an update that changes nothing records nothing", happened(created, published),
			update{id: 7, changes: events.PageChanges{Content: p("With care.")}, status: p(statusPublished), featured: p(true), at: at}, nil, 0, ""},
		{"a draft becomes public", happened(created), update{id: 7, status: p(statusPublished), at: at}, happened(published), 0, ""},
		{"a public page becomes a draft", happened(created, published), update{id: 7, status: p(statusDraft), at: at},
			happened(unpublished), 0, ""},
		{"a page is corrected", happened(created, published), update{id: 7, changes: events.PageChanges{Title: p("How")},
			marking: Marking{Correction: p("It was wrong.")}, at: at},
			happened(events.PageUpdated{PageID: 7, Changes: events.PageChanges{Title: p("How")}, At: at},
				events.PageCorrected{PageID: 7, Note: "It was wrong.", Was: events.PageChanges{Title: p("How we test")}, At: at}), 0, ""},
		{"but not by a new address", happened(created, published), update{id: 7, changes: events.PageChanges{Slug: p("how")},
			marking: Marking{Correction: p("x")}, at: at}, nil, commands.Invalid, "correction"},
		{"a page has no updates", happened(created, published), update{id: 7, changes: events.PageChanges{Title: p("How")},
			marking: Marking{Update: p("")}, at: at}, nil, commands.Invalid, "update"},
		{"and no typos", happened(created, published), update{id: 7, changes: events.PageChanges{Title: p("How")}, marking: Marking{Typo: true},
			at: at}, nil, commands.Invalid, "typo"},
		{"a deleted page can't be updated", happened(created, deleted), update{id: 7, status: p(statusPublished), at: at},
			nil, commands.NotFound, ""},
		{"a page is deleted", happened(created), remove{7, at}, happened(deleted), 0, ""},
		{"a deleted page can't be deleted again", happened(created, deleted), remove{7, at}, nil, commands.NotFound, ""},
		{"a deleted page is restored", happened(created, deleted), restore{7, at, at}, happened(restored), 0, ""},
		{"a page that is there needs no restoring", happened(created, deleted, restored), restore{7, at, at}, nil, 0, ""},
		{"an unknown page can't be restored", happened(stranger{}), restore{7, at, at}, nil, commands.NotFound, ""},
	})
}
