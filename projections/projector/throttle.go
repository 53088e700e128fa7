// Throttling a rebuild: small batches with pauses between them while the site answers requests.

package projector

import (
	"context"
	"time"
)

const (
	// events decoded at a time, and applied in one transaction, while requests come in: a request waits for one batch at most
	throttledBatch = 128
	throttledPause = 1                     // times as long as the batch took
	maxPause       = 20 * time.Millisecond // so that a slow disk doesn't prolong a rebuild without limit
)

// throttled reports whether g is being built beside the generation that answers, requests come in, and nobody waits for it.
func (p *Projector) throttled(g *generation) bool {
	return p.current.Load() != g && g.waiting.Load() == 0 && p.busy()
}

// pause leaves the processors and the disk to requests for a moment, in proportion to the last batch. It ends with ctx.
func pause(ctx context.Context, took time.Duration) {
	timer := time.NewTimer(min(throttledPause*took, maxPause))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
