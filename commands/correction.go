// Corrections: updates of what readers have seen, which the editor marks with a note.

package commands

import "candor/events"

// maxCorrection is the most characters of a correction's note.
const maxCorrection = 1_000

// correction is a note as it was sent; nil when there is none, also for null.
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

// correctedReview is what a review said of those fields that a correction may be about and that changes touch.
func correctedReview(changes events.ReviewChanges, was events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		Title: former(changes.Title, was.Title), Content: former(changes.Content, was.Content),
		Rating: former(changes.Rating, was.Rating), Verdict: former(changes.Verdict, was.Verdict),
		ProductPrice: former(changes.ProductPrice, was.ProductPrice), ProductPriceMax: former(changes.ProductPriceMax, was.ProductPriceMax),
	}
}

// correctedArticle is the same for an article.
func correctedArticle(changes events.ArticleChanges, was events.ArticleContent) events.ArticleChanges {
	return events.ArticleChanges{
		Title: former(changes.Title, was.Title), Content: former(changes.Content, was.Content), Excerpt: former(changes.Excerpt, was.Excerpt),
	}
}

// former is the value of before where there is a change.
func former[T any](change *T, before T) *T {
	if change == nil {
		return nil
	}
	return &before
}

// correctable refuses a correction of what readers can't see, or of nothing that they would care for.
func correctable(published, changes bool, fields string) error {
	switch {
	case !published:
		return invalidField("correction", "Correction is only for published content. Readers have not seen this draft")
	case !changes:
		return invalidField("correction", "Correction requires a change to "+fields)
	}
	return nil
}

// noteOf is what a correction tells readers; "" for other facts.
func noteOf(e events.Event) string {
	switch e := e.(type) {
	case events.ReviewCorrected:
		return e.Note
	case events.ArticleCorrected:
		return e.Note
	}
	return ""
}
