// Handler: what every command needs, and how it starts and stops.

package commands

import (
	"context"
	"errors"
	"hash/maphash"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
)

// maxKnownCategories is how many categories are remembered to exist.
const maxKnownCategories = 10_000

// EventLog is what commands need of the log.
type EventLog interface {
	Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error)
	Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error
	Last(ctx context.Context, stream string) (events.Recorded, error)
	DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error
	TombstoneStream(ctx context.Context, stream string) error
	SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error)
	SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error)
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
}

var _ EventLog = events.Log(nil)

// VisitorIndex knows which visitor an address is, if it has been seen, and the other way round.
type VisitorIndex interface {
	VisitorOf(address string) (uuid.UUID, bool)
	AddressOf(visitor uuid.UUID) (string, bool)
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
	Schedules     ScheduleIndex         // nil: nothing is carried out at its time
	Geo           Locator               // nil: every country is "Unknown"
	Addresses     KeepAddress           // of visitors; "": KeepFull
	AdminUsername string                // "": "admin"
	Registerer    prometheus.Registerer // nil: no metrics

	Kept func(stream string) // is told of streams that expire when they are written; nil: nobody is. See [Retention.Note]
}

// Handler carries out commands. It is safe for concurrent use.
type Handler struct {
	log           EventLog
	clock         func() time.Time
	logger        zerolog.Logger
	metrics       *metrics
	adminUsername string

	admin      account
	hasher     *hasher
	categories *recent[events.CategoryID, time.Time] // when they were last seen to be there
	addresses  striped                               // of subscribers
	emails     emailLists
	aheadSince *recent[time.Time, time.Time]  // when failures of a time to come were first met
	failedFrom *recent[uuid.UUID, netip.Addr] // networks of visitors who failed to sign in
	usage      *usage
	limits     limits
	visitors   *visitors
	agents     *recent[string, agent]
	days       days
	views      *batcher
	scheduler  *scheduler // nil: none
	kept       func(stream string)
}

// Result says what a command did.
type Result struct {
	ID       int64           // of the thing created or changed
	Revision uint64          // of its stream
	Position events.Position // of what was appended; 0: nothing was
	Seen     events.Position // up to where the decision knew the stream; 0: unknown
}

// Shown is the position that a reader must wait for to see what the command made, or found made already.
func (r Result) Shown() events.Position { return max(r.Position, r.Seen) }

// New starts a handler: one goroutine that records key usage, one that appends page views and, with a
// ScheduleIndex, one that carries out schedules, until [Handler.Close]. Nothing is sent to the log before the first
// command or the first due time.
func New(c Config) (*Handler, error) {
	if c.Log == nil {
		return nil, errors.New("commands: no log")
	}
	m, err := newMetrics(c.Registerer)
	if err != nil {
		return nil, err
	}
	h := &Handler{
		log: c.Log, clock: c.Clock, logger: c.Logger, metrics: m, adminUsername: c.AdminUsername,
		hasher:     newHasher(),
		categories: newRecent[events.CategoryID, time.Time](maxKnownCategories),
		addresses:  striped{seed: maphash.MakeSeed()},
		aheadSince: newRecent[time.Time, time.Time](maxFailures),
		failedFrom: newRecent[uuid.UUID, netip.Addr](maxFailures),
		agents:     newRecent[string, agent](maxKnownAgents),
	}
	if h.clock == nil {
		h.clock = time.Now
	}
	h.visitors = newVisitors(c.Visitors, &salt{log: c.Log, clock: h.clock}, c.Geo, c.Addresses)
	if h.adminUsername == "" {
		h.adminUsername = "admin"
	}
	h.usage = newUsage(h.recordUse)
	if h.kept = c.Kept; h.kept == nil {
		h.kept = func(string) {}
	}
	h.views = newBatcher(c.Log, c.Logger, m, h.kept)
	if c.Schedules != nil {
		h.scheduler = newScheduler(h, c.Schedules)
	}
	return h, nil
}

// Close waits until every accepted page view and every counted use of a key is in the log, and
// stops the handler's goroutines. Page views that come later are Unavailable. Its error is ctx's, or the log's.
func (h *Handler) Close(ctx context.Context) error {
	if h.scheduler != nil {
		h.scheduler.close()
	}
	return errors.Join(h.views.close(ctx), h.usage.close(ctx))
}

// now is the time that facts carry: UTC, whole milliseconds.
func (h *Handler) now() time.Time { return h.clock().UTC().Truncate(time.Millisecond) }

// at is when what the caller tells of happened.
func (h *Handler) at(by Caller) time.Time {
	if by.At.IsZero() {
		return h.now()
	}
	return by.At.UTC().Truncate(time.Millisecond)
}
