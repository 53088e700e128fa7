package replay_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/events"
	"candor/projections/replay"
)

var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// history is a log in memory: its events, and then, live, those of later.
type history struct {
	events  []events.Recorded
	later   chan events.Recorded
	deleted chan events.Recorded
	asked   events.Filter
}

func (h *history) Subscribe(ctx context.Context, _ events.Position, f events.Filter, handle func(events.Message) error) error {
	if slices.Contains(f.TypePrefixes, "$metadata") { // what is deleted
		return h.deletions(ctx, handle)
	}
	h.asked = f
	for _, r := range h.events {
		if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
			return err
		}
	}
	if err := handle(events.Message{Kind: events.CaughtUp}); err != nil {
		return err
	}
	for {
		select {
		case r := <-h.later:
			if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deletions tells what was deleted at first, and then what is deleted while the replay goes on.
func (h *history) deletions(ctx context.Context, handle func(events.Message) error) error {
	for _, r := range h.events {
		if strings.HasPrefix(r.Type, "$") {
			if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
				return err
			}
		}
	}
	for {
		if err := handle(events.Message{Kind: events.CaughtUp}); err != nil {
			return err
		}
		select {
		case r := <-h.deleted:
			if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// record stores e as event n of the log, n hours into the day.
func record(t *testing.T, n int, stream string, e events.Event) events.Recorded {
	t.Helper()
	p, err := events.Encode(events.Envelope{ID: uuid.MustParse("6f9619ff-8b86-4d01-b42d-00cf4fc964ff"), Event: e,
		Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	return events.Recorded{ID: p.ID, Stream: stream, Position: events.Position(n), Created: day.Add(time.Duration(n) * time.Hour),
		Type: p.Type, Binary: p.Binary, Data: p.Data, Meta: p.Meta}
}

func newHistory(t *testing.T) *history {
	return &history{later: make(chan events.Recorded), events: []events.Recorded{
		record(t, 1, "review-1", events.ReviewPublished{ReviewID: 1, At: day}),
		record(t, 2, "review-10", events.ReviewPublished{ReviewID: 10, At: day}),
		record(t, 3, "pageviews-2026-11-21", events.PageViewed{Event: "page_view", Page: "/", At: day}),
		{Stream: "$$review-1", Type: "$metadata", Position: 4, Created: day.Add(4 * time.Hour), Data: []byte(`{}`)},
		record(t, 5, "media-ab", events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ab", Chunks: 1}, Bytes: []byte{0, 255}}),
		record(t, 6, "review-1", events.ReviewFeatured{ReviewID: 1, At: day}),
	}}
}

// positions decodes the lines that a replay wrote.
func positions(t *testing.T, text string) []int {
	t.Helper()
	var got []int
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line == "" {
			continue
		}
		var e struct{ Position int }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q is no JSON: %v", line, err)
		}
		got = append(got, e.Position)
	}
	return got
}

func TestReplayChoosesEvents(t *testing.T) {
	tests := []struct {
		name string
		q    replay.Query
		want []int
	}{
		{"everything but the log's own housekeeping", replay.Query{}, []int{1, 2, 3, 5, 6}},
		{"one type", replay.Query{Types: []string{"ReviewPublished"}}, []int{1, 2}},
		{"two types", replay.Query{Types: []string{"ReviewFeatured", "PageViewed"}}, []int{3, 6}},
		{"one stream, not those whose names begin alike", replay.Query{Stream: "review-1"}, []int{1, 6}},
		{"a prefix", replay.Query{Prefix: "review-"}, []int{1, 2, 6}},
		{"a type within a prefix", replay.Query{Prefix: "review-", Types: []string{"ReviewFeatured"}}, []int{6}},
		{"from a moment, itself included", replay.Query{From: day.Add(3 * time.Hour)}, []int{3, 5, 6}},
		{"to a moment, itself excluded", replay.Query{To: day.Add(3 * time.Hour)}, []int{1, 2}},
		{"nothing", replay.Query{Types: []string{"ArticleCreated"}}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			n, err := replay.Run(context.Background(), newHistory(t), test.q, replay.Output{Writer: &out})
			if err != nil {
				t.Fatal(err)
			}
			got := positions(t, out.String())
			if diff := cmp.Diff(test.want, got); diff != "" || n != len(got) {
				t.Errorf("wrote %d lines (-want +got):\n%s", n, diff)
			}
		})
	}
}

func TestReplayLetsTheLogChoose(t *testing.T) {
	h := newHistory(t)
	if _, err := replay.Run(context.Background(), h, replay.Query{Types: []string{"PageViewed"}},
		replay.Output{Writer: &bytes.Buffer{}}); err != nil {
		t.Fatal(err)
	}
	if want := (events.Filter{TypePrefixes: []string{"PageViewed"}}); !cmp.Equal(h.asked, want) {
		t.Errorf("asked the log for %+v, want %+v", h.asked, want)
	}
}

func TestLinesAreCloudEvents(t *testing.T) {
	var out bytes.Buffer
	if _, err := replay.Run(context.Background(), newHistory(t), replay.Query{Prefix: "media-"}, replay.Output{Writer: &out}); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]any{
		"specversion": "1.0", "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "type": "MediaStored", "source": "/streams/media-ab",
		"subject": "media-ab", "time": "2026-11-21T05:00:00Z", "datacontenttype": "application/octet-stream", "data_base64": "AP8=",
	} {
		if got[field] != want {
			t.Errorf("%s is %v, want %v", field, got[field], want)
		}
	}
}

// lines is a writer that hands over what is written to it.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func TestFollowGoesOnAndEndsQuietly(t *testing.T) {
	h := newHistory(t)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, ended := make(lines), make(chan error, 1)
	go func() {
		_, err := replay.Run(ctx, h, replay.Query{Prefix: "review-", Follow: true}, replay.Output{Writer: out})
		ended <- err
	}()
	if got := positions(t, <-out); !cmp.Equal(got, []int{1, 2, 6}) {
		t.Errorf("history: %v", got)
	}
	h.later <- record(t, 7, "review-2", events.ReviewPublished{ReviewID: 2, At: day})
	if got := positions(t, <-out); !cmp.Equal(got, []int{7}) {
		t.Errorf("what came later: %v", got)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("a replay that was told to stop ended with %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestReplayTellsWhenItCannotWrite(t *testing.T) {
	if _, err := replay.Run(context.Background(), newHistory(t), replay.Query{}, replay.Output{Writer: broken{}}); err == nil ||
		!strings.Contains(err.Error(), "disk full") {
		t.Errorf("got error %v", err)
	}
}
