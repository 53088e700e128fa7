// Names: the tags, brands and authors of published items. They change with the items; there are no calls to write them.

package httpapi

import (
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
