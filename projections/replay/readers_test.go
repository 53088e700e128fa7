package replay_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections/replay"
)

// An event that can't be read may have taken something away, so nothing of its item is shown. One of a newer program may say anything.
func TestReadersSeeNothingOfAnItemThatIsUnclear(t *testing.T) {
	at := func(n int, stream string, revision uint64, e events.Event) events.Recorded {
		r := record(t, n, stream, e)
		r.Revision = revision
		return r
	}
	created := func(n int, id events.ReviewID) []events.Recorded {
		return []events.Recorded{
			at(n, id.Stream(), 0, events.ReviewCreated{ReviewID: id, ReviewContent: events.ReviewContent{Title: "T"}, At: day}),
			at(n+1, id.Stream(), 1, events.ReviewPublished{ReviewID: id, At: day}),
		}
	}
	broken := at(7, "review-2", 2, events.ReviewUnpublished{ReviewID: 2, At: day})
	broken.Data = []byte("[")
	nameless := at(8, "review-3", 2, events.ReviewUnpublished{ReviewID: 3, At: day})
	nameless.Meta = []byte("?")
	newer := at(9, "review-4", 2, events.ReviewUnpublished{ReviewID: 4, At: day})
	newer.Type = "ReviewGilded"
	log := &history{later: make(chan events.Recorded), deleted: make(chan events.Recorded)}
	for i, id := range []events.ReviewID{1, 2, 3, 4} {
		log.events = append(log.events, created(10*(i+1), id)...)
	}
	broken.Position, nameless.Position, newer.Position = 51, 52, 53
	log.events = append(log.events, broken, nameless, newer)
	q := replay.Query{Readers: &replay.Readers{SeePicture: func(string) (bool, error) { return false, nil }}}
	if diff := cmp.Diff([]int{10, 11, 40, 41}, positions(t, string(written(t, log, q, replay.NDJSON)))); diff != "" {
		t.Error(diff)
	}
}

func TestReadersSeeAllPageViews(t *testing.T) {
	log := newHistory(t)
	q := replay.Query{Types: []string{"PageViewed"}, Readers: &replay.Readers{}}
	if all, some := string(written(t, newHistory(t), replay.Query{Types: []string{"PageViewed"}}, replay.NDJSON)),
		string(written(t, log, q, replay.NDJSON)); all != some || !strings.Contains(some, "PageViewed") {
		t.Errorf("got %s, want %s", some, all)
	}
}
