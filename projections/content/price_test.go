package content_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
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

// The prices of a published review are those that readers have seen: none of a draft, each once, and none that only withheld versions have.
func TestPricesAreThoseThatReadersHaveSeen(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	priced := func(day int, price float64) events.Event {
		return events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{ProductPrice: &price}, At: modeltest.Day(day)}
	}
	for _, step := range []struct {
		name  string
		event events.Event
		want  string
	}{
		{"a draft", modeltest.Review(1, "One"), "hidden"},
		{"its price changes", priced(1, 90), "hidden"},
		{"published", events.ReviewPublished{ReviewID: 1, At: modeltest.Day(2)}, ""},
		{"the price changes", priced(3, 120), "90 on 1, 120 on 3"},
		{"another change", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: modeltest.Ptr("Two")}, At: modeltest.Day(4)},
			"90 on 1, 120 on 3"},
		{"withdrawn", events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(5)}, "hidden"},
		{"the price changes meanwhile", priced(6, 70), "hidden"},
		{"published again", events.ReviewPublished{ReviewID: 1, At: modeltest.Day(7)}, "90 on 1, 120 on 3, 70 on 6"},
		{"no price", priced(8, 0), "90 on 1, 120 on 3, 70 on 6"},
		{"as before", priced(9, 70), "90 on 1, 120 on 3, 70 on 6"},
		{"the version of 120 is withheld", events.ReviewVersionWithheld{ReviewID: 1, Revision: 3, Reason: "Wrong model", At: modeltest.Day(10)},
			"90 on 1, 70 on 6"},
		{"and shown again", events.ReviewVersionReleased{ReviewID: 1, Revision: 3, At: modeltest.Day(11)}, "90 on 1, 120 on 3, 70 on 6"},
	} {
		modeltest.Seen(t, log.Append(t, "review-1", step.event), m.Content)
		a, err := m.Content.Reviews().One(1)
		if hidden := errors.Is(err, projector.ErrNotFound); hidden && step.want == "hidden" {
			continue
		} else if err != nil {
			t.Fatal(step.name, err)
		}
		var one struct {
			Prices []struct {
				At       time.Time
				Price    float64
				PriceMax *float64
				Currency string
			}
		}
		if err := json.Unmarshal(a.Body(), &one); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range one.Prices {
			if p.Currency != "USD" {
				t.Errorf("%s: a price is in %q", step.name, p.Currency)
			}
			got = append(got, fmt.Sprintf("%v on %d", p.Price, p.At.Sub(modeltest.Began)/(modeltest.Day(1).Sub(modeltest.Began))))
		}
		if text := strings.Join(got, ", "); text != step.want {
			t.Errorf("%s: %q, want %q", step.name, text, step.want)
		}
	}
}
