package demo_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands/demo"
	"candor/events"
	"candor/events/embedded"
)

// flaky is a log that fails for good after a number of appends, as a crash would have it.
type flaky struct {
	events.Log
	left int
}

var errCrash = errors.New("crash")

func (f *flaky) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	if f.left == 0 {
		return events.Written{}, errCrash
	}
	f.left--
	return f.Log.Append(ctx, stream, want, ps...)
}

func newLog(t *testing.T) events.Log {
	t.Helper()
	node, err := embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Close() })
	return node.Log()
}

// counts is how many events of each type the log holds.
func counts(t *testing.T, log events.Log) map[string]int {
	t.Helper()
	n := map[string]int{}
	if err := log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error { n[r.Type]++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDemoThatWasCutShortIsFinishedOnce(t *testing.T) {
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ctx := context.Background()
	for _, appends := range []int{0, 1, 2, 5, 14, 40, 90, 120} {
		log := newLog(t)
		if _, err := content.Fill(ctx, &flaky{log, appends}, now); !errors.Is(err, errCrash) {
			t.Fatalf("after %d appends: got error %v, want the crash", appends, err)
		}
		for range 2 {
			if _, err := content.Fill(ctx, log, now.Add(time.Hour)); err != nil {
				t.Fatalf("a second try after %d appends: %v", appends, err)
			}
		}
		n := counts(t, log)
		for name, want := range map[string]int{
			"CategoryCreated": 4, "ReviewCreated": len(content.Reviews), "ReviewPublished": len(content.Reviews),
			"ArticleCreated": len(content.Articles), "ArticlePublished": len(content.Articles), "ReviewFeatured": 3, "MediaStored": 51,
		} {
			if n[name] != want {
				t.Errorf("cut short after %d appends: %d %s, want %d", appends, n[name], name, want)
			}
		}
	}
}

func TestDemoIsDatedBeforeTheFirstStart(t *testing.T) {
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := newLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	if _, err := content.Fill(context.Background(), log, now); err != nil {
		t.Fatal(err)
	}
	first, err := log.Last(context.Background(), "review-1")
	if err != nil {
		t.Fatal(err)
	}
	e, err := first.Decode()
	if err != nil {
		t.Fatal(err)
	}
	featured, ok := e.(events.ReviewFeatured)
	if want := now.Add(-time.Duration(content.Reviews[0].DaysAgo * float64(24*time.Hour))).Truncate(time.Second); !ok || !featured.At.Equal(want) {
		t.Errorf("review 1 is dated %+v, want %v", e, want)
	}
}

func TestTheDemosTextsShowStoredPictures(t *testing.T) {
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	log, shown := newLog(t), 0
	if _, err := content.Fill(context.Background(), log, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	err = log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		e, err := r.Decode()
		if created, ok := e.(events.ReviewCreated); ok {
			for _, picture := range inText.FindAllStringSubmatch(created.Content, -1) {
				if shown++; !slices.Contains(created.ImageURLs, picture[2]) {
					t.Errorf("%s shows %s", created.ProductName, picture[2])
				}
			}
		}
		return err
	})
	if err != nil || shown == 0 {
		t.Errorf("%d pictures in texts, %v", shown, err)
	}
}

// A real EventStoreDB has written events of its own before anybody connects. They are no reason to leave the demo out; one of a site is.
func TestDemoFillsALogThatHoldsNothingOfASite(t *testing.T) {
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, now := context.Background(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	log := newLog(t)
	for _, own := range []events.Proposed{{Type: "update"}, {Type: "$UserCreated"}, {Type: "$statsCollected"}, {Type: "$scavengeStarted"}, {Type: "SomebodyElsesEvent"}} {
		stream := map[string]string{"update": "$settings", "$UserCreated": "$user-admin", "$statsCollected": "$stats-127.0.0.1:2113",
			"$scavengeStarted": "$scavenges-1", "SomebodyElsesEvent": "orders-1"}[own.Type]
		own.ID, own.Data = uuid.New(), []byte("{}")
		if _, err := log.Append(ctx, stream, events.Any, own); err != nil {
			t.Fatal(err)
		}
	}
	if why, err := content.Fill(ctx, log, now); err != nil || why != "" {
		t.Fatalf("a log with a server's own events was not filled: %q, %v", why, err)
	}
	if n := counts(t, log)["ReviewCreated"]; n != len(content.Reviews) {
		t.Errorf("%d reviews, want %d", n, len(content.Reviews))
	}
	if why, err := content.Fill(ctx, log, now); err != nil || why != "the log has the demo site already" {
		t.Errorf("filled again: %q, %v", why, err)
	}

	used := newLog(t)
	p, err := events.Encode(events.Envelope{Event: events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Own", Slug: "own"}, At: now}, Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := used.Append(ctx, "category-1", events.NoStream, p); err != nil {
		t.Fatal(err)
	}
	if why, err := content.Fill(ctx, used, now); err != nil || !strings.Contains(why, "CategoryCreated in stream category-1") {
		t.Errorf("a site's log: %q, %v", why, err)
	}
	if n := len(counts(t, used)); n != 1 {
		t.Errorf("something was added to a site's log: %v", counts(t, used))
	}
}
