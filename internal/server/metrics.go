// The server's own metrics, and those of the embedded node.

package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	nodeserver "candor/events/embedded/server"
	"candor/internal/logwriter"
	"candor/internal/openlog"
)

// newMetrics returns a registry with the metrics of the process, of its own log, and of the node that it runs, if any.
func newMetrics(output *logwriter.Writer, log *openlog.Handle) *prometheus.Registry {
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: "candor", Name: "log_lines_dropped_total",
		Help: "Lines of the server's log that were dropped because its buffer was full.",
	}, func() float64 { return float64(output.Dropped()) }))
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if log.Node != nil {
		metrics.MustRegister(nodeMetrics(log.Server)...)
	}
	return metrics
}

// nodeMetrics returns the metrics of an embedded node.
func nodeMetrics(node *nodeserver.Server) []prometheus.Collector {
	gauge := func(name, help string, value func(nodeserver.Stats) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Subsystem: "node", Name: name, Help: help},
			func() float64 { return value(node.Stats()) })
	}
	return []prometheus.Collector{
		gauge("projections_position", "Position up to which the system streams are complete; 0 without --eventstore-projections.",
			func(s nodeserver.Stats) float64 { return float64(s.Projections.Position) }),
		gauge("projections_failed", "1 when the system streams have stopped and will only resume at the next start.",
			func(s nodeserver.Stats) float64 {
				if s.Projections.Failed != nil {
					return 1
				}
				return 0
			}),
		gauge("position", "Position of the log's last event.", func(s nodeserver.Stats) float64 { return float64(s.Position) }),
		gauge("file_bytes", "Size of the log's file.", func(s nodeserver.Stats) float64 { return float64(s.Bytes) }),
		gauge("commits", "Groups of appends since the start, each made durable by one sync.",
			func(s nodeserver.Stats) float64 { return float64(s.Commits) }),
		gauge("appends", "Appends since the start.", func(s nodeserver.Stats) float64 { return float64(s.Appends) }),
		gauge("subscriptions", "Subscriptions open now.", func(s nodeserver.Stats) float64 { return float64(s.Subscriptions) }),
		gauge("failed", "1 when the node refuses all writes because its storage failed.", func(s nodeserver.Stats) float64 {
			if s.Failed != nil {
				return 1
			}
			return 0
		}),
	}
}
