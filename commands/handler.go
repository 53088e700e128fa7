// Handler: what every command needs, and how it starts and stops.

package commands

import (
	"context"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
)

// EventLog is what commands need of the log.
type EventLog interface {
	Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error)
	Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error
	Last(ctx context.Context, stream string) (events.Recorded, error)
	DeleteStream(ctx context.Context, stream string) error
}

var _ EventLog = (*events.Log)(nil)

// VisitorIndex knows which visitor an address is, if it has been seen.
type VisitorIndex interface {
	VisitorOf(address string) (uuid.UUID, bool)
}

// Locator knows where an address is: an ISO 3166 country code, "Local" or "Unknown", and a city or "".
type Locator interface {
	Locate(addr netip.Addr) (country, city string)
}

// Config says what a Handler works with. Log is required.
type Config struct {
	Log           EventLog
	Clock         func() time.Time // nil: time.Now
	Logger        zerolog.Logger
	Visitors      VisitorIndex          // nil: none is known but those seen since the start
	Geo           Locator               // nil: every country is "Unknown"
	AdminUsername string                // "": "admin"
	Registerer    prometheus.Registerer // nil: no metrics
}

// Handler carries out commands. It is safe for concurrent use.
type Handler struct {
	log    EventLog
	clock  func() time.Time
	logger zerolog.Logger
}

// Caller is who asks, and under which request.
type Caller struct {
	Actor          events.Actor
	RequestID      string    // becomes $correlationId and $causationId of every event
	IdempotencyKey string    // "" when the caller sent none
	BodyHash       string    // hex SHA-256 of method, path and body; needed with IdempotencyKey
	At             time.Time // when it happened, for imports; zero: now
}

// Result says what a command did.
type Result struct {
	ID       int64           // of the thing created or changed
	Revision uint64          // of its stream
	Position events.Position // what a reader must wait for; 0: nothing was appended
}
