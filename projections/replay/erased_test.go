package replay_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/events"
	"candor/projections/replay"
)

// softDeleted and tombstone are how the log says that a stream is deleted.
func softDeleted(n int, stream string) events.Recorded {
	return events.Recorded{Stream: "$$" + stream, Type: "$metadata", Position: events.Position(n), Data: []byte(`{"$tb":9223372036854775807}`)}
}

func tombstone(n int, stream string) events.Recorded {
	return events.Recorded{Stream: stream, Type: "$streamDeleted", Position: events.Position(n), Revision: 1<<63 - 1}
}

// newPeople is a log with three messages and two visitors, of which some were erased.
func newPeople(t *testing.T) *history {
	message := func(n int, id events.MessageID) events.Recorded {
		return record(t, n, id.Stream(), events.MessageReceived{MessageID: id, Name: "Ada", Email: "ada@example.com", Subject: "secret",
			Message: "secret", At: day})
	}
	visitor := func(n int, name string) events.Recorded {
		return record(t, n, "visitor-"+name, events.VisitorFirstSeen{VisitorID: uuid.New(), Address: "secret", At: day})
	}
	revived := message(9, 3)
	revived.Revision = 1
	return &history{later: make(chan events.Recorded), deleted: make(chan events.Recorded), events: []events.Recorded{
		message(1, 1), message(2, 2), visitor(3, "a"), visitor(4, "b"), message(5, 3),
		record(t, 6, "message-1", events.MessageDeleted{MessageID: 1, At: day}),
		softDeleted(7, "message-1"), tombstone(8, "visitor-a"),
		{Stream: "$$message-3", Type: "$metadata", Position: 8, Data: []byte(`{"$tb":1}`)},
		revived,
		{Stream: "$$visitor-b", Type: "$metadata", Position: 10, Data: []byte(`{"$maxAge":3600}`)}, // it expires, but was not erased
		record(t, 11, "review-1", events.ReviewPublished{ReviewID: 1, At: day}),
	}}
}

func TestReplayHidesWhatWasErased(t *testing.T) {
	for _, f := range replay.Formats() {
		for name, test := range map[string]struct {
			q    replay.Query
			want []int
		}{
			"everything":      {replay.Query{}, []int{2, 4, 6, 9, 11}},
			"a type":          {replay.Query{Types: []string{"MessageReceived"}}, []int{2, 9}},
			"an erased one":   {replay.Query{Stream: "visitor-a"}, nil},
			"with the prefix": {replay.Query{Prefix: "visitor-"}, []int{4}},
		} {
			file := written(t, newPeople(t), test.q, f)
			var got []int
			switch f {
			case replay.NDJSON:
				got = positions(t, string(file))
			case replay.CSV:
				for _, row := range readCSV(t, file) {
					n, err := strconv.Atoi(row["position"].(string))
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, n)
				}
			case replay.Parquet:
				for _, row := range readParquet(t, file) {
					got = append(got, int(row["position"].(float64)))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s as %s (-want +got):\n%s", name, f, diff)
			}
		}
	}
}

// Somebody is erased in the middle of a replay: what comes after that moment is hidden.
func TestErasureInTheMiddleOfAReplayCounts(t *testing.T) {
	h := newPeople(t)
	var out bytes.Buffer
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	paused := &pausing{history: h, before: 9, do: func() {
		for range 2 { // when the second is taken, the first was noted
			h.deleted <- tombstone(12, "message-3")
		}
	}}
	if _, err := replay.Run(ctx, paused, replay.Query{}, replay.Output{Writer: &out}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{2, 4, 6, 11}, positions(t, out.String())); diff != "" {
		t.Error(diff)
	}
}

func TestFollowingHidesWhatIsErasedMeanwhile(t *testing.T) {
	h := newPeople(t)
	out := &growing{grown: make(chan struct{}, 100)}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	done := make(chan error, 1)
	go func() {
		_, err := replay.Run(ctx, h, replay.Query{Follow: true}, replay.Output{Writer: out})
		done <- err
	}()
	<-out.grown
	again := h.events[1]
	again.Position, again.Revision = 20, 1
	for range 2 {
		h.deleted <- tombstone(19, "message-2")
	}
	h.later <- again
	h.later <- record(t, 21, "review-1", events.ReviewFeatured{ReviewID: 1, At: day})
	<-out.grown
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{2, 4, 6, 9, 11, 21}, positions(t, out.text.String())); diff != "" {
		t.Error(diff)
	}
}

// A log that can't tell what was erased shows nothing of persons.
func TestReplayStopsWhereErasuresAreUnknown(t *testing.T) {
	var out bytes.Buffer
	_, err := replay.Run(t.Context(), silent{newPeople(t)}, replay.Query{}, replay.Output{Writer: &out})
	if !errors.Is(err, events.ErrAccessDenied) || strings.Contains(out.String(), "secret") {
		t.Errorf("wrote %q, error %v", out.String(), err)
	}
}

// silent is a log that doesn't tell what was deleted.
type silent struct{ *history }

func (s silent) Subscribe(ctx context.Context, p events.Position, f events.Filter, handle func(events.Message) error) error {
	if len(f.TypePrefixes) > 0 {
		return events.ErrAccessDenied
	}
	return s.history.Subscribe(ctx, p, f, handle)
}

// pausing is a log that does something before it hands on the event at a position.
type pausing struct {
	*history
	before events.Position
	do     func()
}

func (p *pausing) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	return p.history.Subscribe(ctx, after, f, func(m events.Message) error {
		if m.Kind == events.EventAppeared && m.Position == p.before && len(f.TypePrefixes) == 0 {
			p.do()
		}
		return handle(m)
	})
}

// growing is what a replay that goes on writes.
type growing struct {
	text  bytes.Buffer
	grown chan struct{}
}

func (l *growing) Write(b []byte) (int, error) {
	defer func() { l.grown <- struct{}{} }()
	return l.text.Write(b)
}
