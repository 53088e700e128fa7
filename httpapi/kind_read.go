// What readers and the admin read of a content kind.

package httpapi

import (
	"candor/projections"
	"candor/projections/answers"
)

// get answers GET /api/reviews/{id}: a published one.
func (k *contentKind) get(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.shows(c.Models.Content).One(id)
	return c.public(a, named(err, k.Noun))
}

// list answers GET /api/reviews: published ones.
func (k *contentKind) list(c *request) error {
	q, err := parseListQuery(c.request.URL.RawQuery, parametersOf[k.Name])
	if err != nil {
		return err
	}
	if !k.shows(c.Models.Content).Cached(q.items()) {
		if err := c.compute(); err != nil {
			return err
		}
	}
	a, err := k.shows(c.content()).List(q.items())
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}

// facets answers GET /api/reviews/facets: what the list that the same parameters ask for could be filtered by.
func (k *contentKind) facets(c *request) error {
	q, err := parseListQuery(c.request.URL.RawQuery, parametersOf[k.Name])
	if err != nil {
		return err
	}
	if !k.shows(c.Models.Content).FacetsCached(q.items()) {
		if err := c.compute(); err != nil {
			return err
		}
	}
	a, err := k.shows(c.Models.Content).Facets(q.items())
	if err != nil {
		return err
	}
	return c.counted(a, publicCache)
}

// related answers GET /api/reviews/{id}/related: the published ones that have most in common with one.
func (k *contentKind) related(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	if !k.shows(c.Models.Content).RelatedCached(id) {
		if err := c.compute(); err != nil {
			return err
		}
	}
	a, err := k.shows(c.content()).Related(id)
	if err != nil {
		return named(err, k.Noun)
	}
	return c.list(a, listQuery{}, publicCache)
}

// neighbours answers GET /api/reviews/{id}/neighbours: the published ones before and after one in the list.
func (k *contentKind) neighbours(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.neighboursOf(c.Models, id)
	return c.public(a, named(err, k.Noun))
}

func (k *contentKind) neighboursOf(m *projections.Models, id int64) (*answers.Answer, error) {
	return k.shows(m.Content).Neighbours(id, func(id int64) string { return k.Address(id, "") })
}

// adminGet answers GET /api/admin/reviews/{id}: one, draft or not.
func (k *contentKind) adminGet(c *request) error {
	id, err := c.number(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.shows(c.Models.Content).AdminOne(id)
	return c.private(a, named(err, k.Noun))
}

// adminList answers GET /api/admin/reviews: all but deleted ones, in any order; with deleted=true those. Each
// of the former says whether it has a draft.
func (k *contentKind) adminList(c *request) error {
	q, arranged, err := parseAdminQuery(c.request.URL.RawQuery, k.shows(c.Models.Content).Columns())
	if err != nil {
		return err
	}
	var a *answers.Answer
	if q.deleted {
		a, err = c.Models.History.DeletedAnswer(k.Name, q.search, q.limit, q.offset)
	} else {
		beside, unread := k.drafts(c)
		if unread != nil {
			return unread
		}
		a, err = k.shows(c.content()).AdminListWith(q.items(), arranged, beside)
	}
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// readOne reads an item for a rendered page.
func (k *contentKind) readOne(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.shows(m.Content).One(at.id) }, nil
}

// readList reads a list for a rendered page.
func (k *contentKind) readList(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseListQuery(at.query, parametersOf[k.Name])
	return func() (*answers.Answer, error) { return k.shows(m.Content).List(q.items()) }, err
}

// readFacets reads the facets of a list for a rendered page.
func (k *contentKind) readFacets(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseListQuery(at.query, parametersOf[k.Name])
	return func() (*answers.Answer, error) { return k.shows(m.Content).Facets(q.items()) }, err
}

// readRelated reads what is related to an item for a rendered page.
func (k *contentKind) readRelated(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.shows(m.Content).Related(at.id) }, nil
}

// readNeighbours reads the neighbours of an item for a rendered page.
func (k *contentKind) readNeighbours(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.neighboursOf(m, at.id) }, nil
}
