// Package traffic records visits: page views, and the visitors behind them.
package traffic

import (
	"context"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

// VisitorIndex knows which visitor an address is, if it has been seen and visitors of that time are still stored, and the other way round.
type VisitorIndex interface {
	VisitorOf(address string, retention time.Duration) (uuid.UUID, bool)
	AddressOf(visitor uuid.UUID) (string, bool)
}

// Locator knows where an address is: an ISO 3166 country code, "Local" or "Unknown", and a city or "".
type Locator interface {
	Locate(addr netip.Addr) (country, city string)
}

// SettingsIndex knows the settings of privacy in effect. Its error says that it doesn't know them yet.
type SettingsIndex interface {
	PrivacySettings() (events.PrivacySettings, error)
}

// Config says what a Handler works with.
type Config struct {
	Visitors   VisitorIndex        // nil: only those seen since the start are known
	Geo        Locator             // nil: every country is "Unknown"
	Settings   SettingsIndex       // nil: the defaults
	OnExpiring func(stream string) // called with each stream of events that expire, when it is written; nil: none. See [Retention.Note]
}

// Handler records visits. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	Visitors   *visitors
	agents     *commands.LRU[string, agent]
	days       days
	views      *batcher
	onExpiring func(stream string)
}

// New starts a handler with a goroutine that appends page views, until [Handler.Close].
func New(x *commands.Executor, c Config) *Handler {
	h := &Handler{
		Executor:   x,
		Visitors:   newVisitors(c.Visitors, &salt{log: x.Log, clock: x.Clock, lock: commands.NewLock()}, c.Geo, c.Settings),
		agents:     commands.NewLRU[string, agent](maxKnownAgents),
		onExpiring: c.OnExpiring,
	}
	if h.onExpiring == nil {
		h.onExpiring = func(string) {}
	}
	h.views = newBatcher(x.Log, x.Logger, x.Metrics, h.onExpiring)
	return h
}

// Close waits until every accepted page view is in the log. Those that come later are Unavailable. Its error is ctx's, or the log's.
func (h *Handler) Close(ctx context.Context) error { return h.views.close(ctx) }
