package audit_test

import (
	"fmt"
	"testing"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

// A read model may commit between two events of a save. The entry then grows: it moves to the position of the later event, and no index
// finds it where it was.
func TestASaveOfTwoBatchesIsOneEntry(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	save := events.Metadata{Actor: actors[0], CorrelationID: "save"}
	updated := events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(1), Changes: events.ReviewChanges{Title: modeltest.Ptr("Quiet Laptop")}}
	log.AppendAs(t, "review-1", events.Metadata{Actor: actors[0], CorrelationID: "creation"}, modeltest.Review(1, "Laptop"))
	half := log.AppendAs(t, "review-1", save, updated)
	modeltest.Seen(t, half, m.History)
	before, _, err := m.History.EntriesAfter(audit.Query{}, half-1, 10)
	if err != nil || len(before) != 1 || before[0].First != half {
		t.Fatalf("%+v, %v", before, err)
	}
	log.Append(t, "review-2", modeltest.Review(2, "Phone"))
	whole := log.AppendAs(t, "review-1", save, events.ReviewCorrected{ReviewID: 1, At: modeltest.Day(1), Note: "It is louder."})
	log.AppendAs(t, "review-1", save, events.ReviewFeatured{ReviewID: 1, At: modeltest.Day(2)}) // of another moment: an import, say
	modeltest.Seen(t, log.AppendAs(t, "review-1", events.Metadata{Actor: actors[2], CorrelationID: "save"},
		events.ReviewUnfeatured{ReviewID: 1, At: modeltest.Day(2)}), m)

	lines := func(q audit.Query) (lines []string) {
		page, err := m.History.Entries(q, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Entries {
			lines = append(lines, fmt.Sprintf("%d%v%v %v", e.Revision, e.Types, e.First == half, e.Position == whole))
		}
		return lines
	}
	one := "2[ReviewUpdated ReviewCorrected]true true"
	for _, q := range []audit.Query{{Type: "ReviewUpdated"}, {Type: "ReviewCorrected"}, {Search: "laptop corrected"},
		{Request: "save", Search: "corrected"}, {Item: "review-1", Search: "updated"}} {
		if got := lines(q); len(got) != 1 || got[0] != one {
			t.Errorf("%+v finds %q", q, got)
		}
	}
	if got, want := fmt.Sprint(lines(audit.Query{Item: "review-1"})),
		fmt.Sprint([]string{"4[ReviewUnfeatured]false false", "3[ReviewFeatured]false false", one, "0[ReviewCreated]false false"}); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	after, _, err := m.History.EntriesAfter(audit.Query{Type: "ReviewUpdated"}, half, 10)
	if err != nil || len(after) != 1 || after[0].First != half || after[0].Position != whole {
		t.Errorf("it comes again as %+v, %v", after, err)
	}
	modeltest.SameDumps(t, modeltest.Replay(t, log), modeltest.Dumps(t, m))
}
