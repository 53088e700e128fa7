package events_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"candor/events"
)

// told is a log that tells what it has, then that it has told all, and then what comes.
type told struct {
	had, comes []events.Recorded
}

func (l *told) Head(context.Context) (events.Position, error) { return 99, nil }

func (l *told) At(context.Context, events.Position) (events.Recorded, bool, error) {
	return events.Recorded{}, false, nil
}

func (l *told) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	tell := func(all []events.Recorded) error {
		for _, r := range all {
			if r.Position <= after || !slices.ContainsFunc(f.StreamPrefixes, func(p string) bool { return strings.HasPrefix(r.Stream, p) }) {
				continue
			}
			if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := tell(l.had); err != nil {
		return err
	}
	if err := handle(events.Message{Kind: events.CaughtUp, Position: after}); err != nil {
		return err
	}
	if err := tell(l.comes); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

var noon = time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)

func stored(position events.Position, stream string, minute int) events.Recorded {
	at := noon.Add(time.Duration(minute) * time.Minute)
	return events.Recorded{Position: position, Stream: stream, Created: at, Type: "X",
		Meta: fmt.Appendf(nil, `{"at":%q}`, at.Format(time.RFC3339))}
}

// moved returns an event that was stored again long after the moment, when the log was moved to another store.
func moved(position events.Position, stream string, minute int) events.Recorded {
	r := stored(position, stream, minute)
	r.Created = noon.AddDate(1, 0, 0)
	return r
}

// untimed returns an event as the log itself writes it, or a program that says no time, long after the moment.
func untimed(position events.Position, stream string) events.Recorded {
	return events.Recorded{Position: position, Stream: stream, Created: noon.AddDate(1, 0, 0), Type: "X"}
}

func TestPastEndsBeforeTheFirstLaterEvent(t *testing.T) {
	content, people := []string{"review-"}, []string{"visitor-", "$$visitor-"}
	tests := []struct {
		name   string
		log    told
		filter []string
		after  events.Position
		want   string
	}{
		{"what was stored in that very instant belongs to it",
			told{had: []events.Recorded{stored(1, "review-1", -1), stored(2, "review-1", 0), stored(3, "review-1", 1)}},
			content, 0, "1 2 caught up"},
		{"a clock that went back brings nothing back",
			told{had: []events.Recorded{stored(1, "review-1", -1), stored(2, "review-1", 1), stored(3, "review-1", -1)}}, content, 0, "1 caught up"},
		{"a past that is all there is ends there", told{had: []events.Recorded{stored(1, "review-1", -1)},
			comes: []events.Recorded{stored(2, "review-1", 9)}}, content, 0, "1 caught up"},
		{"a moved log", told{had: []events.Recorded{moved(1, "review-1", -1), untimed(2, "review-2"), moved(3, "review-1", 0),
			moved(4, "review-1", 1), moved(5, "review-1", -1)}}, content, 0, "1 3 caught up"},
		{"who was forgotten before a move stays forgotten", told{had: []events.Recorded{moved(1, "visitor-a", -2), untimed(2, "$$visitor-a"),
			moved(3, "visitor-b", -1), moved(4, "visitor-c", 1)}, comes: []events.Recorded{untimed(5, "$$visitor-b")}}, people,
			0, "1 2 3 caught up 5"},
		{"an empty log", told{}, content, 0, "caught up"},
		{"before the beginning", told{had: []events.Recorded{stored(1, "review-1", 1)}}, content, 0, "caught up"},
		{"resumed behind the end", told{had: []events.Recorded{stored(1, "review-1", -1), stored(2, "review-1", 1), stored(3, "review-1", -1)}},
			content, 1, "caught up"},
		{"who was forgotten later stays forgotten", told{had: []events.Recorded{stored(1, "visitor-a", -1), stored(2, "visitor-b", 1),
			stored(3, "$$visitor-a", 2)}, comes: []events.Recorded{stored(4, "$$visitor-b", 3)}}, people, 0, "1 3 caught up 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				past := events.NewPast(&test.log, noon)
				for _, after := range []events.Position{test.after, max(test.after, 1), test.after} { // again, as a reader whose connection broke
					var heard []string
					ctx, cancel := context.WithCancel(t.Context())
					err := past.Subscribe(ctx, after, events.Filter{StreamPrefixes: test.filter}, func(m events.Message) error {
						if m.Kind == events.CaughtUp {
							heard = append(heard, "caught up")
							time.AfterFunc(time.Millisecond, cancel) // when nothing more comes
						} else if m.Position > after {
							heard = append(heard, fmt.Sprint(m.Position))
						}
						return nil
					})
					cancel()
					want := test.want
					if after == 1 {
						want = strings.TrimPrefix(want, "1 ")
					}
					if got := strings.Join(heard, " "); got != want || !errors.Is(err, context.Canceled) {
						t.Errorf("after %d: heard %q (%v), want %q", after, got, err, want)
					}
				}
				if p := past.Progress(); p != 1 {
					t.Errorf("progress at the end: %v", p)
				}
			})
		})
	}
}

func TestMomentsAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-01": "2026-10-01T00:00:00Z", "2026-10-01T12:00:00Z": "2026-10-01T12:00:00Z",
		"2026-10-01T12:00:00.5+02:00": "2026-10-01T10:00:00.5Z",
		"2026-10-01T11:30":            "2026-10-01T11:30:00Z", " 2026-10-01T11:30:15 ": "2026-10-01T11:30:15Z",
		"2026-10-02": "future", "yesterday": "must be a time", "": "must be a time", "2026-13-01": "must be a time",
		"1790000000": "must be a time",
	} {
		got, err := events.PastMoment(text, noon)
		switch {
		case err == nil && got.Format(time.RFC3339Nano) != want, err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q: got %v, %v, want %s", text, got, err, want)
		}
	}
}
