// While the log is away: readers are served from the read models, with the age of their answers; writes are refused at once. While its disk
// is nearly full, those of anybody but the admin and the operator are.

package httpapi

import (
	"strconv"
	"time"

	"candor/events"
)

// operatorRetry is when to try a write again that only the operator can make possible: the log is another one, or its storage has failed.
const operatorRetry = time.Minute

// SetAge sets Age (RFC 9111, section 5.1) where the answer may be out of date, because the log is away, the read model has not caught up
// with it, or the page was rendered before the latest change: the seconds since it was certainly up to date. An answer without Age is up
// to date. Age does not make caches store an answer any longer: they must ask before each use, except for pictures, from whose day it is
// subtracted.
func (c *Call) SetAge() {
	if !safe(c.Request.Method) || c.HasAsOf || !c.AsOf.IsZero() || len(c.endpoint.reads) == 0 {
		return
	}
	age := c.Models.AsOf
	if c.Actor.Kind == "" && c.Models.Content != nil { // visitors see only content
		age = c.Models.Content.AsOf
	}
	old := c.staleFor
	at, stale := age()
	if stale {
		old = max(old, time.Since(at), 1)
	}
	if old > 0 {
		c.Set("Age", strconv.FormatInt(int64(old/time.Second), 10))
	}
}

// logRefuses refuses a write while the log has been away for longer than a write waits, takes no writes, is not the one that the read
// models were built from, or reserves its disk for others: before the body is read, a limit is charged or a password is hashed. The log
// itself refuses what visitors and bots write (see the guard of internal/server), also in calls that only read.
func (c *Call) logRefuses() error {
	if safe(c.Request.Method) || !c.AsOf.IsZero() || c.endpoint.WithoutLog {
		return nil
	}
	if err := c.refusesWrites(); err != nil {
		return err
	}
	if c.ReserveOnly() && !c.endpoint.Who.spendsReserve {
		return events.ErrReserved
	}
	return nil
}

// ReserveOnly reports whether the log's disk is nearly full.
func (c *Call) ReserveOnly() bool { return c.DiskLow != nil && c.DiskLow() }
