// The slugs of a kind of content whose items have one.

package editorial

import (
	"context"

	"candor/commands"
	"candor/commands/editorial/slugs"
)

// slugAfter returns the slug that an item will have after a command, as far as the item is what it was before.
func slugAfter[C any, Ch comparable](cmd commands.Decider[item[C, Ch]], before item[C, Ch]) string {
	evs, err := cmd.Decide(before)
	if err != nil {
		return before.Slug() // it will be refused
	}
	after := before
	for _, e := range evs {
		after = after.Evolve(e)
	}
	return after.Slug()
}

// slugs returns the registry of the kind's slugs.
func (c collection[C, Ch]) slugs() slugs.Registry {
	return slugs.Registry{Executor: c.h.Executor, Kind: c.kind.slug.kind,
		Uses: func(ctx context.Context, id int64, slug string) (bool, error) {
			var l commands.Loaded[item[C, Ch]]
			err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
			return l.State.Slug() == slug, err
		}}
}

// nameNew reserves the slug of a new item, which is made from its title unless it is given.
func (c collection[C, Ch]) nameNew(ctx context.Context, by commands.Caller, id int64, content *C) (err error) {
	slug := c.kind.slug.of(content)
	if *slug != "" {
		_, err = c.slugs().Reserve(ctx, by, *slug, id)
		return err
	}
	*slug, err = c.slugs().ReserveFor(ctx, by, c.kind.title(*content), c.kind.Name, id)
	return err
}

// repeatedCreation returns the result of an earlier try to create the item under the same Idempotency-Key; nil: there was none. The
// slug may be another item's since.
func (c collection[C, Ch]) repeatedCreation(ctx context.Context, by commands.Caller, id int64) (*commands.Result, error) {
	if by.IdempotencyKey == "" {
		return nil, nil
	}
	last, err := c.h.Log.Last(ctx, c.kind.stream(id))
	if err != nil {
		return nil, commands.Typed(commands.IgnoreAbsent(err))
	}
	return &commands.Result{ID: id, Revision: last.Revision, Position: last.Position}, nil
}
