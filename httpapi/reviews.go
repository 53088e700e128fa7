// Reviews: what readers read, and what the admin writes.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

func (t *table) reviews() {
	t.handle("/api/reviews/{id}", methods{"GET": inTime(getReview), "PATCH": forAdmin(updateReview), "DELETE": forAdmin(deleteReview)})
	t.handle("/api/reviews", methods{"GET": inTime(listReviews), "POST": forAdmin(createReview)})
	t.handle("/api/admin/reviews", methods{"GET": forAdmin(adminListReviews)})
	t.handle("/api/admin/reviews/bulk", methods{"POST": forAdmin(bulkReviews)})
	t.handle("/api/admin/reviews/{id}", methods{"GET": forAdmin(adminGetReview)})
	t.handle("/api/admin/reviews/{id}/restore", methods{"POST": forAdmin(restoreReview)})
	t.reviewHistory()
}

// GET /api/reviews/{id}: one published review.
func getReview(x *exchange) error {
	id, err := x.number("Review")
	if err != nil {
		return err
	}
	a, err := x.Models.Content.ReviewAnswer(id)
	return x.public(a, named(err, "Review"))
}

// GET /api/reviews: published reviews, newest first.
func listReviews(x *exchange) error {
	q, err := parseQuery(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !x.Models.Content.ReviewsKept(q.reviews()) && !x.admitted(classMade) {
		x.shed(classMade)
		return nil
	}
	a, err := x.content().ReviewsAnswer(q.reviews())
	if err != nil {
		return err
	}
	return x.list(a, q, publicCache)
}

// GET /api/admin/reviews: all reviews but deleted ones, in any order; with deleted=true those.
func adminListReviews(x *exchange) error {
	q, arranged, err := parseDeskQuery(x.request.URL.RawQuery, projections.ReviewColumns)
	if err != nil {
		return err
	}
	if q.deleted {
		a, err := x.Models.History.DeletedReviewsAnswer(q.search, q.limit, q.offset)
		if err != nil {
			return err
		}
		return x.list(a, q, privateCache)
	}
	a, err := x.content().AdminReviewsAnswer(q.reviews(), arranged)
	if err != nil {
		return err
	}
	return x.list(a, q, privateCache)
}

// GET /api/admin/reviews/{id}: one review, draft or not.
func adminGetReview(x *exchange) error {
	id, err := x.number("Review")
	if err != nil {
		return err
	}
	a, err := x.Models.Content.AdminReviewAnswer(id)
	return x.private(a, named(err, "Review"))
}

// POST /api/reviews
func createReview(x *exchange) error { return x.createReview(http.StatusCreated) }

// createReview is the same for the admin and for bots, who get another status.
func (x *exchange) createReview(status int) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseReview(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	models := x.contentModels(in.ProductImageURL, many(in.ImageURLs)...)
	done, err := x.Commands.CreateReview(x.request.Context(), by, in)
	if err != nil {
		return err
	}
	return x.wrote(status, done, x.Models.Content.AdminReviewAnswer, models...)
}

// PATCH /api/reviews/{id}
func updateReview(x *exchange) error {
	id, ifMatch, err := x.existing("Review", x.Models.Content.AdminReviewAnswer)
	if err != nil {
		return err
	}
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseReview(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	models := x.contentModels(in.ProductImageURL, many(in.ImageURLs)...)
	done, err := x.Commands.UpdateReview(x.request.Context(), by, events.ReviewID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.Models.Content.AdminReviewAnswer, models...)
}

// DELETE /api/reviews/{id}
func deleteReview(x *exchange) error {
	id, ifMatch, err := x.existing("Review", x.Models.Content.AdminReviewAnswer)
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.DeleteReview(x.request.Context(), by, events.ReviewID(id), ifMatch)
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.contentModels(nil)...)
	return x.noContent()
}

// POST /api/admin/reviews/{id}/restore: a deleted review as it was.
func restoreReview(x *exchange) error {
	id, err := x.number("Review")
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.RestoreReview(x.request.Context(), by, events.ReviewID(id))
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.Models.Content.AdminReviewAnswer, x.contentModels(nil)...)
}

func (q listQuery) reviews() projections.ReviewQuery {
	return projections.ReviewQuery{
		Search: q.search, CategoryID: q.categoryID, Category: q.category, Featured: q.featured,
		Limit: q.limit, Offset: q.offset,
	}
}
