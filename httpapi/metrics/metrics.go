// What Prometheus reads about requests.

package metrics

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Config says where metrics are registered and what gauges ask. The functions are required.
type Config struct {
	Registerer   prometheus.Registerer // nil: a registry of their own
	Gatherer     prometheus.Gatherer   // what [Metrics.Handler] shows; nil: Registerer
	LoadClasses  []string              // names of the classes of requests that can be shed
	LogAvailable func() bool
	LogWritable  func() bool
	BodyBytes    func() int64                      // memory of request bodies
	StaleSince   func() (since time.Time, ok bool) // since when content may be out of date; not ok: it is up to date
	Pictures     func() []StoredPictures           // those that can be counted now
}

// Metrics holds the counters. It is safe for concurrent use.
type Metrics struct {
	RejectedKeys       *prometheus.CounterVec // by reason
	Limited            *prometheus.CounterVec // refused requests, by limit
	Unrendered         *prometheus.CounterVec // pages served as shells, by reason
	Shed               *prometheus.CounterVec // by class
	Panics             prometheus.Counter
	RefusedConnections prometheus.Counter
	Handler            http.Handler // GET /metrics

	requests       *prometheus.CounterVec   // route, method, status
	duration       *prometheus.HistogramVec // route, method; seconds
	servedPictures *prometheus.CounterVec   // by kind; bytes
}

// New registers the metrics.
func New(c Config) (*Metrics, error) {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_requests_total", Help: "Requests served, by route, method and status.",
		}, []string{"route", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "candor_http_request_duration_seconds", Help: "Time from the arrival of a request to the end of its response.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "method"}),
		RejectedKeys: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_rejected_keys_total", Help: "Requests refused because of their API key, by reason.",
		}, []string{"reason"}),
		Limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_limited_total", Help: "Requests refused because of a rate limit, by limit.",
		}, []string{"limit"}),
		Unrendered: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_unrendered_pages_total",
			Help: "Pages that could not be rendered and were served as shells, by reason (error, slow, busy).",
		}, []string{"reason"}),
		Shed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_shed_total",
			Help: "Requests shed because of overload, by class (docs/operations.md lists them); not counted in other metrics.",
		}, []string{"class"}),
		servedPictures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_media_served_bytes_total", Help: "Bytes of pictures sent, by kind (original, rendition).",
		}, []string{"kind"}),
		Panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "candor_http_panics_total", Help: "Handlers that panicked.",
		}),
		RefusedConnections: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "candor_http_refused_connections_total", Help: "Connections refused because of a connection limit, in total or per peer.",
		}),
	}
	for _, kind := range []PictureKind{Original, Rendition} {
		m.PictureServed(kind, 0)
	}
	for _, class := range c.LoadClasses { // so that they show before the first refusal
		m.Shed.WithLabelValues(class)
	}
	gatherer, err := c.register(append(c.gauges(), m.requests, m.duration, m.RejectedKeys, m.Limited, m.Unrendered, m.Shed, m.Panics,
		m.RefusedConnections, m.servedPictures, storedPictures(c.Pictures)))
	if err != nil {
		return nil, err
	}
	m.Handler = promhttp.HandlerFor(gatherer, promhttp.HandlerOpts{})
	return m, nil
}

// gauges returns what is asked for when somebody looks.
func (c *Config) gauges() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	yes := func(is func() bool) func() float64 {
		return func() float64 {
			if is() {
				return 1
			}
			return 0
		}
	}
	return []prometheus.Collector{
		gauge("candor_log_available",
			"1 while the event log responds and is the one the read models were built from, else 0: writes wait a few seconds and are then refused.",
			yes(c.LogAvailable)),
		gauge("candor_log_writable",
			"1 while the event log accepts writes, as far as is known; 0 while it is unavailable or a different log, and once its storage has failed.", yes(c.LogWritable)),
		gauge("candor_http_body_bytes", "Memory used by the bodies of requests in progress.",
			func() float64 { return float64(c.BodyBytes()) }),
		gauge("candor_stale_seconds", "Time since all content was known to be up to date, by the stalest read model; 0 while it is.",
			func() float64 {
				if since, stale := c.StaleSince(); stale {
					return max(0, time.Since(since).Seconds())
				}
				return 0
			}),
	}
}

// register registers the collectors and returns what gathers them.
func (c *Config) register(collectors []prometheus.Collector) (prometheus.Gatherer, error) {
	registerer, gatherer := c.Registerer, c.Gatherer
	if registerer == nil {
		own := prometheus.NewRegistry()
		registerer = own
		if gatherer == nil {
			gatherer = own
		}
	}
	for _, collector := range collectors {
		if err := registerer.Register(collector); err != nil {
			return nil, fmt.Errorf("metrics: %w", err)
		}
	}
	if gatherer == nil {
		var ok bool
		if gatherer, ok = registerer.(prometheus.Gatherer); !ok {
			return nil, errors.New("metrics: a Registerer that can't gather needs a Gatherer beside it")
		}
	}
	return gatherer, nil
}
