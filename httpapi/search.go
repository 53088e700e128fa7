// Search: what is published, found by its words, and names while they are typed.

package httpapi

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
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/projector"
	"candor/projections/search"
)

// Bounds of a search's page.
const (
	searchLimit     = 20     // hits unless the caller says otherwise
	maxSearchLimit  = 100    // hits
	maxSearchOffset = 10_000 // hits
)

func (t *table) search() {
	t.handle("/api/search", methods{"GET": {handle: getSearch, who: anybody, dependsOn: models{searchModel}, class: classSearches, asOf: anyMoment, render: readSearch}})
	t.handle("/api/search/suggest", methods{"GET": {handle: getSuggestions, who: anybody, dependsOn: models{searchModel, contentModel}, class: classSearches, asOf: anyMoment}})
}

// GET /api/search
func getSearch(c *request) error {
	q, err := parseSearch(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	result, err := c.Models.Search.Find(c.request.Context(), q)
	if err != nil {
		return err
	}
	return c.found(result, result.Total)
}

// GET /api/search/suggest
func getSuggestions(c *request) error {
	parameters, err := searchParameters(c.request.URL.RawQuery)
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
	return c.found(all, len(all))
}

// suggestedNames are the types of suggestions that are names with pages.
var suggestedNames = map[string]content.NameKind{"tag": content.Tags, "brand": content.Brands, "author": content.Authors}

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
func (c *request) found(v any, total int) error {
	answer, err := foundAnswer(v, total)
	if err != nil {
		return err
	}
	return c.public(answer, nil)
}

func foundAnswer(v any, total int) (*answers.Answer, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return answers.NewList(body, total, time.Time{}), nil
}

// readSearch is GET /api/search for rendered pages.
func readSearch(m *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	q, err := parseSearch(at.query)
	if err != nil {
		return nil, err
	}
	return func() (*answers.Answer, error) {
		result, err := m.Search.Find(context.Background(), q) // other requests for the page wait for it, too
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
		return q, invalidField("type", "type must be "+oneOf(events.KindNames())+".")
	}
	limit, offset := int64(searchLimit), int64(0)
	if text := parameters["limit"]; text != "" {
		if limit, err = whole("limit", text, 1, maxSearchLimit); err != nil {
			return q, err
		}
	}
	if text := parameters["offset"]; text != "" {
		if offset, err = whole("offset", text, 0, maxSearchOffset); err != nil {
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
		return nil, invalidField("query", "The query string is malformed.")
	}
	parameters := map[string]string{}
	for _, name := range []string{"q", "type", "limit", "offset"} {
		value := values.Get(name)
		if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return nil, invalidField(name, name+" is not valid text.")
		}
		parameters[name] = strings.TrimSpace(value)
	}
	return parameters, nil
}

func searchText(parameters map[string]string) (string, error) {
	switch text := parameters["q"]; {
	case text == "":
		return "", invalidField("q", "q is required.")
	case len(text) > maxSearch:
		return "", invalidField("q", "q is longer than 256 bytes.")
	default:
		return text, nil
	}
}
