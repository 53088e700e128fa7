// Undoing the changes to one item.

package history

import (
	"context"

	"candor/commands"
	"candor/commands/editorial/slugs"
)

// Preview describes what undoing would do to an item; the zero value where it was not touched. used is how many items use it, if it is a
// category. Its error is Unavailable.
func Preview[S Reversible[S]](
	ctx context.Context, x *commands.Executor, u Undoing, stream string, start S, item Item, used int,
) (Compensation, error) {
	var l commands.Loaded[touched[S]]
	if err := touchedBy(u, start)(ctx, x.Log, stream, &l); err != nil {
		return Compensation{}, err
	}
	out, err := undoChanges[S]{item: item, used: used, at: x.Now()}.compensation(&l)
	if commands.KindOf(err) == commands.NotFound {
		return Compensation{}, nil
	}
	return out, err
}

// Undo undoes the changes to an item. Errors: NotFound, Conflict, InUse, Unavailable.
func Undo[S Reversible[S]](
	ctx context.Context, x *commands.Executor, by commands.Caller, u Undoing, stream string, start S, item UndoItem, used int,
) (commands.Result, error) {
	c := undoChanges[S]{item: item.Item, used: used, at: x.At(by)}
	return commands.Step[touched[S]]{Stream: stream, IfMatch: &item.Revision, Load: touchedBy(u, start), Command: c}.Run(ctx, x, by)
}

// UndoWithSlug is [Undo] for a thing with a slug: the slug that it gets back is reserved before, and the one that it leaves is released
// after. Errors: Invalid on "slug" too.
func UndoWithSlug[S interface {
	Reversible[S]
	Slug() string
}](
	ctx context.Context, by commands.Caller, u Undoing, r slugs.Registry, stream string, start S, item UndoItem, used int,
) (commands.Result, error) {
	unlock, err := r.Lock(ctx, item.ID)
	if err != nil {
		return commands.Result{}, err
	}
	defer unlock()
	var l commands.Loaded[touched[S]]
	if err := touchedBy(u, start)(ctx, r.Log, stream, &l); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	from := l.State.now.Slug()
	to := from
	if l.Revision == item.Revision && l.State.n > 0 {
		to = l.State.before.Slug()
	}
	return r.Move(ctx, by, item.ID, from, to, func(ctx context.Context) (commands.Result, error) {
		return Undo(ctx, r.Executor, by, u, stream, start, item, used)
	})
}

// Undone returns an item as it was before the first of the events to undo; false: none of them touched it. Its error is Unavailable.
func Undone[S Reversible[S]](ctx context.Context, x *commands.Executor, u Undoing, stream string, start S) (before S, ok bool, err error) {
	var l commands.Loaded[touched[S]]
	if err := touchedBy(u, start)(ctx, x.Log, stream, &l); err != nil {
		return before, false, commands.Typed(err)
	}
	return l.State.before, l.State.n > 0, nil
}
