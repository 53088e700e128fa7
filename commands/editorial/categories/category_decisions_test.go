package categories

import (
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestCategoryDecisions(t *testing.T) {
	created := events.CategoryCreated{CategoryID: 3, CategoryContent: events.CategoryContent{Name: "Gadgets", Slug: "gadgets"}, At: at}
	decisiontest.Play(t, []scenario[category]{
		{"a category is created", nil, createCategory{3, created.CategoryContent, at}, happened(created), 0, ""},
		{"an update records changed fields only", happened(created),
			updateCategory{3, events.CategoryChanges{Name: new("Smart"), Slug: new("gadgets")}, nil, at},
			happened(events.CategoryUpdated{CategoryID: 3, Changes: events.CategoryChanges{Name: new("Smart")}, At: at}), 0, ""},
		{"an update that changes nothing records nothing", happened(created), updateCategory{3, events.CategoryChanges{Name: new("Gadgets")},
			nil, at}, nil, 0, ""},
		{"an unknown category can't be updated", nil, updateCategory{3, events.CategoryChanges{Name: new("x")}, nil, at},
			nil, commands.NotFound, ""},
	})
}
