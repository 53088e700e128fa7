// Models: all read models of one process, opened and closed together.

package projections

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
)

// Source is what the read models need of the log.
type Source interface {
	// Subscribe calls handle with what matches f after the given position; see [events.Log.Subscribe].
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
	// Head returns the position of the last event, 0 for an empty log.
	Head(ctx context.Context) (events.Position, error)
}

var _ Source = (*events.Log)(nil)

// Config says where the read models live and what they follow.
type Config struct {
	Dir        string // one bbolt file a model; made when missing
	Log        Source
	Logger     zerolog.Logger
	Registerer prometheus.Registerer // nil: no metrics
	Clock      func() time.Time      // nil: time.Now
}

// Models are the read models.
type Models struct {
	Content   *Content
	Inbox     *Inbox
	Access    *Access
	Analytics *Analytics
	History   *History
	Media     *Media
}

// Status says how one read model is doing.
type Status struct {
	Name       string
	Version    int
	Position   events.Position // everything up to here is applied
	CaughtUp   bool            // whole, and all history the log had is applied
	Rebuilding bool
	Progress   float64 // of the build going on, 0 to 1; 1 when there is none
	Applied    uint64  // events that took effect, since the file was begun
	Skipped    uint64  // events that meant nothing to the model: of unknown types, or about things that aren't there
	Poisoned   uint64  // events that can't be decoded and that the projector stands before
	PoisonedAt []events.Position
	Err        string    // why the projector stands still; "" when it doesn't
	UpdatedAt  time.Time // when Position last moved
}
