// Corrections of what readers have seen, updates and other edits, of the whole site. Those of one item are in its own answer.

package editorial

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"candor/commands"
	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content/names"
	"candor/projections/projector"
	"candor/projections/versions"
)

const (
	defaultCorrections = 50  // in a page of the list
	maxCorrections     = 200 // whose differences take their time
)

// Corrections registers the routes of the list of corrections.
func Corrections(t *httpapi.Table) {
	from := httpapi.Models{httpapi.ContentModel, httpapi.VersionsModel}
	t.Handle("/api/corrections", httpapi.Methods{"GET": {
		Handle: listCorrections, Who: httpapi.Anybody, DependsOn: from,
		Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment, PastModel: httpapi.VersionsModel, Render: readCorrections,
	}})
	t.Handle("/api/corrections/facets", httpapi.Methods{"GET": {
		Handle: getCorrectionFacets, Who: httpapi.Anybody, DependsOn: from,
		Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment, PastModel: httpapi.VersionsModel, Render: readCorrectionFacets,
	}})
}

// GET /api/corrections?type=update&kind=review&category=laptops&author=ada&year=2026&limit=50&offset=0: those of published items, newest
// first.
func listCorrections(c *httpapi.Call) error {
	q, err := ParseCorrections(c.Models, c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !c.Models.Versions.CorrectionsCached(q.Of) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := c.Models.Versions.Corrections(q.Of, c.Request.Method == http.MethodHead)
	if err != nil {
		return err
	}
	return c.List(a, q.ListQuery, httpapi.PublicCache)
}

// readCorrections reads the list for a rendered page.
func readCorrections(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { // which reads the query each time, as the settings and the names may have changed
		q, none, err := PageOfCorrections(m, at.Query)
		switch {
		case err != nil:
			return nil, err
		case none:
			return answers.NewList([]byte("[]"), 0, time.Time{}), nil
		}
		return m.Versions.Corrections(q.Of, false)
	}, nil
}

// PageOfCorrections is ParseCorrections for a page of the site, which shows an empty list where the API refuses a value: none says so.
func PageOfCorrections(m *projections.Models, raw string) (q CorrectionsQuery, none bool, err error) {
	q, err = ParseCorrections(m, raw)
	var refused *commands.Error
	if errors.As(err, &refused) && refused.Kind == commands.Invalid {
		q, err = ParseCorrections(m, "")
		return q, true, err
	}
	return q, false, err
}

// CorrectionsQuery is what the parameters of the list of corrections choose.
type CorrectionsQuery struct {
	httpapi.ListQuery
	Of versions.CorrectionQuery
}

// Whole reports whether the query chooses the beginning of the list, unfiltered.
func (q CorrectionsQuery) Whole() bool {
	return q.Of == versions.CorrectionQuery{Mode: q.Of.Mode, Zone: q.Of.Zone, Limit: defaultCorrections}
}

// ParseCorrections reads the parameters of the list of corrections from a URL's query. Errors: 400 that names the parameter, ErrNotReady.
func ParseCorrections(m *projections.Models, raw string) (q CorrectionsQuery, err error) {
	if q.ListQuery, err = httpapi.ParseListQuery(raw, httpapi.CorrectionParameters); err != nil {
		return q, err
	}
	if q.Limit == 0 {
		q.Limit = defaultCorrections
	}
	if q.Limit > maxCorrections {
		return q, httpapi.InvalidField("limit", fmt.Sprintf("limit must be a whole number from 1 to %d.", maxCorrections))
	}
	now, err := m.Content.Settings()
	if err != nil {
		return q, err
	}
	items := q.Items()
	q.Of = versions.CorrectionQuery{Mode: versions.Mode(now.Publication.PublicHistory), Type: events.VersionType(q.Type), Kind: q.Kind,
		Year: items.Filters.Year, Zone: now.Site.TimeZone, Limit: q.Limit, Offset: q.Offset}
	if q.Type != "" && !versions.IsCorrectionType(q.Of.Type) {
		return q, httpapi.InvalidField("type", "type must be correction, update or edit.")
	}
	if q.Kind != "" && !versions.HasKind(q.Kind) {
		return q, httpapi.InvalidField("kind", "kind must be "+versions.KindNames()+".")
	}
	if q.Of.Category, err = correctedCategory(m, items.Category); err != nil {
		return q, err
	}
	q.Of.Author, err = correctedAuthor(m, items.Filters.Author)
	return q, err
}

// correctedCategory returns the categories that a slug stands for: one of reviews, one of articles, or both.
func correctedCategory(m *projections.Models, slug string) (of versions.CategoryFilter, err error) {
	if slug == "" {
		return of, nil
	}
	reviews, err := m.Content.Category(slug)
	switch {
	case err == nil:
		of = versions.CategoryFilter{Review: reviews.ID, Article: slug}
	case !errors.Is(err, projector.ErrNotFound):
		return of, err
	}
	articles, err := m.Content.Named(names.ArticleCategories, slug)
	switch {
	case err == nil:
		of.Article = articles.Name
	case !errors.Is(err, projector.ErrNotFound):
		return of, err
	case of.Article == "":
		return of, httpapi.InvalidField("category", "There is no such category.")
	}
	return of, nil
}

// correctedAuthor returns the name of the author whom a slug stands for.
func correctedAuthor(m *projections.Models, slug string) (string, error) {
	if slug == "" {
		return "", nil
	}
	name, err := m.Content.NameAt(names.Authors, slug)
	if errors.Is(err, projector.ErrNotFound) {
		return "", httpapi.InvalidField("author", "There is no such author.")
	}
	return name.Name, err
}
