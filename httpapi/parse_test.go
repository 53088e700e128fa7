// Parsers of outside input: queries, entity tags, ids.

package httpapi_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/httpapi"
)

func TestQueryOfAList(t *testing.T) {
	tests := []struct {
		raw   string
		want  httpapi.ParsedQuery
		field string // that the error names
	}{
		{raw: ""},
		{raw: "search=quiet+fan&categoryId=3&category=gadgets&featured=true&limit=30&offset=60",
			want: httpapi.ParsedQuery{Search: "quiet fan", CategoryID: 3, Category: "gadgets", Featured: "true", Limit: 30, Offset: 60}},
		{raw: "featured=false&before=12", want: httpapi.ParsedQuery{Featured: "false", Before: 12}},
		{raw: "search=%20%C3%A9t%C3%A9%20", want: httpapi.ParsedQuery{Search: "été"}},
		{raw: "limit=&search=&featured=", want: httpapi.ParsedQuery{}},
		{raw: "limit=5&limit=abc", want: httpapi.ParsedQuery{Limit: 5}},
		{raw: "utm_source=x&color=%zz", want: httpapi.ParsedQuery{}},
		{raw: "limit=0", field: "limit"},
		{raw: "limit=-1", field: "limit"},
		{raw: "limit=ten", field: "limit"},
		{raw: "limit=99999999999999999999", field: "limit"},
		{raw: "offset=-1", field: "offset"},
		{raw: "offset=1.5", field: "offset"},
		{raw: "categoryId=abc", field: "categoryId"},
		{raw: "categoryId=0", field: "categoryId"},
		{raw: "featured=maybe", field: "featured"},
		{raw: "before=-3", field: "before"},
		{raw: "search=a%00b", field: "search"},
		{raw: "search=%ff%fe", field: "search"},
		{raw: "search=%4", field: "search"},
		{raw: "search=" + strings.Repeat("a", 257), field: "search"},
		{raw: "%zz=1", field: "query"},
	}
	for _, tt := range tests {
		got, err := httpapi.Parsed(tt.raw)
		if field := fieldOf(err); field != tt.field {
			t.Errorf("%q: error %v names %q, want %q", tt.raw, err, field, tt.field)
		} else if err == nil && got != tt.want {
			t.Errorf("%q: %s", tt.raw, cmp.Diff(tt.want, got))
		}
	}
}

// fieldOf is the field that a 400 names.
func fieldOf(err error) string {
	if e, ok := err.(*commands.Error); ok && e.Kind == commands.Invalid && len(e.Fields) == 1 {
		return e.Fields[0].Field
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func TestNeighboursOfAPage(t *testing.T) {
	tests := []struct {
		raw   string
		total int
		want  string
	}{
		{"limit=10", 10, ""},
		{"limit=10", 11, `</r?limit=10&offset=10>; rel="next"`},
		{"search=a+b&limit=10&offset=10", 30, `</r?search=a+b&limit=10>; rel="prev", </r?search=a+b&limit=10&offset=20>; rel="next"`},
		{"limit=10&offset=5", 30, `</r?limit=10>; rel="prev", </r?limit=10&offset=15>; rel="next"`},
		{"limit=10&offset=500", 30, `</r?limit=10&offset=20>; rel="prev"`},
		{`search="<x>&limit=1`, 2, `</r?search=%22%3cx%3e&limit=1&offset=1>; rel="next"`},
	}
	for _, tt := range tests {
		if got := httpapi.Links("/r", tt.raw, tt.total); got != tt.want {
			t.Errorf("%q of %d: %s, want %s", tt.raw, tt.total, got, tt.want)
		}
	}
}

func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "limit=5&offset=2", "search=%ff&featured=true", "categoryId=9223372036854775808", "a=b;c=d&&=&=x",
		"search=\"<>\r\n&limit=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		q, err := httpapi.Parsed(raw)
		if err != nil {
			if fieldOf(err) == err.Error() {
				t.Fatalf("%q: %v is no 400 that names a parameter", raw, err)
			}
			return
		}
		if q.Limit < 0 || q.Offset < 0 || q.CategoryID < 0 || !utf8.ValidString(q.Search) || strings.ContainsRune(q.Category, 0) {
			t.Fatalf("%q: let %+v through", raw, q)
		}
		if q.Limit > 0 {
			if links := httpapi.Links("/r", raw, math.MaxInt32); strings.ContainsAny(links, "\r\n\x00") || !utf8.ValidString(links) {
				t.Fatalf("%q: Link header %q", raw, links)
			}
		}
	})
}

func TestRevisionOfAnEntityTag(t *testing.T) {
	for text, want := range map[string]uint64{"12": 12, "0-a": 0, "12-abc-gzip": 12, "abc": math.MaxUint64, "": math.MaxUint64,
		"12abc": math.MaxUint64, "99999999999999999999": math.MaxUint64} {
		if got := httpapi.RevisionOf(text); got != want {
			t.Errorf("revision of %q: %d, want %d", text, got, want)
		}
	}
}

func TestOnlyNumbersAsWeWriteThemAreIDs(t *testing.T) {
	for _, text := range []string{"", "0", "-1", "+1", "01", "1.0", "1e3", " 1", "abc", "9223372036854775808",
		"99999999999999999999999", "１"} {
		if id, ok := httpapi.CanonicalID(text); ok {
			t.Errorf("%q is taken for id %d", text, id)
		}
	}
	if id, ok := httpapi.CanonicalID("120"); !ok || id != 120 {
		t.Errorf("120 is %d, %v", id, ok)
	}
}
