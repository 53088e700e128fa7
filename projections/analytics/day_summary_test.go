package analytics_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections"
	"candor/projections/analytics"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// The site of these properties: visitors who come for some days and then are somebody else, as ids
// are not used for ever. keptDays is after how many days a day is summarised.
const (
	siteDays    = 20
	visitorDays = 6
	keptDays    = 10
)

// visitsOnly is config without the other read models.
func visitsOnly(dir string, log projector.Source) projections.Config {
	c := modeltest.Config(dir, log)
	c.Only = []string{"analytics"}
	return c
}

// siteDay is the n-th day of the site.
func siteDay(n int) time.Time { return modeltest.Began.Truncate(24*time.Hour).AddDate(0, 0, n) }

// drawVisit is a visit on a day by somebody who may come then.
func drawVisit(t *rapid.T, day int) events.PageViewed {
	n := day/visitorDays*10 + rapid.IntRange(0, 4).Draw(t, "visitor")
	at := siteDay(day).Add(time.Duration(rapid.IntRange(0, 24*60-1).Draw(t, "minute")) * time.Minute)
	v := visit(n, rapid.SampledFrom([]string{"/", "/about", "/reviews/1"}).Draw(t, "page"), at)
	if rapid.IntRange(0, 9).Draw(t, "bot") == 0 {
		v = crawl(n, "/crawled", at)
	}
	v.SessionID = rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "session")
	if v.SessionID != "" {
		v.SessionID += fmt.Sprint(n)
	}
	v.Country = rapid.SampledFrom([]string{"DE", "SG"}).Draw(t, "country")
	return v
}

// counted is what a series should say of the views in [from, to), as a person would count.
func counted(views []events.PageViewed, from, to time.Time) analytics.Series {
	s := analytics.Series{From: from, To: to}
	visitors, sessions := map[uuid.UUID]bool{}, map[string][]events.PageViewed{}
	pages, entries, countries := map[string]int64{}, map[string]int64{}, map[string]int64{}
	within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
	for _, v := range views {
		if v.Device != "bot" && v.SessionID != "" {
			key := v.At.Format(time.DateOnly) + v.SessionID
			sessions[key] = append(sessions[key], v)
		}
		switch {
		case !within(v.At):
		case v.Device == "bot":
			s.Bots++
		default:
			s.Views++
			visitors[v.VisitorID] = true
			pages[v.Page]++
			countries[v.Country]++
		}
	}
	var lasted time.Duration
	for _, all := range sessions {
		slices.SortStableFunc(all, func(a, b events.PageViewed) int { return a.At.Compare(b.At) })
		if !within(all[0].At) {
			continue
		}
		entries[all[0].Page]++
		s.Sessions.Count++
		s.Sessions.Views += int64(len(all))
		if len(all) == 1 {
			s.Sessions.Bounces++
		}
		lasted += all[len(all)-1].At.Sub(all[0].At)
	}
	if n := float64(s.Sessions.Count); n > 0 {
		s.Sessions.ViewsPerSession, s.Sessions.BounceShare = float64(s.Sessions.Views)/n, float64(s.Sessions.Bounces)/n
	}
	if longer := s.Sessions.Count - s.Sessions.Bounces; longer > 0 {
		s.Sessions.Seconds = lasted.Seconds() / float64(longer)
	}
	s.Visitors = int64(len(visitors))
	s.Pages, s.EntryPages = pageCounts(pages), pageCounts(entries)
	for _, p := range pageCounts(countries) {
		s.Countries = append(s.Countries, analytics.CountryCount{Country: p.Page, Count: p.Count})
	}
	return s
}

func pageCounts(counts map[string]int64) []analytics.PageCount {
	all := []analytics.PageCount{}
	for page, n := range counts {
		all = append(all, analytics.PageCount{Page: page, Count: n})
	}
	slices.SortFunc(all, func(a, b analytics.PageCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Page, b.Page))
	})
	return all
}

