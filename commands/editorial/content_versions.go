// Withholding and releasing versions of content.

package editorial

import (
	"context"

	"candor/commands"
)

func (c collection[C, Ch]) Withhold(ctx context.Context, by commands.Caller, id int64, revision uint64, reason string,
	ifMatch *uint64) (commands.Result, error) {
	return c.changeVersion(ctx, by, id, ifMatch, withholdVersion{c.kind.item(id), revision, reason, c.kind.Noun, c.h.At(by)})
}

func (c collection[C, Ch]) Release(ctx context.Context, by commands.Caller, id int64, revision uint64, ifMatch *uint64) (commands.Result,
	error) {
	return c.changeVersion(ctx, by, id, ifMatch, releaseVersion{c.kind.item(id), revision, c.kind.Noun, c.h.At(by)})
}

func (c collection[C, Ch]) changeVersion(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64,
	cmd commands.Decider[itemVersions]) (commands.Result, error) {
	if id <= 0 || !c.kind.Versioned {
		return commands.Result{}, c.kind.notFound()
	}
	result, err := commands.Step[itemVersions]{Stream: c.kind.stream(id), IfMatch: ifMatch, Load: loadVersions, Command: cmd}.Run(ctx,
		c.h.Executor, by)
	result.ID = id
	return result, err
}
