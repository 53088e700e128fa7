// Corrections of what readers have seen, and noted updates, of the whole site. Those of one item are in its own answer.

package httpapi

import (
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
)

const defaultCorrections = 50 // in a page of the list

func (t *table) corrections() {
	t.handle("/api/corrections", methods{"GET": {handle: listCorrections, who: anybody, dependsOn: models{contentModel}, class: classLists, asOf: anyMoment, render: readCorrections}})
}

// GET /api/corrections?limit=50&offset=0: those of published items, newest first.
func listCorrections(c *request) error {
	q, err := parseCorrectionsQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.content().CorrectionsAnswer(q.limit, q.offset, pages.CorrectionPath)
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}

// readCorrections reads the list for a rendered page.
func readCorrections(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseCorrectionsQuery(at.query)
	return func() (*answers.Answer, error) {
		return m.Content.CorrectionsAnswer(q.limit, q.offset, pages.CorrectionPath)
	}, err
}

func parseCorrectionsQuery(raw string) (listQuery, error) {
	q, err := parseQuery(raw)
	if q.limit == 0 {
		q.limit = defaultCorrections
	}
	return q, err
}
