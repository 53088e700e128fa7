// How a handler starts and stops.

package commands

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

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
		executor:      &executor{log: c.Log, clock: c.Clock, logTime: c.LogClock, logger: c.Logger, metrics: m, slugChanges: newStriped()},
		adminUsername: c.AdminUsername,
		hasher:        newHasher(),
		categories:    newLRU[events.CategoryID, time.Time](maxKnownCategories),
		admin:         account{lock: newLock()},
		subscribers:   c.Subscribers,
		subscribing:   newLock(),
		aheadSince:    newLRU[time.Time, time.Time](maxFailures),
		failedFrom:    newLRU[uuid.UUID, netip.Addr](maxFailures),
		agents:        newLRU[string, agent](maxKnownAgents),
	}
	if h.clock == nil {
		h.clock = time.Now
	}
	if h.logTime == nil {
		h.logTime = h.clock
	}
	h.visitors = newVisitors(c.Visitors, &salt{log: c.Log, clock: h.clock, lock: newLock()}, c.Geo, c.Addresses)
	if h.adminUsername == "" {
		h.adminUsername = "admin"
	}
	h.usage = newUsage(h.recordUse)
	if h.onExpiring = c.OnExpiring; h.onExpiring == nil {
		h.onExpiring = func(string) {}
	}
	h.views = newBatcher(c.Log, c.Logger, m, h.onExpiring)
	h.scores = c.Scores
	if h.subscribers == nil {
		h.subscribers = loggedSubscribers{c.Log}
	}
	if c.Schedules != nil {
		h.scheduler = newScheduler(h.executor, c.Schedules, h.CarryOut)
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
