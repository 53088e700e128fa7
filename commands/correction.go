// Corrections: updates of what readers have seen, which the editor marks with a note.

package commands

import "candor/events"

// maxCorrection is the most characters of a correction's note.
const maxCorrection = 1_000

// correction returns a note as it was sent; nil when there is none, also for null.
func (o *object) correction(field string) *string {
	if raw := o.raw(field); raw == nil || isNull(raw) {
		return nil
	}
	return o.text(field)
}

// correction tidies a note.
func (r *rules) correction(value **string) {
	r.text("correction", value, maxCorrection)
	if *value != nil && **value == "" {
		r.fail("correction", "Correction must say what was wrong")
	}
}

// newlyCorrected refuses a note on something new.
func newlyCorrected(note *string, noun string) []FieldError {
	if note == nil {
		return nil
	}
	return []FieldError{{"correction", "A new " + noun + " can't have a correction"}}
}

// former returns the value before a change; nil without a change.
func former[T any](change *T, before T) *T {
	if change == nil {
		return nil
	}
	return &before
}

// correctable refuses a correction of an item that readers can't see, or without a change to the fields that corrections are about.
func correctable(published, changes bool, fields string) error {
	switch {
	case !published:
		return invalidField("correction", "Correction is only for published content. Readers have not seen this draft")
	case !changes:
		return invalidField("correction", "Correction requires a change to "+fields)
	}
	return nil
}

// noteOf returns a correction's note for readers; "" for other events.
func noteOf(e events.Event) string {
	switch e := e.(type) {
	case events.ReviewCorrected:
		return e.Note
	case events.ArticleCorrected:
		return e.Note
	}
	return ""
}
