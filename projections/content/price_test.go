package content_test

import (
	"encoding/json"
	"testing"
	"time"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

func TestPriceKeepsItsDate(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	pricedAt := func() *time.Time {
		t.Helper()
		a, err := m.Content.Reviews().AdminOne(1)
		if err != nil {
			t.Fatal(err)
		}
		var r content.Review
		if err := json.Unmarshal(a.Body(), &r); err != nil {
			t.Fatal(err)
		}
		return r.PricedAt
	}
	change := func(n int, c events.ReviewChanges) {
		modeltest.Seen(t, log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, Changes: c, At: modeltest.Day(n)}), m.Content)
	}
	title, price, none := "Another title", 120.0, 0.0

	modeltest.Seen(t, log.Append(t, "review-1", modeltest.Review(1, "One")), m.Content)
	first := pricedAt()
	if first == nil {
		t.Fatal("a review with a price has no date for it")
	}
	change(2, events.ReviewChanges{Title: &title})
	if got := pricedAt(); got == nil || !got.Equal(*first) {
		t.Errorf("a new title moved the price's date from %v to %v", first, got)
	}
	change(3, events.ReviewChanges{ProductPrice: &price})
	if got := pricedAt(); got == nil || !got.Equal(modeltest.Day(3)) {
		t.Errorf("a new price is dated %v, want %v", got, modeltest.Day(3))
	}
	change(4, events.ReviewChanges{ProductPrice: &none})
	if got := pricedAt(); got != nil {
		t.Errorf("no price is dated %v", got)
	}
}
