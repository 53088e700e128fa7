// What analysts download: who may, in which formats, and that nobody's data is in it.

package httpapi_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/routes"
)

func TestEventsAreForTheAdminAndForAnalystsKeys(t *testing.T) {
	s := newSite(t)
	analyst, _ := s.newKey("analyst", "read_analytics")
	other, _ := s.newKey("other", "create_reviews", "create_news", "create_categories")
	s.do("GET", "/api/analytics/events", "").problem(401)
	s.do("GET", "/api/analytics/events", "", key(other)).problem(403).says("read_analytics")
	s.do("GET", "/api/analytics/events", "", key(other), s.asAdmin()).problem(403) // a key is a key
	s.do("GET", "/api/analytics/events", "", key(analyst), with("Authorization", "Bearer "+other)).problem(400)
	s.do("POST", "/api/bot/reviews", review, key(analyst)).problem(403)
	left := func(a *answer) int {
		n, err := strconv.Atoi(a.header.Get("RateLimit-Remaining"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := left(s.do("GET", "/api/bot/status", "", key(analyst)).is(200))
	if after := left(s.do("GET", "/api/analytics/events", "", key(analyst)).is(200)); after != before-1 {
		t.Errorf("a download costs %d requests", before-after)
	}
	s.do("GET", "/api/analytics/events", "", s.asAdmin()).is(200).has("Content-Type", "application/x-ndjson").
		has("Content-Disposition", `attachment; filename="candor-events.ndjson"`).has("Cache-Control",
		"no-store").says(`"type":"CategoryCreated"`)
	s.do("HEAD", "/api/analytics/events?type=PageViewed&format=csv", "", s.asAdmin()).is(200).has("Content-Disposition",
		`attachment; filename="PageViewed.csv"`)
}

func TestEventsComeInEachFormat(t *testing.T) {
	s := newSite(t)
	for range 3 {
		s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	}
	const path = "/api/analytics/events?type=PageViewed&format="
	if lines := strings.Count(s.do("GET", path+"ndjson", "", s.asAdmin()).is(200).body, "\n"); lines != 3 {
		t.Errorf("%d lines", lines)
	}
	table, err := csv.NewReader(strings.NewReader(s.do("GET", path+"csv", "", s.asAdmin()).is(200).has("Content-Type",
		"text/csv; charset=utf-8; header=present").body)).ReadAll()
	if err != nil || len(table) != 4 || table[0][11] != "page" || table[1][11] != "/reviews/1?utm_source=feed" {
		t.Errorf("%v: %q", err, table)
	}
	file := s.do("GET", path+"parquet", "", s.asAdmin()).is(200).has("Content-Type", "application/vnd.apache.parquet").body
	views, err := parquet.Read[struct {
		Browser string    `parquet:"browser,optional"`
		At      time.Time `parquet:"at,timestamp(microsecond)"`
	}](strings.NewReader(file), int64(len(file)))
	if err != nil || len(views) != 3 || views[0].Browser != "Firefox" || !views[0].At.Equal(s.clock.Now()) {
		t.Errorf("%v: %+v", err, views)
	}
}

func TestEventsAreChosen(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/reviews", review, s.asAdmin()).is(201)
	s.do("POST", "/api/track", view).is(204)
	for query, want := range map[string]string{
		"type=CategoryCreated":                     "category-1 category-2 category-3 category-4",
		"type=ReviewCreated&type=PageViewed":       "review-1 pageviews-2026-11-21",
		"stream=category-2":                        "category-2",
		"prefix=category-&type=CategoryCreated":    "category-1 category-2 category-3 category-4",
		"prefix=rev&type=ReviewCreated":            "review-1",
		"type=PageViewed&from=2999-01-01":          "",
		"type=PageViewed&to=1999-01-01T00:00:00Z":  "",
		"type=PageViewed&from=1999-01-01&to=&foo=": "pageviews-2026-11-21",
	} {
		var got []string
		for _, line := range strings.Split(s.do("GET", "/api/analytics/events?"+query, "", s.asAdmin()).is(200).body, "\n") {
			if _, after, ok := strings.Cut(line, `"subject":"`); ok {
				stream, _, _ := strings.Cut(after, `"`)
				got = append(got, stream)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

func TestBadEventQueriesNameTheirField(t *testing.T) {
	s := newSite(t)
	analyst, _ := s.newKey("analyst", "read_analytics")
	for query, field := range map[string]string{
		"type=PageVisited": "type", "type=PageViewed&type=%00": "type", "format=xls": "format", "format=CSV": "format", "from=yesterday": "from",
		"to=2026-13-01":                 "to",
		"from=2026-11-21&to=2026-11-21": "to", "stream=review-1&prefix=review-": "prefix", "stream=%00": "stream", "prefix=%ff": "prefix",
		"x=%zz":                              "query",
		"prefix=" + strings.Repeat("x", 300): "prefix",
	} {
		s.do("GET", "/api/analytics/events?"+query, "", s.asAdmin()).problem(400, field)
	}
	for query, field := range map[string]string{
		"stream=message-1": "stream", "prefix=message-": "prefix", "prefix=subscriber-1": "prefix", "prefix=subscribers": "prefix",
		"prefix=visitor-": "prefix", "stream=admin": "stream",
		"prefix=apikey-": "prefix", "prefix=request-": "prefix", "stream=$all": "stream", "type=MessageReceived": "type",
		"type=PageViewed&type=VisitorFirstSeen": "type",
		"type=AdminPasswordSet":                 "type", "type=ApiKeyCreated": "type", "type=NewsletterSubscribed": "type",
	} {
		s.do("GET", "/api/analytics/events?"+query, "", key(analyst)).problem(403, field).says("not-for-analysts")
		s.do("GET", "/api/analytics/events?"+query, "", s.asAdmin()).problem(403, field)
	}
}

func TestNobodysDataIsDownloaded(t *testing.T) {
	s := newSite(t)
	analyst, _ := s.newKey("analyst", "read_analytics")
	s.do("POST", "/api/contact", message, from("203.0.113.7")).is(201)
	s.do("POST", "/api/newsletter/subscribe", `{"email":"dora@example.com"}`, from("203.0.113.7")).is(201)
	s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), s.asAdmin()).is(201)
	for _, who := range []option{key(analyst), s.asAdmin()} {
		for _, query := range []string{"", "?format=csv", "?prefix=re", "?prefix=m", "?prefix="} {
			s.do("GET", "/api/analytics/events"+query, "", who).is(200).
				lacks("Cleo", "cleo@example.com", "A question.", "dora@example.com", "203.0.113.7", "argon2id", analyst, `"hash"`, "Mozilla",
					"message-", "subscriber-", "email-", "visitor-", "request-")
		}
		s.do("GET", "/api/analytics/events", "", who).is(200).says("ReviewCreated", "PageViewed")
	}
}

// toldLog is the site's log, but for what it says to subscribers.
type toldLog struct {
	events.Log
	subscribe func(ctx context.Context, handle func(events.Message) error) error
}

func (s toldLog) Subscribe(ctx context.Context, _ events.Position, _ events.Filter, handle func(events.Message) error) error {
	return s.subscribe(ctx, handle)
}

// over serves the site from another log, and returns how to ask it for events.
func (s *site) over(log toldLog) func(ctx context.Context, options ...option) (*http.Response, error) {
	s.Helper()
	handler, err := routes.New(httpapi.Config{SiteURL: site1, Commands: s.commands, Models: s.models, Log: log, Clock: s.clock.Now,
		Logger: zerolog.Nop(), Registerer: prometheus.NewRegistry(), TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	if err != nil {
		s.Fatal(err)
	}
	address, stop := listen(s, httpapi.NewServer(handler))
	s.Cleanup(stop)
	admin := s.asAdmin()
	return func(ctx context.Context, options ...option) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, "GET", "http://"+address+"/api/analytics/events", nil)
		if err != nil {
			return nil, err
		}
		for _, o := range append(options, admin) {
			o(r)
		}
		return http.DefaultClient.Do(r)
	}
}

var aView = events.Message{Event: events.Recorded{Stream: "pageviews-2026-11-21", Type: "PageViewed", Position: 1,
	Data: bytes.Repeat([]byte("1"), 10_000)}}

func TestADownloadEndsWithItsClientAndThereAreFewAtOnce(t *testing.T) {
	s := newSite(t)
	ended := make(chan error, 4)
	get := s.over(toldLog{s.log, func(ctx context.Context, handle func(events.Message) error) error {
		for {
			if err := handle(aView); err != nil {
				ended <- err
				return err
			}
			if err := ctx.Err(); err != nil {
				ended <- err
				return err
			}
		}
	}})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	refused := func(address string) {
		t.Helper()
		res, err := get(t.Context(), from(address))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
			t.Errorf("one more from %s is answered with %s", address, res.Status)
		}
	}
	for _, address := range []string{"198.51.100.1", "198.51.100.2"} {
		for range 2 {
			res, err := get(ctx, from(address))
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if _, err := io.ReadFull(res.Body, make([]byte, 100_000)); err != nil || res.StatusCode != 200 {
				t.Fatalf("%s: %v", res.Status, err)
			}
		}
		refused(address)
	}
	refused("198.51.100.3")
	leave()
	for range 4 {
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatal("a download goes on without its client")
		}
	}
}

func TestADownloadThatFailsIsBrokenOff(t *testing.T) {
	s := newSite(t)
	get := s.over(toldLog{s.log, func(_ context.Context, handle func(events.Message) error) error {
		for range 20 {
			if err := handle(aView); err != nil {
				return err
			}
		}
		return errors.New("the disk is on fire")
	}})
	res, err := get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got, err := io.ReadAll(res.Body); err == nil {
		t.Errorf("%d bytes look whole", len(got))
	}
}
