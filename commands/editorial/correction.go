// Markings: what an editor tells readers about a change of what they have seen: it is a correction, an update or a typo.

package editorial

import (
	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// maxNote is the most characters of a correction's or an update's note.
const maxNote = 1_000

// correctionOfWhat begins the error about a correction of what readers aren't told about.
const correctionOfWhat = "Correction requires a change to "

// The fields of a marking, in the order in which errors name them.
const (
	correctionField = "correction"
	updateField     = "update"
	typoField       = "typo"
)

// Marking says what a change of something published is; at most one of its fields is given. The zero value leaves it unsaid: readers
// see the change as an edit.
type Marking struct {
	Correction *string // the note: what was wrong
	Update     *string // the note: what has changed since; "" if the change speaks for itself
	Typo       bool    // only a slip of the pen
}

// readMarking reads a marking; null and a typo that is false are as absent.
func readMarking(o *input.Object) Marking {
	return Marking{Correction: readNote(o, correctionField), Update: readNote(o, updateField), Typo: input.IsTrue(o.Flag(typoField))}
}

// readNote returns a note as it was sent; nil when there is none, also for null.
func readNote(o *input.Object, field string) *string {
	if raw := o.Raw(field); raw == nil || input.IsNull(raw) {
		return nil
	}
	return o.Text(field)
}

// tidyMarking tidies a marking.
func tidyMarking(r *input.Rules, m *Marking) {
	r.Text(correctionField, &m.Correction, maxNote)
	if m.Correction != nil && *m.Correction == "" {
		r.Fail(correctionField, "Correction must say what was wrong")
	}
	r.Text(updateField, &m.Update, maxNote)
	if given := m.fields(); len(given) > 1 {
		for _, field := range given {
			r.Fail(field, "Only one of correction, update and typo can be given")
		}
	}
}

// fields returns the names of the fields that are given.
func (m Marking) fields() (names []string) {
	if m.Correction != nil {
		names = append(names, correctionField)
	}
	if m.Update != nil {
		names = append(names, updateField)
	}
	if m.Typo {
		names = append(names, typoField)
	}
	return names
}

// onNew refuses a marking of something new.
func (m Marking) onNew(noun string) (errs []commands.FieldError) {
	for _, field := range m.fields() {
		errs = append(errs, input.Wrong(field, "%s is only for changes of published content, not for a new %s", input.Label(field), noun))
	}
	return errs
}

// refused refuses a marking for a reason.
func (m Marking) refused(reason string) (errs []commands.FieldError) {
	for _, field := range m.fields() {
		errs = append(errs, input.Wrong(field, "%s is only for published content. %s", input.Label(field), reason))
	}
	return errs
}

// onUnversioned refuses markings that only a public history shows, of a kind without one.
func (m Marking) onUnversioned(k events.Kind) (errs []commands.FieldError) {
	for _, field := range m.fields() {
		if field != correctionField && !k.Versioned {
			errs = append(errs, input.Wrong(field, "%s is not for %s. Send a correction, or nothing", input.Label(field), k.Plural()))
		}
	}
	return errs
}

// marked returns the content that readers compare a change with, if they see it after the change. Else it returns why the change can't be
// marked.
func (s item[C, Ch]) marked(published bool) (before C, reason string) {
	switch {
	case !published && s.published():
		return before, "This change unpublishes it"
	case !published && s.released():
		return before, "Send it when you publish this draft again"
	case !s.released():
		return before, "Readers have not seen this draft"
	}
	return s.seen, ""
}

// mark returns the events, one or none, that say what the update to a content is, which leaves the item published or not.
func (c updateItem[C, Ch]) mark(s item[C, Ch], after C, published bool) ([]events.Event, error) {
	k, m := s.kind, c.marking
	before, reason := s.marked(published)
	if c.imported && reason != "" { // readers of the old site saw what those of this one have not
		return nil, nil
	}
	if errs := m.refused(reason); reason != "" && len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	if errs := m.onUnversioned(k.Kind); len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	var none Ch
	changes := events.Differing(before, events.Whole[Ch](after))
	was := events.Former(before, changes, k.Corrects)
	if c.imported && (changes == none || m.Correction != nil && was == none) { // what its author spoke of wasn't imported
		return nil, nil
	}
	said := events.About{Item: k.item(c.id), At: c.at, Changes: was}
	switch {
	case m.Correction != nil && was == none:
		return nil, commands.RefuseField(correctionField, correctionOfWhat+k.correctable)
	case m.Correction != nil:
		said.Action, said.Note = events.ActionCorrected, *m.Correction
	case m.Update != nil && changes == none:
		return nil, commands.RefuseField(updateField, "Update requires a change")
	case m.Update != nil:
		said.Action, said.Note = events.ActionUpdateNoted, *m.Update
	case m.Typo && changes == none:
		return nil, commands.RefuseField(typoField, "Typo requires a change")
	case m.Typo && !c.imported && notTypo[C, Ch](s.told, after) != "":
		return nil, commands.RefuseField(typoField, notTypo[C, Ch](s.told, after))
	case m.Typo:
		said.Action = events.ActionTypoMarked
	default:
		return nil, nil
	}
	return []events.Event{said.Event()}, nil
}
