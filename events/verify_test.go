package events_test

import (
	"errors"
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
		events.Envelope{Event: events.ReviewCreated{ReviewID: 1, ReviewContent: events.ReviewContent{Title: "One", Content: "It works.", Rating: 4}, At: at}},
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
		all = append(all, events.Recorded{ID: p.ID, Stream: stream, Revision: revision, Position: events.Position(len(all) + 1), Created: at, Type: p.Type, Data: p.Data, Meta: p.Meta})
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
		all = append(all, events.Recorded{ID: uuid.New(), Stream: stream, Position: events.Position(len(all) + 1), Type: "update", Data: []byte("no JSON")})
	}
	v, err := verify(all)
	if err != nil || v.Events() != 4 {
		t.Errorf("%d events were checked (%v), want the site's 4", v.Events(), err)
	}
}
