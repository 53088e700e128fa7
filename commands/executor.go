// What an executor is made of.

package commands

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Config says what an Executor works with. Log is required.
type Config struct {
	Log        EventLog
	Clock      func() time.Time // nil: time.Now
	LogClock   func() time.Time // tells the time in events' metadata; nil: Clock
	Logger     zerolog.Logger
	Registerer prometheus.Registerer // nil: no metrics
}

// NewExecutor returns an executor. Its error is that of registering metrics.
func NewExecutor(c Config) (*Executor, error) {
	m, err := newMetrics(c.Registerer)
	if err != nil {
		return nil, err
	}
	x := &Executor{Log: c.Log, Clock: c.Clock, LogTime: c.LogClock, Logger: c.Logger, Metrics: m, SlugChanges: newStriped()}
	if x.Clock == nil {
		x.Clock = time.Now
	}
	if x.LogTime == nil {
		x.LogTime = x.Clock
	}
	return x, nil
}
