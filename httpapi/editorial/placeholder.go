// Placeholders that texts of pages may have, for their authors.

package editorial

import (
	"time"

	"candor/httpapi"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Placeholders registers the call about placeholders.
func Placeholders(t *httpapi.Table) {
	t.Handle("/api/admin/pages/placeholders", httpapi.Methods{"GET": httpapi.AdminReads(listPlaceholders, httpapi.ContentModel)})
}

// GET /api/admin/pages/placeholders: all of them, and what each stands for now.
func listPlaceholders(c *httpapi.Call) error {
	values, err := c.Models.Content.Placeholders()
	if err != nil {
		return err
	}
	return c.Private(answers.NewList(projector.Encode(values), len(values), time.Time{}), nil)
}
