// Corrections of what readers have seen, and noted updates, of the whole site. Those of one item are in its own answer.

package editorial

import (
	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
)

const defaultCorrections = 50 // in a page of the list

// Corrections registers the routes of the list of corrections.
func Corrections(t *httpapi.Table) {
	t.Handle("/api/corrections", httpapi.Methods{"GET": {
		Handle: listCorrections, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassLists, AsOf: httpapi.AnyMoment, Render: readCorrections,
	}})
}

// GET /api/corrections?limit=50&offset=0: those of published items, newest first.
func listCorrections(c *httpapi.Call) error {
	q, err := parseCorrectionsQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.Content().CorrectionsAnswer(q.Limit, q.Offset, pages.CorrectionPath)
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PublicCache)
}

// readCorrections reads the list for a rendered page.
func readCorrections(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseCorrectionsQuery(at.Query)
	return func() (*answers.Answer, error) {
		return m.Content.CorrectionsAnswer(q.Limit, q.Offset, pages.CorrectionPath)
	}, err
}

func parseCorrectionsQuery(raw string) (httpapi.ListQuery, error) {
	q, err := httpapi.ParseQuery(raw)
	if q.Limit == 0 {
		q.Limit = defaultCorrections
	}
	return q, err
}
