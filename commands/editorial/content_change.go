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
	changes, err := c.changesOf(ctx, id, in)
	if err != nil {
		return Change{}, err
	}
	changes = events.Differing(s.content, changes)
	after := s.content
	events.Apply(&after, changes)
	var none Ch
	told := events.Former(s.content, changes, c.kind.Corrects) != none
	return Change{Asked: s.published() && told, Kinds: s.kindsOf(changes, told), Before: &s.content, After: &after}, nil
}

// changesOf returns the changes that an input asks about.
func (c collection[C, Ch]) changesOf(ctx context.Context, id int64, in ChangeInput) (changes Ch, err error) {
	if in.Changes == nil {
		m, err := history.At(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), in.Revision)
		return events.Whole[Ch](m.After.content), err
	}
	changes, _, err = c.kind.parseValid(in.Changes)
	if err != nil || c.kind.check == nil {
		return changes, err
	}
	errs, err := c.kind.check(ctx, c.h, func() (C, error) { return c.contentOf(ctx, id) }, &changes)
	if err == nil && len(errs) > 0 {
		err = commands.Refuse(errs...)
	}
	return changes, err
}

// kindsOf returns the kinds of change that changes of the item can be called, of those that its kind of content knows. told reports whether
// they change what readers are told about.
func (s item[C, Ch]) kindsOf(changes Ch, told bool) []ChangeKind {
	correction := ChangeKind{Type: events.VersionCorrected}
	if !told {
		correction.Reason = correctionOfWhat + s.kind.correctable
	}
	if !s.kind.Versioned {
		return []ChangeKind{correction}
	}
	return []ChangeKind{correction, {Type: events.VersionUpdated}, {Type: events.VersionTypo, Reason: s.notTypo(changes)}}
}
