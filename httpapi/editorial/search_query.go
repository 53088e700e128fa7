// The parameters of searches.

package editorial

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"candor/events"
	"candor/events/characters"
	"candor/httpapi"
	"candor/projections"
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

// searchQuery holds the parameters of a search.
type searchQuery struct {
	search.Query
	named content.Query // its filters, with names as addresses have them
}

// parseSearch reads the parameters of a search. Errors: 400 that names the parameter.
func parseSearch(raw string) (q searchQuery, err error) {
	parameters, err := searchParameters(raw)
	if err != nil {
		return q, err
	}
	if q.Text, err = searchText(parameters); err != nil {
		return q, err
	}
	if q.Filters.Kind = parameters["type"]; q.Filters.Kind != "" && !slices.Contains(events.KindNames(), q.Filters.Kind) {
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
	list, err := httpapi.ParseListQuery(raw, httpapi.SearchFilters)
	q.named = list.Items()
	q.Filters.Year, q.Filters.MinScore, q.Filters.MaxPrice = q.named.Year, q.named.MinScore, q.named.MaxPrice
	q.Filters.Section = characters.Fold(strings.TrimSpace(q.named.Category))
	return q, err
}

// resolve replaces the slugs of names by the names. Its error is ErrNotReady.
func (q *searchQuery) resolve(m *projections.Models) error {
	for _, one := range []struct {
		of   names.Kind
		slug string
		to   *string
	}{{names.Brands, q.named.Brand, &q.Filters.Brand}, {names.Tags, q.named.Tag, &q.Filters.Tag}} {
		if one.slug == "" {
			continue
		}
		name, err := m.Content.NameAt(one.of, one.slug)
		switch {
		case err == nil:
			*one.to = name.Name
		case errors.Is(err, projector.ErrNotFound):
			*one.to = one.slug // nothing has it
		default:
			return err
		}
	}
	return nil
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
	case httpapi.IsTooLong(text):
		return "", httpapi.InvalidField("q", "q is longer than 256 characters.")
	default:
		return text, nil
	}
}
