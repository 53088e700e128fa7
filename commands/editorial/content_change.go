// Telling what a change of content would be to readers.

package editorial

import (
	"context"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

func (c collection[C, Ch]) Change(ctx context.Context, id int64, in ChangeInput) (Change, error) {
	var l commands.Loaded[item[C, Ch]]
	if err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l); err != nil {
		return Change{}, commands.Typed(err)
	}
	s := l.State
	if s.Gone() {
		return Change{}, c.kind.notFound()
	}
	changes, to, err := c.changesOf(ctx, id, in)
	if err != nil {
		return Change{}, err
	}
	after, status := s.content, s.status
	events.Apply(&after, events.Differing(s.content, changes))
	set(&status, to)
	before, unseen := s.marked(status == statusPublished)
	if unseen != "" {
		before = s.content
	}
	change := Change{Seen: s.released(), Before: &before, After: &after}
	var none Ch
	told := events.Former(before, events.Differing(before, events.Whole[Ch](after)), c.kind.Corrects) != none
	change.Asked, change.Kinds = unseen == "" && told, s.kindsOf(after, told)
	return change, nil
}

// changesOf returns the changes that an input asks about, and the status that they give the item; nil: it keeps its own.
func (c collection[C, Ch]) changesOf(ctx context.Context, id int64, in ChangeInput) (changes Ch, to *status, err error) {
	if in.Changes == nil {
		m, err := history.At(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), in.Revision)
		if in.State {
			to = &m.After.status
		}
		return events.Whole[Ch](m.After.content), to, err
	}
	changes, options, err := c.kind.parseValid(in.Changes)
	to = statusOf(options.IsPublished)
	if err != nil || c.kind.check == nil {
		return changes, to, err
	}
	errs, err := c.kind.check(ctx, c.h, func() (C, error) { return c.contentOf(ctx, id) }, &changes)
	if err == nil && len(errs) > 0 {
		err = commands.Refuse(errs...)
	}
	return changes, to, err
}

// kindsOf returns the kinds of change that a change of the item can be called, of those that its kind of content knows. told reports
// whether it changes what readers are told about.
func (s item[C, Ch]) kindsOf(after C, told bool) []ChangeKind {
	correction := ChangeKind{Type: events.VersionCorrected}
	if !told {
		correction.Reason = correctionOfWhat + s.kind.correctable
	}
	if !s.kind.Versioned {
		return []ChangeKind{correction}
	}
	return []ChangeKind{correction, {Type: events.VersionUpdated}, {Type: events.VersionTypo, Reason: notTypo[C, Ch](s.told, after)}}
}
