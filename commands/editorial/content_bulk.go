// Carrying out one action on many items. Each item is a decision of its own on its own stream:
// what is refused for one does not hold up the others.

package editorial

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"candor/commands"
	"candor/events"
)

// bulkWriters is how many items of one request are appended at the same time: the log commits what
// arrives together as one, so a few in flight are much faster than one after the other.
const bulkWriters = 16

// BulkOutcome says how the action ended for each item.
type BulkOutcome struct {
	RequestID string // by which the changes can be undone; an earlier request's, where this one repeats it
	Done      []BulkDone
	Refused   []BulkRefusal
	Position  events.Position // what a reader must wait for to see all of it; 0: nothing was appended
}

// BulkDone is an item that now is as the action wants it. Changed is false when it was so before.
type BulkDone struct {
	ID       int64  `json:"id"`
	Revision uint64 `json:"revision"`
	Changed  bool   `json:"changed"`
}

// BulkRefusal is an item that stays as it was.
type BulkRefusal struct {
	ID  int64
	Err error // its Kind is NotFound, Invalid (its slug is taken), InUse (every site has it) or Unavailable
}

func (c collection[C, Ch]) Bulk(ctx context.Context, by commands.Caller, in BulkChange) (BulkOutcome, error) {
	if !slices.Contains(c.kind.actions, in.Action) {
		return BulkOutcome{}, commands.RefuseField("action", "Action must be one of "+joined(c.kind.actions))
	}
	return c.h.changeEach(ctx, by, in.IDs, func(by commands.Caller, id int64) (commands.Result, error) {
		update := updateItem[C, Ch]{id: id, at: c.h.At(by), now: c.h.Now()}
		switch in.Action {
		case BulkPublish, BulkUnpublish:
			published := in.Action == BulkPublish
			update.status = statusOf(&published)
		case BulkFeature, BulkUnfeature:
			featured := in.Action == BulkFeature
			update.featured = &featured
		case BulkDelete:
			return c.Delete(ctx, by, id, nil)
		case BulkRestore:
			return c.Restore(ctx, by, id)
		}
		return c.change(ctx, by, id, nil, update)
	})
}

// changeEach calls change with every id, a few at the same time, and collects the results in the order of ids.
func (h *Handler) changeEach(ctx context.Context, by commands.Caller, ids []int64,
	change func(by commands.Caller, id int64) (commands.Result, error)) (BulkOutcome, error) {
	if by.IdempotencyKey != "" {
		accepted, err := h.Claim(ctx, by, "", 0)
		if err != nil {
			return BulkOutcome{}, err
		}
		by.At, by.RequestID = accepted.At, accepted.Request
	}
	results := make([]commands.Result, len(ids))
	failed := make([]error, len(ids))
	var group errgroup.Group
	group.SetLimit(bulkWriters)
	for i, id := range ids {
		group.Go(func() error {
			defer commands.Recovered(&failed[i])
			results[i], failed[i] = change(by, id)
			return nil
		})
	}
	_ = group.Wait() // every item's error is its own
	out := BulkOutcome{RequestID: by.RequestID}
	var unavailable error
	for i, id := range ids {
		if err := failed[i]; err != nil {
			switch commands.KindOf(err) {
			case commands.NotFound, commands.Invalid, commands.InUse:
			case commands.Unavailable:
				unavailable = err
			default:
				return BulkOutcome{}, err
			}
			out.Refused = append(out.Refused, BulkRefusal{id, err})
			continue
		}
		out.Done = append(out.Done, BulkDone{ID: id, Revision: results[i].Revision, Changed: results[i].Position != 0})
		out.Position = max(out.Position, results[i].Position)
	}
	if unavailable != nil && len(out.Done) == 0 {
		return BulkOutcome{}, unavailable
	}
	return out, nil
}
