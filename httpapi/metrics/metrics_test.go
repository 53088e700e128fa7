// What Prometheus reads.

package metrics_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"candor/httpapi/metrics"
)

func config(change func(*metrics.Config)) metrics.Config {
	yes := func() bool { return true }
	c := metrics.Config{
		LoadClasses: []string{"views", "ready"}, LogAvailable: yes, LogWritable: func() bool { return false },
		BodyBytes:  func() int64 { return 4096 },
		StaleSince: func() (time.Time, bool) { return time.Time{}, false },
		Pictures:   func() []metrics.StoredPictures { return []metrics.StoredPictures{{metrics.Rendition, 7, 70_000}} },
	}
	change(&c)
	return c
}

// scrape returns what GET /metrics answers.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func TestARouteIsListedOnceItHasAnswered(t *testing.T) {
	m, err := metrics.New(config(func(*metrics.Config) {}))
	if err != nil {
		t.Fatal(err)
	}
	called, quiet := m.Route("GET", "/api/reviews"), "/api/news"
	m.Route("GET", quiet)
	for _, status := range []int{200, 200, 204, 404} {
		called.Observe(status, time.Millisecond)
	}
	got := scrape(t, m)
	for _, want := range []string{
		`candor_http_requests_total{method="GET",route="/api/reviews",status="200"} 2`, `route="/api/reviews",status="204"} 1`,
		`route="/api/reviews",status="404"} 1`,
		`candor_http_request_duration_seconds_count{method="GET",route="/api/reviews"} 4`, `candor_http_shed_total{class="views"} 0`,
		"candor_log_available 1", "candor_log_writable 0", "candor_http_body_bytes 4096", "candor_stale_seconds 0",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %s: %s", want, got)
		}
	}
	if strings.Contains(got, quiet) {
		t.Errorf("lists a route that nobody has called: %s", got)
	}
}

func TestStalenessIsCountedFromWhenContentWasUpToDate(t *testing.T) {
	m, err := metrics.New(config(func(c *metrics.Config) {
		c.StaleSince = func() (time.Time, bool) { return time.Now().Add(-time.Hour), true }
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got := scrape(t, m); !strings.Contains(got, "candor_stale_seconds 36") {
		t.Errorf("got %s", got)
	}
}

func TestWhatIsRegisteredMustBeGathered(t *testing.T) {
	_, err := metrics.New(config(func(c *metrics.Config) {
		c.Registerer = prometheus.WrapRegistererWithPrefix("x_", prometheus.NewRegistry())
	}))
	if err == nil || !strings.Contains(err.Error(), "Gatherer") {
		t.Errorf("error %v", err)
	}
	registry := prometheus.NewRegistry()
	for i, want := range []string{"", "duplicate"} {
		if _, err := metrics.New(config(func(c *metrics.Config) { c.Registerer = registry })); (err == nil) != (want == "") || err != nil &&
			!strings.Contains(err.Error(), want) {
			t.Errorf("attempt %d: error %v", i, err)
		}
	}
}

func TestPicturesAreCountedByKind(t *testing.T) {
	m, err := metrics.New(config(func(*metrics.Config) {}))
	if err != nil {
		t.Fatal(err)
	}
	m.PictureServed(metrics.Rendition, 300)
	m.PictureServed(metrics.Rendition, 50)
	read := scrape(t, m)
	for _, line := range []string{
		`candor_media_stored{kind="rendition"} 7`, `candor_media_stored_bytes{kind="rendition"} 70000`,
		`candor_media_served_bytes_total{kind="rendition"} 350`, `candor_media_served_bytes_total{kind="original"} 0`,
	} {
		if !strings.Contains(read, line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
}
