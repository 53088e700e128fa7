package events_test

import (
	"testing"
	"time"

	"candor/events"
)

func TestTheTimeOfAnEventIsThatOfItsMetadataUnlessTheLogHasAnEarlierOne(t *testing.T) {
	stored := time.Date(2026, 11, 21, 10, 0, 0, 123_456_700, time.UTC)
	for meta, want := range map[string]time.Time{
		`{"at":"2026-10-01T12:00:00.5Z","actor":{}}`:       noon.Add(time.Second / 2),
		`{"actor":{}, "at": "2026-10-01T14:00:00+02:00" }`: noon,
		`{"at":"2026-11-21T10:00:00.123Z"}`:                stored.Truncate(time.Millisecond),
		`{"at":"2026-11-21T10:00:00.124Z"}`:                stored, // by a clock that is fast
		`{"at":"yesterday"}`:                               stored,
		`{"at":"2026-10-01T12:00:00Z`:                      stored,
		`{"at":1790000000}`:                                stored,
		`{"actor":{"kind":"admin","id":"at"}}`:             stored,
		`"at"`:                                             stored,
		``:                                                 stored,
	} {
		if got := (events.Recorded{Created: stored, Meta: []byte(meta)}).Time(); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: got %v, want %v", meta, got, want)
		}
	}
	before := time.Now().Truncate(time.Millisecond)
	p, err := events.Encode(events.Envelope{Event: events.ReviewPublished{ReviewID: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if at := (events.Recorded{Created: time.Now(), Meta: p.Meta}).Time(); at.Before(before) || at.Nanosecond()%1e6 != 0 {
		t.Errorf("an event that was encoded now says %v", at)
	}
}
