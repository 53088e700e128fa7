// Rendering ahead: pages are rendered before a reader asks for them.

package pages

import (
	"context"
	"time"
)

// aheadPeriod is how often rendering ahead looks whether an engine is free.
const aheadPeriod = 50 * time.Millisecond

// Ahead renders a page that the cache lacks, or that is out of date, and returns when that is done or ctx has ended. Readers come first: it
// waits until an engine is free.
func (r *Renderer) Ahead(ctx context.Context, path, origin string) {
	for range renderAttempts {
		if p := r.cache.get(path); p != nil && p.upToDate(r.Clock()) {
			return
		}
		for r.Busy() {
			select {
			case <-time.After(aheadPeriod):
			case <-ctx.Done():
				return
			}
		}
		r.ahead.Store(true)
		rendered := r.start(ctx, path, origin)
		select {
		case result := <-rendered:
			r.ahead.Store(false)
			if result.Err != nil {
				return // counted and logged
			}
		case <-ctx.Done():
			r.ahead.Store(false)
			return
		}
	}
}
