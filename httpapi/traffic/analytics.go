// Analytics: browsers report page views, the admin reads the summary.

package traffic

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"candor/commands/traffic"
	"candor/httpapi"
	"candor/projections/analytics"
)

// Analytics registers the routes of page views and analytics.
func Analytics(t *httpapi.Table) {
	t.Handle("/api/track", httpapi.Methods{"POST": {
		Handle: track, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassViews, Body: httpapi.ViewBody,
	}})
	t.Handle("/api/analytics/summary", httpapi.Methods{"GET": {
		Handle: summary, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.AnalyticsModel, httpapi.ContentModel},
		Class: httpapi.ClassAdmin, AsOf: httpapi.ByItself,
	}})
	t.Handle("/api/analytics/series", httpapi.Methods{"GET": httpapi.AdminReads(series, httpapi.AnalyticsModel, httpapi.ContentModel)})
	t.Handle("/api/analytics/events", httpapi.Methods{"GET": {
		Handle: analystEvents, Who: httpapi.Analyst, DependsOn: httpapi.Models{httpapi.AnalyticsModel,
			httpapi.ContentModel, httpapi.MediaModel,
			httpapi.VersionsModel},
		Class: httpapi.ClassDownloads, AsOf: httpapi.PresentOnly,
	}})
}

// POST /api/track: one event, or {"events":[…]} for a backlog. It answers when the events are durable.
func track(c *httpapi.Call) error {
	views, rejected, size, err := tracked(c)
	if ok, wait := c.Tracking.Take(c.Clock(), c.ClientAddr(), len(views), size); !ok {
		return c.LimitedTo("track", "Too many events from this address. Please try again later.", wait)
	}
	if err != nil {
		return err
	}
	for i := range views {
		if views[i].UserAgent == "" {
			views[i].UserAgent = c.Request.UserAgent()
		}
	}
	by, accepted := c.FromSite(), len(views)
	if err := c.Commands.Traffic.Track(c.Request.Context(), by, views, c.ClientAddr()); err != nil {
		return err
	}
	if len(rejected) == 0 {
		return c.NoContent()
	}
	return c.JSON(http.StatusOK, struct {
		Accepted int                  `json:"accepted"`
		Errors   []traffic.IndexError `json:"errors"`
	}{accepted, rejected})
}

// maxPooled is the size in bytes beyond which buffers are not used again.
const maxPooled = 16 << 10

// viewBuffers are for bodies of page views, of which nothing refers to the buffer afterwards.
var viewBuffers = sync.Pool{New: func() any { return &[]byte{} }}

// tracked reads the request's page views. size is the body's, in bytes.
func tracked(c *httpapi.Call) (views []traffic.TrackInput, rejected []traffic.IndexError, size int, err error) {
	buffer := viewBuffers.Get().(*[]byte)
	defer viewBuffers.Put(buffer)
	body, err := c.BodyInto(*buffer)
	if err != nil {
		return nil, nil, 0, err
	}
	if cap(body) <= maxPooled {
		*buffer = body
	}
	views, rejected, err = traffic.ParseTrack(body)
	return views, rejected, len(body), err
}

// GET /api/analytics/summary?asOf=2026-10-01
func summary(c *httpapi.Call) error {
	if text := c.AsOfText(); text != "" {
		c.HasAsOf = true
		past, err := c.OpenAsOf(text, "analytics", httpapi.CallTimeout)
		if err != nil {
			return err
		}
		defer past.Release()
		return c.Private(titlesOf(c).summary(past.Models.Analytics.SummaryAnswer()))
	}
	flushAnalytics(c)
	return c.Private(titlesOf(c).summary(c.Models.Analytics.SummaryAnswer()))
}

// flushAnalytics has the page views counted that have come: they are counted once a second while nobody looks.
func flushAnalytics(c *httpapi.Call) {
	m := c.Models.Analytics
	if at, heard := m.Position(), m.Heard(); at > 0 && at < heard {
		ctx, cancel := context.WithTimeout(c.Request.Context(), httpapi.PositionWait)
		defer cancel()
		_ = m.WaitFor(ctx, heard) // otherwise it is a second old
	}
}

