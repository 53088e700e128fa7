// The guard refuses writes to a log that isn't the one that the read models were made from.

package server

import (
	"context"
	"fmt"
	"time"

	"candor/events"
	"candor/projections"
)

// guarded is a log that refuses writes, as if it were unavailable, while it may not be the one that the read models follow: it may be a restored
// backup, or the wrong node. Background work writes through it as requests do.
type guarded struct {
	events.Log
	models *projections.Models
}

// known returns nil when the log may be written to. After a lost connection it waits until that is certain.
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
