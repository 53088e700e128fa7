// Names that callers still use for what has a better one.

package audit

import (
	"time"

	"candor/events"
	"candor/projections/answers"
)

// Touched is [Changed].
type Touched = Changed

// TouchedBy is [Reader.ChangedBy].
func (r *Reader) TouchedBy(key int64, since time.Time) ([]Touched, error) {
	return r.ChangedBy(key, since)
}

// Trail is [Reader.Entries].
func (r *Reader) Trail(q Query, before events.Position, limit int) (Page, error) {
	return r.Entries(q, before, limit)
}

// TrailAfter is [Reader.EntriesAfter].
func (r *Reader) TrailAfter(q Query, after events.Position, limit int) ([]ListedEntry, events.Position, error) {
	return r.EntriesAfter(q, after, limit)
}

// TrailChoices is [Reader.Choices].
func (r *Reader) TrailChoices() (Choices, error) { return r.Choices() }

// DeletedReviewsAnswer is [Reader.DeletedAnswer] for reviews.
func (r *Reader) DeletedReviewsAnswer(search string, limit, offset int) (*answers.Answer, error) {
	return r.DeletedAnswer(events.ReviewKind, search, limit, offset)
}

// DeletedArticlesAnswer is [Reader.DeletedAnswer] for articles.
func (r *Reader) DeletedArticlesAnswer(search string, limit, offset int) (*answers.Answer, error) {
	return r.DeletedAnswer(events.ArticleKind, search, limit, offset)
}

// DeletedKeysAnswer is [Reader.DeletedAnswer] for API keys.
func (r *Reader) DeletedKeysAnswer(limit, offset int) (*answers.Answer, error) {
	return r.DeletedAnswer(events.KeyKind, "", limit, offset)
}
