// Bots: the calls that are made with an API key.

package editorial

import (
	"net/http"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/editorial"
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pictures"
)

// Bots registers the routes of the calls that are made with an API key.
func Bots(t *httpapi.Table) {
	reviews, articles := &contentKind{events.MustKind(events.ReviewKind)}, &contentKind{events.MustKind(events.ArticleKind)}
	writes := func(h httpapi.Handler, who httpapi.Who, from ...httpapi.Model) httpapi.Route {
		return httpapi.Route{Handle: h, Who: who, DependsOn: from, Class: httpapi.ClassBots, Body: httpapi.MaxBody}
	}
	t.Handle("/api/bot/reviews", httpapi.Methods{"POST": writes(reviews.create(http.StatusOK), httpapi.KeyWith(access.PermitReviews),
		httpapi.ContentModel)})
	t.Handle("/api/bot/reviews/bulk",
		httpapi.Methods{"POST": writes(botReviews, httpapi.BulkKeyWith(access.PermitReviews), httpapi.ContentModel)})
	t.Handle("/api/bot/reviews/{id}",
		httpapi.Methods{"PATCH": writes(reviews.updateOwn, httpapi.KeyWith(access.PermitReviews), httpapi.ContentModel)})
	t.Handle("/api/bot/news", httpapi.Methods{"POST": writes(articles.create(http.StatusOK), httpapi.KeyWith(access.PermitNews),
		httpapi.ContentModel)})
	t.Handle("/api/bot/news/{id}",
		httpapi.Methods{"PATCH": writes(articles.updateOwn, httpapi.KeyWith(access.PermitNews), httpapi.ContentModel)})
	t.Handle("/api/bot/categories",
		httpapi.Methods{"POST": writes(createCategory(http.StatusOK), httpapi.KeyWith(access.PermitCategories), httpapi.ContentModel)})
	t.Handle("/api/bot/media", httpapi.Methods{"POST": writes(pictures.UploadPicture, httpapi.CreatingKey, httpapi.MediaModel)})
	t.Handle("/api/bot/status", httpapi.Methods{"GET": {
		Handle: botStatus, Who: httpapi.AnyKey, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassBots, AsOf: httpapi.PresentOnly,
	}})
}

// POST /api/bot/reviews/bulk: each item counts as one request, but not when the bulk is sent again.
func botReviews(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return c.ChargeAnd(err)
	}
	items, err := editorial.ParseReviewBulk(body)
	if err != nil {
		return c.ChargeAnd(err)
	}
	by, err := c.Caller(body)
	if err != nil {
		return c.ChargeAnd(err)
	}
	if err := c.ChargeBulk(by, len(items)); err != nil {
		return err
	}
	c.AllowManyItems()
	result, err := c.Commands.Editorial.CreateReviews(c.Request.Context(), by, items)
	if err != nil {
		return err
	}
	if len(result.Created) == 0 {
		return &httpapi.Refusal{Status: http.StatusBadRequest, Detail: "None of the reviews is valid.", Fields: indexed(result.Errors)}
	}
	c.Settled(result.Position, c.ContentModels(false)...)
	if result.Errors == nil {
		result.Errors = []editorial.IndexErrors{}
	}
	return c.JSON(http.StatusOK, struct {
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
func botStatus(c *httpapi.Call) error {
	return c.JSON(http.StatusOK, struct {
		Status      string     `json:"status"`
		Name        string     `json:"name"`
		Permissions []string   `json:"permissions"`
		IsActive    bool       `json:"isActive"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}{"online", c.Key.Name, c.Key.Permissions, c.Key.IsActive, c.Key.ExpiresAt})
}
