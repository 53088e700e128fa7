// Reviews.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections"
)

// reviewKind serves /api/reviews and /api/admin/reviews.
var reviewKind = contentKind{name: events.ReviewKind, path: "reviews", noun: "Review", does: (*commands.Handler).Reviews, past: pastReview}

// pastReview returns a review as it was.
func pastReview(id int64, then commands.Past[any], corrections []projections.Correction) any {
	r := projections.ReviewOf(then.Content.(events.ReviewContent))
	r.ID, r.Revision, r.IsPublished, r.IsFeatured = id, then.Revision.Revision, then.Published, then.Featured
	r.CreatedAt, r.UpdatedAt = then.Times.Created.UTC(), then.Times.Updated.UTC()
	r.PublishedAt, r.PricedAt, r.CorrectedAt = optionalTime(then.Times.Published), optionalTime(then.Times.Priced), correctedAt(corrections)
	return struct {
		projections.Review
		Corrections []projections.Correction `json:"corrections"`
		projections.Schedule
	}{r, corrections, projections.Schedule(then.Schedule)}
}
