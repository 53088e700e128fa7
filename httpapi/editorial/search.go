// Search: what is published, found by its words, and names while they are typed.

package editorial

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/internal/characters"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/names"
	"candor/projections/projector"
	"candor/projections/search"
)

// Bounds of a search's page.
const (
	searchLimit     = 20     // hits unless the caller says otherwise
	maxSearchLimit  = 100    // hits
	maxSearchOffset = 10_000 // hits
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

// find answers a search. Pages are shown with what their placeholders stand for.
func find(ctx context.Context, m *projections.Models, q search.Query) (search.Result, error) {
	values, err := m.Content.Placeholders()
	if err != nil {
		return search.Result{}, err
	}
	q.Expand = values.Text
	return m.Search.Find(ctx, q)
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
	all, err := c.Models.Search.Suggest(text)
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

// parseSearch reads the parameters of a search. Errors: 400 that names the parameter.
func parseSearch(raw string) (q search.Query, err error) {
	parameters, err := searchParameters(raw)
	if err != nil {
		return q, err
	}
	if q.Text, err = searchText(parameters); err != nil {
		return q, err
	}
	if q.Kind = parameters["type"]; q.Kind != "" && !slices.Contains(events.KindNames(), q.Kind) {
		return q, httpapi.InvalidField("type", "type must be "+oneOf(events.KindNames())+".")
	}
	limit, offset := int64(searchLimit), int64(0)
	if text := parameters["limit"]; text != "" {
		if limit, err = httpapi.WholeNumber("limit", text, 1, maxSearchLimit); err != nil {
			return q, err
		}
	}
	if text := parameters["offset"]; text != "" {
		if offset, err = httpapi.WholeNumber("offset", text, 0, maxSearchOffset); err != nil {
			return q, err
		}
	}
	q.Limit, q.Offset = int(limit), int(offset)
	return q, nil
}

// oneOf lists names as a sentence does: "review, article or page".
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// searchParameters reads a URL's query: of repeated parameters the first counts, white space around them does not.
func searchParameters(raw string) (map[string]string, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, httpapi.InvalidField("query", "The query string is malformed.")
	}
	parameters := map[string]string{}
	for _, name := range []string{"q", "type", "limit", "offset"} {
		value := values.Get(name)
		if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return nil, httpapi.InvalidField(name, name+" is not valid text.")
		}
		parameters[name] = strings.TrimSpace(value)
	}
	return parameters, nil
}

func searchText(parameters map[string]string) (string, error) {
	switch text := parameters["q"]; {
	case text == "":
		return "", httpapi.InvalidField("q", "q is required.")
	case characters.Count(text) > httpapi.MaxSearch:
		return "", httpapi.InvalidField("q", "q is longer than 256 characters.")
	default:
		return text, nil
	}
}
