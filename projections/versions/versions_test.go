package versions_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections/internal/modeltest"
	"candor/projections/versions"
)

// A list cuts long texts, and a version has them whole, of many as of few.
func TestAListCutsWhatAVersionHasWhole(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	log.Append(t, "review-1", modeltest.Review(1, "Phone"), modeltest.Published(1))
	long := strings.Repeat("é", 5000)
	log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Content: &long}, At: modeltest.Day(2)})
	for range 1200 {
		price := float64(len(log.All))
		log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{ProductPrice: &price}, At: modeltest.Day(3)})
	}
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, m.Versions)
	var page struct {
		Versions []versions.Listed
		Next     events.Position
	}
	read := func(before events.Position) {
		t.Helper()
		page.Versions, page.Next = nil, 0
		if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Versions.History(events.ReviewKind, 1, versions.Full, before, 0))),
			&page); err != nil {
			t.Fatal(err)
		}
	}
	read(0)
	if len(page.Versions) != versions.MaxListed || page.Next != page.Versions[versions.MaxListed-1].Position ||
		page.Versions[versions.MaxListed-1].Revision != 203 {
		t.Fatalf("%d versions, and then %d", len(page.Versions), page.Next)
	}
	read(page.Next)
	if len(page.Versions) != 202 || page.Next != 0 {
		t.Fatalf("%d versions, and then %d", len(page.Versions), page.Next)
	}
	if cut := string(page.Versions[200].Changes[0].To); cut != `"`+strings.Repeat("é", 1000)+`…"` {
		t.Errorf("the list has %s", cut)
	}
	for _, revision := range []uint64{2, 1202} {
		one, err := m.Versions.Version(events.ReviewKind, 1, versions.Full, revision)
		if err != nil || one.Then.Content.(*events.ReviewContent).Content != long {
			t.Errorf("version %d: %v", revision, err)
		}
	}
}

// A withheld version stands for the item from its first event until that of the next version.
func TestAWithheldVersionHasAnEnd(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	log.Append(t, "review-1", modeltest.Review(1, "Phone"), modeltest.Published(1)) // 0, 1
	note := func(text string) {
		log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: &text}, At: modeltest.Day(2)},
			events.ReviewUpdateNoted{ReviewID: 1, At: modeltest.Day(2)})
	}
	note("A")                                                                              // 2, 3
	log.Append(t, "review-1", events.ReviewFeatured{ReviewID: 1, At: modeltest.Day(3)})    // 4
	note("B")                                                                              // 5, 6
	log.Append(t, "review-1", events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(4)}) // 7
	for _, revision := range []uint64{3, 6, 4, 99} {                                       // the last two are no versions
		log.Append(t, "review-1", events.ReviewVersionWithheld{ReviewID: 1, Revision: revision, Reason: "law", At: modeltest.Day(5)})
	}
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, m.Versions)
	got, err := m.Versions.Withheld()
	review := events.Item{Kind: events.ReviewKind, ID: 1}
	want := []events.WithheldVersion{{Item: review, First: 5, Revision: 6, Until: math.MaxUint64, Reason: "law", At: modeltest.Day(5)},
		{Item: review, First: 2, Revision: 3, Until: 5, Reason: "law", At: modeltest.Day(5)}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}
