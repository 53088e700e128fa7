// Bots: the calls that are made with an API key.

package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/editorial"
	"candor/events"
)

func (t *table) bots() {
	reviews, articles := &contentKind{events.MustKind(events.ReviewKind)}, &contentKind{events.MustKind(events.ArticleKind)}
	t.handle("/api/bot/reviews", methods{"POST": {handle: reviews.create(http.StatusOK), who: keyWith(access.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/reviews/bulk", methods{"POST": {handle: botReviews, who: bulkKeyWith(access.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/reviews/{id}", methods{"PATCH": {handle: reviews.updateOwn, who: keyWith(access.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/news", methods{"POST": {handle: articles.create(http.StatusOK), who: keyWith(access.PermitNews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/news/{id}", methods{"PATCH": {handle: articles.updateOwn, who: keyWith(access.PermitNews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/categories", methods{"POST": {handle: botCategory, who: keyWith(access.PermitCategories), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/media", methods{"POST": {handle: uploadPicture, who: creatingKey, dependsOn: models{mediaModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/status", methods{"GET": {handle: botStatus, who: anyKey, dependsOn: models{contentModel}, class: classBots, asOf: presentOnly}})
}

// POST /api/bot/categories
func botCategory(c *request) error { return c.createCategory(http.StatusOK) }

// POST /api/bot/reviews/bulk: each item counts as one request, but not when the bulk is sent again.
func botReviews(c *request) error {
	body, err := c.body()
	if err != nil {
		return c.chargeAnd(err)
	}
	items, err := editorial.ParseReviewBulk(body)
	if err != nil {
		return c.chargeAnd(err)
	}
	by, err := c.caller(body)
	if err != nil {
		return c.chargeAnd(err)
	}
	if err := c.chargeBulk(by, len(items)); err != nil {
		return err
	}
	c.allowManyItems()
	result, err := c.Commands.Editorial.CreateReviews(c.request.Context(), by, items)
	if err != nil {
		return err
	}
	if len(result.Created) == 0 {
		return &refusal{status: http.StatusBadRequest, detail: "None of the reviews is valid.", fields: indexed(result.Errors)}
	}
	c.settled(result.Position, c.contentModels(false)...)
	if result.Errors == nil {
		result.Errors = []editorial.IndexErrors{}
	}
	return c.json(http.StatusOK, struct {
		Created []editorial.BulkCreated `json:"created"`
		Errors  []editorial.IndexErrors `json:"errors"`
	}{result.Created, result.Errors})
}

// indexed flattens the errors of a bulk: field "reviews[3].title".
func indexed(errors []editorial.IndexErrors) []commands.FieldError {
	var all []commands.FieldError
	for _, item := range errors {
		for _, e := range item.Errors {
			name := "reviews[" + strconv.Itoa(item.Index) + "]"
			if e.Field != "" {
				name += "." + e.Field
			}
			all = append(all, commands.FieldError{Field: name, Message: e.Message})
		}
	}
	return all
}

// GET /api/bot/status
func botStatus(c *request) error {
	return c.json(http.StatusOK, struct {
		Status      string     `json:"status"`
		Name        string     `json:"name"`
		Permissions []string   `json:"permissions"`
		IsActive    bool       `json:"isActive"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}{"online", c.key.Name, c.key.Permissions, c.key.IsActive, c.key.ExpiresAt})
}
