// The metrics of commands.

package commands

import (
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics counts; without a registry the counters are simply not exported.
type Metrics struct {
	events    *prometheus.CounterVec
	Conflicts prometheus.Counter
	Waiting   atomic.Int64 // page views accepted and not yet durable
	Batch     prometheus.Histogram
	Rejected  prometheus.Counter
}

// newMetrics makes the metrics and registers them, unless r is nil.
func newMetrics(r prometheus.Registerer) (*Metrics, error) {
	m := &Metrics{
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "candor_events_appended_total", Help: "Events appended, by kind of stream.",
		}, []string{"kind"}),
		Conflicts: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "candor_command_conflicts_retried_total", Help: "Commands retried because of a concurrent write.",
		}),
		Batch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "candor_pageview_batch_views", Help: "Page views per append.", Buckets: prometheus.ExponentialBuckets(1, 2, 13),
		}),
		Rejected: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "candor_pageviews_rejected_total", Help: "Page views refused because too many were waiting.",
		}),
	}
	if r == nil {
		return m, nil
	}
	queue := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "candor_pageview_queue_views", Help: "Page views accepted but not yet durable.",
	}, func() float64 { return float64(m.Waiting.Load()) })
	for _, c := range []prometheus.Collector{m.events, m.Conflicts, queue, m.Batch, m.Rejected} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Appended counts n events of stream under its kind: "review" for review-12.
func (m *Metrics) Appended(stream string, n int) {
	kind, _, _ := strings.Cut(stream, "-")
	m.events.WithLabelValues(kind).Add(float64(n))
}
