package search_test

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/search"
)

func TestWhatIsGoneIsNotFound(t *testing.T) {
	c := newCorpus(t).imported()
	m := c.open()
	id := c.review(1, events.ReviewContent{ProductName: "Quorb", ProductBrand: "Quorbco", CategoryID: 2, Title: "Quorbly",
		Content: "Quorbtext.", AuthorName: "Quorbert", Rating: 3, Tags: []string{"quorbs"}})
	stream := id.Stream()
	steps := []struct {
		events []events.Event
		found  bool
	}{
		{nil, true},
		{[]events.Event{events.ReviewUnpublished{ReviewID: id, At: ago(0)}}, false},
		{[]events.Event{events.ReviewPublished{ReviewID: id, At: ago(0)}}, true},
		{[]events.Event{events.ReviewDeleted{ReviewID: id, At: ago(0)}}, false},
		{[]events.Event{events.ReviewRestored{ReviewID: id, At: ago(0)}}, true},
		{[]events.Event{events.ReviewUnpublished{ReviewID: id, At: ago(0)}, events.ReviewDeleted{ReviewID: id, At: ago(0)},
			events.ReviewRestored{ReviewID: id, At: ago(0)}}, false},
	}
	for i, step := range steps {
		c.Append(t, stream, step.events...)
		c.seen(m)
		for _, q := range []string{"quorb", "quorbly", "quorbtext", "quorbert", "quorbs", "uorb", "qu orb", "quorbtxt"} {
			r := find(t, m, q)
			for _, hit := range r.Hits {
				if hit.ID == int64(id) && hit.Type == "review" && !step.found {
					t.Errorf("step %d: %q finds it", i, q)
				}
			}
			if !step.found && r.DidYouMean != "" {
				t.Errorf("step %d: %q is taken for %q", i, q, r.DidYouMean)
			}
			if step.found && q != "qu orb" && r.Total == 0 {
				t.Errorf("step %d: %q doesn't find it", i, q)
			}
		}
		all, err := m.Search.Suggest(t.Context(), "quorb")
		if err != nil || (len(all) > 0) != step.found {
			t.Errorf("step %d: it suggests %v, %v", i, all, err)
		}
	}
}

func TestADraftIsNotFound(t *testing.T) {
	c := newCorpus(t)
	m := c.open()
	c.Append(t, "review-99", modeltest.Review(99, "Quorbly"))
	c.seen(m)
	if r := find(t, m, "quorbly"); r.Total != 0 {
		t.Errorf("it finds %s", titles(r))
	}
}

func TestVersionsThatAreWithheldAreNotFoundInThePast(t *testing.T) {
	c := newCorpus(t)
	id := c.review(1, events.ReviewContent{ProductName: "Quorb", ProductBrand: "Acme", CategoryID: 2, Title: "Quorbly", Content: "It is.",
		AuthorName: "Ada", Rating: 3})
	config := modeltest.Config(modeltest.MemDir(t), c.Log)
	config.Only = []string{search.Name}
	for until, found := range map[uint64]int{1: 1, 2: 0} {
		config.Dir = modeltest.MemDir(t)
		config.Withheld = []events.WithheldVersion{{Item: events.Item{Kind: events.ReviewKind, ID: int64(id)}, First: 0,
			Revision: 0, Until: until}}
		m, err := projections.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, m)
		if r := find(t, m, "quorbly"); r.Total != found {
			t.Errorf("withheld until revision %d, %d are found", until, r.Total)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Whoever searches while others write finds whole items, and what was there all the time.
func TestSearchesGoOnBesideWrites(t *testing.T) {
	c := newCorpus(t)
	m := c.open()
	want := find(t, m, "tarnholt slate").Hits[0]
	done := make(chan struct{})
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				r, err := m.Search.Find(t.Context(), search.Query{Text: "tarnholt slate", Limit: 100})
				if err != nil || len(r.Hits) == 0 || !reflect.DeepEqual(r.Hits[0], want) {
					t.Errorf("got %+v, %v, want %+v first", r.Hits, err, want)
					return
				}
				if r, err = m.Search.Find(t.Context(), search.Query{Text: "quorbly", Limit: 100}); err != nil || r.Total < len(r.Hits) {
					t.Errorf("got %+v, %v", r, err)
					return
				}
			}
		})
	}
	for i := range 40 {
		id := c.review(0, events.ReviewContent{ProductName: "Later", ProductBrand: "Acme", CategoryID: 2, Title: fmt.Sprintf("Quorbly %d", i),
			Content: "While others search.", AuthorName: "A", Rating: 3})
		if i%2 == 0 {
			c.Append(t, id.Stream(), events.ReviewDeleted{ReviewID: id, At: ago(0)})
		}
		c.seen(m)
		if got := find(t, m, "quorbly").Total; got != (i+1)/2 {
			t.Errorf("after %d writes %d are found", i+1, got)
		}
	}
	close(done)
	searches.Wait()
}
