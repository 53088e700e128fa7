// Reviews.

package httpapi

import (
	"candor/commands"
	"candor/events"
	"candor/projections"
)

// reviewKind serves /api/reviews and /api/admin/reviews.
var reviewKind = contentKind[events.ReviewID, commands.ReviewInput]{
	path:    "reviews",
	noun:    "Review",
	columns: projections.ReviewColumns,
	actions: commands.ReviewActions,
	parse:   commands.ParseReview,
	images: func(in commands.ReviewInput) []string {
		return append([]string{text(in.ProductImageURL)}, many(in.ImageURLs)...)
	},
	does: kindCommands[events.ReviewID, commands.ReviewInput]{
		create: (*commands.Handler).CreateReview, update: (*commands.Handler).UpdateReview, remove: (*commands.Handler).DeleteReview,
		restore: (*commands.Handler).RestoreReview, restoreTo: (*commands.Handler).RestoreReviewTo,
		change: (*commands.Handler).ChangeReviews, history: (*commands.Handler).ReviewHistory,
	},
	shows: kindAnswers{
		one: (*projections.Content).ReviewAnswer,
		list: func(content *projections.Content, q listQuery) (*projections.Answer, error) {
			return content.ReviewsAnswer(q.reviews())
		},
		cached:   func(content *projections.Content, q listQuery) bool { return content.ReviewsKept(q.reviews()) },
		adminOne: (*projections.Content).AdminReviewAnswer,
		adminList: func(content *projections.Content, q listQuery, a projections.Arrangement) (*projections.Answer, error) {
			return content.AdminReviewsAnswer(q.reviews(), a)
		},
		deleted: (*projections.History).DeletedReviewsAnswer,
	},
	past: pastReview,
}

func (q listQuery) reviews() projections.ReviewQuery {
	return projections.ReviewQuery{
		Search: q.search, CategoryID: q.categoryID, Category: q.category, Featured: q.featured,
		Limit: q.limit, Offset: q.offset,
	}
}

// pastReview returns a review as it was at a revision.
func pastReview(c *request, id events.ReviewID, revision uint64) (commands.Revision, bool, any, error) {
	past, err := c.Commands.ReviewAt(c.request.Context(), id, revision)
	if err != nil {
		return commands.Revision{}, false, nil, err
	}
	r := projections.ReviewOf(past.Content)
	r.ID, r.Revision, r.IsPublished, r.IsFeatured = int64(id), revision, past.Published, past.Featured
	r.CreatedAt, r.UpdatedAt = past.Times.Created.UTC(), past.Times.Updated.UTC()
	r.PublishedAt, r.PricedAt = optionalTime(past.Times.Published), optionalTime(past.Times.Priced)
	corrections, err := c.Models.Content.ReviewCorrections(int64(id))
	corrections, r.CorrectedAt = correctedBy(corrections, revision)
	return past.Revision, past.Deleted, struct {
		projections.Review
		Corrections []projections.Correction `json:"corrections"`
		projections.Schedule
	}{r, corrections, projections.Schedule(past.Schedule)}, err
}
