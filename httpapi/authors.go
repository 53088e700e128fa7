// Authors' profiles, for the admin.

package httpapi

import (
	"net/http"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
)

func (t *table) authors() {
	t.handle("/api/admin/authors", methods{
		"GET":  {handle: listAuthors, who: admin, dependsOn: models{contentModel}, class: classAdmin, asOf: presentOnly},
		"POST": {handle: createAuthor, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/authors/{id}", methods{
		"GET":    {handle: getAuthor, who: admin, dependsOn: models{contentModel}, class: classAdmin, asOf: presentOnly},
		"PATCH":  {handle: updateAuthor, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded, body: maxBody},
		"DELETE": {handle: deleteAuthor, who: admin, dependsOn: models{contentModel, auditModel}, class: classNeeded},
	})
}

// GET /api/admin/authors: by their names.
func listAuthors(c *request) error {
	a, err := c.Models.Content.AuthorsAnswer()
	if err != nil {
		return err
	}
	return c.list(a, listQuery{}, privateCache)
}

// GET /api/admin/authors/{id}
func getAuthor(c *request) error {
	id, err := c.number("Author")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.AuthorAnswer(id)
	return c.private(a, named(err, "Author"))
}

// authorInput returns the author in the request's body, and the caller. Errors: 400 that names the field.
func (c *request) authorInput() (in editorial.AuthorInput, by commands.Caller, err error) {
	body, err := c.body()
	if err != nil {
		return in, by, err
	}
	if in, err = editorial.ParseAuthor(body); err != nil {
		return in, by, err
	}
	by, err = c.caller(body)
	return in, by, err
}

// POST /api/admin/authors
func createAuthor(c *request) error {
	in, by, err := c.authorInput()
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.CreateAuthor(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusCreated, result, c.Models.Content.AuthorAnswer, c.contentModels(in.Uploads())...)
}

// PATCH /api/admin/authors/{id}
func updateAuthor(c *request) error {
	id, ifMatch, err := c.existing("Author", c.Models.Content.AuthorAnswer)
	if err != nil {
		return err
	}
	in, by, err := c.authorInput()
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.UpdateAuthor(c.request.Context(), by, events.AuthorID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, c.Models.Content.AuthorAnswer, c.contentModels(in.Uploads())...)
}

// DELETE /api/admin/authors/{id}: the author and their personal data are really gone.
func deleteAuthor(c *request) error {
	id, ifMatch, err := c.existing("Author", c.Models.Content.AuthorAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.DeleteAuthor(c.request.Context(), by, events.AuthorID(id), ifMatch)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.contentModels(false)...)
	return c.noContent()
}
