// A change that is about to be made: what it is to readers, and which kinds of change it can be called.

package editorial

import (
	"context"

	"candor/commands"
	"candor/commands/editorial/history"
	"candor/commands/input"
	"candor/events"
)

// Change is a change that nobody has made yet.
type Change struct {
	// Asked reports whether readers have seen what changes, so that saving asks what kind of change it is.
	Asked bool
	Kinds []ChangeKind
	// Before and After are the contents, as of events.NewContent.
	Before, After any
}

// ChangeKind is a kind of change: correction, update or typo, with the reason why the change is none; "" if it may be one.
type ChangeKind struct {
	Type   events.VersionType
	Reason string
}

// ChangeInput is what a change is asked about with: the fields of an update, or the revision to restore.
type ChangeInput struct {
	Changes  []byte // a JSON object, as [Content].Parse reads it; nil: there is a revision
	Revision uint64
}

// ParseChange reads {"changes": {"rating": 4}} or {"revision": 3}. Its error is Invalid.
func ParseChange(body []byte) (ChangeInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return ChangeInput{}, err
	}
	in := ChangeInput{Changes: o.Raw("changes")}
	revision, none := o.Number("revision")
	switch given := in.Changes != nil && !input.IsNull(in.Changes); {
	case given == (revision != nil && !none):
		o.Fail("changes", "Either changes or revision is required")
	case given && in.Changes[0] != '{':
		o.Fail("changes", "Changes must be an object")
	case revision != nil && (*revision < 0 || *revision != float64(uint64(*revision))):
		o.Fail("revision", "Revision must be a whole number")
	case revision != nil:
		in.Revision, in.Changes = uint64(*revision), nil
	}
	if errs := o.Done(body); len(errs) > 0 {
		return ChangeInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

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
