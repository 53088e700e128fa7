package httpapi_test

import (
	"strings"
	"testing"
)

// The list of corrections is narrowed by its parameters: in the API, on its page and in its feed alike.
func TestTheListOfCorrectionsIsNarrowed(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"rating":4,"correction":"We had measured another."}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"content":"Its hours.","update":"It grew."}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"title":"The lamp of yore"}`, admin).is(200)

	var review struct {
		CategoryID  int64
		AuthorName  string
		ChangeCount int
	}
	s.do("GET", "/api/reviews/1", "").is(200).decode(&review)
	if review.ChangeCount != 2 {
		t.Errorf("%d changes", review.ChangeCount)
	}
	for query, want := range map[string]int{"": 3, "type=correction": 1, "type=update": 1, "type=edit": 1, "kind=review": 2,
		"kind=article": 1, "year=1999": 0,
		"type=edit&kind=article": 0, "kind=review&limit=1": 2, "type=edit&type=update": 1} {
		var all []struct{ VersionURL, PreviousURL string }
		list := s.do("GET", "/api/corrections?"+query, "").is(200).decode(&all)
		if got := list.header.Get("X-Total-Count"); got != string(rune('0'+want)) {
			t.Errorf("%q: %s", query, got)
		}
		for _, one := range all {
			s.do("GET", one.VersionURL, "").is(200)
			s.do("GET", one.PreviousURL, "").is(200)
		}
		page := s.do("GET", "/corrections?"+query, "").is(200)
		if query != "" {
			page.says(`content="noindex, follow"`)
		}
		entries := min(want, len(all))
		if n := strings.Count(page.body, "Inclusion proof"); !strings.Contains(query, "limit") && n != entries {
			t.Errorf("%q: the page has %d", query, n)
		}
		if n := strings.Count(s.do("GET", "/corrections.xml?"+query, "").is(200).body, "<entry>"); n != entries {
			t.Errorf("%q: the feed has %d", query, n)
		}
	}
	s.do("GET", "/api/corrections/facets?type=edit",
		"").is(200).says(`"types":[{"value":"correction","label":"Corrections","count":1},{"value":"update","label":"Updates","count":1},{"value":"edit","label":"Edits","count":1}]`)
	for _, name := range []string{"type", "kind", "category", "author", "year", "limit", "page"} {
		s.do("GET", "/api/corrections?"+name+"=nobody", "").problem(400, name)
		s.do("GET", "/api/corrections/facets?"+name+"=nobody", "").problem(400, name)
		s.do("GET", "/corrections.xml?"+name+"=nobody", "").problem(400, name)
		if name != "limit" && name != "page" {
			s.do("GET", "/corrections?"+name+"=nobody", "").is(200).says("No entries match these filters", "Clear the filters",
				`content="noindex, follow"`)
			s.do("GET", "/corrections?page=2&"+name+"=nobody", "").is(404)
		}
	}
	s.do("GET", "/corrections?page=1", "").is(301).has("Location", "/corrections")
	s.do("GET", "/corrections?page=2", "").is(404)
	s.do("GET", "/api/corrections?page=1", "").is(200).has("X-Total-Count", "3")

	s.do("PUT", "/api/admin/settings/publication", `{"publicHistory":"corrections"}`, admin, with("If-Match", "*")).is(200)
	s.do("GET", "/api/corrections", "").is(200).has("X-Total-Count", "2").lacks(`"type":"edit"`)
	s.do("GET", "/api/corrections?type=edit", "").is(200).has("X-Total-Count", "0")
	s.do("GET", "/api/corrections/facets",
		"").is(200).says(`"types":[{"value":"correction","label":"Corrections","count":1},{"value":"update","label":"Updates","count":1}]`)
	s.do("GET", "/corrections", "").is(200).lacks(">Edits")
	s.do("GET", "/api/reviews/1", "").is(200).says(`"changeCount":1`)
	s.do("PUT", "/api/admin/settings/publication", `{"publicHistory":"off"}`, admin, with("If-Match", "*")).is(200)
	s.do("GET", "/api/corrections", "").is(200).has("X-Total-Count", "2").says(`"versionUrl":null`).lacks("/history/")
	s.do("GET", "/api/reviews/1", "").is(200).lacks("changeCount")
}

// A past moment has the corrections up to then, without the difference of what is withheld now.
func TestThePastHasItsCorrections(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Secret","correction":"A secret note."}`, admin).is(200)
	then := s.minute()
	s.do("PATCH", "/api/reviews/1", `{"rating":2,"update":"Later."}`, admin).is(200)
	s.do("GET", "/api/corrections", "").is(200).has("X-Total-Count", "2")
	s.do("GET", "/api/corrections?asOf="+then, "", admin).is(200).has("X-Total-Count", "1").says("A secret note.", `"versionUrl":null`)
	s.do("GET", "/corrections?asOf="+then, "", admin).is(200).says("A secret note.").lacks("Later.")
	s.do("POST", "/api/admin/reviews/1/history/3/withhold", `{"reason":"A court order."}`, admin).is(200)
	s.do("GET", "/api/corrections?asOf="+then, "", admin).is(200).lacks("ecret")
	s.do("GET", "/api/corrections", "").is(200).says("A court order.").lacks("ecret note")
}
