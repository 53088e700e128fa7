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

// onDraft refuses a marking of an item that readers can't see.
func (m Marking) onDraft() (errs []commands.FieldError) {
	for _, field := range m.fields() {
		errs = append(errs, input.Wrong(field, "%s is only for published content. Readers have not seen this draft", input.Label(field)))
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

// notTypo returns why changes of the item are not a typo; "" if they may be one.
func (s item[C, Ch]) notTypo(changes Ch) string {
	after := s.content
	events.Apply(&after, changes)
	return notTypo[C, Ch](s.told, after)
}

// mark returns the events, one or none, that say what the update by changes is. changes are those that change something.
func (c updateItem[C, Ch]) mark(s item[C, Ch], changes Ch) ([]events.Event, error) {
	k, m := s.kind, c.marking
	if errs := m.onDraft(); !s.published() && len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	if errs := m.onUnversioned(k.Kind); len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	var none Ch
	was := events.Former(s.content, changes, k.Corrects)
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
	case m.Typo && !c.imported && s.notTypo(changes) != "":
		return nil, commands.RefuseField(typoField, s.notTypo(changes))
	case m.Typo:
		said.Action = events.ActionTypoMarked
	default:
		return nil, nil
	}
	return []events.Event{said.Event()}, nil
}
