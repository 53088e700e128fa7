// Work that several requests need at once, and that is done once for all of them.

package commands

import (
	"context"
	"time"

	"golang.org/x/sync/singleflight"
)

// Flights does work once for all callers who ask for it under the same key at the same time. The zero value is ready.
type Flights[V any] struct{ group singleflight.Group }

// Do returns what work returns. The work goes on, for as long as timeout, when a caller's context ends: others may wait for it. Errors:
// the work's, one that names its panic, ctx's.
func (f *Flights[V]) Do(ctx context.Context, key string, timeout time.Duration, work func(context.Context) (V, error)) (V, error) {
	done := f.group.DoChan(key, func() (result any, err error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		defer Recovered(&err)
		return work(ctx)
	})
	select {
	case result := <-done:
		value, _ := result.Val.(V) // after a panic there is none
		return value, result.Err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}
