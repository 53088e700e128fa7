// Traffic: whether the site is answering requests, for background work that can wait.

package httpapi

import (
	"sync/atomic"
	"time"
)

const (
	busyPeriod       = 100 * time.Millisecond // after a request, in which the next one is expected
	trafficPrecision = 10 * time.Millisecond  // of the time of the latest request
)

// Traffic records when the latest request came in. The zero value is ready, and safe for concurrent use.
type Traffic struct{ latest atomic.Int64 } // Unix nanoseconds

// Busy reports whether a request has come in during the last 100 milliseconds.
func (t *Traffic) Busy() bool { return time.Now().UnixNano()-t.latest.Load() < int64(busyPeriod) }

// note records a request that somebody waits for.
func (t *Traffic) note(now time.Time) {
	if at := now.UnixNano(); at-t.latest.Load() > int64(trafficPrecision) {
		t.latest.Store(at)
	}
}
