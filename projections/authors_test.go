package projections_test

import (
	"slices"
	"testing"

	"candor/events"
	"candor/projections"
)

// The worked example of ARCHITECTURE.md counts what it says, over events that were there before it.
func TestExampleCountsReviewsByAuthor(t *testing.T) {
	log := newMemLog()
	for id, author := range []string{"Ada", "Bo", "Ada", "Cy"} {
		created := review(id+1, "A review")
		created.AuthorName = author
		log.append(t, created.ReviewID.Stream(), created)
	}
	log.append(t, "review-4", events.ReviewUpdated{ReviewID: 4, Changes: events.ReviewChanges{AuthorName: ptr("Bo")}, At: day(1)}, events.ReviewDeleted{ReviewID: 4, At: day(2)})
	c := config(memDir(t), log)
	c.Only = []string{"authors"}
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	caughtUp(t, m)
	authors, err := m.Authors()
	if err != nil {
		t.Fatal(err)
	}
	check := func(want ...projections.Author) {
		t.Helper()
		if got, err := authors.Busiest(5); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	check(projections.Author{Name: "Ada", Reviews: 2}, projections.Author{Name: "Bo", Reviews: 1})
	seen(t, log.append(t, "review-1", events.ReviewDeleted{ReviewID: 1, At: day(3)}), authors)
	seen(t, log.append(t, "review-4", events.ReviewRestored{ReviewID: 4, At: day(4)}), authors)
	check(projections.Author{Name: "Bo", Reviews: 2}, projections.Author{Name: "Ada", Reviews: 1})
}
