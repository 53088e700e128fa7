// Pages that are rendered before a reader asks for them.

package httpapi_test

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"candor/internal/eventually"
)

// made returns the number that a page of the script counting bears.
func (a *answer) made() int {
	a.Helper()
	found := regexp.MustCompile(`made (\d+)`).FindStringSubmatch(a.body)
	if found == nil {
		a.Fatalf("not rendered: %s", a.body)
	}
	n, _ := strconv.Atoi(found[1])
	return n
}

func TestPagesAreRenderedAheadOfTheirReaders(t *testing.T) {
	s := scripted(t, counting)
	s.ahead = true
	s.restart()
	admin := s.asAdmin()
	asked, ahead := 0, 0
	// renderedAhead waits until n more pages were rendered than were asked for here. Pages of what is missing are rendered for each request.
	renderedAhead := func(n int) {
		t.Helper()
		ahead += n
		eventually.Holds(t, func() error {
			asked++
			if made := s.do("GET", "/nowhere", "").is(404).made(); made != asked+ahead {
				return fmt.Errorf("%d pages were rendered ahead, want %d", made-asked, ahead)
			}
			return nil
		})
	}
	readFromCache := func(paths ...string) {
		t.Helper()
		for _, path := range paths {
			if n := s.do("GET", path, "").is(200).made(); n > asked+ahead {
				t.Errorf("%s was rendered when it was asked for", path)
			}
		}
	}
	lists := []string{"/", "/reviews", "/tech-articles", "/category/computers", "/category/gadgets"}

	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	renderedAhead(10) // the review, home, two lists, four categories, its brand and its author
	readFromCache(append(lists, "/reviews/1", "/brands/tarnholt", "/authors/ada")...)

	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how-we-test","content":"At length.","isPublished":true}`, admin).is(201)
	renderedAhead(1) // the script's other pages read nothing of it
	readFromCache("/pages/how-we-test")

	s.do("PATCH", "/api/reviews/1", `{"title":"The quiet lamp","isFeatured":true}`, admin).is(200)
	renderedAhead(2)
	readFromCache("/", "/reviews/1")

	s.do("POST", "/api/news", town, admin).is(201)
	renderedAhead(2) // with its author
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	renderedAhead(1) // home alone
	s.do("GET", "/reviews/1", "").is(404)
	asked++
	readFromCache(append(lists, "/tech-articles/1")...)
}
