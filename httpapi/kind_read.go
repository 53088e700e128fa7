// What readers and the admin read of a content kind.

package httpapi

import "candor/projections"

// get answers GET /api/reviews/{id}: a published one.
func (k *contentKind[ID, In]) get(c *request) error {
	id, err := c.number(k.noun)
	if err != nil {
		return err
	}
	a, err := k.shows.one(c.Models.Content, id)
	return c.public(a, named(err, k.noun))
}

// list answers GET /api/reviews: published ones, newest first.
func (k *contentKind[ID, In]) list(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !k.shows.cached(c.Models.Content, q) && !c.admitted(classMade) {
		c.shed(classMade)
		return nil
	}
	a, err := k.shows.list(c.content(), q)
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}

// adminGet answers GET /api/admin/reviews/{id}: one, draft or not.
func (k *contentKind[ID, In]) adminGet(c *request) error {
	id, err := c.number(k.noun)
	if err != nil {
		return err
	}
	a, err := k.shows.adminOne(c.Models.Content, id)
	return c.private(a, named(err, k.noun))
}

// adminList answers GET /api/admin/reviews: all but deleted ones, in any order; with deleted=true those.
func (k *contentKind[ID, In]) adminList(c *request) error {
	q, arranged, err := parseAdminQuery(c.request.URL.RawQuery, k.columns)
	if err != nil {
		return err
	}
	var a *projections.Answer
	if q.deleted {
		a, err = k.shows.deleted(c.Models.History, q.search, q.limit, q.offset)
	} else {
		a, err = k.shows.adminList(c.content(), q, arranged)
	}
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// readOne reads an item for a rendered page.
func (k *contentKind[ID, In]) readOne(content *projections.Content, id int64, _ string) (func() (*projections.Answer, error), error) {
	return func() (*projections.Answer, error) { return k.shows.one(content, id) }, nil
}

// readList reads a list for a rendered page.
func (k *contentKind[ID, In]) readList(content *projections.Content, _ int64, query string) (func() (*projections.Answer, error), error) {
	q, err := parseQuery(query)
	return func() (*projections.Answer, error) { return k.shows.list(content, q) }, err
}
