// The history of single reviews and articles: their revisions, each as it was, and the way back.

package httpapi

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"candor/commands"
	"candor/events"
	"candor/projections"
)

const defaultRevisions = 50 // in a page of a history

func (t *table) reviewHistory() {
	t.handle("/api/admin/reviews/{id}/history", methods{"GET": {handle: getReviewHistory, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/reviews/{id}/history/{revision}", methods{"GET": {handle: getPastReview, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/reviews/{id}/history/{revision}/restore", methods{"POST": {handle: restoreReviewTo, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
}

func (t *table) articleHistory() {
	t.handle("/api/admin/news/{id}/history", methods{"GET": {handle: getArticleHistory, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/news/{id}/history/{revision}", methods{"GET": {handle: getPastArticle, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, asOf: presentOnly}})
	t.handle("/api/admin/news/{id}/history/{revision}/restore", methods{"POST": {handle: restoreArticleTo, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
}

// GET /api/admin/reviews/{id}/history?limit=50&before=: revisions older than before, newest first.
func getReviewHistory(c *request) error {
	return c.history("Review", func(id int64, before *uint64, limit int) ([]commands.Revision, error) {
		return c.Commands.ReviewHistory(c.request.Context(), events.ReviewID(id), before, limit)
	})
}

// GET /api/admin/news/{id}/history
func getArticleHistory(c *request) error {
	return c.history("Tech article", func(id int64, before *uint64, limit int) ([]commands.Revision, error) {
		return c.Commands.ArticleHistory(c.request.Context(), events.ArticleID(id), before, limit)
	})
}

// history answers with a page of revisions; Link names the next one.
func (c *request) history(noun string, page func(id int64, before *uint64, limit int) ([]commands.Revision, error)) error {
	id, err := c.number(noun)
	if err != nil {
		return err
	}
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if q.limit > commands.MaxRevisions {
		return invalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(commands.MaxRevisions)+".")
	}
	if q.limit == 0 {
		q.limit = defaultRevisions
	}
	var before *uint64
	if q.before > 0 {
		n := uint64(q.before)
		before = &n
	}
	revisions, err := page(id, before, q.limit)
	if err != nil {
		return err
	}
	if n := len(revisions); n > 0 && revisions[n-1].Revision > 0 {
		c.set("Link", "<"+c.request.URL.EscapedPath()+"?limit="+strconv.Itoa(q.limit)+"&before="+
			strconv.FormatUint(revisions[n-1].Revision, 10)+`>; rel="next"`)
	}
	return c.json(http.StatusOK, revisions)
}

// pastItem is a revision with the whole item as it then was.
type pastItem[Item any] struct {
	commands.Revision
	IsDeleted bool `json:"isDeleted"`
	Item      Item `json:"item"`
}

// pastReview and pastArticle are items with the corrections and the schedule that they had.
type (
	pastReview struct {
		projections.Review
		Corrections []projections.Correction `json:"corrections"`
		projections.Schedule
	}
	pastArticle struct {
		projections.Article
		Corrections []projections.Correction `json:"corrections"`
		projections.Schedule
	}
)

// correctedBy leaves of corrections those up to a revision, and tells when the latest of them was.
func correctedBy(all []projections.Correction, revision uint64) ([]projections.Correction, *time.Time) {
	all = slices.DeleteFunc(all, func(c projections.Correction) bool { return c.Revision > revision })
	if len(all) == 0 {
		return all, nil
	}
	return all, &all[0].At
}

// GET /api/admin/reviews/{id}/history/{revision}: the review as it was at the revision.
func getPastReview(c *request) error {
	id, revision, err := c.revision("Review")
	if err != nil {
		return err
	}
	past, err := c.Commands.ReviewAt(c.request.Context(), events.ReviewID(id), revision)
	if err != nil {
		return err
	}
	r := projections.ReviewOf(past.Content)
	r.ID, r.Revision, r.IsPublished, r.IsFeatured = id, revision, past.Published, past.Featured
	r.CreatedAt, r.UpdatedAt = past.Times.Created.UTC(), past.Times.Updated.UTC()
	r.PublishedAt, r.PricedAt = optionalTime(past.Times.Published), optionalTime(past.Times.Priced)
	corrections, err := c.Models.Content.ReviewCorrections(id)
	if err != nil {
		return err
	}
	corrections, r.CorrectedAt = correctedBy(corrections, revision)
	return c.json(http.StatusOK, pastItem[pastReview]{past.Revision, past.Deleted, pastReview{r, corrections, projections.Schedule(past.Schedule)}})
}

// GET /api/admin/news/{id}/history/{revision}
func getPastArticle(c *request) error {
	id, revision, err := c.revision("Tech article")
	if err != nil {
		return err
	}
	past, err := c.Commands.ArticleAt(c.request.Context(), events.ArticleID(id), revision)
	if err != nil {
		return err
	}
	a := projections.ArticleOf(past.Content)
	a.ID, a.Revision, a.IsPublished = id, revision, past.Published
	a.CreatedAt, a.UpdatedAt, a.PublishedAt = past.Times.Created.UTC(), past.Times.Updated.UTC(), optionalTime(past.Times.Published)
	corrections, err := c.Models.Content.ArticleCorrections(id)
	if err != nil {
		return err
	}
	corrections, a.CorrectedAt = correctedBy(corrections, revision)
	return c.json(http.StatusOK, pastItem[pastArticle]{past.Revision, past.Deleted, pastArticle{a, corrections, projections.Schedule(past.Schedule)}})
}

// POST /api/admin/reviews/{id}/history/{revision}/restore {"state":true,"schedule":true,"correction":"…"}: the content of
// then, as a new change; on demand published and featured of then, and what it was scheduled for, too.
func restoreReviewTo(c *request) error {
	content := c.Models.Content.AdminReviewAnswer
	id, ifMatch, err := c.existing("Review", content)
	if err != nil {
		return err
	}
	_, revision, err := c.revision("Review")
	if err != nil {
		return err
	}
	by, how, err := c.restoring()
	if err != nil {
		return err
	}
	done, err := c.Commands.RestoreReviewTo(c.request.Context(), by, events.ReviewID(id), revision, how, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, content, c.contentModels(nil)...)
}

// POST /api/admin/news/{id}/history/{revision}/restore
func restoreArticleTo(c *request) error {
	content := c.Models.Content.AdminArticleAnswer
	id, ifMatch, err := c.existing("Tech article", content)
	if err != nil {
		return err
	}
	_, revision, err := c.revision("Tech article")
	if err != nil {
		return err
	}
	by, how, err := c.restoring()
	if err != nil {
		return err
	}
	done, err := c.Commands.RestoreArticleTo(c.request.Context(), by, events.ArticleID(id), revision, how, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, done, content, c.contentModels(nil)...)
}

// restoring reads who restores, and how.
func (c *request) restoring() (by commands.Caller, how commands.Restoring, err error) {
	body, err := c.body()
	if err != nil {
		return by, how, err
	}
	if how, err = commands.ParseRestore(body); err != nil {
		return by, how, err
	}
	by, err = c.caller(body)
	return by, how, err
}

// revision returns the id and the revision in the path.
func (c *request) revision(noun string) (id int64, revision uint64, err error) {
	if id, err = c.number(noun); err != nil {
		return 0, 0, err
	}
	text := c.variable("revision")
	if text == "0" {
		return id, 0, nil
	}
	n, ok := canonicalID(text)
	if !ok {
		return 0, 0, notFound("Revision")
	}
	return id, uint64(n), nil
}

// optionalTime is a time's place in an answer: null when it is zero.
func optionalTime(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}
