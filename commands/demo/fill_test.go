package demo_test

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"candor/commands"
	"candor/commands/demo"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/embedded"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

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

func newLog(t *testing.T, clock func() time.Time) events.Log {
	t.Helper()
	node, err := embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Clock: clock, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Close() })
	return node.Log()
}

func filledLog(t *testing.T) events.Log {
	t.Helper()
	log := newLog(t, nil)
	if why, err := load(t).Fill(t.Context(), log, now, false); err != nil || why != "" {
		t.Fatalf("the log was not filled: %q, %v", why, err)
	}
	return log
}

// all returns a site's events in the log, in order.
func all(t *testing.T, log events.Log) (all []events.Recorded) {
	t.Helper()
	err := log.ReadAll(t.Context(), 0, 1<<20, func(r events.Recorded) error {
		if events.Known(r.Type) {
			all = append(all, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// counts returns how many events of each type the log holds. A number that was reserved and then lost in a crash is no event of the demo.
func counts(t *testing.T, log events.Log) map[string]int {
	n := map[string]int{}
	for _, r := range all(t, log) {
		switch r.Type {
		case "IdReserved", "SubscriptionUnchanged", "EmailUnlisted": // a subscription that is repeated writes as much as a new one
		default:
			n[r.Type]++
		}
	}
	return n
}

func decoded(t *testing.T, r events.Recorded) events.Event {
	t.Helper()
	e, err := r.Decode()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestDemoThatWasCutShortIsFinishedOnce(t *testing.T) {
	content, want := load(t), counts(t, filledLog(t))
	for _, appends := range []int{1, 90, 400} {
		log := newLog(t, nil)
		if _, err := content.Fill(t.Context(), &flaky{log, appends}, now, false); !errors.Is(err, errCrash) {
			t.Fatalf("after %d appends: got error %v, want the crash", appends, err)
		}
		for range 2 {
			if _, err := content.Fill(t.Context(), log, now.Add(time.Hour), false); err != nil {
				t.Fatalf("a second try after %d appends: %v", appends, err)
			}
		}
		if got := counts(t, log); !maps.Equal(got, want) {
			t.Errorf("cut short after %d appends:\n%v\nwant\n%v", appends, got, want)
		}
	}
}

// Items state when they came out, in whichever log they are; only a log that is made for the demo has times of its own.
func TestDemoWalksThroughTheWeeksBefore(t *testing.T) {
	clock := new(demo.Clock)
	log := newLog(t, clock.Now)
	if err := load(t).Make(t.Context(), log, clock, now); err != nil {
		t.Fatal(err)
	}
	made := all(t, log)
	begun, ok := decoded(t, made[0]).(events.DemoSiteBegun)
	if !ok || !begun.TimesInvented || !begun.MadeAt.Equal(now) ||
		!strings.Contains(begun.Note, "made on 21 November 2026 at 12:00 UTC. All times before that are invented") {
		t.Errorf("the first event is %+v", begun)
	}
	if start := now.AddDate(0, 0, -42); made[0].Created.Before(start.Add(-time.Hour)) || made[0].Created.After(start) {
		t.Errorf("it begins at %v", made[0].Created)
	}
	previous := made[0].Created
	for _, r := range made[:len(made)-1] {
		if r.Created.Before(previous) || r.Created.After(now) {
			t.Errorf("%s in %s is of %v, after %v", r.Type, r.Stream, r.Created, previous)
		}
		previous = r.Created
		meta := r.Metadata()
		if !meta.Demo {
			t.Errorf("%s in %s isn't marked as demo", r.Type, r.Stream)
		}
		if about, ok := events.AboutOf(decoded(t, r)); ok && r.Type != "DemoSiteBegun" {
			if at := about.At; !at.Equal(r.Created) {
				t.Errorf("%s in %s happened at %v, and is of %v", r.Type, r.Stream, at, r.Created)
			}
		}
	}
	if last := made[len(made)-1]; last.Type != "DemoSiteFinished" || time.Since(last.Created) > time.Minute {
		t.Errorf("the last event is %s of %v, want the true time", last.Type, last.Created)
	}
}

// In another log, nothing has a time at which it did not happen.
func TestDemoInAnotherLogIsOfToday(t *testing.T) {
	made := all(t, filledLog(t))
	begun, ok := decoded(t, made[0]).(events.DemoSiteBegun)
	if !ok || begun.TimesInvented || !strings.Contains(begun.Note, "the log's own times are true") {
		t.Errorf("the first event is %+v", begun)
	}
	for _, r := range made {
		if time.Since(r.Created) > 10*time.Minute {
			t.Errorf("%s in %s is of %v", r.Type, r.Stream, r.Created)
		}
	}
}

func TestDemoTellsItsStory(t *testing.T) {
	got := map[string]int{}
	views, days, devices := 0, map[string]int{}, map[string]int{}
	for _, r := range all(t, filledLog(t)) {
		meta := r.Metadata()
		switch e := decoded(t, r).(type) {
		case events.PageViewed:
			views++
			days[e.At.Format(time.DateOnly)]++
			devices[e.Device]++
			if id, ok := strings.CutPrefix(e.Page, "/reviews/"); ok && e.At.Before(published(t, id)) {
				t.Errorf("%s was read at %v, before it came out", e.Page, e.At)
			}
		case events.ReviewUpdated:
			if d := e.Changes.ProductDescription; d != nil && *d == "undefined" {
				got["broken by a bot"]++
			}
			if meta.Undoes != "" {
				got["undone"]++
			}
			if e.Changes.ProductPrice != nil && *e.Changes.ProductPrice == 119 {
				got["price cut"]++
			}
		default:
			got[r.Type]++
		}
	}
	want := map[string]int{
		"ReviewPublished": 14, "ReviewFeatured": 5, "ReviewUnfeatured": 2, "ArticlePublished": 9, "PagePublished": 5, "ReviewScheduled": 1,
		"ReviewCreated": 16, "DraftSaved": 1,
		"ReviewCorrected": 1, "ArticleCorrected": 1, "ReviewUpdateNoted": 3, "ArticleVersionWithheld": 1, "price cut": 1,
		"broken by a bot": 5, "undone": 5, "ApiKeyCreated": 1, "ApiKeyDeactivated": 1,
		"AuthorCreated": 2, "MessageReceived": 3, "MessageRead": 2, "NewsletterSubscribed": 7,
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s: %d, want %d", name, got[name], n)
		}
	}
	if views < 2_000 || views > 5_000 || len(days) < 30 || len(devices) != 3 {
		t.Errorf("%d page views on %d days with %v", views, len(days), devices)
	}
}

// published returns when the review of an id came out.
func published(t *testing.T, id string) time.Time {
	t.Helper()
	n, err := strconv.Atoi(id)
	if err != nil {
		t.Fatal(err)
	}
	reviews := load(t).Reviews
	slices.SortFunc(reviews, func(a, b demo.Review) int { return int((b.DaysAgo - a.DaysAgo) * 100) })
	return now.Add(-time.Duration(reviews[n-1].DaysAgo * float64(24*time.Hour))).Truncate(time.Second)
}

// After all changes, an item says what its file says.
func TestStoryEndsWithWhatTheFilesSay(t *testing.T) {
	content, texts := load(t), map[string]events.ReviewContent{}
	for _, r := range all(t, filledLog(t)) {
		switch e := decoded(t, r).(type) {
		case events.ReviewCreated:
			texts[r.Stream] = e.ReviewContent
		case events.ReviewUpdated:
			now := texts[r.Stream]
			events.Apply(&now, e.Changes)
			texts[r.Stream] = now
		}
	}
	seen := map[string]bool{}
	for _, now := range texts {
		i := slices.IndexFunc(content.Reviews, func(r demo.Review) bool { return r.ProductName == now.ProductName })
		want := content.Reviews[i]
		price := 0.0
		if want.ProductPrice != nil {
			price = *want.ProductPrice
		}
		if now.Rating != want.Rating || now.ProductPrice != price || now.ProductDescription != want.ProductDescription ||
			now.Verdict != want.Verdict || !slices.Equal(now.Tags, want.Tags) ||
			!slices.Equal(now.Specifications, want.Specifications) || !strings.HasSuffix(now.Content, "are invented.") &&
			!strings.HasSuffix(now.Content, "is invented.") || len(now.SubScores) != len(want.SubScores) {
			t.Errorf("%s is at last %+v", want.Name, now)
		}
		for i, s := range now.SubScores {
			if s.Score != want.SubScores[i].Score || s.Text != want.SubScores[i].Text {
				t.Errorf("%s has the sub-score %+v, want %+v", want.Name, s, want.SubScores[i])
			}
		}
		if strings.ContainsAny(now.Content, "{}") {
			t.Errorf("%s names an item that there isn't", want.Name)
		}
		seen[want.Name] = true
	}
	if len(seen) != len(content.Reviews) {
		t.Errorf("%d of %d reviews", len(seen), len(content.Reviews))
	}
}

func TestTheDemosTextsShowStoredPictures(t *testing.T) {
	shown := 0
	for _, r := range all(t, filledLog(t)) {
		created, _ := decoded(t, r).(events.ReviewCreated)
		for _, picture := range inText.FindAllStringSubmatch(created.Content, -1) {
			if shown++; !slices.Contains(created.ImageURLs, picture[2]) {
				t.Errorf("%s shows %s", created.ProductName, picture[2])
			}
		}
	}
	if shown == 0 {
		t.Error("no text shows a picture")
	}
}

// A real EventStoreDB has written events of its own before anybody connects. They are no reason to leave the demo out; one of a site is.
func TestDemoFillsALogThatHoldsNothingOfASite(t *testing.T) {
	content := load(t)
	log := newLog(t, nil)
	for _, own := range []events.Proposed{{Type: "update"}, {Type: "$UserCreated"}, {Type: "$statsCollected"}, {Type: "$scavengeStarted"},
		{Type: "SomebodyElsesEvent"}} {
		stream := map[string]string{"update": "$settings", "$UserCreated": "$user-admin", "$statsCollected": "$stats-127.0.0.1:2113",
			"$scavengeStarted": "$scavenges-1", "SomebodyElsesEvent": "orders-1"}[own.Type]
		own.ID, own.Data = uuid.New(), []byte("{}")
		if _, err := log.Append(t.Context(), stream, events.Any, own); err != nil {
			t.Fatal(err)
		}
	}
	if why, err := content.Fill(t.Context(), log, now, false); err != nil || why != "" {
		t.Fatalf("a log with a server's own events was not filled: %q, %v", why, err)
	}
	if n := counts(t, log)["ReviewCreated"]; n != len(content.Reviews) {
		t.Errorf("%d reviews, want %d", n, len(content.Reviews))
	}
	if why, err := content.Fill(t.Context(), log, now, false); err != nil || why != "the log has the demo site already" {
		t.Errorf("filled again: %q, %v", why, err)
	}

	used := newLog(t, nil)
	p, err := events.Encode(events.Envelope{Event: events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Own",
		Slug: "own"}, At: now}, Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := used.Append(t.Context(), "category-1", events.NoStream, p); err != nil {
		t.Fatal(err)
	}
	if why, err := content.Fill(t.Context(), used, now, false); err != nil || !strings.Contains(why, "CategoryCreated in stream category-1") {
		t.Errorf("a site's log: %q, %v", why, err)
	}
	if n := len(counts(t, used)); n != 1 {
		t.Errorf("something was added to a site's log: %v", counts(t, used))
	}
}

// An instance that makes the demo site for longer than usual, as on a busy machine, isn't helped: both would send the same messages.
func TestAnInstanceThatStillMakesTheDemoIsWaitedFor(t *testing.T) {
	log := newLog(t, nil)
	made := time.Now().Add(-time.Hour)
	note := func(e events.Event) {
		t.Helper()
		p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{Actor: events.System, Demo: true}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), events.DemoStream, events.Any, p); err != nil {
			t.Fatal(err)
		}
	}
	note(events.DemoSiteBegun{MadeAt: made})
	waiting := &watched{Log: log, looked: make(chan struct{}, 1000)}
	ended := make(chan error, 1)
	var why string
	go func() {
		var err error
		why, err = load(t).Fill(t.Context(), waiting, time.Now(), true)
		ended <- err
	}()
	for range 3 {
		select {
		case <-waiting.looked:
		case err := <-ended:
			t.Fatalf("it doesn't wait: %q, %v", why, err)
		}
	}
	note(events.DemoSiteFinished{At: made})
	if err := <-ended; err != nil || why != "the log has the demo site already" {
		t.Errorf("%q, %v", why, err)
	}
	if n := len(all(t, log)); n != 2 {
		t.Errorf("%d events, want the two of the other instance", n)
	}
}

// watched tells how often the demo's stream is read.
type watched struct {
	events.Log
	looked chan struct{}
}

func (w *watched) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	if stream == events.DemoStream {
		w.looked <- struct{}{}
	}
	return w.Log.Load(ctx, stream, from, handle)
}

// Instances that start together on an empty log make one demo site.
func TestInstancesThatStartTogetherFillALogOnce(t *testing.T) {
	content, log, alone, now := load(t), newLog(t, nil), newLog(t, nil), time.Now()
	if _, err := content.Fill(t.Context(), alone, now, false); err != nil {
		t.Fatal(err)
	}
	var group errgroup.Group
	for range 3 {
		group.Go(func() error {
			_, err := content.Fill(t.Context(), log, now, true)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if got, want := counts(t, log), counts(t, alone); !maps.Equal(got, want) {
		t.Errorf("three instances have appended\n%v\nwant\n%v", got, want)
	}
}

// A site starts again after its first start died between any two appends, and after any other command that wrote to the log since.
func TestFirstCategoriesAcceptWhatIsThere(t *testing.T) {
	content, ctx := load(t), t.Context()
	handler := func(log commands.EventLog) *rooms.Handlers {
		h, err := rooms.New(rooms.Config{Log: log})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Close(context.Background()) })
		return h
	}
	named := func(name, slug string) categories.Input {
		return categories.Input{CategoryChanges: events.CategoryChanges{Name: &name, Slug: &slug}}
	}
	by := commands.Caller{Actor: events.System, RequestID: "r"}
	for _, others := range []bool{false, true} {
		for appends := 0; ; appends++ {
			log := newLog(t, nil)
			cut := content.AppendCategories(ctx, handler(&flaky{log, appends}))
			h := handler(log)
			if others { // an import has some of the same
				for _, c := range content.Categories[1:3] {
					if _, err := h.Categories.CreateCategory(ctx, by, named("Imported", c.Slug)); err != nil && commands.KindOf(err) != commands.Invalid {
						t.Fatal(err)
					}
				}
			}
			for range 2 {
				if err := content.AppendCategories(ctx, h); err != nil {
					t.Fatalf("after %d appends, with others %v: %v", appends, others, err)
				}
			}
			all, err := h.Categories.All(ctx)
			slugs := map[string]bool{}
			for _, c := range all {
				slugs[c.Slug] = true
			}
			if err != nil || len(slugs) != len(all) || len(all) != len(content.Categories) && !others {
				t.Fatalf("after %d appends, with others %v: %+v, %v", appends, others, all, err)
			}
			if cut == nil {
				break
			}
		}
	}

	// Their slugs may be others' by the next start, and they may be deleted: both is left as it is.
	log := newLog(t, nil)
	h := handler(log)
	if err := content.AppendCategories(ctx, h); err != nil {
		t.Fatal(err)
	}
	first := content.Categories[0].Slug
	if _, err := h.Categories.UpdateCategory(ctx, by, 1, named("Elsewhere", "elsewhere"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Categories.CreateCategory(ctx, by, named("Another", first)); err != nil {
		t.Fatal(err)
	}
	before, err := log.Head(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := content.AppendCategories(ctx, h); err != nil {
		t.Errorf("the slug of the first category is another's: %v", err)
	}
	if head, err := log.Head(ctx); err != nil || head != before {
		t.Errorf("a start wrote something to a log that has its categories: %d, %v", head, err)
	}
}
