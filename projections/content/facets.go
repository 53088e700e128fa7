// Facets: what the items of a list could be chosen by, and how many each choice would leave.

package content

import (
	"time"

	"candor/projections/answers"
	"candor/projections/content/categories"
	"candor/projections/content/facts"
	"candor/projections/projector"
)

// Facets returns the facets of the list that q chooses. The caller releases the answer.
func (i Items) Facets(q Query) (*answers.Answer, error) {
	m, of, err := i.model()
	if err != nil {
		return nil, err
	}
	list := of.facetsQuery(q, m.categories.Set())
	return of.lists.Answer(list, false, func() (a *answers.Answer, _ []int64, err error) {
		if of.factless {
			return nil, nil, projector.ErrNotReady
		}
		defer answers.BeginSearch()()
		known, site := m.categories.Set(), m.settings.State().Site // as they are now that the list is begun
		err = i.reader.tx(func(t *projector.Tx) error {
			f := list.filterOf(t)
			facets := f.Facets(t, facts.Kind{Name: of.Name, NamesCategories: of.namesCategories, Rated: of.rated}, known, site)
			a, err = answers.NewCounted(projector.Encode(facets), facets.Total, time.Time{})
			return err
		})
		return a, nil, err
	})
}

// FacetsCached reports whether Facets has its answer ready.
func (i Items) FacetsCached(q Query) bool {
	m, of, err := i.model()
	return err == nil && of.lists.Has(of.facetsQuery(q, m.categories.Set()))
}

// facetsQuery returns the normal form of the query for the facets of a list: its order and pages are of no matter.
func (c *collection) facetsQuery(q Query, known *categories.Set) listQuery {
	q.Sort, q.Limit, q.Offset = NewestFirst, 0, 0
	list := c.query(scopePublic, q, known)
	list.facets = true
	return list
}
