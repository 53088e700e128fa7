// Analytics: browsers report page views, the admin reads the summary.

package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"candor/commands/traffic"
	"candor/projections/analytics"
)

func (t *table) analytics() {
	t.handle("/api/track", methods{"POST": {handle: track, who: anybody, dependsOn: nothing, class: classViews, body: viewBody}})
	t.handle("/api/analytics/summary", methods{"GET": {handle: summary, who: admin, dependsOn: models{analyticsModel, contentModel}, class: classAdmin, asOf: byItself}})
	t.handle("/api/analytics/series", methods{"GET": {handle: series, who: admin, dependsOn: models{analyticsModel, contentModel}, class: classAdmin, asOf: presentOnly}})
	t.handle("/api/analytics/events", methods{"GET": {handle: analystEvents, who: analyst, dependsOn: models{analyticsModel, contentModel, mediaModel, versionsModel}, class: classDownloads, asOf: presentOnly}})
}

// POST /api/track: one event, or {"events":[…]} for a backlog. It answers when the events are durable.
func track(c *request) error {
	views, rejected, size, err := c.tracked()
	if ok, wait := c.tracking.Take(c.Clock(), c.clientAddr(), len(views), size); !ok {
		return c.limitedTo("track", "Too many events from this address. Please try again later.", wait)
	}
	if err != nil {
		return err
	}
	for i := range views {
		if views[i].UserAgent == "" {
			views[i].UserAgent = c.request.UserAgent()
		}
	}
	by, accepted := c.fromSite(), len(views)
	if err := c.Commands.Traffic.Track(c.request.Context(), by, views, c.clientAddr()); err != nil {
		return err
	}
	if len(rejected) == 0 {
		return c.noContent()
	}
	return c.json(http.StatusOK, struct {
		Accepted int                  `json:"accepted"`
		Errors   []traffic.IndexError `json:"errors"`
	}{accepted, rejected})
}

// maxPooled is the size in bytes beyond which buffers are not used again.
const maxPooled = 16 << 10

// viewBuffers are for bodies of page views, of which nothing refers to the buffer afterwards.
var viewBuffers = sync.Pool{New: func() any { return &[]byte{} }}

// tracked reads the request's page views. size is the body's, in bytes.
func (c *request) tracked() (views []traffic.TrackInput, rejected []traffic.IndexError, size int, err error) {
	buffer := viewBuffers.Get().(*[]byte)
	defer viewBuffers.Put(buffer)
	body, err := c.bodyInto(*buffer)
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
func summary(c *request) error {
	if text := c.asOfText(); text != "" {
		c.hasAsOf = true
		past, err := c.openAsOf(text, "analytics", callTimeout)
		if err != nil {
			return err
		}
		defer past.Release()
		return c.private(c.titledSummary(past.Models.Analytics.SummaryAnswer()))
	}
	c.looks()
	return c.private(c.titledSummary(c.Models.Analytics.SummaryAnswer()))
}

// looks has the page views counted that have come: they are counted once a second while nobody looks.
func (c *request) looks() {
	m := c.Models.Analytics
	if at, heard := m.Position(), m.Heard(); at > 0 && at < heard {
		ctx, cancel := context.WithTimeout(c.request.Context(), positionWait)
		defer cancel()
		_ = m.WaitFor(ctx, heard) // otherwise it is a second old
	}
}

// GET /api/analytics/series?range=7d&bucket=day, or ?from=2026-11-01&to=2026-11-08T12:00:00Z
func series(c *request) error {
	q, err := parseSeries(c.request.URL.RawQuery, c.Clock())
	if err == nil {
		c.looks()
	}
	switch {
	case err != nil:
		return err
	case q.span == analytics.RangeCustom:
		return c.private(c.titledSeries(c.Models.Analytics.SeriesBetween(q.from, q.to, q.bucket, c.Clock())))
	}
	return c.private(c.titledSeries(c.Models.Analytics.SeriesAnswer(q.span, q.bucket, c.Clock())))
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
		return q, invalidField("query", "The query string is malformed.")
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
		return q, invalidField("range", "range must be 24h, 7d, 30d, 90d or all.")
	}
	switch {
	case q.bucket == "" && q.span == analytics.Range24Hours:
		q.bucket = analytics.BucketHour
	case q.bucket == "":
		q.bucket = analytics.BucketDay
	case q.bucket != analytics.BucketHour && q.bucket != analytics.BucketDay:
		return q, invalidField("bucket", "bucket must be hour or day.")
	case q.bucket == analytics.BucketHour && long:
		return q, invalidField("bucket", "bucket must be day for a range of 90 days or more.")
	}
	return q, nil
}

// between reads a range of its own, which lasts until now without a to.
func (q seriesQuery) between(from, to string, now time.Time) (seriesQuery, error) {
	var err error
	switch {
	case q.span != "":
		return q, invalidField("range", "range and from can't be combined.")
	case from == "":
		return q, invalidField("from", "from is required if to is given.")
	}
	if q.from, err = moment("from", from); err != nil {
		return q, err
	}
	if q.to, err = moment("to", to); err != nil {
		return q, err
	}
	if to == "" {
		q.to = now.Add(time.Nanosecond) // to is exclusive
	}
	switch {
	case q.from.Unix() < 0:
		return q, invalidField("from", "from must not be before 1970.")
	case q.from.After(now):
		return q, invalidField("from", "from must not be in the future.")
	case !q.from.Before(q.to):
		return q, invalidField("to", "to must be after from.")
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
			return q, invalidField("bucket", "bucket must be day for a range of more than 31 days.")
		}
	default:
		return q, invalidField("bucket", "bucket must be hour or day.")
	}
	return q, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
