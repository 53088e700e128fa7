package analytics_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/analytics"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// visitorNumbered is the n-th visitor of a test.
func visitorNumbered(n int) uuid.UUID { return uuid.NewSHA1(uuid.Nil, fmt.Append(nil, n)) }

// visit is a view of a page by the n-th visitor.
func visit(n int, page string, at time.Time) events.PageViewed {
	return modeltest.PageView(visitorNumbered(n), page, at)
}

// crawl is the same by a bot.
func crawl(n int, page string, at time.Time) events.PageViewed {
	v := visit(n, page, at)
	v.Browser, v.System, v.Device, v.Country, v.Referrer = "Crawler", "", "bot", "US", "https://bots.example/"
	return v
}

// seriesOf asks for a series as of now.
func seriesOf(t testing.TB, m *projections.Models, span analytics.SeriesRange, bucket analytics.SeriesBucket,
	now time.Time) analytics.Series {
	t.Helper()
	var s analytics.Series
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SeriesAnswer(span, bucket, now))), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// points is the buckets that hold something, as "start views/visitors".
func points(s analytics.Series) string {
	var all []string
	for _, p := range s.Buckets {
		if p.Views != 0 || p.Visitors != 0 {
			all = append(all, fmt.Sprintf("%s %d/%d", p.Start.Format("01-02T15"), p.Views, p.Visitors))
		}
	}
	return strings.Join(all, ", ")
}

func TestOnTheNodeASeriesCountsPeopleOnceAndNoBots(t *testing.T) {
	log := modeltest.StartNode(t).Log()
	dir := modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	closed := false
	t.Cleanup(func() {
		if !closed {
			_ = m.Close()
		}
	})
	found := visit(1, "/reviews/1", modeltest.Day(0))
	found.Referrer, found.Country = "https://www.Search.example/find", "DE"
	again := visit(2, "/", modeltest.Day(70))
	again.Referrer, again.Browser, again.System, again.Device = "https://search.example/", "Safari", "iOS", "phone"
	click := visit(3, "/clicked", modeltest.Day(5))
	click.Event = "click"
	const stream = "pageviews-2026-11-21"
	modeltest.Write(t, log, "pageviews-2026-11-20", visit(1, "/", modeltest.Day(-24*60)))
	modeltest.Write(t, log, stream, found, visit(1, "/reviews/1", modeltest.Day(1)), visit(2, "/", modeltest.Day(2)),
		crawl(9, "/reviews/1", modeltest.Day(3)), click)
	modeltest.Seen(t, modeltest.Write(t, log, stream, again, visit(1, "/about", modeltest.Day(71)), crawl(9, "/bots-only", modeltest.Day(72)),
		crawl(8, "/", modeltest.Day(73))), m.Analytics)

	now := modeltest.Day(90) // 10:30
	want := analytics.Series{Range: "24h", Bucket: "hour", From: now.Truncate(time.Hour).Add(-23 * time.Hour),
		To:    now.Truncate(time.Hour).Add(time.Hour),
		Views: 5, Visitors: 2, Bots: 3, EntryPages: []analytics.PageCount{},
		Referrers: []analytics.ReferrerCount{{Referrer: "", Count: 3}, {Referrer: "search.example", Count: 2}},
		Browsers:  []analytics.BrowserCount{{Browser: "Firefox", Count: 4}, {Browser: "Safari", Count: 1}},
		Systems:   []analytics.SystemCount{{System: "Linux", Count: 4}, {System: "iOS", Count: 1}},
		Devices:   []analytics.DeviceCount{{Device: "desktop", Count: 4}, {Device: "phone", Count: 1}},
		Pages:     []analytics.PageCount{{Page: "/", Count: 2}, {Page: "/reviews/1", Count: 2}, {Page: "/about", Count: 1}},
		Countries: []analytics.CountryCount{{Country: "SG", Count: 4}, {Country: "DE", Count: 1}}}
	check := func(when string) {
		t.Helper()
		got := seriesOf(t, m, "24h", "hour", now)
		if n := len(got.Buckets); n != 24 || !got.Buckets[0].Start.Equal(want.From) || points(got) != "11-21T09 3/2, 11-21T10 2/2" {
			t.Errorf("%s: %d buckets from %v: %s", when, n, got.Buckets[0].Start, points(got))
		}
		got.Buckets = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
		byDay := seriesOf(t, m, "7d", "day", now)
		if points(byDay) != "11-20T00 1/1, 11-21T00 5/2" || len(byDay.Buckets) != 7 || byDay.Views != 6 || byDay.Visitors != 2 ||
			byDay.Bots != 3 || byDay.Pages[0].Count != 3 {
			t.Errorf("%s, by day: %+v", when, byDay)
		}
		if byHour := seriesOf(t, m, "7d", "hour", now); points(byHour) != "11-20T09 1/1, 11-21T09 3/2, 11-21T10 2/2" ||
			len(byHour.Buckets) != 6*24+11 ||
			byHour.Visitors != 2 || cmp.Diff(byHour.Pages, byDay.Pages) != "" {
			t.Errorf("%s, by hour: %+v", when, byHour)
		}
		if all := seriesOf(t, m, "all", "day", now); points(all) != points(byDay) || len(all.Buckets) != 2 ||
			cmp.Diff(all.Pages, byDay.Pages) != "" {
			t.Errorf("%s, all: %+v", when, all)
		}
		var s analytics.Summary
		if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
			t.Fatal(err)
		}
		if s.UniqueVisitors != 3 || s.Bots != 3 || s.TopPages[0] != (analytics.PageCount{Page: "/", Count: 3}) || s.TopPages[1].Count != 2 ||
			len(s.TopCountries) != 2 {
			t.Errorf("%s: the summary counts bots: %+v", when, s)
		}
		for _, e := range s.RecentActivity {
			if e.Page == "/bots-only" || e.Country == "US" {
				t.Errorf("%s: a bot in the recent activity: %+v", when, e)
			}
		}
	}
	check("live")
	before, _ := m.Dump("analytics")
	if err := m.Rebuild(t.Context(), "analytics", nil); err != nil {
		t.Fatal(err)
	}
	check("rebuilt")
	if after, _ := m.Dump("analytics"); after != before {
		t.Error("the rebuilt model holds something else")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	closed = true
	m = modeltest.Open(t, dir, log)
	check("started again")
}

