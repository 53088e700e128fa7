// Analytics: browsers report page views, the admin reads the summary.

package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"candor/commands"
	"candor/projections"
)

func (t *table) analytics() {
	t.handle("/api/track", methods{"POST": track})
	t.handle("/api/analytics/summary", methods{"GET": forAdmin(summary)})
	t.handle("/api/analytics/series", methods{"GET": forAdmin(series)})
	t.handle("/api/analytics/events", methods{"GET": forAnalysts(analystEvents)})
}

// POST /api/track: one event, or {"events":[…]} for a backlog. It answers when the events are durable.
func track(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	views, rejected, err := commands.ParseTrack(body)
	if err != nil {
		return err
	}
	for i := range views {
		if views[i].UserAgent == "" {
			views[i].UserAgent = x.request.UserAgent()
		}
	}
	by := x.fromSite()
	if err := x.Commands.Track(x.request.Context(), by, views, x.clientAddr()); err != nil {
		return err
	}
	if len(rejected) == 0 {
		return x.noContent()
	}
	return x.json(http.StatusOK, struct {
		Accepted int                   `json:"accepted"`
		Errors   []commands.IndexError `json:"errors"`
	}{len(views), rejected})
}

// GET /api/analytics/summary
func summary(x *exchange) error {
	return x.private(x.Models.Analytics.SummaryAnswer())
}

// GET /api/analytics/series?range=7d&bucket=day
func series(x *exchange) error {
	span, bucket, err := parseSeries(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	return x.private(x.Models.Analytics.SeriesAnswer(span, bucket, x.Clock()))
}

// parseSeries reads range and bucket; of repeated ones the first counts, an empty one is absent.
// Errors: 400 that names the parameter.
func parseSeries(raw string) (projections.SeriesRange, projections.SeriesBucket, error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return "", "", invalidField("query", "The query is not well formed.")
	}
	span := projections.SeriesRange(strings.TrimSpace(query.Get("range")))
	bucket := projections.SeriesBucket(strings.TrimSpace(query.Get("bucket")))
	long := false
	switch span {
	case "":
		span = projections.Range7Days
	case projections.Range24Hours, projections.Range7Days, projections.Range30Days:
	case projections.Range90Days, projections.RangeAll:
		long = true
	default:
		return "", "", invalidField("range", "range must be 24h, 7d, 30d, 90d or all.")
	}
	switch {
	case bucket == "" && span == projections.Range24Hours:
		bucket = projections.BucketHour
	case bucket == "":
		bucket = projections.BucketDay
	case bucket != projections.BucketHour && bucket != projections.BucketDay:
		return "", "", invalidField("bucket", "bucket must be hour or day.")
	case bucket == projections.BucketHour && long:
		return "", "", invalidField("bucket", "bucket must be day for a range of 90 days or more.")
	}
	return span, bucket, nil
}
