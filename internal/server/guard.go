// The guard refuses writes to a log that isn't the one that the read models were made from, and strangers' writes while its disk is nearly
// full.

package server

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"candor/events"
	"candor/projections"
)

// guarded is a log that refuses writes, as if it were unavailable, while it may not be the one that the read models follow: it may be a
// restored backup, or the wrong node. While its disk is nearly full, it refuses what visitors and bots write. Background work writes
// through it as requests do. It embeds no log: each method is here, so that a new one is either guarded or passed on, on purpose.
type guarded struct {
	log     events.Log
	models  *projections.Models
	diskLow func() bool // nil: never
}

var _ events.Log = guarded{}

// known returns nil when the log may be written to. After a lost connection it waits until that is certain.
func (g guarded) known(ctx context.Context) error {
	if err := g.models.AwaitLogKnown(ctx); err != nil {
		return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
	}
	return nil
}

func (g guarded) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	if g.diskLow != nil && g.diskLow() {
		for _, p := range ps {
			if byStranger(p) {
				return events.Written{}, events.ErrReserved
			}
		}
	}
	if err := g.known(ctx); err != nil {
		return events.Written{}, err
	}
	return g.log.Append(ctx, stream, want, ps...)
}

// byStranger reports whether a visitor or a bot causes an event. A person who signs in is a visitor until then, and the demo site's
// visitors are the operator's invention.
func byStranger(p events.Proposed) bool {
	var m events.Metadata
	if json.Unmarshal(p.Meta, &m) != nil {
		return true
	}
	switch m.Actor.Kind {
	case events.ActorAdmin, events.ActorSystem:
		return false
	}
	return !m.Demo && p.Type != (events.AdminLoggedIn{}).EventType()
}

func (g guarded) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	if err := g.known(ctx); err != nil {
		return err
	}
	return g.log.DeleteStream(ctx, stream, want)
}

func (g guarded) TombstoneStream(ctx context.Context, stream string) error {
	if err := g.known(ctx); err != nil {
		return err
	}
	return g.log.TombstoneStream(ctx, stream)
}

func (g guarded) SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error) {
	if err := g.known(ctx); err != nil {
		return 0, err
	}
	return g.log.SetMaxAge(ctx, stream, age)
}

func (g guarded) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	if err := g.known(ctx); err != nil {
		return 0, err
	}
	return g.log.SetMaxCount(ctx, stream, count)
}

// Reads, and what asks about the log, are passed on.

func (g guarded) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	return g.log.Load(ctx, stream, from, handle)
}

func (g guarded) Last(ctx context.Context, stream string) (events.Recorded, error) {
	return g.log.Last(ctx, stream)
}

func (g guarded) ReadAll(ctx context.Context, after events.Position, count uint64, handle func(events.Recorded) error) error {
	return g.log.ReadAll(ctx, after, count, handle)
}

func (g guarded) At(ctx context.Context, position events.Position) (events.Recorded, bool, error) {
	return g.log.At(ctx, position)
}

func (g guarded) Head(ctx context.Context) (events.Position, error) { return g.log.Head(ctx) }

func (g guarded) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	return g.log.Subscribe(ctx, after, f, handle)
}

func (g guarded) Available() error                   { return g.log.Available() }
func (g guarded) Writable() error                    { return g.log.Writable() }
func (g guarded) RefusesWrites() error               { return g.log.RefusesWrites() }
func (g guarded) Away() (since time.Time, why error) { return g.log.Away() }
func (g guarded) Close() error                       { return g.log.Close() }