// GET /api/analytics/series?range=7d&bucket=day, or ?from=2026-11-01&to=2026-11-08T12:00:00Z
func series(c *httpapi.Call) error {
	q, err := parseSeries(c.Request.URL.RawQuery, c.Clock())
	if err == nil {
		flushAnalytics(c)
	}
	switch {
	case err != nil:
		return err
	case q.span == analytics.RangeCustom:
		return c.Private(titlesOf(c).series(c.Models.Analytics.SeriesBetween(q.from, q.to, q.bucket, c.Clock())))
	}
	return c.Private(titlesOf(c).series(c.Models.Analytics.SeriesAnswer(q.span, q.bucket, c.Clock())))
}

// seriesQuery is what a series is asked for; from and to with RangeCustom.
type seriesQuery struct {
	span     analytics.SeriesRange
	bucket   analytics.SeriesBucket
	from, to time.Time
}

const (
	mostByHour  = 31 * 24 * time.Hour // a range that may be told by hour
	usualByHour = 48 * time.Hour      // a range that is told by hour unless asked for days
)

// parseSeries reads range, or from and to, and bucket; of repeated ones the first counts, an empty one is absent.
// Errors: 400 that names the parameter.
func parseSeries(raw string, now time.Time) (q seriesQuery, err error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return q, httpapi.InvalidField("query", "The query string is malformed.")
	}
	value := func(name string) string { return strings.TrimSpace(query.Get(name)) }
	q.span, q.bucket = analytics.SeriesRange(value("range")), analytics.SeriesBucket(value("bucket"))
	if value("from") != "" || value("to") != "" {
		return q.between(value("from"), value("to"), now)
	}
	long := false
	switch q.span {
	case "":
		q.span = analytics.Range7Days
	case analytics.Range24Hours, analytics.Range7Days, analytics.Range30Days:
	case analytics.Range90Days, analytics.RangeAll:
		long = true
	default:
		return q, httpapi.InvalidField("range", "range must be 24h, 7d, 30d, 90d or all.")
	}
	switch {
	case q.bucket == "" && q.span == analytics.Range24Hours:
		q.bucket = analytics.BucketHour
	case q.bucket == "":
		q.bucket = analytics.BucketDay
	case q.bucket != analytics.BucketHour && q.bucket != analytics.BucketDay:
		return q, httpapi.InvalidField("bucket", "bucket must be hour or day.")
	case q.bucket == analytics.BucketHour && long:
		return q, httpapi.InvalidField("bucket", "bucket must be day for a range of 90 days or more.")
	}
	return q, nil
}

// between reads a range of its own, which lasts until now without a to.
func (q seriesQuery) between(from, to string, now time.Time) (seriesQuery, error) {
	var err error
	switch {
	case q.span != "":
		return q, httpapi.InvalidField("range", "range and from can't be combined.")
	case from == "":
		return q, httpapi.InvalidField("from", "from is required if to is given.")
	}
	if q.from, err = httpapi.Moment("from", from); err != nil {
		return q, err
	}
	if q.to, err = httpapi.Moment("to", to); err != nil {
		return q, err
	}
	if to == "" {
		q.to = now.Add(time.Nanosecond) // to is exclusive
	}
	switch {
	case q.from.Unix() < 0:
		return q, httpapi.InvalidField("from", "from must not be before 1970.")
	case q.from.After(now):
		return q, httpapi.InvalidField("from", "from must not be in the future.")
	case !q.from.Before(q.to):
		return q, httpapi.InvalidField("to", "to must be after from.")
	}
	q.span = analytics.RangeCustom
	q.to = earlier(q.to, now.Add(usualByHour)) // what lies ahead is empty
	lasts := q.to.Sub(q.from)
	switch q.bucket {
	case "":
		q.bucket = analytics.BucketDay
		if lasts <= usualByHour {
			q.bucket = analytics.BucketHour
		}
	case analytics.BucketDay:
	case analytics.BucketHour:
		if lasts > mostByHour {
			return q, httpapi.InvalidField("bucket", "bucket must be day for a range of more than 31 days.")
		}
	default:
		return q, httpapi.InvalidField("bucket", "bucket must be hour or day.")
	}
	return q, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
