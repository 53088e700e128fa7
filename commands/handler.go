// Handler: its parts, and what it is configured with. It is made in new.go, so that files that use a Handler and files that it holds don't name each other.

package commands

import (
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"golang.org/x/sync/semaphore"

	"candor/events"
)

// maxKnownCategories is how many categories are remembered to exist.
const maxKnownCategories = 10_000

// VisitorIndex knows which visitor an address is, if it has been seen, and the other way round.
type VisitorIndex interface {
	VisitorOf(address string) (uuid.UUID, bool)
	AddressOf(visitor uuid.UUID) (string, bool)
}

// Locator knows where an address is: an ISO 3166 country code, "Local" or "Unknown", and a city or "".
type Locator interface {
	Locate(addr netip.Addr) (country, city string)
}

// ScoreIndex knows by which of a category's criteria reviews are scored, drafts included.
type ScoreIndex interface {
	ScoredBy(category int64) (criteria map[string]bool, err error)
}

// Config says what a Handler works with. Log is required.
type Config struct {
	Log           EventLog
	Clock         func() time.Time // nil: time.Now
	LogClock      func() time.Time // tells the time in events' metadata; nil: Clock
	Logger        zerolog.Logger
	Visitors      VisitorIndex          // nil: only those seen since the start are known
	Subscribers   SubscriberIndex       // nil: the log is read from its start whenever an address is looked up
	Schedules     ScheduleIndex         // nil: nothing is carried out at its time
	Scores        ScoreIndex            // nil: reviews may be scored by every criterion
	Geo           Locator               // nil: every country is "Unknown"
	Addresses     IPPolicy              // of visitors; "": KeepFull
	AdminUsername string                // "": "admin"
	Registerer    prometheus.Registerer // nil: no metrics

	OnExpiring func(stream string) // called with each stream of events that expire, when it is written; nil: none. See [Retention.Note]
}

// Handler carries out commands. It is safe for concurrent use.
type Handler struct {
	*executor
	adminUsername string

	admin        account
	hasher       *hasher
	categories   *lru[events.CategoryID, time.Time] // when each was last found to exist
	subscribers  SubscriberIndex
	subscribing  *semaphore.Weighted         // held during a change of subscriptions
	aheadSince   *lru[time.Time, time.Time]  // when failures with a future time were first met
	failedFrom   *lru[uuid.UUID, netip.Addr] // networks of visitors who failed to sign in
	usage        *usage
	limitsExpire atomic.Bool // the stream of limits has its $maxAge
	repeatsGo    atomic.Bool // that of repeated subscriptions has its $maxCount
	visitors     *visitors
	agents       *lru[string, agent]
	days         days
	views        *batcher
	scheduler    *scheduler // nil: none
	scores       ScoreIndex // nil: none
	onExpiring   func(stream string)
}
