package events_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// history is a review's history and one page view, as a log would give them.
func history(t *testing.T) []events.Recorded {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	chained, err := events.Chain("",
		events.Envelope{Event: events.ReviewCreated{ReviewID: 1, ReviewContent: events.ReviewContent{Title: "One", Content: "It works.",
			Rating: 4}, At: at}},
		events.Envelope{Event: events.ReviewPublished{ReviewID: 1, At: at}},
		events.Envelope{Event: events.ReviewUnpublished{ReviewID: 1, At: at}})
	if err != nil {
		t.Fatal(err)
	}
	view, err := events.Encode(events.Envelope{Event: events.PageViewed{Event: "page_view", Page: "/", VisitorID: uuid.New(), At: at}})
	if err != nil {
		t.Fatal(err)
	}
	var all []events.Recorded
	add := func(stream string, revision uint64, p events.Proposed) {
		all = append(all, events.Recorded{ID: p.ID, Stream: stream, Revision: revision, Position: events.Position(len(all) + 1), Created: at,
			Type: p.Type, Data: p.Data, Meta: p.Meta})
	}
	add("review-1", 0, chained[0])
	add("pageviews-2026-11-21", 0, view)
	add("review-1", 1, chained[1])
	add("review-1", 2, chained[2])
	return all
}

func verify(all []events.Recorded) (*events.Verifier, error) {
	var v events.Verifier
	for _, r := range all {
		if err := v.Check(r); err != nil {
			return &v, err
		}
	}
	return &v, nil
}

func TestHistoryAsWrittenIsWhole(t *testing.T) {
	v, err := verify(history(t))
	if err != nil {
		t.Fatal(err)
	}
	if v.Events() != 4 || v.Streams() != 1 {
		t.Errorf("%d events in %d chained streams, want 4 in 1", v.Events(), v.Streams())
	}
}

func TestTamperedHistoryIsFound(t *testing.T) {
	tests := map[string]struct {
		tamper   func(all []events.Recorded) []events.Recorded
		position events.Position
		why      string
	}{
		"changed data": {func(all []events.Recorded) []events.Recorded {
			all[0].Data = []byte(strings.Replace(string(all[0].Data), "It works.", "It fails!", 1))
			return all
		}, 3, "the event before it is"},
		"another type": {func(all []events.Recorded) []events.Recorded {
			all[2].Type = "ReviewUnpublished"
			return all
		}, 4, "the event before it is"},
		"an event removed": {func(all []events.Recorded) []events.Recorded {
			return append(all[:2:2], all[3])
		}, 4, "revision 1 should stand here"},
		"an event removed and the rest renumbered": {func(all []events.Recorded) []events.Recorded {
			all[3].Revision = 1
			return append(all[:2:2], all[3])
		}, 4, "the event before it is"},
		"the beginning removed": {func(all []events.Recorded) []events.Recorded {
			all[2].Revision, all[3].Revision = 0, 1
			return all[1:]
		}, 3, "nothing did"},
		"an event without metadata": {func(all []events.Recorded) []events.Recorded {
			all[2].Meta = nil
			return all[:3]
		}, 3, "it has no metadata"},
		"metadata that is no JSON, of an event that needs no chain": {func(all []events.Recorded) []events.Recorded {
			all[1].Meta = []byte("{")
			return all
		}, 2, "its metadata can't be decoded"},
		"an event that isn't chained": {func(all []events.Recorded) []events.Recorded {
			all[2].Meta = []byte(`{"schema":1}`)
			return all[:3]
		}, 3, "it is not chained to the event before it"},
		"broken data": {func(all []events.Recorded) []events.Recorded {
			all[1].Data = []byte("{")
			return all
		}, 2, "can't be decoded"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := verify(test.tamper(history(t)))
			var broken *events.BrokenError
			if !errors.As(err, &broken) {
				t.Fatalf("got %v, want a BrokenError", err)
			}
			if broken.Position != test.position || !strings.Contains(err.Error(), test.why) {
				t.Errorf("got %v, want position %d and %q", err, test.position, test.why)
			}
		})
	}
}

func TestTheServersOwnEventsAreNotChecked(t *testing.T) {
	all := history(t)
	for _, stream := range []string{"$settings", "$users", "$stats-127.0.0.1:2113"} {
		all = append(all, events.Recorded{ID: uuid.New(), Stream: stream, Position: events.Position(len(all) + 1), Type: "update",
			Data: []byte("no JSON")})
	}
	v, err := verify(all)
	if err != nil || v.Events() != 4 {
		t.Errorf("%d events were checked (%v), want the site's 4", v.Events(), err)
	}
}

// A broken event hides neither those that follow it nor others that are broken.
func TestVerifyingGoesOnAfterABrokenEvent(t *testing.T) {
	all := history(t)
	alone := all[0]
	alone.Stream, alone.Position, alone.Meta = "review-2", 5, []byte("oops")
	foreign := events.Recorded{ID: uuid.New(), Stream: "review-1", Revision: 3, Position: 6, Type: "ForeignEvent", Data: []byte("{}")}
	next, err := events.Chain(foreign.Hash(), events.Envelope{Event: events.ReviewPublished{ReviewID: 1}})
	if err != nil {
		t.Fatal(err)
	}
	good := events.Recorded{ID: next[0].ID, Stream: "review-1", Revision: 4, Position: 7, Type: next[0].Type, Data: next[0].Data,
		Meta: next[0].Meta}
	all[1].Data = []byte("{")
	var v events.Verifier
	var found []string
	for _, r := range append(all, alone, foreign, good) {
		var broken *events.BrokenError
		if err := v.Check(r); errors.As(err, &broken) {
			found = append(found, fmt.Sprintf("%d %s", broken.Position, strings.Fields(broken.Why)[1]))
		}
	}
	if want := []string{"2 can't", "5 metadata", "6 has"}; !slices.Equal(found, want) || v.Events() != 7 || v.Streams() != 2 {
		t.Errorf("found %q in %d events of %d streams, want %q", found, v.Events(), v.Streams(), want)
	}
}