func TestSeriesOfAnEmptyLogIsZeros(t *testing.T) {
	m := modeltest.Open(t, modeltest.MemDir(t), modeltest.NewLog())
	modeltest.CaughtUp(t, m)
	for span, buckets := range map[analytics.SeriesRange]int{"24h": 2, "7d": 7, "30d": 30, "90d": 90, "all": 1} {
		a, err := m.Analytics.SeriesAnswer(span, "day", modeltest.Day(0))
		text := modeltest.Body(t)(a, err)
		if n := strings.Count(text, `"start"`); n != buckets || strings.Contains(text, "null") ||
			!strings.Contains(text, `"views":0,"visitors":0,"bots":0,"sessions":{"count":0,"views":0,"bounces":0,"viewsPerSession":0,"bounceShare":0,"seconds":0},"entryPages":[]`) {
			t.Errorf("%s: %d buckets in %s", span, n, text)
		}
	}
}

func TestSeriesMovesWithTimeAndIsKeptMeanwhile(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.Seen(t, log.Append(t, "pageviews-2026-11-21", visit(1, "/", modeltest.Day(0))), m.Analytics)
	first, _ := m.Analytics.SeriesAnswer("24h", "hour", modeltest.Day(1))
	if kept, _ := m.Analytics.SeriesAnswer("24h", "hour", modeltest.Day(59)); kept != first {
		t.Error("the series was made anew though nothing changed")
	}
	if later := seriesOf(t, m, "24h", "hour", modeltest.Day(23*60)); points(later) != "11-21T09 1/1" ||
		!later.Buckets[0].Start.Equal(modeltest.Day(0)) {
		t.Errorf("23 hours later: %s", points(later))
	}
	if gone := seriesOf(t, m, "24h", "hour", modeltest.Day(24*60)); points(gone) != "" || gone.Visitors != 0 || len(gone.Pages) != 0 {
		t.Errorf("24 hours later: %+v", gone)
	}
	if days := seriesOf(t, m, "24h", "day", modeltest.Day(20*60)); points(days) != "11-21T06 1/1" || len(days.Buckets) != 2 {
		t.Errorf("24 hours by day: %s", points(days))
	}
	modeltest.Seen(t, log.Append(t, "pageviews-2026-11-21", visit(1, "/", modeltest.Day(2))), m.Analytics)
	if s := seriesOf(t, m, "24h", "hour", modeltest.Day(3)); points(s) != "11-21T09 2/1" {
		t.Errorf("after another view: %s", points(s))
	}
}

func TestALongSeriesIsToldInWeeks(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	first := time.Date(2025, 10, 17, 12, 0, 0, 0, time.UTC) // a Friday, 400 days before the log's day
	log.Append(t, events.PageViewStream(first), crawl(9, "/", first.AddDate(0, 0, -50)))
	log.Append(t, events.PageViewStream(first), visit(1, "/", first), visit(2, "/", first.AddDate(0, 0, 1)),
		visit(1, "/", first.AddDate(0, 0, 3)), visit(1, "/", first.AddDate(0, 0, 8)))
	modeltest.Seen(t, log.Append(t, "pageviews-2026-11-21", visit(2, "/", modeltest.Day(0)), visit(3, "/late", modeltest.Day(1))), m.Analytics)
	s := seriesOf(t, m, "all", "day", modeltest.Day(2))
	if got, want := points(s), "10-17T00 2/2, 10-20T00 2/1, 11-16T00 2/2"; got != want || s.Bucket != "week" ||
		!s.From.Equal(first.Truncate(24*time.Hour)) || len(s.Buckets) != 58 {
		t.Errorf("%s: %s in %d buckets from %v, want %s", s.Bucket, got, len(s.Buckets), s.From, want)
	}
	if s.Views != 6 || s.Visitors != 3 || s.Pages[0] != (analytics.PageCount{Page: "/", Count: 5}) {
		t.Errorf("%+v", s)
	}
	if s := seriesOf(t, m, "all", "day", modeltest.Day(2).AddDate(0, 0, -1)); s.Bucket != "day" || len(s.Buckets) != 400 {
		t.Errorf("400 days are told in %d of %s", len(s.Buckets), s.Bucket)
	}
}

