package e2e

import (
	"testing"

	"candor/commands/demo"
	"candor/events"
)

// Every start appends the first categories again, and the log knows them by the key of their request: were it
// another than that of older versions, no log of theirs could be served any more.
func TestTheFirstCategoriesKeepTheirRequests(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 0)
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := content.AppendCategories(t.Context(), s.handler); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range content.Categories {
		if n := s.events(events.RequestStream("system:", "first start: category "+c.Slug)); n != 1 {
			t.Errorf("%s: accepted %d times under the key of older versions", c.Slug, n)
		}
	}
}