// sameSeries compares all that counted knows, and the buckets one by one.
func sameSeries(t rapid.TB, m *projections.Models, views []events.PageViewed, from, to time.Time, bucket analytics.SeriesBucket,
	now time.Time) {
	t.Helper()
	var got analytics.Series
	a, err := m.Analytics.SeriesBetween(from, to, bucket, now)
	if err := errors.Join(err, json.Unmarshal(a.Body(), &got)); err != nil {
		t.Fatal(err)
	}
	options := gocmp.Options{cmpopts.IgnoreFields(analytics.Series{}, "Range", "Bucket", "Buckets", "Referrers", "Browsers",
		"Systems", "Devices"),
		cmpopts.EquateEmpty(), gocmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.051 })}
	if diff := gocmp.Diff(counted(views, from, to), got, options); diff != "" {
		t.Fatalf("%v to %v by %s: %s", from, to, bucket, diff)
	}
	for i, p := range got.Buckets {
		until := got.To
		if i+1 < len(got.Buckets) {
			until = got.Buckets[i+1].Start
		}
		want := counted(views, p.Start, until)
		if p.Views != want.Views || p.Visitors != want.Visitors || p.Sessions != want.Sessions.Count {
			t.Fatalf("the bucket from %v to %v: %+v, want %+v", p.Start, until, p, want)
		}
	}
}

func TestASeriesOfAnyHoursIsWhatAPersonWouldCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		m, err := projections.Open(t.Context(), visitsOnly(modeltest.MemDir(t), log))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		var views []events.PageViewed
		for range rapid.IntRange(0, 60).Draw(rt, "views") {
			v := drawVisit(rt, rapid.IntRange(0, 4).Draw(rt, "day")) // in any order: stored ones come late
			views = append(views, v)
			log.Append(t, events.PageViewStream(v.At), v)
			if rapid.IntRange(0, 9).Draw(rt, "waits") == 0 {
				head, _ := log.Head(t.Context())
				modeltest.Seen(t, head, m.Analytics)
			}
		}
		head, _ := log.Head(t.Context())
		modeltest.Seen(t, head, m.Analytics)
		for range 5 {
			first := rapid.IntRange(0, 5*24-1).Draw(rt, "first hour")
			last := rapid.IntRange(first+1, 5*24).Draw(rt, "last hour")
			bucket := rapid.SampledFrom([]analytics.SeriesBucket{"hour", "day"}).Draw(rt, "bucket")
			sameSeries(rt, m, views, siteDay(0).Add(time.Duration(first)*time.Hour), siteDay(0).Add(time.Duration(last)*time.Hour),
				bucket, siteDay(6))
		}
	})
}

