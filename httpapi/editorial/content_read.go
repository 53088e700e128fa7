// What readers and the admin read of a content kind.

package editorial

import (
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
)

// get answers GET /api/reviews/{id}: a published one.
func (k *contentKind) get(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	a, err := httpapi.PublicItem(c.Models, k.Kind, id)
	return c.Public(a, httpapi.Named(err, k.Noun))
}

// list answers GET /api/reviews: published ones.
func (k *contentKind) list(c *httpapi.Call) error {
	q, err := httpapi.ParseListQuery(c.Request.URL.RawQuery, httpapi.ParametersOf(k.Kind))
	if err != nil {
		return err
	}
	if !k.items(c.Models.Content).Cached(q.Items()) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := k.items(c.Content()).List(q.Items())
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PublicCache)
}

// facets answers GET /api/reviews/facets: what the list that the same parameters ask for could be filtered by.
func (k *contentKind) facets(c *httpapi.Call) error {
	q, err := httpapi.ParseListQuery(c.Request.URL.RawQuery, httpapi.ParametersOf(k.Kind))
	if err != nil {
		return err
	}
	if !k.items(c.Models.Content).FacetsCached(q.Items()) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := k.items(c.Models.Content).Facets(q.Items())
	if err != nil {
		return err
	}
	return c.Counted(a, httpapi.PublicCache)
}

// related answers GET /api/reviews/{id}/related: the published ones that have most in common with one.
func (k *contentKind) related(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	if !k.items(c.Models.Content).RelatedCached(id) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := k.items(c.Content()).Related(id)
	if err != nil {
		return httpapi.Named(err, k.Noun)
	}
	return c.List(a, httpapi.ListQuery{}, httpapi.PublicCache)
}

// neighbours answers GET /api/reviews/{id}/neighbours: the published ones before and after one in the list.
func (k *contentKind) neighbours(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.neighboursOf(c.Models, id)
	return c.Public(a, httpapi.Named(err, k.Noun))
}

func (k *contentKind) neighboursOf(m *projections.Models, id int64) (*answers.Answer, error) {
	return k.items(m.Content).Neighbours(id, func(id int64) string { return k.Address(id, "") })
}

// adminGet answers GET /api/admin/reviews/{id}: one, draft or not.
func (k *contentKind) adminGet(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.items(c.Models.Content).AdminOne(id)
	return c.Private(a, httpapi.Named(err, k.Noun))
}

// adminList answers GET /api/admin/reviews: all but deleted ones, in any order; with deleted=true those. Each
// of the former says whether it has a draft.
func (k *contentKind) adminList(c *httpapi.Call) error {
	q, arranged, err := parseAdminQuery(c.Request.URL.RawQuery, k.items(c.Models.Content).Columns())
	if err != nil {
		return err
	}
	var a *answers.Answer
	if q.Deleted {
		a, err = c.Models.History.DeletedAnswer(k.Name, q.Search, q.Limit, q.Offset)
	} else {
		beside, unread := k.drafts(c)
		if unread != nil {
			return unread
		}
		a, err = k.items(c.Content()).AdminListWith(q.Items(), arranged, beside)
	}
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PrivateCache)
}

// readOne reads an item for a rendered page.
func (k *contentKind) readOne(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return httpapi.PublicItem(m, k.Kind, at.ID) }, nil
}

// readList reads a list for a rendered page.
func (k *contentKind) readList(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	q, err := httpapi.ParseListQuery(at.Query, httpapi.ParametersOf(k.Kind))
	return func() (*answers.Answer, error) { return k.items(m.Content).List(q.Items()) }, err
}

// readFacets reads the facets of a list for a rendered page.
func (k *contentKind) readFacets(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	q, err := httpapi.ParseListQuery(at.Query, httpapi.ParametersOf(k.Kind))
	return func() (*answers.Answer, error) { return k.items(m.Content).Facets(q.Items()) }, err
}

// readRelated reads what is related to an item for a rendered page.
func (k *contentKind) readRelated(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.items(m.Content).Related(at.ID) }, nil
}

// readNeighbours reads the neighbours of an item for a rendered page.
func (k *contentKind) readNeighbours(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.neighboursOf(m, at.ID) }, nil
}
