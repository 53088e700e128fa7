// Categories of reviews.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/events"
)

func (t *table) categories() {
	t.handle("/api/categories", methods{"GET": inTime(listCategories)})
	t.handle("/api/categories/{id}", methods{"GET": inTime(getCategory)})
	t.handle("/api/admin/categories", methods{"POST": forAdmin(createCategory)})
	t.handle("/api/admin/categories/{id}", methods{"PATCH": forAdmin(updateCategory)})
}

// GET /api/categories
func listCategories(x *exchange) error {
	q, err := parseQuery(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := x.Models.Content.CategoriesAnswer()
	if err != nil {
		return err
	}
	q.limit = 0 // the list is always whole
	return x.list(a, q, publicCache)
}

// GET /api/categories/{id}: by number or by slug.
func getCategory(x *exchange) error {
	id, ok := canonicalID(x.variable("id"))
	if !ok {
		c, err := x.Models.Content.Category(x.variable("id"))
		if err != nil {
			return named(err, "Category")
		}
		id = c.ID
	}
	a, err := x.Models.Content.CategoryAnswer(id)
	return x.public(a, named(err, "Category"))
}

// POST /api/admin/categories
func createCategory(x *exchange) error { return x.createCategory(http.StatusCreated) }

// createCategory is the same for the admin and for bots, who get another status.
func (x *exchange) createCategory(status int) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseCategory(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	done, err := x.Commands.CreateCategory(x.request.Context(), by, in)
	if err != nil {
		return err
	}
	return x.wrote(status, done, x.Models.Content.CategoryAnswer, x.contentModels(nil)...)
}

// PATCH /api/admin/categories/{id}
func updateCategory(x *exchange) error {
	id, ifMatch, err := x.existing("Category", x.Models.Content.CategoryAnswer)
	if err != nil {
		return err
	}
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseCategory(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	done, err := x.Commands.UpdateCategory(x.request.Context(), by, events.CategoryID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.Models.Content.CategoryAnswer, x.contentModels(nil)...)
}
