package projections_test

import (
	"slices"
	"testing"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/authors"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// The worked example of ARCHITECTURE.md counts what it says, over events that were there before it.
func TestExampleCountsReviewsByAuthor(t *testing.T) {
	log := modeltest.NewLog()
	for id, author := range []string{"Ada", "Bo", "Ada", "Cy"} {
		created := modeltest.Review(id+1, "A review")
		created.AuthorName = author
		log.Append(t, created.ReviewID.Stream(), created)
	}
	log.Append(t, "review-4", events.ReviewUpdated{ReviewID: 4, Changes: events.ReviewChanges{AuthorName: modeltest.Ptr("Bo")},
		At: modeltest.Day(1)}, events.ReviewDeleted{ReviewID: 4, At: modeltest.Day(2)})
	c := modeltest.Config(modeltest.MemDir(t), log)
	c.Only = []string{"authors"}
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	modeltest.CaughtUp(t, m)
	reader := projector.ReaderOf[*authors.Reader](m.Set)
	check := func(want ...authors.Author) {
		t.Helper()
		if got, err := reader.Busiest(5); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	check(authors.Author{Name: "Ada", Reviews: 2}, authors.Author{Name: "Bo", Reviews: 1})
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewDeleted{ReviewID: 1, At: modeltest.Day(3)}), reader)
	modeltest.Seen(t, log.Append(t, "review-4", events.ReviewRestored{ReviewID: 4, At: modeltest.Day(4)}), reader)
	check(authors.Author{Name: "Bo", Reviews: 2}, authors.Author{Name: "Ada", Reviews: 1})
}
