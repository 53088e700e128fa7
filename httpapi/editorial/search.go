// Search: what is published, found by its words, and names while they are typed.

package editorial

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/projector"
	"candor/projections/search"
)

// Search registers the routes of searches and suggestions.
func Search(t *httpapi.Table) {
	t.Handle("/api/search", httpapi.Methods{"GET": {
		Handle: getSearch, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.SearchModel, httpapi.ContentModel},
		Class: httpapi.ClassSearches, AsOf: httpapi.AnyMoment, PastModel: httpapi.SearchModel, Render: readSearch,
	}})
	t.Handle("/api/search/suggest", httpapi.Methods{"GET": {
		Handle: getSuggestions, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.SearchModel, httpapi.ContentModel},
		Class: httpapi.ClassSearches, AsOf: httpapi.AnyMoment, PastModel: httpapi.SearchModel,
	}})
}

// GET /api/search
func getSearch(c *httpapi.Call) error {
	q, err := parseSearch(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	result, err := find(c.Request.Context(), c.Models, q)
	if err != nil {
		return err
	}
	return found(c, result, result.Total)
}

// searchResult is the answer to a search.
type searchResult struct {
	Total      int          `json:"total"` // before limit and offset
	Hits       []searchHit  `json:"hits"`
	Facets     searchFacets `json:"facets"` // of all hits
	DidYouMean string       `json:"didYouMean"`
	Nearest    bool         `json:"nearest"`
}

// searchHit is a found item as its card shows it.
type searchHit struct {
	search.Hit
	ImageURL *string                         `json:"imageUrl"`
	Pictures map[string]pictures.ItemPicture `json:"pictures,omitempty"`
}

// find answers a search. Pages are shown with what their placeholders stand for.
func find(ctx context.Context, m *projections.Models, q searchQuery) (r searchResult, err error) {
	values, err := m.Content.Placeholders()
	if err != nil {
		return r, err
	}
	if err := q.resolve(m); err != nil {
		return r, err
	}
	q.Expand = values.Text
	found, err := m.Search.Find(ctx, q.Query)
	if err != nil {
		return r, err
	}
	r = searchResult{Total: found.Total, Hits: make([]searchHit, len(found.Hits)), DidYouMean: found.DidYouMean, Nearest: found.Nearest}
	if r.Facets, err = facetsOfSearch(m, found.Facets, q); err != nil {
		return r, err
	}
	addresses := make([]string, len(found.Hits))
	for i, hit := range found.Hits {
		addresses[i] = hit.Picture
	}
	seen, err := m.Content.CardPictures(addresses)
	if err != nil {
		return r, err
	}
	for i, hit := range found.Hits {
		r.Hits[i] = searchHit{hit, seen[i].Address, seen[i].Known}
	}
	return r, nil
}

// GET /api/search/suggest
func getSuggestions(c *httpapi.Call) error {
	parameters, err := searchParameters(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	text, err := searchText(parameters)
	if err != nil {
		return err
	}
	all, err := c.Models.Search.Suggest(c.Request.Context(), text)
	if err == nil {
		all, err = withNamePages(c.Models.Content, all)
	}
	if err != nil {
		return err
	}
	return found(c, all, len(all))
}

// suggestedNames are the types of suggestions that are names with pages.
var suggestedNames = map[string]names.Kind{"tag": names.Tags, "brand": names.Brands, "author": names.Authors}

// withNamePages returns suggestions with the pages of their names, without those of names that are gone. Its error is ErrNotReady.
func withNamePages(r *content.Reader, all []search.Suggestion) ([]search.Suggestion, error) {
	shown := make([]search.Suggestion, 0, len(all))
	for _, one := range all {
		if of, ok := suggestedNames[one.Type]; ok {
			name, err := r.Named(of, one.Label)
			if errors.Is(err, projector.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			one.URL = pages.NamePath(of, name.Slug)
		}
		shown = append(shown, one)
	}
	return shown, nil
}

// found answers with what a search found.
func found(c *httpapi.Call, v any, total int) error {
	answer, err := foundAnswer(v, total)
	if err != nil {
		return err
	}
	return c.Public(answer, nil)
}

func foundAnswer(v any, total int) (*answers.Answer, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return answers.NewList(body, total, time.Time{}), nil
}

// readSearch is GET /api/search for rendered pages.
func readSearch(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseSearch(at.Query)
	if err != nil {
		return nil, err
	}
	return func() (*answers.Answer, error) {
		result, err := find(context.Background(), m, q) // other requests for the page wait for it, too
		if err != nil {
			return nil, err
		}
		return foundAnswer(result, result.Total)
	}, nil
}
