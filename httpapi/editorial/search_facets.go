// What a search's hits could be narrowed to, as the lists say it of theirs.

package editorial

import (
	"candor/events"
	"candor/projections"
	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/formats"
	"candor/projections/search"
)

// searchFacets are the choices of each filter, and how many hits each would leave.
type searchFacets struct {
	Types      []facts.Choice `json:"types"`
	Categories []facts.Choice `json:"categories"`
	Brands     []facts.Choice `json:"brands"`
	Tags       []facts.Choice `json:"tags"`
	Years      []facts.Choice `json:"years"`
	Scores     []facts.Choice `json:"scores"`
	Prices     []facts.Choice `json:"prices"`
}

// facetsOfSearch returns facets with the slugs of names, and written as the site writes. Its error is ErrNotReady.
func facetsOfSearch(m *projections.Models, found search.Facets, q searchQuery) (all searchFacets, err error) {
	now, err := m.Content.Settings()
	if err != nil {
		return all, err
	}
	format := formats.Of(now.Site)
	all = searchFacets{Types: []facts.Choice{}, Categories: []facts.Choice{}, Years: facts.YearChoices(found.Years),
		Scores: facts.ScoreChoices(format, found.Scores, q.Filters.MinScore),
		Prices: facts.PriceChoices(format, found.Prices, q.Filters.MaxPrice)}
	for _, k := range events.Kinds {
		if count := found.Kinds[k.Name[:1]]; count > 0 || k.Name == q.Filters.Kind {
			all.Types = append(all.Types, facts.Choice{Value: k.Name, Label: k.Noun + "s", Count: count})
		}
	}
	for _, one := range found.Categories {
		all.Categories = append(all.Categories, facts.Choice{Value: one.Value, Label: one.Label, Count: one.Count})
	}
	if all.Brands, err = nameChoices(m, names.Brands, found.Brands); err != nil {
		return all, err
	}
	all.Tags, err = nameChoices(m, names.Tags, found.Tags)
	return all, err
}

// nameChoices returns names with their slugs, without those that are gone.
func nameChoices(m *projections.Models, of names.Kind, found []search.Facet) ([]facts.Choice, error) {
	keys := make([]string, len(found))
	for i, one := range found {
		keys[i] = one.Value
	}
	known, err := m.Content.NamesOfKeys(of, keys)
	all := []facts.Choice{}
	for _, one := range found {
		if name, ok := known[one.Value]; ok {
			all = append(all, facts.Choice{Value: name.Slug, Label: one.Label, Count: one.Count})
		}
	}
	return all, err
}