func TestSummariesStandForDaysWhoseViewsAreGone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		dir := modeltest.MemDir(t)
		live, err := projections.Open(t.Context(), visitsOnly(dir, log))
		if err != nil {
			t.Fatal(err)
		}
		defer live.Close()
		var views []events.PageViewed
		known := map[uuid.UUID]bool{}
		lastDays := rapid.IntRange(keptDays, siteDays-1).Draw(rt, "days")
		for day := range lastDays + 1 {
			for range rapid.IntRange(0, 4).Draw(rt, "views") {
				v := drawVisit(rt, day)
				views = append(views, v)
				if !known[v.VisitorID] {
					known[v.VisitorID] = true
					log.Append(t, events.VisitorStream(v.VisitorID),
						events.VisitorFirstSeen{VisitorID: v.VisitorID, Address: v.VisitorID.String(), At: v.At})
					log.KeepFor(events.VisitorStream(v.VisitorID), keptDays*24*time.Hour)
				}
				log.Append(t, events.PageViewStream(v.At), v)
				log.KeepFor(events.PageViewStream(v.At), keptDays*24*time.Hour)
			}
			if off := rapid.IntRange(0, 1).Draw(rt, "server is off") == 0; day < keptDays || off && day < lastDays {
				continue
			}
			summarizeAll(t, log, live, siteDay(day-keptDays+1))
		}
		gone := siteDay(lastDays - keptDays + 1)
		expired := log.Without(func(r events.Recorded) bool {
			e, err := r.Decode()
			if err != nil {
				return false
			}
			switch e := e.(type) {
			case events.PageViewed:
				return e.At.Before(gone)
			case events.VisitorFirstSeen:
				return e.At.Before(gone)
			}
			return false
		})
		now := siteDay(lastDays).Add(23 * time.Hour)
		first := rapid.IntRange(0, lastDays).Draw(rt, "first day")
		last := rapid.IntRange(first+1, lastDays+1).Draw(rt, "last day")
		bucket := rapid.SampledFrom([]analytics.SeriesBucket{"hour", "day"}).Draw(rt, "bucket")
		replayed := []*modeltest.Log{log, expired}[rapid.IntRange(0, 1).Draw(rt, "expired")]
		for _, from := range []*modeltest.Log{nil, replayed} {
			m := live
			if from != nil {
				if m, err = projections.Open(t.Context(), visitsOnly(modeltest.MemDir(t), from)); err != nil {
					t.Fatal(err)
				}
				modeltest.CaughtUp(t, m)
			}
			sameSeries(rt, m, views, siteDay(first), siteDay(last), bucket, now)
			checkTotals(rt, m, views)
			for id := range known {
				_, found := m.Analytics.VisitorOf(id.String(), 0)
				if firstSeen(views, id).Before(gone) == found {
					rt.Fatalf("the address of somebody first seen on %v is known: %v", firstSeen(views, id), found)
				}
			}
			if from != nil {
				if err := m.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := live.Close(); err != nil {
			t.Fatal(err)
		}
		after, err := projections.Open(t.Context(), visitsOnly(dir, expired))
		if err != nil {
			t.Fatal(err)
		}
		defer after.Close()
		modeltest.CaughtUp(t, after)
		if err := after.Check(t.Context(), "analytics", nil); err != nil {
			rt.Error(err)
		}
	})
}

func firstSeen(views []events.PageViewed, id uuid.UUID) time.Time {
	for _, v := range views {
		if v.VisitorID == id {
			return v.At
		}
	}
	return time.Time{}
}

// summarizeAll does what the server does every day.
func summarizeAll(t testing.TB, log *modeltest.Log, m *projections.Models, before time.Time) {
	t.Helper()
	for {
		head, _ := log.Head(t.Context())
		modeltest.Seen(t, head, m.Analytics)
		e, due, err := m.Analytics.DueSummary(before)
		if err != nil {
			t.Fatal(err)
		}
		if !due {
			return
		}
		log.Append(t, events.DaySummaryPrefix+e.Date, e)
	}
}

// checkTotals compares what the summary says since the beginning.
func checkTotals(t rapid.TB, m *projections.Models, views []events.PageViewed) {
	t.Helper()
	var s analytics.Summary
	a, err := m.Analytics.SummaryAnswer()
	if err := errors.Join(err, json.Unmarshal(a.Body(), &s)); err != nil {
		t.Fatal(err)
	}
	pages, visitors, bots := map[string]int64{}, map[uuid.UUID]bool{}, int64(0)
	for _, v := range views {
		if v.Device == "bot" {
			bots++
			continue
		}
		pages[v.Page]++
		visitors[v.VisitorID] = true
	}
	if diff := gocmp.Diff(pageCounts(pages), s.TopPages, cmpopts.EquateEmpty()); diff != "" || s.UniqueVisitors != int64(len(visitors)) ||
		s.Bots != bots {
		t.Fatalf("%d visitors, want %d; %d bot views, want %d; %s", s.UniqueVisitors, len(visitors), s.Bots, bots, diff)
	}
}
