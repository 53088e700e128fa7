// The log away: readers are served from the read models, with the age of what they get; writes are refused at once.

package httpapi

import (
	"strconv"
	"time"
)

// seenToRetry is when a write is worth trying again that waits for somebody to see to the log: it is another one, or its storage has failed.
const seenToRetry = time.Minute

// tellAge sets Age (RFC 9111, section 5.1) where the answer may be out of date, because the log is away, the read model has not
// caught up with it or the engines have not caught up with the read model: the seconds since it was certainly not. An answer without Age is up to date. Public
// answers may be kept by caches for no longer than ever: they must ask again before each use, but for pictures, of whose day the age is taken off.
func (c *request) tellAge() {
	if !safe(c.request.Method) || c.hasAsOf || !c.AsOf.IsZero() || len(c.endpoint.reads) == 0 {
		return
	}
	age := c.Models.AsOf
	if c.actor.Kind == "" && c.Models.Content != nil { // somebody who sees nothing else
		age = c.Models.Content.AsOf
	}
	old := c.staleFor
	at, stale := age()
	if stale {
		old = max(old, time.Since(at), 1)
	}
	if old > 0 {
		c.set("Age", strconv.FormatInt(int64(old/time.Second), 10))
	}
}

// logRefuses refuses what would be written to a log that has been away for longer than a write waits, that takes no writes, or that is
// another one than the read models': before the body is read, a limit is charged or a password is hashed.
func (c *request) logRefuses() error {
	if safe(c.request.Method) || !c.AsOf.IsZero() || c.endpoint.withoutLog {
		return nil
	}
	return c.takesWrites()
}
