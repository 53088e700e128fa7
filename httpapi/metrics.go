// metrics: what Prometheus is told about requests.

package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

type metrics struct {
	requests           *prometheus.CounterVec   // route, method, status
	duration           *prometheus.HistogramVec // route, method; seconds
	keys               *prometheus.CounterVec   // rejected API keys, by reason
	limited            *prometheus.CounterVec   // refused requests, by limit
	panics             prometheus.Counter
	unrendered         *prometheus.CounterVec      // pages served as shells, by reason
	shed               [classes]prometheus.Counter // requests turned away, by class
	refusedConnections prometheus.Counter
	handler            http.Handler // GET /metrics
}

// newMetrics registers them; bodies tells how many bytes request bodies hold.
func newMetrics(c *Config, bodies func() int64) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_requests_total", Help: "Requests served, by route, method and status.",
		}, []string{"route", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "candor_http_request_duration_seconds", Help: "Time from the arrival of a request to the end of its response.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "method"}),
		keys: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_rejected_keys_total", Help: "Requests refused because of their API key, by reason.",
		}, []string{"reason"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_limited_total", Help: "Requests refused because of a rate limit, by limit.",
		}, []string{"limit"}),
		unrendered: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_http_unrendered_pages_total", Help: "Pages that could not be rendered and were served as shells, by reason (error, slow, busy).",
		}, []string{"reason"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "candor_http_panics_total", Help: "Handlers that panicked.",
		}),
	}
	shed := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "candor_http_shed_total", Help: "Requests shed because of overload, by class (views, made, ready); not counted in other metrics.",
	}, []string{"class"})
	for c := classViews; c < classes; c++ {
		m.shed[c] = shed.WithLabelValues(classNames[c])
	}
	m.refusedConnections = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "candor_http_refused_connections_total", Help: "Connections refused because of a connection limit, in total or per peer.",
	})
	if c.Registerer == nil {
		own := prometheus.NewRegistry()
		c.Registerer = own
		if c.Gatherer == nil {
			c.Gatherer = own
		}
	}
	available := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "candor_log_available", Help: "1 while the event log responds and is the one the read models were built from, else 0: writes wait a few seconds and are then refused.",
	}, func() float64 {
		if c.Log.Available() != nil || c.Models.LogRefused() != nil {
			return 0
		}
		return 1
	})
	writable := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "candor_log_writable", Help: "1 while the event log accepts writes, as far as is known; 0 while it is unavailable or a different log, and once its storage has failed.",
	}, func() float64 {
		if c.Log.Available() != nil || c.takesWrites() != nil {
			return 0
		}
		return 1
	})
	held := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "candor_http_body_bytes", Help: "Memory used by the bodies of requests in progress.",
	}, func() float64 { return float64(bodies()) })
	age := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "candor_stale_seconds", Help: "Time since all content was known to be up to date, by the stalest read model; 0 while it is.",
	}, func() float64 {
		if at, stale := c.Models.AsOf(); stale {
			return max(0, time.Since(at).Seconds())
		}
		return 0
	})
	for _, collector := range []prometheus.Collector{available, writable, held, age, shed, m.refusedConnections, m.requests, m.duration, m.keys, m.limited, m.panics, m.unrendered} {
		if err := c.Registerer.Register(collector); err != nil {
			return nil, fmt.Errorf("httpapi: metrics: %w", err)
		}
	}
	if c.Gatherer == nil {
		gatherer, ok := c.Registerer.(prometheus.Gatherer)
		if !ok {
			return nil, errors.New("httpapi: a Registerer that can't gather needs a Gatherer beside it")
		}
		c.Gatherer = gatherer
	}
	m.handler = promhttp.HandlerFor(c.Gatherer, promhttp.HandlerOpts{})
	return m, nil
}

// statusText is the label of a status.
func statusText(status int) string {
	switch status {
	case http.StatusNotModified:
		return "304"
	default:
		return strconv.Itoa(status)
	}
}
