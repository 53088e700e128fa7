// Metrics: how many drafts there are, and what they take.

package drafts

import "github.com/prometheus/client_golang/prometheus"

// Metrics returns the metrics of the drafts. They are 0 while the model is not ready.
func (r *Reader) Metrics() []prometheus.Collector {
	gauge := func(name, help string, value func(count, size int64) int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Name: name, Help: help}, func() float64 {
			count, size, err := r.Totals()
			if err != nil {
				return 0
			}
			return float64(value(count, size))
		})
	}
	return []prometheus.Collector{
		gauge("drafts", "Drafts of changes that are not published.", func(count, _ int64) int64 { return count }),
		gauge("draft_bytes", "Bytes of the drafts' events in the log, with the older versions that it keeps.",
			func(_, size int64) int64 { return size }),
	}
}
