// Query parameters of lists, read without building a map: lists are the site's busiest calls.

package httpapi

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"candor/projections/content"
)

const (
	maxLimit  = 1_000 // items in one page; without a limit a list is returned whole
	maxSearch = 256   // bytes
)

// listQuery is what the parameters of a list say. Absent ones are zero.
type listQuery struct {
	search     string
	category   string
	slug       string
	categoryID int64
	featured   *bool
	limit      int
	offset     int
	before     int64
	deleted    bool // of the desk's lists alone
}

var yes, no = true, false

// parseQuery reads the parameters of lists from a URL's query. Unknown ones are ignored, of
// repeated ones the first counts, an empty one is absent. Errors: 400 that names the parameter.
func parseQuery(raw string) (q listQuery, err error) {
	seen := 0
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		name, value, _ := strings.Cut(pair, "=")
		if name, err = url.QueryUnescape(name); err != nil {
			return q, invalidField("query", "The query string is malformed.")
		}
		parameter := parameterBit(name)
		if parameter == 0 || seen&parameter != 0 {
			continue
		}
		seen |= parameter
		if value, err = url.QueryUnescape(value); err != nil || !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return q, invalidField(name, name+" is not valid text.")
		}
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		if err := q.set(name, value); err != nil {
			return q, err
		}
	}
	return q, nil
}

// parameterBit tells the parameters of lists apart; 0 is none of them.
func parameterBit(name string) int {
	switch name {
	case "search":
		return 1
	case "category":
		return 2
	case "categoryId":
		return 4
	case "featured":
		return 8
	case "limit":
		return 16
	case "offset":
		return 32
	case "before":
		return 64
	case "slug":
		return 128
	}
	return 0
}

func (q *listQuery) set(name, value string) error {
	var err error
	switch name {
	case "search", "category", "slug":
		if len(value) > maxSearch {
			return invalidField(name, name+" is longer than 256 bytes.")
		}
		switch name {
		case "search":
			q.search = value
		case "category":
			q.category = value
		case "slug":
			q.slug = value
		}
	case "featured":
		switch value {
		case "true":
			q.featured = &yes
		case "false":
			q.featured = &no
		default:
			return invalidField(name, "featured must be true or false.")
		}
	case "categoryId":
		q.categoryID, err = whole(name, value, 1, 1<<53)
	case "before":
		q.before, err = whole(name, value, 1, 1<<62)
	case "limit":
		var n int64
		n, err = whole(name, value, 1, maxLimit)
		q.limit = int(n)
	case "offset":
		var n int64
		n, err = whole(name, value, 0, 1<<31-1)
		q.offset = int(n)
	}
	return err
}

func whole(name, value string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, invalidField(name, name+" must be a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10)+".")
	}
	return n, nil
}

// items returns what the parameters choose of a kind of content. Those of another kind are ignored.
func (q listQuery) items() content.Query {
	return content.Query{Search: q.search, CategoryID: q.categoryID, Category: q.category, Slug: q.slug, Featured: q.featured, Limit: q.limit, Offset: q.offset}
}

// neighbours is the Link header of a list (RFC 8288): the pages before and after q's, "" when it
// is the only one. Other parameters stay as they were.
func neighbours(path, raw string, q listQuery, total int) string {
	var links strings.Builder
	add := func(rel string, offset int) {
		if links.Len() > 0 {
			links.WriteString(", ")
		}
		links.WriteString("<" + path + "?")
		for rest := raw; rest != ""; {
			var pair string
			pair, rest, _ = strings.Cut(rest, "&")
			name, _, _ := strings.Cut(pair, "=")
			if name == "limit" || name == "offset" || pair == "" {
				continue
			}
			for _, c := range []byte(pair) { // keep the header well formed whatever was sent
				if c <= ' ' || c >= 0x7f || c == '<' || c == '>' || c == '"' {
					links.WriteString("%" + strconv.FormatInt(int64(c>>4), 16) + strconv.FormatInt(int64(c&15), 16))
				} else {
					links.WriteByte(c)
				}
			}
			links.WriteByte('&')
		}
		links.WriteString("limit=" + strconv.Itoa(q.limit))
		if offset > 0 {
			links.WriteString("&offset=" + strconv.Itoa(offset))
		}
		links.WriteString(`>; rel="` + rel + `"`)
	}
	if q.offset > 0 {
		add("prev", max(0, min(q.offset, total)-q.limit))
	}
	if q.offset+q.limit < total {
		add("next", q.offset+q.limit)
	}
	return links.String()
}
