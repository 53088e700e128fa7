// Metrics of one read model.

package projector

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const metricPrefix = "candor_projection_"

// modelMetrics are the histograms of one projector.
type modelMetrics struct {
	size     prometheus.Histogram
	duration prometheus.Histogram
}

func newModelMetrics(model string) *modelMetrics {
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: metricPrefix + name, Help: help,
			ConstLabels: prometheus.Labels{"model": model}, Buckets: buckets})
	}
	return &modelMetrics{
		size: histogram("batch_events", "Events in one transaction.", prometheus.ExponentialBuckets(1, 4, 9)),
		duration: histogram("batch_seconds", "Duration of one transaction, its commit included.",
			prometheus.ExponentialBuckets(0.001, 4, 8)),
	}
}

func (m *modelMetrics) batch(events int, took time.Duration) {
	m.size.Observe(float64(events))
	m.duration.Observe(took.Seconds())
}

// CacheStats are figures of a model's cached answers.
type CacheStats struct {
	Hits, Misses uint64
	Bytes        int64
}

// Plus returns the sum of two caches.
func (s CacheStats) Plus(o CacheStats) CacheStats {
	return CacheStats{s.Hits + o.Hits, s.Misses + o.Misses, s.Bytes + o.Bytes}
}
