// Package access carries out commands on who may do what: the admin's account and sign-ins, API keys, and limits that instances share.
package access

import (
	"cmp"
	"context"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/traffic"
)

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	traffic       *traffic.Handler
	adminUsername string
	admin         account
	hasher        *hasher
	aheadSince    *commands.LRU[time.Time, time.Time]  // when failures with a future time were first met
	failedFrom    *commands.LRU[uuid.UUID, netip.Addr] // networks of visitors who failed to sign in
	usage         *usage
	limitsExpire  atomic.Bool // the stream of limits has its $maxAge
}

// New starts a handler with a goroutine that records the use of keys, until [Handler.Close]. adminUsername "" is "admin".
func New(x *commands.Executor, visits *traffic.Handler, adminUsername string) *Handler {
	h := &Handler{
		Executor:      x,
		traffic:       visits,
		adminUsername: cmp.Or(adminUsername, "admin"),
		admin:         account{lock: commands.NewLock()},
		hasher:        newHasher(),
		aheadSince:    commands.NewLRU[time.Time, time.Time](maxFailures),
		failedFrom:    commands.NewLRU[uuid.UUID, netip.Addr](maxFailures),
	}
	h.usage = newUsage(h.recordUse)
	return h
}

// Close waits until every counted use of a key is in the log. Its error is ctx's, or the log's.
func (h *Handler) Close(ctx context.Context) error { return h.usage.close(ctx) }
