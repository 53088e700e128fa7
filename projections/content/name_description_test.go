package content_test

import (
	"testing"

	"candor/events"
	"candor/projections/content/names"
	"candor/projections/internal/modeltest"
)

// A description belongs to the name, whatever its spelling; it waits while no item has the name, and a tag's isn't a brand's.
func TestADescriptionBelongsToAllSpellings(t *testing.T) {
	log := modeltest.NewLog()
	describe := func(kind, name, text string, day int) events.Position {
		return log.Append(t, events.NameStream(kind, name),
			events.NameDescribed{Kind: kind, Name: name, Changes: events.NameChanges{Description: &text}, At: modeltest.Day(day)})
	}
	describe(events.TagKind, "WI-FI  7", "Routers.", 1)
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	if _, err := m.Content.DescribedName(names.Tags, "wi-fi-7"); err == nil {
		t.Error("a tag of no item is there")
	}
	id := events.ReviewID(1)
	log.Append(t, id.Stream(), events.ReviewCreated{ReviewID: id, ReviewContent: events.ReviewContent{Title: "R", ProductBrand: "Wi-Fi 7",
		AuthorName: "Ada", Tags: []string{"Wi-Fi 7"}}, At: modeltest.Day(2)},
		events.ReviewPublished{ReviewID: id, At: modeltest.Day(3)})
	modeltest.Seen(t, describe(events.TagKind, "wi-fi 7", "Routers and laptops.", 9), m.Content)
	if got, err := m.Content.DescribedName(names.Tags, "Wi-fi 7"); err != nil || got.Description == nil ||
		*got.Description != "Routers and laptops." || got.Revision != 2 || got.Name != "Wi-Fi 7" {
		t.Errorf("the tag is %+v (%v)", got, err)
	}
	if got, err := m.Content.DescribedName(names.Brands, "wi-fi-7"); err != nil || got.Description != nil || got.Revision != 0 {
		t.Errorf("the brand is %+v (%v)", got, err)
	}
	all, err := m.Content.PublishedNames()
	if err != nil || len(all) < 1 || all[0].Of != names.Tags || !all[0].Updated.Equal(modeltest.Day(9)) {
		t.Errorf("the tag's page was changed when it was described: %+v (%v)", all, err)
	}
}
