// The series behind the dashboard's chart.

package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

type seriesAnswer struct {
	Range, Bucket   string
	From, To        time.Time
	Views, Visitors int
	Bots            int
	Buckets         []struct {
		Start           time.Time
		Views, Visitors int
	}
	Referrers []struct {
		Referrer string
		Count    int
	}
	Pages []struct {
		Page  string
		Count int
	}
}

func TestSeriesIsTheAdminsAndSaysWhatIsWrong(t *testing.T) {
	s := newSite(t)
	s.do("GET", "/api/analytics/series", "").problem(401)
	s.do("GET", "/api/analytics/series?range=year", "").problem(401)
	for query, field := range map[string]string{
		"range=year": "range", "range=7D": "range", "range=%00": "range", "range=7d&bucket=week": "bucket", "bucket=minute": "bucket",
		"range=90d&bucket=hour": "bucket", "range=all&bucket=hour": "bucket", "range=%zz": "query",
		"from=yesterday": "from", "from=2026-13-01": "from", "from=2026-11-22": "from", "from=1969-12-31": "from", "to=2026-11-01": "from",
		"from=2026-11-01&to=soon": "to", "from=2026-11-02&to=2026-11-01": "to", "from=2026-11-02&to=2026-11-02": "to",
		"from=2026-11-02&range=7d": "range", "from=2026-10-01&to=2026-11-20&bucket=hour": "bucket", "from=2026-11-02&bucket=week": "bucket",
	} {
		s.do("GET", "/api/analytics/series?"+query, "", s.asAdmin()).problem(400, field)
	}
	s.do("POST", "/api/analytics/series", "{}", s.asAdmin()).problem(405)
}

func TestSeriesOfASiteThatNobodyHasSeen(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]struct {
		span, bucket string
		buckets      int
		from         string
	}{
		"":                       {"7d", "day", 7, "2026-11-15T00:00:00Z"},
		"?range=&bucket=":        {"7d", "day", 7, "2026-11-15T00:00:00Z"},
		"?range=7d&bucket=hour":  {"7d", "hour", 6*24 + 13, "2026-11-15T00:00:00Z"},
		"?range=24h":             {"24h", "hour", 24, "2026-11-20T13:00:00Z"},
		"?range=24h&bucket=day":  {"24h", "day", 2, "2026-11-20T13:00:00Z"},
		"?range=30d":             {"30d", "day", 30, "2026-10-23T00:00:00Z"},
		"?range=30d&bucket=hour": {"30d", "hour", 29*24 + 13, "2026-10-23T00:00:00Z"},
		"?range=90d":             {"90d", "day", 90, "2026-08-24T00:00:00Z"},
		"?range=all":             {"all", "day", 1, "2026-11-21T00:00:00Z"},

		"?from=2026-11-01":                                              {"custom", "day", 21, "2026-11-01T00:00:00Z"},
		"?from=2026-11-01&to=2026-11-08":                                {"custom", "day", 7, "2026-11-01T00:00:00Z"},
		"?from=2026-11-01&to=2026-11-02":                                {"custom", "hour", 24, "2026-11-01T00:00:00Z"},
		"?from=2026-11-01&to=2026-11-30&bucket=hour":                    {"custom", "hour", 20*24 + 13, "2026-11-01T00:00:00Z"},
		"?from=2026-11-01T05:40:00%2B02:00&to=2026-11-01T06:00:01Z":     {"custom", "hour", 4, "2026-11-01T03:00:00Z"},
		"?from=2026-11-01T22:00:00Z&to=2026-11-03T01:00:00Z&bucket=day": {"custom", "day", 3, "2026-11-01T22:00:00Z"},
		"?from=1970-01-01":                                              {"custom", "day", 1, "2026-11-21T00:00:00Z"},
		"?from=2026-11-21T12:00:00Z&to=2999-01-01":                      {"custom", "hour", 1, "2026-11-21T12:00:00Z"},
	} {
		var got seriesAnswer
		a := s.do("GET", "/api/analytics/series"+query, "", s.asAdmin()).is(200).has("Cache-Control",
			"private, no-cache").lacks("null").decode(&got)
		if got.Range != want.span || got.Bucket != want.bucket || len(got.Buckets) != want.buckets ||
			got.From.Format(time.RFC3339) != want.from || got.Views+got.Visitors+got.Bots != 0 {
			t.Errorf("%q: %s", query, a.body)
		}
	}
}

func TestVisitsReachTheSeries(t *testing.T) {
	s := newSite(t) // at noon
	fromSearch := strings.Replace(view, `"referrer":""`, `"referrer":"https://www.search.example/find?q=secret"`, 1)
	s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	s.do("POST", "/api/track", fromSearch, from("203.0.113.7")).is(204)
	s.analytics() // after an hour, addresses are looked up there again
	s.clock.Add(time.Hour)
	s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	s.do("POST", "/api/track", view, from("198.51.100.2")).is(204)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/crawled","userAgent":"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}`, from("192.0.2.1")).is(204)
	s.analytics()
	var got seriesAnswer
	a := s.do("GET", "/api/analytics/series?range=24h", "", s.asAdmin()).is(200).lacks("/crawled", "secret").decode(&got)
	last := fmt.Sprintf("%+v", got.Buckets[22:])
	if want := "[{Start:2026-11-21 12:00:00 +0000 UTC Views:2 Visitors:1} {Start:2026-11-21 13:00:00 +0000 UTC Views:2 Visitors:2}]"; last != want {
		t.Errorf("got %s, want %s", last, want)
	}
	if got.Views != 4 || got.Visitors != 2 || got.Bots != 1 || !got.To.Equal(s.clock.Now().Truncate(time.Hour).Add(time.Hour)) {
		t.Errorf("%s", a.body)
	}
	if len(got.Referrers) != 2 || got.Referrers[0].Referrer != "" || got.Referrers[0].Count != 3 ||
		got.Referrers[1].Referrer != "search.example" {
		t.Errorf("referrers: %+v", got.Referrers)
	}
	s.do("GET", "/api/analytics/series?range=24h", "", s.asAdmin(), with("If-None-Match", a.header.Get("ETag"))).is(304)
	s.clock.Add(23 * time.Hour)
	s.do("GET", "/api/analytics/series?range=24h", "", s.asAdmin()).is(200).says(`"views":2,"visitors":2,"bots":1`)
}
