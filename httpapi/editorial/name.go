// Names: the tags, brands and authors of published items. They change with the items; the owner describes tags and brands.

package editorial

import (
	"net/http"
	"time"

	describing "candor/commands/editorial/names"
	"candor/commands/history"
	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// NameKind is a kind of names.
type NameKind struct {
	Of   names.Kind
	Path string // "tags", of /api/tags and /tags
	Noun string // in errors: "Tag not found"
	Kind string // in events about their descriptions; "": they have none
}

// NameKinds are all kinds of names.
var NameKinds = []NameKind{{names.Tags, "tags", "Tag", events.TagKind}, {names.Brands, "brands", "Brand", events.BrandKind},
	{names.Authors, "authors", "Author", ""}}

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
		if k.Kind != "" {
			t.Handle("/api/admin/"+k.Path+"/{slug}", httpapi.Methods{"PATCH": httpapi.AdminWrites(k.describe, httpapi.FormBody,
				httpapi.ContentModel, httpapi.AuditModel)})
			t.Handle("/api/admin/"+k.Path+"/{slug}/history", httpapi.Methods{"GET": httpapi.AdminReads(k.history, httpapi.ContentModel)})
		}
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

// history answers GET /api/admin/tags/{slug}/history?limit=50&before=: how the tag was described, newest first. Link names the next page.
func (k NameKind) history(c *httpapi.Call) error {
	name, err := c.Models.Content.NameAt(k.Of, c.Variable("slug"))
	if err != nil {
		return httpapi.Named(err, k.Noun)
	}
	style := c.Models.Content.Style()
	return c.Revisions(1, func(before *uint64, limit int) ([]history.Revision, error) {
		revisions, err := c.Commands.Names.History(c.Request.Context(), k.Kind, name.Name, before, limit)
		for i := range revisions {
			describe(revisions[i].Changes, style)
		}
		return revisions, err
	})
}

// describe answers PATCH /api/admin/tags/{slug} {"description":"…"} with the tag.
func (k NameKind) describe(c *httpapi.Call) error {
	name, err := c.Models.Content.NameAt(k.Of, c.Variable("slug"))
	if err != nil {
		return httpapi.Named(err, k.Noun)
	}
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := describing.Parse(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Names.Describe(c.Request.Context(), by, k.Kind, name.Name, in, ifMatch)
	if err != nil {
		return err
	}
	look := func(int64) (*answers.Answer, error) {
		described, err := c.Models.Content.DescribedName(k.Of, name.Slug)
		if err != nil {
			return nil, err
		}
		return answers.NewEntity(projector.Encode(described), described.Revision, time.Time{}), nil
	}
	return c.Wrote(http.StatusOK, result, look, c.ContentModels(false)...)
}
