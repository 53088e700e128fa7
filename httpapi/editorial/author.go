// Authors' profiles, for the admin.

package editorial

import (
	"net/http"

	"candor/commands"
	"candor/commands/editorial/authors"
	"candor/events"
	"candor/httpapi"
)

// Authors registers the routes of authors' profiles.
func Authors(t *httpapi.Table) {
	t.Handle("/api/admin/authors", httpapi.Methods{
		"GET":  httpapi.AdminReads(listAuthors, httpapi.ContentModel),
		"POST": httpapi.AdminWrites(createAuthor, httpapi.MaxBody, httpapi.ContentModel, httpapi.AuditModel),
	})
	t.Handle("/api/admin/authors/{id}", httpapi.Methods{
		"GET":    httpapi.AdminReads(getAuthor, httpapi.ContentModel),
		"PATCH":  httpapi.AdminWrites(updateAuthor, httpapi.MaxBody, httpapi.ContentModel, httpapi.AuditModel),
		"DELETE": httpapi.AdminWrites(deleteAuthor, 0, httpapi.ContentModel, httpapi.AuditModel),
	})
}

// GET /api/admin/authors: by their names.
func listAuthors(c *httpapi.Call) error {
	a, err := c.Models.Content.AuthorsAnswer()
	if err != nil {
		return err
	}
	return c.List(a, httpapi.ListQuery{}, httpapi.PrivateCache)
}

// GET /api/admin/authors/{id}
func getAuthor(c *httpapi.Call) error {
	id, err := c.Number("Author")
	if err != nil {
		return err
	}
	a, err := c.Models.Content.AuthorAnswer(id)
	return c.Private(a, httpapi.Named(err, "Author"))
}

// authorInput returns the author in the request's body, and the caller. Errors: 400 that names the field.
func authorInput(c *httpapi.Call) (in authors.Input, by commands.Caller, err error) {
	body, err := c.Body()
	if err != nil {
		return in, by, err
	}
	if in, err = authors.Parse(body); err != nil {
		return in, by, err
	}
	by, err = c.Caller(body)
	return in, by, err
}

// POST /api/admin/authors
func createAuthor(c *httpapi.Call) error {
	in, by, err := authorInput(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.Authors.CreateAuthor(c.Request.Context(), by, in)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusCreated, result, c.Models.Content.AuthorAnswer, c.ContentModels(in.Uploads())...)
}

// PATCH /api/admin/authors/{id}
func updateAuthor(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing("Author", c.Models.Content.AuthorAnswer)
	if err != nil {
		return err
	}
	in, by, err := authorInput(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.Authors.UpdateAuthor(c.Request.Context(), by, events.AuthorID(id), in, ifMatch)
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, c.Models.Content.AuthorAnswer, c.ContentModels(in.Uploads())...)
}

// DELETE /api/admin/authors/{id}: the author and their personal data are really gone.
func deleteAuthor(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing("Author", c.Models.Content.AuthorAnswer)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Authors.DeleteAuthor(c.Request.Context(), by, events.AuthorID(id), ifMatch)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.ContentModels(false)...)
	return c.NoContent()
}
