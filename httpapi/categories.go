// Categories of reviews.

package httpapi

import (
	"net/http"

	"candor/commands/editorial"
	"candor/events"
	"candor/projections"
	"candor/projections/answers"
)

func (t *table) categories() {
	t.handle("/api/categories", methods{"GET": {handle: listCategories, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment, render: readCategories}})
	t.handle("/api/categories/{id}", methods{"GET": {handle: getCategory, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment}})
	t.handle("/api/admin/categories", methods{"POST": {handle: createCategory, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
	t.handle("/api/admin/categories/{id}", methods{"PATCH": {handle: updateCategory, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody}})
}

// GET /api/categories
func listCategories(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.Models.Content.CategoriesAnswer()
	if err != nil {
		return err
	}
	q.limit = 0 // the list is always whole
	return c.list(a, q, publicCache)
}

// GET /api/categories/{id}: by number or by slug.
func getCategory(c *request) error {
	id, ok := canonicalID(c.variable("id"))
	if !ok {
		category, err := c.Models.Content.Category(c.variable("id"))
		if err != nil {
			return named(err, "Category")
		}
		id = category.ID
	}
	a, err := c.Models.Content.CategoryAnswer(id)
	return c.public(a, named(err, "Category"))
}

// POST /api/admin/categories
func createCategory(c *request) error { return c.createCategory(http.StatusCreated) }

// createCategory is the same for the admin and for bots, who get another status.
func (c *request) createCategory(status int) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseCategory(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.CreateCategory(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	return c.wrote(status, result, c.Models.Content.CategoryAnswer, c.contentModels(false)...)
}

// PATCH /api/admin/categories/{id}
func updateCategory(c *request) error {
	id, ifMatch, err := c.existing("Category", c.Models.Content.CategoryAnswer)
	if err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := editorial.ParseCategory(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.UpdateCategory(c.request.Context(), by, events.CategoryID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, c.Models.Content.CategoryAnswer, c.contentModels(false)...)
}

// readCategories is the list of categories as a rendered page reads it.
func readCategories(m *projections.Models, _ pageAddress) (func() (*answers.Answer, error), error) {
	return m.Content.CategoriesAnswer, nil
}
