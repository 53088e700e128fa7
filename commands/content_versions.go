// Withholding and releasing versions of content.

package commands

import "context"

func (c collection[C, Ch]) Withhold(ctx context.Context, by Caller, id int64, revision uint64, reason string, ifMatch *uint64) (Result, error) {
	return c.changeVersion(ctx, by, id, ifMatch, withholdVersion{c.kind.item(id), revision, reason, c.kind.Noun, c.h.at(by)})
}

func (c collection[C, Ch]) Release(ctx context.Context, by Caller, id int64, revision uint64, ifMatch *uint64) (Result, error) {
	return c.changeVersion(ctx, by, id, ifMatch, releaseVersion{c.kind.item(id), revision, c.kind.Noun, c.h.at(by)})
}

func (c collection[C, Ch]) changeVersion(ctx context.Context, by Caller, id int64, ifMatch *uint64, cmd decider[itemVersions]) (Result, error) {
	if id <= 0 || !c.kind.Versioned {
		return Result{}, c.kind.notFound()
	}
	result, err := step[itemVersions]{stream: c.kind.stream(id), ifMatch: ifMatch, load: loadVersions, command: cmd}.run(ctx, c.h.executor, by)
	result.ID = id
	return result, err
}
