package httpapi_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// pageData is the data that a rendered page brings along.
var pageData = regexp.MustCompile(`(?s)<script[^>]* id="page-data"[^>]*>(.*?)</script>`)

// A page brings no more data along than it shows: of an item in a list what its card shows, whatever else the item has.
func TestPagesBringNoMoreDataThanTheyShow(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	long := func(of string) string {
		return strings.Repeat("Much more than a card shows. ", 500) + "The end of " + of + "."
	}
	for i := range 10 {
		s.publish("/api/reviews", fmt.Sprintf("Lamp %d", i),
			fmt.Sprintf(`"content":%q,"verdict":%q,"pros":["The end of its pros."],"specifications":["The end: of it"],"tags":["quiet"]`,
				long(fmt.Sprint("lamp ", i)), strings.Repeat("More. ", 500)+"The end of its verdict."))
		s.publish("/api/news", fmt.Sprintf("Town %d", i), fmt.Sprintf(`"content":%q,"tags":["quiet"]`, long(fmt.Sprint("town ", i))))
	}
	for i := range 3 {
		s.do("PATCH", "/api/reviews/1", fmt.Sprintf(`{"rating":4.%d,"correction":"We had measured another."}`, i+1), admin).is(200)
	}
	for path, own := range map[string]string{"/": "", "/reviews": "", "/tech-articles": "", "/category/computers": "",
		"/reviews?tag=quiet": "", "/tags/quiet": "", "/brands/acme": "",
		"/authors/ada": "", "/corrections": "", "/corrections?type=correction": "", "/reviews/1/history": "", "/reviews/2": "lamp 1",
		"/tech-articles/2": "town 1", "/nothing": ""} {
		status := 200
		if path == "/nothing" {
			status = 404
		}
		body := s.do("GET", path, "").is(status).body
		found := pageData.FindStringSubmatch(body)
		if found == nil {
			t.Errorf("%s has no data", path)
			continue
		}
		data, markup := found[1], len(body)-len(found[0])
		if own == "" && strings.Contains(data, "The end") {
			t.Errorf("%s brings the end of a text along", path)
		}
		for i := range 10 {
			for _, other := range []string{fmt.Sprint("lamp ", i), fmt.Sprint("town ", i)} {
				if other != own && strings.Contains(data, "The end of "+other) {
					t.Errorf("%s brings the text of %s along", path, other)
				}
			}
		}
		if len(data) > markup {
			t.Errorf("%s brings %d bytes of data along, and shows %d", path, len(data), markup)
		}
	}
}
