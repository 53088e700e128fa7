// The counters of one route.

package metrics

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Route counts the answers of one route. Its series appear with the first answer: those of hundreds of routes that nobody has called
// would be most of /metrics.
type Route struct {
	metrics         *Metrics
	method, pattern string
	ok              func() prometheus.Counter // answers with status 200
	noContent       func() prometheus.Counter // answers with status 204
	duration        func() prometheus.Observer
}

// Route returns the counters of a method of a path.
func (m *Metrics) Route(method, pattern string) *Route {
	r := &Route{metrics: m, method: method, pattern: pattern}
	counter := func(status int) func() prometheus.Counter {
		return sync.OnceValue(func() prometheus.Counter { return r.answers(status) })
	}
	r.ok, r.noContent = counter(http.StatusOK), counter(http.StatusNoContent)
	r.duration = sync.OnceValue(func() prometheus.Observer { return m.duration.WithLabelValues(pattern, method) })
	return r
}

func (r *Route) answers(status int) prometheus.Counter {
	return r.metrics.requests.WithLabelValues(r.pattern, r.method, strconv.Itoa(status))
}

// Observe counts an answer.
func (r *Route) Observe(status int, took time.Duration) {
	r.duration().Observe(took.Seconds())
	switch status {
	case http.StatusOK:
		r.ok().Inc()
	case http.StatusNoContent:
		r.noContent().Inc()
	default:
		r.answers(status).Inc()
	}
}
