// What the embedded node tells about itself at /metrics.

package server

import (
	"github.com/prometheus/client_golang/prometheus"

	nodeserver "candor/events/embedded/server"
)

// nodeMetrics are the figures of an embedded node.
func nodeMetrics(node *nodeserver.Server) []prometheus.Collector {
	gauge := func(name, help string, value func(nodeserver.Stats) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Subsystem: "node", Name: name, Help: help},
			func() float64 { return value(node.Stats()) })
	}
	return []prometheus.Collector{
		gauge("projections_position", "Position up to which everything is in the system streams; 0 without --eventstore-projections.", func(s nodeserver.Stats) float64 { return float64(s.Projections.Position) }),
		gauge("projections_failed", "1 when the system streams are written no more until the next start.", func(s nodeserver.Stats) float64 {
			if s.Projections.Failed != nil {
				return 1
			}
			return 0
		}),
		gauge("position", "Position of the log's last event.", func(s nodeserver.Stats) float64 { return float64(s.Position) }),
		gauge("file_bytes", "Size of the log's file, without the journal's.", func(s nodeserver.Stats) float64 { return float64(s.Bytes) }),
		gauge("commits", "Groups of appends since the start, each made durable by one sync.", func(s nodeserver.Stats) float64 { return float64(s.Commits) }),
		gauge("appends", "Appends since the start.", func(s nodeserver.Stats) float64 { return float64(s.Appends) }),
		gauge("subscriptions", "Subscriptions open now.", func(s nodeserver.Stats) float64 { return float64(s.Subscriptions) }),
		gauge("persistent_subscriptions", "Persistent subscriptions, each a group of consumers.", func(s nodeserver.Stats) float64 { return float64(s.Groups) }),
		gauge("persistent_consumers", "Consumers of persistent subscriptions that are connected now.", func(s nodeserver.Stats) float64 { return float64(s.Consumers) }),
		gauge("parked_messages", "Messages that consumers could not deal with and that wait to be replayed.", func(s nodeserver.Stats) float64 { return float64(s.Parked) }),
		gauge("failed", "1 when the node acknowledges nothing any more because its storage failed.", func(s nodeserver.Stats) float64 {
			if s.Failed != nil {
				return 1
			}
			return 0
		}),
	}
}
