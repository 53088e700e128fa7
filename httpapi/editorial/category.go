// Categories of reviews.

package editorial

import (
	"net/http"

	"candor/commands/editorial/categories"
	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
)

// Categories registers the routes of categories.
func Categories(t *httpapi.Table) {
	t.Handle("/api/categories", httpapi.Methods{"GET": {
		Handle: listCategories, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment, Render: readCategories,
	}})
	t.Handle("/api/categories/{id}", httpapi.Methods{"GET": {
		Handle: getCategory, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment, Render: readCategory,
	}})
	t.Handle("/api/admin/categories",
		httpapi.Methods{"POST": httpapi.AdminWrites(createCategory(http.StatusCreated), httpapi.MaxBody, httpapi.ContentModel,
			httpapi.AuditModel)})
	t.Handle("/api/admin/categories/{id}",
		httpapi.Methods{"PATCH": httpapi.AdminWrites(updateCategory, httpapi.MaxBody, httpapi.ContentModel, httpapi.AuditModel)})
}

// GET /api/categories
func listCategories(c *httpapi.Call) error {
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.Models.Content.CategoriesAnswer()
	if err != nil {
		return err
	}
	q.Limit = 0 // the list is always whole
	return c.List(a, q, httpapi.PublicCache)
}

// GET /api/categories/{id}: by number or by slug.
func getCategory(c *httpapi.Call) error {
	id, ok := httpapi.CanonicalID(c.Variable("id"))
	if !ok {
		a, err := categoryAt(c.Models, c.Variable("id"))
		return c.Public(a, httpapi.Named(err, "Category"))
	}
	a, err := c.Models.Content.CategoryAnswer(id)
	return c.Public(a, httpapi.Named(err, "Category"))
}

// readCategory reads the category of a slug for a rendered page.
func readCategory(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return categoryAt(m, at.Slug) }, nil
}

// categoryAt returns the answer about the category of a slug, also of a former one.
func categoryAt(m *projections.Models, slug string) (*answers.Answer, error) {
	category, err := m.Content.Category(slug)
	if err != nil {
		return nil, err
	}
	return m.Content.CategoryAnswer(category.ID)
}

// createCategory returns what answers POST /api/admin/categories, and the same call of bots, which get another status.
func createCategory(status int) httpapi.Handler {
	return func(c *httpapi.Call) error {
		body, err := c.Body()
		if err != nil {
			return err
		}
		in, err := categories.Parse(body)
		if err != nil {
			return err
		}
		by, err := c.Caller(body)
		if err != nil {
			return err
		}
		result, err := c.Commands.Categories.CreateCategory(c.Request.Context(), by, in)
		if err != nil {
			return err
		}
		return c.Wrote(status, result, c.Models.Content.CategoryAnswer, c.ContentModels(false)...)
	}
}

// PATCH /api/admin/categories/{id}
func updateCategory(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing("Category", c.Models.Content.CategoryAnswer)
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := categories.Parse(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Categories.UpdateCategory(c.Request.Context(), by, events.CategoryID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, c.Models.Content.CategoryAnswer, c.ContentModels(false)...)
}

// readCategories is the list of categories as a rendered page reads it.
func readCategories(m *projections.Models, _ httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return m.Content.CategoriesAnswer, nil
}
