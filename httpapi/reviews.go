// Reviews.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections/content"
)

// reviewKind serves /api/reviews and /api/admin/reviews.
var reviewKind = contentKind{name: events.ReviewKind, path: "reviews", noun: "Review", does: (*commands.Handler).Reviews, past: pastReview}

// pastReview returns a review as it was.
func pastReview(id int64, then commands.Past, corrections []content.Correction) any {
	r := content.ReviewOf(then.Content.(events.ReviewContent))
	r.ID, r.Revision, r.IsPublished, r.IsFeatured = id, then.Revision.Revision, then.Published, then.Featured
	r.CreatedAt, r.UpdatedAt = then.Times.Created.UTC(), then.Times.Updated.UTC()
	r.PublishedAt, r.PricedAt, r.CorrectedAt = optionalTime(then.Times.Published), optionalTime(then.Times.Priced), latestOf(corrections, content.Corrected)
	r.UpdateNotedAt = latestOf(corrections, content.Updated)
	return struct {
		content.Review
		Corrections []content.Correction `json:"corrections"`
		content.Schedule
	}{r, corrections, content.Schedule(then.Schedule)}
}
