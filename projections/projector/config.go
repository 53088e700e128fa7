// Config: where read models live and what they follow.

package projector

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
)

// Source is the part of the log that read models need.
type Source interface {
	// Subscribe calls handle with the events that match f after the given position; see [events.Log.Subscribe].
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
	// Head returns the position of the last event, 0 for an empty log.
	Head(ctx context.Context) (events.Position, error)
	// At returns the event at a position, or the next one after it; false when the log ends before.
	At(ctx context.Context, position events.Position) (r events.Recorded, found bool, err error)
}

var _ Source = events.Log(nil)

// Config configures read models: their files and the log that they follow.
type Config struct {
	Dir        string // one bbolt file a model; created if missing
	Log        Source
	Logger     zerolog.Logger
	Registerer prometheus.Registerer // nil: no metrics
	Clock      func() time.Time      // nil: time.Now
	Busy       func() bool           // whether requests are in flight, for which rebuilds pause; nil: never
	Temporary  bool                  // the files are removed in the end: they needn't be durable
	Build      func() string         // identifies the program's build, called only if a file lacks events; nil: by its revision or its file

	// For [Registered]:
	Only []string // names of the read models to open; empty: all
	// for read models of a past moment: the versions that are withheld now; nil: they are of the present
	Withheld  []events.WithheldVersion
	Overrides []events.SettingsOverride // settings that the server's environment decides
	Countries bool                      // page views can be given their countries
	Cities    bool                      // and their cities
}

// complete sets defaults.
func (c Config) complete() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Busy == nil {
		c.Busy = func() bool { return false }
	}
	if c.Build == nil {
		c.Build = currentBuild
	}
	return c
}
