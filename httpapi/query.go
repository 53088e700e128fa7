// Query parameters of lists, read without building a map: lists are the site's busiest calls.

package httpapi

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"candor/events"
	"candor/events/characters"
	"candor/projections/content"
)

const (
	maxLimit     = 1_000   // items in one page; without a limit a list is returned whole
	MaxSearch    = 256     // characters
	MaxParameter = 256     // characters of any other text
	MaxPage      = 100_000 // of pageSize
	pageSize     = 24      // items in a page that is asked for by its number

	correctionsPageSize = 50 // likewise of the list of corrections
)

// ListQuery is what the parameters of a list say. Absent ones are zero.
type ListQuery struct {
	Search     string
	category   string
	slug       string
	categoryID int64
	featured   *bool
	Limit      int
	Offset     int
	Before     int64
	Deleted    bool // of the admin's lists alone
	NoTexts    bool // of the admin's lists alone
	Page       int  // it stands for limit and offset

	Type, Kind string // of the list of corrections alone

	filters  content.Filters
	sort     content.Sort
	pageSize int // items in a numbered page
}

// Parameters is a set of the parameters of lists, as bits.
type Parameters int

// The parameters of lists.
const (
	searchParameter Parameters = 1 << iota
	categoryParameter
	categoryIDParameter
	featuredParameter
	limitParameter
	offsetParameter
	beforeParameter
	slugParameter
	brandParameter
	tagParameter
	authorParameter
	yearParameter
	minScoreParameter
	maxPriceParameter
	sortParameter
	pageParameter
	typeParameter
	kindParameter

	commonParameters  = slugParameter<<1 - 1 // of all lists
	ProductParameters = commonParameters | pageParameter
	listedParameters  = commonParameters | tagParameter | authorParameter | yearParameter | sortParameter | pageParameter
	reviewParameters  = listedParameters | brandParameter | minScoreParameter | maxPriceParameter

	// SearchFilters are those that narrow what a search finds. Its type is no list's.
	SearchFilters = categoryParameter | brandParameter | tagParameter | yearParameter | minScoreParameter | maxPriceParameter

	// CorrectionParameters are those of the list of corrections.
	CorrectionParameters = limitParameter | offsetParameter | pageParameter | typeParameter | kindParameter | categoryParameter |
		authorParameter | yearParameter
)

// ParametersOf returns the parameters of the lists of a kind of content.
func ParametersOf(k events.Kind) Parameters {
	switch {
	case k.Name == events.ReviewKind:
		return reviewParameters
	case k.Listed:
		return listedParameters
	}
	return commonParameters
}

// ParseQuery reads the parameters of all lists from a URL's query, see ParseListQuery.
func ParseQuery(raw string) (ListQuery, error) { return ParseListQuery(raw, commonParameters) }

// ParseListQuery reads the known parameters of lists from a URL's query. Unknown ones are ignored, of
// repeated ones the first counts, an empty one is absent. Errors: 400 that names the parameter.
func ParseListQuery(raw string, known Parameters) (q ListQuery, err error) {
	seen, given := Parameters(0), Parameters(0)
	q.pageSize = pageSize
	if known&typeParameter != 0 {
		q.pageSize = correctionsPageSize
	}
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		name, value, _ := strings.Cut(pair, "=")
		if name, err = url.QueryUnescape(name); err != nil {
			return q, InvalidField("query", "The query string is malformed.")
		}
		parameter := parameterBit(name)
		if known&parameter == 0 || seen&parameter != 0 {
			continue
		}
		seen |= parameter
		if value, err = url.QueryUnescape(value); err != nil || !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return q, InvalidField(name, name+" is not valid text.")
		}
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		given |= parameter
		if err := q.set(name, value, known); err != nil {
			return q, err
		}
	}
	if q.Page > 0 {
		if given&(limitParameter|offsetParameter) != 0 {
			return q, InvalidField("page", "page can't be combined with limit or offset.")
		}
		q.Limit, q.Offset = q.pageSize, (q.Page-1)*q.pageSize
	}
	return q, nil
}

// IsTooLong reports whether a text is longer than searches and other texts in a query may be: letters with accents are one character each,
// however they are composed.
func IsTooLong(text string) bool { return characters.Count(characters.Normal(text)) > MaxSearch }

// parameterBit tells the parameters of lists apart; 0 is none of them.
func parameterBit(name string) Parameters {
	switch name {
	case "search":
		return searchParameter
	case "category":
		return categoryParameter
	case "categoryId":
		return categoryIDParameter
	case "featured":
		return featuredParameter
	case "limit":
		return limitParameter
	case "offset":
		return offsetParameter
	case "before":
		return beforeParameter
	case "slug":
		return slugParameter
	case "brand":
		return brandParameter
	case "tag":
		return tagParameter
	case "author":
		return authorParameter
	case "year":
		return yearParameter
	case "minScore":
		return minScoreParameter
	case "maxPrice":
		return maxPriceParameter
	case "sort":
		return sortParameter
	case "page":
		return pageParameter
	case "type":
		return typeParameter
	case "kind":
		return kindParameter
	}
	return 0
}

