// Reviews: what readers read, and what the admin writes.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

func (t *table) reviews() {
	t.handle("/api/reviews/{id}", methods{
		"GET":    {handle: getReview, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment, render: readReview},
		"PATCH":  {handle: updateReview, who: admin, dependsOn: models{contentModel}, class: classNeeded, body: maxBody},
		"DELETE": {handle: deleteReview, who: admin, dependsOn: models{contentModel}, class: classNeeded},
	})
	t.handle("/api/reviews", methods{
		"GET":  {handle: listReviews, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment, render: readReviews},
		"POST": {handle: createReview, who: admin, dependsOn: models{contentModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/reviews", methods{"GET": {handle: adminListReviews, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/reviews/bulk", methods{"POST": {handle: bulkReviews, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
	t.handle("/api/admin/reviews/{id}", methods{"GET": {handle: adminGetReview, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/reviews/{id}/restore", methods{"POST": {handle: restoreReview, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: noBody}})
	t.reviewHistory()
}

// GET /api/reviews/{id}: one published review.
func getReview(c *request) error {
	id, err := c.number("Review")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.ReviewAnswer(id)
	return c.public(a, named(err, "Review"))
}

// GET /api/reviews: published reviews, newest first.
func listReviews(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !c.Models.Content.ReviewsKept(q.reviews()) && !c.admitted(classMade) {
		c.shed(classMade)
		return nil
	}
	a, err := c.content().ReviewsAnswer(q.reviews())
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}

// GET /api/admin/reviews: all reviews but deleted ones, in any order; with deleted=true those.
func adminListReviews(c *request) error {
	q, arranged, err := parseDeskQuery(c.request.URL.RawQuery, projections.ReviewColumns)
	if err != nil {
		return err
	}
	if q.deleted {
		a, err := c.Models.History.DeletedReviewsAnswer(q.search, q.limit, q.offset)
		if err != nil {
			return err
		}
		return c.list(a, q, privateCache)
	}
	a, err := c.content().AdminReviewsAnswer(q.reviews(), arranged)
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// GET /api/admin/reviews/{id}: one review, draft or not.
func adminGetReview(c *request) error {
	id, err := c.number("Review")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.AdminReviewAnswer(id)
	return c.private(a, named(err, "Review"))
}

// POST /api/reviews
func createReview(c *request) error { return c.createReview(http.StatusCreated) }

// createReview is the same for the admin and for bots, who get another status.
func (c *request) createReview(status int) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseReview(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	models := c.contentModels(in.ProductImageURL, many(in.ImageURLs)...)
	done, err := c.Commands.CreateReview(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	return c.wrote(status, done, c.Models.Content.AdminReviewAnswer, models...)
}

// PATCH /api/reviews/{id}
func updateReview(c *request) error {
	id, ifMatch, err := c.existing("Review", c.Models.Content.AdminReviewAnswer)
	if err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseReview(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	models := c.contentModels(in.ProductImageURL, many(in.ImageURLs)...)
	done, err := c.Commands.UpdateReview(c.request.Context(), by, events.ReviewID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, c.Models.Content.AdminReviewAnswer, models...)
}

// DELETE /api/reviews/{id}
func deleteReview(c *request) error {
	id, ifMatch, err := c.existing("Review", c.Models.Content.AdminReviewAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	done, err := c.Commands.DeleteReview(c.request.Context(), by, events.ReviewID(id), ifMatch)
	if err != nil {
		return err
	}
	c.settled(done.Shown(), c.contentModels(nil)...)
	return c.noContent()
}

// POST /api/admin/reviews/{id}/restore: a deleted review as it was.
func restoreReview(c *request) error {
	id, err := c.number("Review")
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	done, err := c.Commands.RestoreReview(c.request.Context(), by, events.ReviewID(id))
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, c.Models.Content.AdminReviewAnswer, c.contentModels(nil)...)
}

func (q listQuery) reviews() projections.ReviewQuery {
	return projections.ReviewQuery{
		Search: q.search, CategoryID: q.categoryID, Category: q.category, Featured: q.featured,
		Limit: q.limit, Offset: q.offset,
	}
}

// readReview is a review as a rendered page reads it.
func readReview(content *projections.Content, id int64, _ string) (func() (*projections.Answer, error), error) {
	return func() (*projections.Answer, error) { return content.ReviewAnswer(id) }, nil
}

// readReviews is a list of reviews, likewise.
func readReviews(content *projections.Content, _ int64, query string) (func() (*projections.Answer, error), error) {
	q, err := parseQuery(query)
	chosen := q.reviews()
	return func() (*projections.Answer, error) { return content.ReviewsAnswer(chosen) }, err
}
