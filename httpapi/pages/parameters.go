// Parameters: what the query of an address changes on its page.

package pages

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"candor/events/characters"
)

// maxParameter is the length of a parameter's value up to which its page is rendered, in characters. The API takes no longer ones.
const maxParameter = 256

// Query returns the part of an address's query that the page depends on: its known parameters in the order in which the page names them,
// encoded anew. Of repeated ones the first counts, and an empty one is absent. ok is false where a value is too long, or no text.
func (h *Head) Query(raw string) (query string, ok bool) {
	if raw == "" || len(h.Parameters) == 0 {
		return "", true
	}
	values := make([]string, len(h.Parameters))
	seen := make([]bool, len(h.Parameters))
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		i := slices.Index(h.Parameters, name)
		if err != nil || i < 0 || seen[i] {
			continue
		}
		seen[i] = true
		if values[i], err = url.QueryUnescape(value); err != nil || !isParameter(values[i]) {
			return "", false
		}
		values[i] = strings.TrimSpace(values[i])
	}
	var b strings.Builder
	for i, value := range values {
		if value == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(h.Parameters[i] + "=" + url.QueryEscape(value))
	}
	return b.String(), true
}

func isParameter(value string) bool {
	return characters.Count(characters.Normal(value)) <= maxParameter && utf8.ValidString(value) && strings.IndexByte(value, 0) < 0
}
