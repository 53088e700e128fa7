// Creating many items, each under its own Idempotency-Key, as an import does.

package editorial

import (
	"context"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"candor/commands"
)

// Creation is an item to create, and the caller who creates it.
type Creation struct {
	By   commands.Caller
	Item Parsed
}

// Created is the outcome of a Creation. Its error is one of [Parsed].Create.
type Created struct {
	commands.Result
	Err error
}

// prepares is a parsed item that can be checked before it has an id.
type prepares interface {
	Kind() string
	prepare(ctx context.Context, by commands.Caller) (create func(ctx context.Context, by commands.Caller,
		id int64) (commands.Result, error),
		err error)
}

func (p parsed[C, Ch]) prepare(ctx context.Context,
	by commands.Caller) (func(context.Context, commands.Caller, int64) (commands.Result, error), error) {
	changes, options := p.changes, p.options
	pictures, err := p.checkNew(ctx, by, &changes, &options)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, by commands.Caller, id int64) (commands.Result, error) {
		return p.createAs(ctx, by, id, changes, options, pictures)
	}, nil
}

// CreateAll creates items as [Parsed].Create does, and returns their outcomes in their order; what fails for one does not hold up the
// others. The new ones get ids in their order, which are reserved in one append for each kind, and then all are appended at the same time:
// the log commits what arrives together as one. Callers bound how many these are.
func (h *Handler) CreateAll(ctx context.Context, all []Creation) []Created {
	out := make([]Created, len(all))
	create := make([]func(context.Context, commands.Caller, int64) (commands.Result, error), len(all))
	kinds := make([]string, len(all))
	fresh := map[string][]int{} // by kind, those without an id
	for i, c := range all {
		item := c.Item.(prepares) // as all of this package are
		kinds[i] = item.Kind()
		if create[i], out[i].Err = item.prepare(ctx, c.By); out[i].Err != nil {
			continue
		}
		present := false
		if present, out[i].Err = h.Repeats(ctx, c.By); out[i].Err == nil && !present {
			fresh[kinds[i]] = append(fresh[kinds[i]], i)
		}
	}
	reserved := make([][]int64, len(all))
	for _, kind := range slices.Sorted(maps.Keys(fresh)) {
		some := fresh[kind]
		by := all[some[0]].By
		by.At = time.Time{}
		ids, err := h.Reserve(ctx, by, kind, len(some))
		for n, i := range some {
			if out[i].Err = err; err == nil {
				reserved[i] = ids[n : n+1]
			}
		}
	}
	var group errgroup.Group
	for i, c := range all {
		if out[i].Err != nil {
			continue
		}
		group.Go(func() error {
			defer commands.Recovered(&out[i].Err)
			out[i].Result, out[i].Err = h.createClaimed(ctx, c.By, kinds[i], reserved[i], create[i])
			return nil
		})
	}
	_ = group.Wait() // each item's error is its own
	return out
}

// createClaimed creates an item with the id that its request was given before, or else with the reserved one, nil for a new one.
func (h *Handler) createClaimed(ctx context.Context, by commands.Caller, kind string, reserved []int64,
	create func(context.Context, commands.Caller, int64) (commands.Result, error)) (commands.Result, error) {
	claimed, err := h.ClaimFrom(ctx, by, 1, func() ([]int64, error) {
		if reserved != nil {
			return reserved, nil
		}
		return h.Reserve(ctx, by, kind, 1)
	})
	if err != nil {
		return commands.Result{}, err
	}
	by.At = claimed.At
	return create(ctx, by, claimed.IDs[0])
}
