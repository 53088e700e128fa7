// The clock by which the demo site is made.

package demo

import (
	"sync"
	"time"
)

// Clock tells the time at which something of the demo site happens. A log that is given [Clock.Now] as its own clock gets the same times,
// and the true ones once the site is made. The zero value tells the true time.
type Clock struct {
	mu sync.Mutex
	at time.Time // zero: now
}

// Now returns the time. It may be called from several goroutines.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return time.Now()
	}
	return c.at
}

func (c *Clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}
