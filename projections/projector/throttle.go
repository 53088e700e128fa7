// Throttling a rebuild: small batches with pauses between them while the site answers requests.

package projector

import (
	"context"
	"time"
)

const (
	throttledBatch = 512                   // events in one transaction while requests come in
	throttledPause = 2                     // times as long as the batch took
	maxPause       = 20 * time.Millisecond // so that a slow disk doesn't prolong a rebuild without limit
)

// throttled reports whether this generation is being built beside the one that answers, requests come in, and nobody waits for it.
func (a *applier) throttled() bool {
	return a.p.current.Load() != a.g && a.g.waiting.Load() == 0 && a.p.busy()
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