// set takes in a parameter. Lists that can't be narrowed to a brand can't be sorted by score or price.
func (q *ListQuery) set(name, value string, known Parameters) error {
	if IsTooLong(value) {
		return InvalidField(name, name+" is longer than 256 characters.")
	}
	var err error
	switch name {
	case "search", "category", "slug", "brand", "tag", "author", "type", "kind":
		switch name {
		case "type":
			q.Type = value
		case "kind":
			q.Kind = value
		case "search":
			q.Search = value
		case "category":
			q.category = value
		case "slug":
			q.slug = value
		case "brand":
			q.filters.Brand = value
		case "tag":
			q.filters.Tag = value
		case "author":
			q.filters.Author = value
		}
	case "year":
		var n int64
		n, err = WholeNumber(name, value, 1970, 9999)
		q.filters.Year = int(n)
	case "minScore":
		if q.filters.MinScore, err = decimal(name, value); err != nil || q.filters.MinScore < 1 || q.filters.MinScore > 5 {
			return InvalidField(name, "minScore must be a number from 1 to 5.")
		}
	case "maxPrice":
		if q.filters.MaxPrice, err = decimal(name, value); err != nil || q.filters.MaxPrice <= 0 {
			return InvalidField(name, "maxPrice must be a number above 0.")
		}
	case "sort":
		q.sort, err = sortOf(value, known&brandParameter != 0)
	case "page":
		var n int64
		n, err = WholeNumber(name, value, 1, MaxPage)
		q.Page = int(n)
	case "featured":
		switch value {
		case "true":
			q.featured = new(true)
		case "false":
			q.featured = new(false)
		default:
			return InvalidField(name, "featured must be true or false.")
		}
	case "categoryId":
		q.categoryID, err = WholeNumber(name, value, 1, 1<<53)
	case "before":
		q.Before, err = WholeNumber(name, value, 1, 1<<62)
	case "limit":
		var n int64
		n, err = WholeNumber(name, value, 1, maxLimit)
		q.Limit = int(n)
	case "offset":
		var n int64
		n, err = WholeNumber(name, value, 0, 1<<31-1)
		q.Offset = int(n)
	}
	return err
}

// WholeNumber reads the value of a parameter that must be a whole number in a range. Its error names the parameter.
func WholeNumber(name, value string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, InvalidField(name,
			name+" must be a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10)+".")
	}
	return n, nil
}

// decimal reads a number without a sign or an exponent.
func decimal(name, value string) (float64, error) {
	if strings.Trim(value, "0123456789.") != "" {
		return 0, InvalidField(name, name+" must be a number.")
	}
	return strconv.ParseFloat(value, 64)
}

// sortOf reads an order of a list. Only reviews have scores and prices.
func sortOf(value string, reviews bool) (content.Sort, error) {
	switch {
	case value == "newest":
		return content.NewestFirst, nil
	case reviews && (value == "score" || value == "price"):
		return content.Sort(value), nil
	case reviews:
		return "", InvalidField("sort", "sort must be newest, score or price.")
	}
	return "", InvalidField("sort", "sort must be newest.")
}

// Items returns what the parameters choose of a kind of content. Those of another kind are ignored.
func (q ListQuery) Items() content.Query {
	return content.Query{Search: q.Search, CategoryID: q.categoryID, Category: q.category, Slug: q.slug,
		Featured: q.featured, Limit: q.Limit,
		Offset: q.Offset, NoTexts: q.NoTexts, Filters: q.filters, Sort: q.sort}
}

// LastPage returns the number of the last page of a list with a total, at least 1.
func (q ListQuery) LastPage(total int) int { return max(1, (total+q.pageSize-1)/q.pageSize) }

// neighbours is the Link header of a list (RFC 8288): the pages before and after q's, "" when it
// is the only one; where the page was asked for by its number, also the first and the last one. Other parameters stay as they were.
func neighbours(path, raw string, q ListQuery, total int) string {
	var links strings.Builder
	add := func(rel, page string) {
		if links.Len() > 0 {
			links.WriteString(", ")
		}
		links.WriteString("<" + path + "?")
		for rest := raw; rest != ""; {
			var pair string
			pair, rest, _ = strings.Cut(rest, "&")
			name, _, _ := strings.Cut(pair, "=")
			if name == "limit" || name == "offset" || name == "page" && q.Page > 0 || pair == "" {
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
		links.WriteString(page + `>; rel="` + rel + `"`)
	}
	if q.Page > 0 {
		numbered := func(rel string, page int) { add(rel, "page="+strconv.Itoa(page)) }
		last := q.LastPage(total)
		numbered("first", 1)
		if q.Page > 1 {
			numbered("prev", min(q.Page-1, last))
		}
		if q.Page < last {
			numbered("next", q.Page+1)
		}
		numbered("last", last)
		return links.String()
	}
	from := func(offset int) string {
		page := "limit=" + strconv.Itoa(q.Limit)
		if offset > 0 {
			page += "&offset=" + strconv.Itoa(offset)
		}
		return page
	}
	if q.Offset > 0 {
		add("prev", from(max(0, min(q.Offset, total)-q.Limit)))
	}
	if q.Offset+q.Limit < total {
		add("next", from(q.Offset+q.Limit))
	}
	return links.String()
}

// Moment reads an RFC 3339 time, or the beginning of a day (UTC); zero for "".
func Moment(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := events.ParseMoment(text)
	if err != nil {
		return time.Time{}, InvalidField(field, field+" "+err.Error()+".")
	}
	return at, nil
}
