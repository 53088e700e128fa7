// Names: the tags, brands and authors of published items. They change with the items; there are no calls to write them.

package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
)

// nameKind is a kind of names.
type nameKind struct {
	of   content.NameKind
	path string // "tags", of /api/tags and /tags
	noun string // in errors: "Tag not found"
}

var nameKinds = []nameKind{{content.Tags, "tags", "Tag"}, {content.Brands, "brands", "Brand"}, {content.Authors, "authors", "Author"}}

func (t *table) names() {
	for _, k := range nameKinds {
		all := "/api/" + k.path
		t.handle(all, methods{"GET": {handle: k.list, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment}})
		t.handle(all+"/{slug}", methods{"GET": {handle: k.get, who: anybody, dependsOn: models{contentModel}, class: classLists, asOf: anyMoment, render: k.readOne}})
	}
}

// list answers GET /api/tags: all of them.
func (k nameKind) list(c *request) error {
	a, err := c.content().NamesAnswer(k.of)
	if err != nil {
		return err
	}
	return c.list(a, listQuery{}, publicCache)
}

// get answers GET /api/tags/{slug}. Another spelling leads to the name, too.
func (k nameKind) get(c *request) error {
	a, err := c.Models.Content.NameAnswer(k.of, c.variable("slug"))
	return c.public(a, named(err, k.noun))
}

// readOne reads a name for a rendered page.
func (k nameKind) readOne(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return m.Content.NameAnswer(k.of, at.slug) }, nil
}

// page answers GET /tags/{slug}. Another spelling is redirected to the name's own address.
func (k nameKind) page(c *request) error {
	name, err := c.Models.Content.NameAt(k.of, c.variable("slug"))
	if err != nil {
		return c.absent(err, k.noun+" Not Found", "This "+strings.ToLower(k.noun)+" could not be found.")
	}
	path := url.URL{Path: pages.NamePath(k.of, name.Slug)}
	if c.request.URL.EscapedPath() != path.EscapedPath() {
		return c.moved(path.Path)
	}
	description, err := k.describe(c.Models, name)
	if err != nil {
		return err
	}
	return c.page(http.StatusOK, &pages.Head{Title: name.Name, Path: path.EscapedPath(), Description: description})
}

// describe returns the description of a name's page: an author's with a profile begins like its text.
func (k nameKind) describe(m *projections.Models, name content.ItemName) (string, error) {
	if k.of == content.Authors {
		excerpt, err := m.Content.ExcerptOf(events.NameKey(name.Name))
		if err != nil || excerpt != "" {
			return pages.Describe(nil, excerpt), err
		}
	}
	return pages.DescribeName(k.of, name.Name), nil
}
