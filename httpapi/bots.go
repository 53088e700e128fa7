// Bots: the calls that are made with an API key.

package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"candor/commands"
)

func (t *table) bots() {
	t.handle("/api/bot/reviews", methods{"POST": {handle: reviewKind.create(http.StatusOK), who: keyWith(commands.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/reviews/bulk", methods{"POST": {handle: botReviews, who: bulkKeyWith(commands.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/reviews/{id}", methods{"PATCH": {handle: reviewKind.updateOwn, who: keyWith(commands.PermitReviews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/news", methods{"POST": {handle: articleKind.create(http.StatusOK), who: keyWith(commands.PermitNews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/news/{id}", methods{"PATCH": {handle: articleKind.updateOwn, who: keyWith(commands.PermitNews), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
	t.handle("/api/bot/categories", methods{"POST": {handle: botCategory, who: keyWith(commands.PermitCategories), dependsOn: models{contentModel}, class: classBots, body: maxBody}})
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
	items, err := commands.ParseReviewBulk(body)
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
	result, err := c.Commands.CreateReviews(c.request.Context(), by, items)
	if err != nil {
		return err
	}
	if len(result.Created) == 0 {
		return &refusal{status: http.StatusBadRequest, detail: "None of the reviews is valid.", fields: indexed(result.Errors)}
	}
	c.settled(result.Position, c.contentModels(false)...)
	if result.Errors == nil {
		result.Errors = []commands.IndexErrors{}
	}
	return c.json(http.StatusOK, struct {
		Created []commands.BulkCreated `json:"created"`
		Errors  []commands.IndexErrors `json:"errors"`
	}{result.Created, result.Errors})
}

// indexed flattens the errors of a bulk: field "reviews[3].title".
func indexed(errors []commands.IndexErrors) []commands.FieldError {
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
