// The guard: a log that is written to only while it is the one that the read models were made from.

package server

import (
	"context"
	"fmt"
	"time"

	"candor/events"
	"candor/projections"
)

// guarded is a log whose writes are refused, as if it were away, while it may be another one than the read models follow: a
// backup that was restored, or the wrong node. What works in the background is held to it as requests are.
type guarded struct {
	events.Log
	models *projections.Models
}

// known returns nil when the log may be written to. After a connection was lost it waits until that can be told.
func (g guarded) known(ctx context.Context) error {
	if err := g.models.AwaitLogKnown(ctx); err != nil {
		return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
	}
	return nil
}

func (g guarded) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	if err := g.known(ctx); err != nil {
		return events.Written{}, err
	}
	return g.Log.Append(ctx, stream, want, ps...)
}

func (g guarded) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	if err := g.known(ctx); err != nil {
		return err
	}
	return g.Log.DeleteStream(ctx, stream, want)
}

func (g guarded) TombstoneStream(ctx context.Context, stream string) error {
	if err := g.known(ctx); err != nil {
		return err
	}
	return g.Log.TombstoneStream(ctx, stream)
}

func (g guarded) SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error) {
	if err := g.known(ctx); err != nil {
		return 0, err
	}
	return g.Log.SetMaxAge(ctx, stream, age)
}

func (g guarded) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	if err := g.known(ctx); err != nil {
		return 0, err
	}
	return g.Log.SetMaxCount(ctx, stream, count)
}
