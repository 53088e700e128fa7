// Pages of names: of a tag, a brand or an author.

package web

import (
	"net/http"
	"strings"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/editorial"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/content/names"
)

// namePage returns what answers GET /tags/{slug}. Another spelling is redirected to the name's own address.
func namePage(k editorial.NameKind) httpapi.Handler {
	return func(c *httpapi.Call) error {
		name, err := c.Models.Content.NameAt(k.Of, c.Variable("slug"))
		if err != nil {
			return c.NotFoundOr503(err, k.Noun+" Not Found", "This "+strings.ToLower(k.Noun)+" could not be found.")
		}
		path := pages.NamePath(k.Of, name.Slug)
		if c.Request.URL.EscapedPath() != pages.Encoded(path) {
			return c.Moved(path)
		}
		description, err := describeName(c.Models, k.Of, name)
		if err != nil {
			return err
		}
		title := pages.NameHeading(k.Of, name.Name)
		return c.Page(http.StatusOK, &pages.Head{Title: title, Path: pages.Encoded(path), Description: description})
	}
}

// describeName returns the description of a name's page: the owner's, or that of the author's profile, where there is one.
func describeName(m *projections.Models, of names.Kind, name names.ItemName) (string, error) {
	if of == names.Authors {
		excerpt, err := m.Content.ExcerptOf(events.NameKey(name.Name))
		if err != nil || excerpt != "" {
			return pages.Describe(nil, excerpt), err
		}
		return pages.DescribeName(of, name.Name), nil
	}
	described, err := m.Content.DescribedName(of, name.Slug)
	return pages.Describe(described.Description, pages.DescribeName(of, name.Name)), err
}
