// Traffic: whether the site is answering requests, for work in the background that can wait.

package httpapi

import (
	"sync/atomic"
	"time"
)

const (
	trafficLasts = 100 * time.Millisecond // after a request, the next one is expected for so long
	trafficGrain = 10 * time.Millisecond  // how exactly requests are noted
)

// Traffic remembers when a request last came in. The zero value is ready, and safe for concurrent use.
type Traffic struct{ last atomic.Int64 } // in Unix nanoseconds

// Busy reports whether a request has come in during the last 100 milliseconds.
func (t *Traffic) Busy() bool { return time.Now().UnixNano()-t.last.Load() < int64(trafficLasts) }

// note is called for each request that somebody waits for.
func (t *Traffic) note(now time.Time) {
	if at := now.UnixNano(); at-t.last.Load() > int64(trafficGrain) {
		t.last.Store(at)
	}
}
