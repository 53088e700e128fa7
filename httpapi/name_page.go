// Pages of names: of a tag, a brand or an author.

package httpapi

import (
	"candor/events"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/content"
	"net/http"
	"net/url"
	"strings"
)

// namePage returns what answers GET /tags/{slug}. Another spelling is redirected to the name's own address.
func namePage(k nameKind) handler {
	return func(c *request) error {
		name, err := c.Models.Content.NameAt(k.of, c.variable("slug"))
		if err != nil {
			return c.absent(err, k.noun+" Not Found", "This "+strings.ToLower(k.noun)+" could not be found.")
		}
		path := url.URL{Path: pages.NamePath(k.of, name.Slug)}
		if c.request.URL.EscapedPath() != path.EscapedPath() {
			return c.moved(path.Path)
		}
		description, err := describeName(c.Models, k.of, name)
		if err != nil {
			return err
		}
		return c.page(http.StatusOK, &pages.Head{Title: name.Name, Path: path.EscapedPath(), Description: description})
	}
}

// describeName returns the description of a name's page: an author's with a profile begins like its text.
func describeName(m *projections.Models, of content.NameKind, name content.ItemName) (string, error) {
	if of == content.Authors {
		excerpt, err := m.Content.ExcerptOf(events.NameKey(name.Name))
		if err != nil || excerpt != "" {
			return pages.Describe(nil, excerpt), err
		}
	}
	return pages.DescribeName(of, name.Name), nil
}