// Many visitors: several groups of numbers, sparse and dense ones, in any batches.
func TestCrowdsAreCountedOnce(t *testing.T) {
	const crowd = 9000
	log := modeltest.NewLog()
	live := modeltest.Open(t, modeltest.MemDir(t), log)
	for from := 0; from < crowd; from += 2500 { // a batch each
		for i := from; i < min(crowd, from+2500); i++ {
			log.Append(t, "pageviews-2026-11-21", visit(i, "/", modeltest.Day(i*120/crowd)))
		}
		head, _ := log.Head(t.Context())
		modeltest.Seen(t, head, live.Analytics)
	}
	for i := 0; i < crowd; i += 100 {
		log.Append(t, "pageviews-2026-11-21", visit(i, "/again", modeltest.Day(119)), visit(i, "/again", modeltest.Day(125)))
	}
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, live.Analytics)
	s := seriesOf(t, live, "24h", "hour", modeltest.Day(130))
	if got, want := points(s), "11-21T09 4500/4500, 11-21T10 4590/4545, 11-21T11 90/90"; got != want || s.Visitors != crowd {
		t.Errorf("%d visitors: %s, want %s", s.Visitors, got, want)
	}
	if byDay := seriesOf(t, live, "7d", "day", modeltest.Day(130)); points(byDay) != "11-21T00 9180/9000" || byDay.Visitors != crowd {
		t.Errorf("by day: %s", points(byDay))
	}
	want, _ := live.Dump("analytics")
	if got := modeltest.Replay(t, log)["analytics"]; got != want {
		t.Error("the replayed model holds something else")
	}
}

// A file of the version before goes on answering the summary while the new one is built, but has no series.
func TestNoSeriesFromAFileOfAnotherVersion(t *testing.T) {
	log, dir := modeltest.NewLog(), modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, log.Append(t, "pageviews-2026-11-21", visit(1, "/", modeltest.Day(0))), m.Analytics)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "analytics*"))
	if len(files) != 1 {
		t.Fatalf("files %v", files)
	}
	modeltest.SetVersion(t, files[0], analytics.Version-1)
	building := make(chan struct{})
	log.Mu.Lock()
	log.During = func() { <-building }
	log.Mu.Unlock()
	m = modeltest.Open(t, dir, log)
	t.Cleanup(func() {
		select {
		case <-building:
		default:
			close(building)
		}
	})
	if _, err := m.Analytics.SummaryAnswer(); err != nil {
		t.Errorf("the summary of the old file: %v", err)
	}
	if _, err := m.Analytics.SeriesAnswer("24h", "hour", modeltest.Day(1)); !errors.Is(err, projector.ErrNotReady) {
		t.Errorf("the series of the old file: %v", err)
	}
	close(building)
	modeltest.CaughtUp(t, m)
	if s := seriesOf(t, m, "24h", "hour", modeltest.Day(1)); s.Views != 1 {
		t.Errorf("after the rebuild: %+v", s)
	}
}

// BenchmarkSeries makes a series of 90 days with 500 pages and 3,000 visitors each anew.
func BenchmarkSeries(b *testing.B) {
	log := modeltest.NewLog()
	for i := range 300_000 {
		v := modeltest.BenchView(i)
		v.At = modeltest.Began.Add(time.Duration(i) * (90 * 24 * time.Hour / 300_000))
		p, err := events.Encode(events.Envelope{Event: v, Metadata: modeltest.BenchMetadata(i)})
		if err != nil {
			b.Fatal(err)
		}
		log.Raw("pageviews-2026-11-21", p)
	}
	m := modeltest.Open(b, b.TempDir(), log)
	modeltest.CaughtUp(b, m)
	now := modeltest.Began.AddDate(0, 0, 90)
	for _, c := range []struct {
		span   analytics.SeriesRange
		bucket analytics.SeriesBucket
	}{{"24h", "hour"}, {"30d", "hour"}, {"90d", "day"}, {"all", "day"}} {
		b.Run(string(c.span), func(b *testing.B) {
			for i := range b.N {
				b.StopTimer() // something changes, so that nothing kept will do
				modeltest.Seen(b, log.Append(b, "pageviews-2026-11-21", visit(i, "/", now)), m.Analytics)
				b.StartTimer()
				if _, err := m.Analytics.SeriesAnswer(c.span, c.bucket, now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
