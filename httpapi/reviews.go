// Reviews.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections/content"
	"candor/projections/versions"
)

// reviewKind serves /api/reviews and /api/admin/reviews.
var reviewKind = contentKind{name: events.ReviewKind, path: "reviews", noun: "Review", parameters: reviewParameters, does: (*commands.Handler).Reviews, past: pastReview, version: reviewVersion}

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
	}{r, corrections, content.Schedule{PublishAt: then.Schedule.PublishAt, UnpublishAt: then.Schedule.UnpublishAt}}
}

// reviewVersion returns a review as it was in a version.
func reviewVersion(id int64, then *versions.Snapshot) any {
	r := content.ReviewOf(*then.Content.(*events.ReviewContent))
	r.ID, r.Revision, r.IsPublished, r.IsFeatured = id, then.Revision, true, then.Featured
	r.CreatedAt, r.UpdatedAt, r.PublishedAt, r.PricedAt = then.Created, then.Updated, then.Published, then.Priced
	return &r
}
