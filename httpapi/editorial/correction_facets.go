// What the list of corrections could be filtered by. The public history counts, and content knows the names.

package editorial

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/formats"
	"candor/projections/projector"
	"candor/projections/versions"
)

// correctionFacets are the choices of each filter, and how many corrections each would leave.
type correctionFacets struct {
	Total      int            `json:"total"` // of the list
	Types      []facts.Choice `json:"types"`
	Kinds      []facts.Choice `json:"kinds"`
	Categories []facts.Choice `json:"categories"`
	Authors    []facts.Choice `json:"authors"`
	Years      []facts.Choice `json:"years"`
}

// GET /api/corrections/facets: what the list that the same parameters ask for could be filtered by.
func getCorrectionFacets(c *httpapi.Call) error {
	q, err := ParseCorrections(c.Models, c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	if !c.Models.Versions.CorrectionFacetsCached(q.Of) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := namedFacets(c.Models, q)
	if err != nil {
		return err
	}
	return c.Counted(a, httpapi.PublicCache)
}

// readCorrectionFacets reads the facets for a rendered page.
func readCorrectionFacets(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) {
		q, _, err := PageOfCorrections(m, at.Query)
		if err != nil {
			return nil, err
		}
		return namedFacets(m, q)
	}, nil
}

// namedFacets returns the facets with names in the place of numbers and keys. The caller releases the answer.
func namedFacets(m *projections.Models, q CorrectionsQuery) (*answers.Answer, error) {
	counted, err := m.Versions.CorrectionFacets(q.Of)
	if err != nil {
		return nil, err
	}
	defer counted.Release()
	var n versions.CorrectionFacets
	if err := json.Unmarshal(counted.Body(), &n); err != nil {
		return nil, err
	}
	now, err := m.Content.Settings()
	if err != nil {
		return nil, err
	}
	facets := correctionFacets{Total: n.Total, Types: typeChoices(n, q.Of), Kinds: kindChoices(n), Years: facts.YearChoices(n.Years)}
	if facets.Categories, err = categoryChoices(m, n); err != nil {
		return nil, err
	}
	if facets.Authors, err = authorChoices(m, n); err != nil {
		return nil, err
	}
	sorter := formats.NewSorter(now.Site.Language)
	facets.Categories, facets.Authors = facts.MostFirst(sorter, facets.Categories), facts.MostFirst(sorter, facets.Authors)
	return answers.NewCounted(projector.Encode(facets), facets.Total, time.Time{})
}

// typeChoices leaves out edits where the public history doesn't show them, unless they are chosen.
func typeChoices(n versions.CorrectionFacets, q versions.CorrectionQuery) []facts.Choice {
	all := []facts.Choice{}
	for _, one := range []struct {
		is    events.VersionType
		label string
	}{{events.VersionCorrected, "Corrections"}, {events.VersionUpdated, "Updates"}, {events.VersionEdited, "Edits"}} {
		if one.is != events.VersionEdited || q.Mode == versions.Full || q.Type == events.VersionEdited {
			all = append(all, facts.Choice{Value: string(one.is), Label: one.label, Count: n.Types[one.is]})
		}
	}
	return all
}

func kindChoices(n versions.CorrectionFacets) []facts.Choice {
	all := []facts.Choice{}
	for _, k := range events.Kinds {
		if versions.HasKind(k.Name) {
			all = append(all, facts.Choice{Value: k.Name, Label: k.Noun + "s", Count: n.Kinds[k.Name]})
		}
	}
	return all
}

// categoryChoices returns the categories of reviews and of articles. Those with the same slug are one.
func categoryChoices(m *projections.Models, n versions.CorrectionFacets) ([]facts.Choice, error) {
	bySlug := map[string]facts.Choice{}
	add := func(slug, label string, count int) {
		before := bySlug[slug]
		bySlug[slug] = facts.Choice{Value: slug, Label: cmp.Or(before.Label, label), Count: before.Count + count}
	}
	for id, count := range n.ReviewCategories {
		switch one, err := m.Content.CategoryByID(id); {
		case err == nil:
			add(one.Slug, one.Name, count)
		case !errors.Is(err, projector.ErrNotFound): // one that was deleted has no name
			return nil, err
		}
	}
	for key, count := range n.ArticleCategories {
		one, err := m.Content.Category(key)
		if errors.Is(err, projector.ErrNotFound) {
			one.Name, err = nameOf(m, names.ArticleCategories, key)
		}
		if err != nil {
			return nil, err
		}
		if one.Name != "" {
			add(key, one.Name, count)
		}
	}
	return slices.Collect(maps.Values(bySlug)), nil
}

// nameOf returns a name as readers see it, "" for one that no published item has any more: the read models may be at different positions.
func nameOf(m *projections.Models, of names.Kind, key string) (string, error) {
	one, err := m.Content.Named(of, key)
	if errors.Is(err, projector.ErrNotFound) {
		return "", nil
	}
	return one.Name, err
}

func authorChoices(m *projections.Models, n versions.CorrectionFacets) ([]facts.Choice, error) {
	all := []facts.Choice{}
	for key, count := range n.Authors {
		switch one, err := m.Content.Named(names.Authors, key); {
		case err == nil:
			all = append(all, facts.Choice{Value: one.Slug, Label: one.Name, Count: count})
		case !errors.Is(err, projector.ErrNotFound):
			return nil, err
		}
	}
	return all, nil
}
