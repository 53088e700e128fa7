package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
)

// What people read is written and sorted as the site is set, at once and also in answers that were cached before.
func TestTheSiteWritesInItsLanguageZoneAndCurrency(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for i, one := range []struct{ title, brand string }{{"Zoom", "Zebra"}, {"Étude", "Éclat"}, {"Fin", "Fabrik"}} {
		s.do("POST", "/api/reviews", fmt.Sprintf(`{"title":%q,"productName":"P%d","productBrand":%q,"categoryId":1,"content":"C","authorName":%q,
			"productPrice":1299,"rating":4.5,"isPublished":true}`, one.title, i, one.brand, one.brand), admin).is(201)
	}
	s.do("PATCH", "/api/reviews/1", `{"productPrice":999,"correction":"It is cheaper."}`, admin).is(200)
	ordered := func(path, field string, want ...string) {
		t.Helper()
		var all []map[string]any
		s.do("GET", path, "", admin).is(200).decode(&all)
		var got []string
		for _, one := range all {
			got = append(got, fmt.Sprint(one[field]))
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	site := func(body string) {
		t.Helper()
		s.do("PUT", "/api/admin/settings/site", body, admin, with("If-Match", "*")).is(200)
	}
	s.do("GET", "/api/site", "").is(200).says(`"pattern":"${n}"`).says(`"long":"{M} {d}, {y}"`).says(`"zone":[]`)
	s.do("GET", "/api/reviews/facets", "").is(200).says(`"label":"Up to $2,000"`).says(`"label":"4.5 and up"`)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"currency":"USD"`)
	s.do("GET", "/corrections.xml", "").is(200).says("price: $1,299 → $999")
	ordered("/api/admin/reviews?sort=title", "title", "Étude", "Fin", "Zoom")

	site(`{"language":"fr","timeZone":"Europe/Paris","currency":"EUR"}`)
	s.do("GET", "/api/site", "").is(200).says("\"pattern\":\"{n}\u00a0€\"").says(`"long":"{d} {M} {y}"`).says(`"zone":[0,60,`)
	s.do("GET", "/api/reviews/facets", "").is(200).says("Up to 2\u202f000\u00a0€").says(`"label":"4,5 and up"`).lacks("$")
	s.do("GET", "/api/reviews/1", "").is(200).says(`"currency":"EUR"`).says(`"price":1299`)
	s.do("GET", "/corrections.xml", "").is(200).says("price: 1\u202f299\u00a0€ → 999\u00a0€").lacks("$")
	ordered("/api/brands", "name", "Éclat", "Fabrik", "Zebra")

	site(`{"language":"sv"}`) // where accents weigh as little, and Z comes before Å, Ä and Ö
	s.do("PATCH", "/api/reviews/2", `{"title":"Ära","productBrand":"Ära"}`, admin).is(200)
	ordered("/api/admin/reviews?sort=title", "title", "Fin", "Zoom", "Ära")
	ordered("/api/brands", "name", "Fabrik", "Zebra", "Ära")
	site(`{"language":"de"}`)
	ordered("/api/admin/reviews?sort=title", "title", "Ära", "Fin", "Zoom")
	ordered("/api/admin/reviews?sort=title&order=desc&limit=2&offset=1", "title", "Fin", "Ära")
	ordered("/api/brands", "name", "Ära", "Fabrik", "Zebra")
	site(`{"language":null,"timeZone":null,"currency":null}`)
	s.do("GET", "/api/reviews/facets", "").is(200).says(`"label":"Up to $2,000"`)
}
