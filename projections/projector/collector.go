// The collector of the metrics of a set: read when scraped.

package projector

import "github.com/prometheus/client_golang/prometheus"

// collector implements prometheus.Collector over the projectors.
type collector struct {
	projectors []*Projector
	position, lagPositions, lagSeconds, caughtUp, applied, skipped,
	poisoned, setAside, dropped, resuming, hits, misses, cacheBytes *prometheus.Desc
}

func newCollector(projectors []*Projector) *collector {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(metricPrefix+name, help, []string{"model"}, nil)
	}
	return &collector{
		projectors: projectors,
		position:   describe("position", "Position in the log up to which the read model has applied everything."),
		lagPositions: describe("lag_positions",
			"Positions between the read model and the last event that came for it; while it catches up or the log is away, the end of the log as last asked, where events of other models count."),
		lagSeconds: describe("lag_seconds", "Age of the last applied event while something newer is known and not applied, 0 otherwise."),
		caughtUp:   describe("caught_up", "1 while the read model is whole and live, 0 otherwise."),
		applied:    describe("applied_events_total", "Events that took effect, since the file was begun."),
		skipped:    describe("skipped_events_total", "Events that meant nothing to the read model, since the file was begun."),
		poisoned:   describe("poisoned_events", "Events that need a newer program and that the projector stands before."),
		setAside: describe("set_aside",
			"Events that couldn't be decoded or applied: what they change isn't shown, what they take away is hidden."),
		dropped: describe("interruptions_total",
			"How often the subscription was dropped or lost; it goes on by itself from its last position."),
		resuming:   describe("resuming", "1 while the subscription was interrupted and has not caught up again, 0 otherwise."),
		hits:       describe("cache_hits_total", "Queries answered from the cache."),
		misses:     describe("cache_misses_total", "Queries whose answer had to be made."),
		cacheBytes: describe("cache_bytes", "Memory that cached answers take."),
	}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, out) }

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	for _, p := range c.projectors {
		s := p.status()
		send := func(d *prometheus.Desc, kind prometheus.ValueType, value float64) {
			out <- prometheus.MustNewConstMetric(d, kind, value, s.Name)
		}
		send(c.position, prometheus.GaugeValue, float64(s.Position))
		send(c.lagPositions, prometheus.GaugeValue, p.lagPositions(s))
		send(c.lagSeconds, prometheus.GaugeValue, p.lagSeconds(s))
		caughtUp := 0.0
		if s.CaughtUp {
			caughtUp = 1
		}
		send(c.caughtUp, prometheus.GaugeValue, caughtUp)
		send(c.applied, prometheus.CounterValue, float64(s.Applied))
		send(c.skipped, prometheus.CounterValue, float64(s.Skipped))
		send(c.poisoned, prometheus.GaugeValue, float64(s.Poisoned))
		send(c.setAside, prometheus.GaugeValue, float64(s.Aside))
		send(c.dropped, prometheus.CounterValue, float64(s.Dropped))
		resuming := 0.0
		if s.Resuming {
			resuming = 1
		}
		send(c.resuming, prometheus.GaugeValue, resuming)
		cache := (*p.current.Load().model.Load()).CacheStats()
		send(c.hits, prometheus.CounterValue, float64(cache.Hits))
		send(c.misses, prometheus.CounterValue, float64(cache.Misses))
		send(c.cacheBytes, prometheus.GaugeValue, float64(cache.Bytes))
		p.metrics.size.Collect(out)
		p.metrics.duration.Collect(out)
	}
}

// lagPositions counts to the last event that arrived if the read model follows the log. The log's end would be misleading, because it
// moves with other events, too: an EventStoreDB writes statistics of its own.
func (p *Projector) lagPositions(s Status) float64 {
	if s.CaughtUp && s.Err == "" && !s.Resuming {
		return float64(s.Lag)
	}
	return float64(max(p.head.Load(), uint64(s.Position)) - uint64(s.Position))
}

func (p *Projector) lagSeconds(s Status) float64 {
	return p.current.Load().lag(s.CaughtUp && s.Err == "", p.clock()).Seconds()
}
