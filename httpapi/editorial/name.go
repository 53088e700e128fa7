// Names: the tags, brands and authors of published items. They change with the items; there are no calls to write them.

package editorial

import (
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content/names"
)

// NameKind is a kind of names.
type NameKind struct {
	Of   names.Kind
	Path string // "tags", of /api/tags and /tags
	Noun string // in errors: "Tag not found"
}

// NameKinds are all kinds of names.
var NameKinds = []NameKind{{names.Tags, "tags", "Tag"}, {names.Brands, "brands", "Brand"}, {names.Authors, "authors", "Author"}}

// Names registers the routes of tags, brands and authors.
func Names(t *httpapi.Table) {
	for _, k := range NameKinds {
		all := "/api/" + k.Path
		t.Handle(all, httpapi.Methods{"GET": {
			Handle: k.list, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
			Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment,
		}})
		t.Handle(all+"/{slug}", httpapi.Methods{"GET": {
			Handle: k.get, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
			Class: httpapi.ClassLists, AsOf: httpapi.AnyMoment, Render: k.readOne,
		}})
	}
}

// list answers GET /api/tags: all of them.
func (k NameKind) list(c *httpapi.Call) error {
	a, err := c.Content().NamesAnswer(k.Of)
	if err != nil {
		return err
	}
	return c.List(a, httpapi.ListQuery{}, httpapi.PublicCache)
}

// get answers GET /api/tags/{slug}. Another spelling leads to the name, too.
func (k NameKind) get(c *httpapi.Call) error {
	a, err := c.Models.Content.NameAnswer(k.Of, c.Variable("slug"))
	return c.Public(a, httpapi.Named(err, k.Noun))
}

// readOne reads a name for a rendered page.
func (k NameKind) readOne(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return m.Content.NameAnswer(k.Of, at.Slug) }, nil
}
