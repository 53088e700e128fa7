// Readers filter, sort and page through lists, and follow tags, brands and authors.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/projections/content/facts"
)

// publish publishes an item with some fields, and others that it needs.
func (s *site) publish(path, title, fields string) string {
	s.Helper()
	s.clock.Add(time.Minute)
	item := map[string]any{"title": title, "content": "C", "authorName": "Ada", "productName": "P", "productBrand": "Acme", "categoryId": 1,
		"category": "AI", "isPublished": true}
	if path == "/api/news" {
		delete(item, "productName")
		delete(item, "productBrand")
		delete(item, "categoryId")
	} else {
		delete(item, "category")
	}
	if err := json.Unmarshal([]byte("{"+fields+"}"), &item); err != nil {
		s.Fatal(err)
	}
	body, err := json.Marshal(item)
	if err != nil {
		s.Fatal(err)
	}
	return s.do("POST", path, string(body), s.asAdmin()).is(201).id()
}

// filtered is a site with four reviews and two articles.
func filtered(t *testing.T) *site {
	s := newSite(t)
	s.publish("/api/reviews", "One", `"productBrand":"Acme","rating":4.5,"productPrice":200,"tags":["Smart Home","C++"]`)
	s.publish("/api/reviews", "Two", `"productBrand":"ACME","rating":3,"productPrice":99.5,"tags":["smart  home"],"categoryId":2`)
	s.clock.Add(60 * 24 * time.Hour) // the next year
	s.cookie = ""                    // the session has ended
	s.publish("/api/reviews", "Three", `"productBrand":"Bolt","rating":4.5,"authorName":"Zoë Ng","tags":["Smart Home"]`)
	s.publish("/api/reviews", "Four", `"productBrand":"acme","rating":4,"productPriceMax":1500`)
	s.publish("/api/news", "News", `"category":"AI","authorName":"Ada","tags":["SMART HOME"]`)
	s.publish("/api/news", "Gadget news", `"category":"Gadgets","authorName":"zoë ng"`)
	s.publish("/api/reviews", "Draft", `"productBrand":"Secret","tags":["Hidden"],"isPublished":false`)
	return s
}

func TestListsAreFilteredAndSorted(t *testing.T) {
	s := filtered(t)
	for path, want := range map[string]string{
		"/api/reviews?brand=acme":                        "Four Two One",
		"/api/reviews?brand=ACME&year=2026":              "Two One",
		"/api/reviews?tag=smart-home":                    "Three Two One",
		"/api/reviews?tag=c-plus-plus":                   "One",
		"/api/reviews?tag=" + "c%2B%2B":                  "One",
		"/api/reviews?author=zo%C3%AB-ng":                "Three",
		"/api/reviews?author=ada&minScore=4":             "Four One",
		"/api/reviews?maxPrice=200":                      "Two One",
		"/api/reviews?sort=score":                        "Three One Four Two",
		"/api/reviews?sort=price":                        "Two One Four Three",
		"/api/reviews?sort=newest":                       "Four Three Two One",
		"/api/reviews?sort=price&limit=2&offset=1":       "One Four",
		"/api/reviews?category=automotive&brand=acme":    "Two",
		"/api/reviews?categoryId=1&tag=smart-home":       "Three One",
		"/api/reviews?search=ONE&brand=acme":             "One",
		"/api/reviews?brand=nobody":                      "",
		"/api/reviews?tag=hidden":                        "",
		"/api/reviews?category=boats&brand=acme":         "",
		"/api/reviews?featured=true&brand=acme":          "",
		"/api/news?tag=Smart+Home":                       "News",
		"/api/news?author=zo%C3%AB-ng&year=2027":         "Gadget news",
		"/api/news?category=ai&author=ada":               "News",
		"/api/news?year=2026":                            "",
		"/api/news?brand=acme&minScore=5&maxPrice=0":     "Gadget news News",
		"/api/pages?brand=acme&year=1&sort=luck&page=-1": "",
	} {
		a := s.do("GET", path, "").is(200)
		if got := a.order(); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		s.do("HEAD", path, "").is(200).has("X-Total-Count", a.header.Get("X-Total-Count")).has("ETag", a.header.Get("ETag"))
		s.do("GET", path, "", with("If-None-Match", a.header.Get("ETag"))).is(304)
	}
	s.do("GET", "/api/reviews?sort=price&limit=1", "").is(200).has("X-Total-Count", "4")

	for _, list := range []string{"/api/reviews", "/api/reviews/facets"} {
		for _, bad := range []string{"year=1969", "year=10000", "year=soon", "minScore=0.9", "minScore=5.1", "minScore=NaN", "minScore=4e0",
			"maxPrice=0", "maxPrice=-1", "maxPrice=Inf", "maxPrice=.",
			"sort=luck", "page=0", "page=100001", "page=x", "brand=" + strings.Repeat("x", 257), "tag=" + strings.Repeat("x", 257),
			"author=" + strings.Repeat("x", 257), "maxPrice=" + strings.Repeat("1", 257)} {
			name, _, _ := strings.Cut(bad, "=")
			s.do("GET", list+"?"+bad, "").problem(400, name)
		}
	}
	s.do("GET", "/api/news?sort=score", "").problem(400, "sort")
	s.do("GET", "/api/reviews?page=1&limit=24", "").problem(400, "page")
	s.do("GET", "/api/reviews?offset=0&page=1", "").problem(400, "page")
	s.do("GET", "/api/reviews?page=1&limit=", "").is(200)
}

func TestFiltersFollowChanges(t *testing.T) {
	s := filtered(t)
	admin := s.asAdmin()
	lists := func(reviews, news string) {
		t.Helper()
		for path, want := range map[string]string{"/api/reviews?tag=smart-home": reviews, "/api/news?tag=smart-home": news} {
			if got := s.do("GET", path, "").is(200).order(); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
	}
	lists("Three Two One", "News")
	moment := s.minute()
	s.do("PATCH", "/api/reviews/1", `{"tags":[]}`, admin).is(200)
	lists("Three Two", "News")
	s.do("PATCH", "/api/reviews/2", `{"isPublished":false}`, admin).is(200)
	lists("Three", "News")
	s.do("DELETE", "/api/reviews/3", "", admin).is(204)
	lists("", "News")
	s.do("POST", "/api/admin/reviews/3/restore", "", admin).is(200)
	s.do("PATCH", "/api/news/1", `{"tags":["Else"]}`, admin).is(200)
	lists("Three", "")
	if got := s.do("GET", "/api/reviews?asOf="+moment+"&tag=smart-home", "", admin).is(200).order(); got != "Three Two One" {
		t.Errorf("as it was: %q", got)
	}
	s.do("GET", "/api/tags/smart-home?asOf="+moment, "", admin).is(200).says(`"count":4`)
	s.do("GET", "/api/tags/smart-home", "").is(200).says(`"count":1`)
}

func TestFacetsCountWhatEachFilterWouldLeave(t *testing.T) {
	s := filtered(t)
	facets := func(path string) (f facts.Facets) {
		t.Helper()
		a := s.do("GET", path, "").is(200)
		a.decode(&f)
		s.do("GET", path, "", with("If-None-Match", a.header.Get("ETag"))).is(304)
		return f
	}
	got := facets("/api/reviews/facets?brand=acme&minScore=4")
	want := facts.Facets{
		Total:      2,
		Categories: []facts.Choice{{Value: "computers", Label: "Computers & Laptops", Count: 2}},
		Brands:     []facts.Choice{{Value: "acme", Label: "acme", Count: 2}, {Value: "bolt", Label: "Bolt", Count: 1}},
		Tags:       []facts.Choice{{Value: "c-plus-plus", Label: "C++", Count: 1}, {Value: "smart-home", Label: "Smart Home", Count: 1}},
		Authors:    []facts.Choice{{Value: "ada", Label: "Ada", Count: 2}},
		Years:      []facts.Choice{{Value: "2027", Label: "2027", Count: 1}, {Value: "2026", Label: "2026", Count: 1}},
		Scores: []facts.Choice{{Value: "4.5", Label: "4.5 and up", Count: 1}, {Value: "4", Label: "4 and up", Count: 2},
			{Value: "3.5", Label: "3.5 and up", Count: 2}, {Value: "3", Label: "3 and up", Count: 3}},
		Prices: []facts.Choice{{Value: "200", Label: "Up to $200", Count: 1}, {Value: "2000", Label: "Up to $2,000", Count: 2}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, ignored := range []string{"&sort=score", "&page=9", "&limit=1&offset=5"} {
		if diff := cmp.Diff(want, facets("/api/reviews/facets?brand=acme&minScore=4"+ignored)); diff != "" {
			t.Errorf("%s: %s", ignored, diff)
		}
	}
	// What is chosen is there, though it leaves nothing.
	got = facets("/api/reviews/facets?brand=bolt&maxPrice=50&year=1999&category=gadgets")
	for facet, some := range map[string][]facts.Choice{"bolt": got.Brands, "50": got.Prices, "1999": got.Years, "gadgets": got.Categories} {
		if !slices.ContainsFunc(some, func(one facts.Choice) bool { return one.Value == facet && one.Count == 0 }) {
			t.Errorf("%s is not among %v", facet, some)
		}
	}
	news := facets("/api/news/facets?author=zo%C3%AB+ng")
	if diff := cmp.Diff([]facts.Choice{{Value: "gadgets", Label: "Smart Gadgets", Count: 1}}, news.Categories); diff != "" ||
		news.Total != 1 || len(news.Brands)+len(news.Scores)+len(news.Prices) > 0 {
		t.Errorf("of articles: %+v", news)
	}
	s.do("PATCH", "/api/admin/categories/4", `{"name":"Gizmos"}`, s.asAdmin()).is(200)
	if news = facets("/api/news/facets?author=zo%C3%AB+ng"); news.Categories[0].Label != "Gizmos" {
		t.Errorf("after its category was renamed: %+v", news.Categories)
	}
}

func TestNamesAreCountedOverWhatReadersSee(t *testing.T) {
	s := filtered(t)
	s.do("GET", "/api/tags", "").is(200).has("X-Total-Count",
		"2").says(`[{"slug":"c-plus-plus","name":"C++","count":1,"description":null,"revision":0},{"slug":"smart-home","name":"Smart Home","count":4,"description":null,"revision":0}]`)
	s.do("GET", "/api/brands", "").is(
		200).says(`[{"slug":"acme","name":"acme","count":3,"description":null,"revision":0},{"slug":"bolt","name":"Bolt","count":1,"description":null,"revision":0}]`)
	s.do("GET", "/api/authors", "").is(200).says(`{"slug":"ada","name":"Ada","count":4},{"slug":"zoë-ng","name":"zoë ng","count":2}`)
	s.do("GET", "/api/tags/Smart%20HOME",
		"").is(200).says(`{"slug":"smart-home","name":"Smart Home","count":4,"description":null,"revision":0}`)
	s.do("GET", "/api/tags/C%2B%2B", "").is(200).says(`"slug":"c-plus-plus"`)
	for _, path := range []string{"/api/tags/hidden", "/api/brands/secret", "/api/brands/ada", "/api/authors/acme", "/api/tags/%21"} {
		s.do("GET", path, "").problem(404)
	}
	s.publish("/api/reviews", "Five", `"tags":["C","C#"],"productBrand":"!"`)
	s.do("GET", "/api/tags", "").is(
		200).says(`{"slug":"c","name":"C","count":1,"description":null,"revision":0},{"slug":"c-2","name":"C#","count":1,"description":null,"revision":0},{"slug":"c-plus-plus"`)
	s.do("GET", "/api/tags/C%23", "").is(200).says(`"slug":"c-2"`)
	s.do("GET", "/api/brands/name", "").is(200).says(`"name":"!"`)
}

func TestItemsSayWhereTheirNamesLead(t *testing.T) {
	s := filtered(t)
	admin := s.asAdmin()
	s.do("GET", "/api/reviews/1", "").is(
		200).says(`"names":{"author":{"name":"Ada","slug":"ada"},"brand":{"name":"Acme","slug":"acme"},"tags":[{"name":"Smart Home","slug":"smart-home"},{"name":"C++","slug":"c-plus-plus"}]}`)
	s.do("GET", "/api/news/2", "").is(200).says(`"names":{"author":{"name":"zoë ng","slug":"zoë-ng"},"brand":null,"tags":[]}`)
	for _, path := range []string{"/api/reviews", "/api/news", "/api/admin/reviews/1"} {
		s.do("GET", path, "", admin).is(200).lacks(`"names"`)
	}
	s.do("GET", "/reviews/1", "").is(200).says(`href="/authors/ada"`, `href="/brands/acme"`, `href="/tags/smart-home"`,
		`href="/tags/c-plus-plus"`)
	s.do("GET", "/tech-articles/2", "").is(200).says(`href="/authors/zo%C3%AB-ng"`)

	// A name keeps its address when another one would have the same.
	five := s.publish("/api/reviews", "Five", `"tags":["x!y","X!Y"]`)
	s.do("GET", "/api/reviews/"+five, "").is(200).says(`"tags":[{"name":"x!y","slug":"x-y"}]`)
	six := s.publish("/api/news", "Six", `"tags":["x y"]`)
	s.do("GET", "/api/news/"+six, "").is(200).says(`"tags":[{"name":"x y","slug":"x-y-2"}]`)
	s.do("GET", "/api/reviews/"+five, "").is(200).says(`"tags":[{"name":"x!y","slug":"x-y"}]`)
	s.do("GET", "/reviews/"+five, "").is(200).says(`href="/tags/x-y"`)
	s.do("GET", "/tech-articles/"+six, "").is(200).says(`href="/tags/x-y-2"`)
}

// links returns the relations of a Link header, with their addresses.
func (a *answer) links() map[string]string {
	all := map[string]string{}
	for one := range strings.SplitSeq(a.header.Get("Link"), ", ") {
		address, rel, _ := strings.Cut(one, `>; rel="`)
		all[strings.TrimSuffix(rel, `"`)] = strings.TrimPrefix(address, "<")
	}
	return all
}

func TestPagesOfListsHaveNumbers(t *testing.T) {
	s := newSite(t)
	for i := range 50 {
		s.publish("/api/reviews", fmt.Sprint(i), `"productBrand":"Acme"`)
	}
	page := func(path string, n int, first string, links map[string]string) {
		t.Helper()
		a := s.do("GET", path, "").is(200).has("X-Total-Count", "50")
		titles := strings.Fields(a.order())
		if len(titles) != n || n > 0 && titles[0] != first {
			t.Errorf("%s: %d items, the first is %v", path, len(titles), titles)
		}
		if diff := cmp.Diff(links, a.links()); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	const list, brand = "/api/reviews?page=", "/api/reviews?brand=acme&page="
	page(list+"1", 24, "49", map[string]string{"first": list + "1", "next": list + "2", "last": list + "3"})
	page(list+"2", 24, "25", map[string]string{"first": list + "1", "prev": list + "1", "next": list + "3", "last": list + "3"})
	page(brand+"3", 2, "1", map[string]string{"first": brand + "1", "prev": brand + "2", "last": brand + "3"})
	page("/api/reviews?page=9&brand=acme", 0, "", map[string]string{"first": brand + "1", "prev": brand + "3", "last": brand + "3"})
	s.do("GET", "/api/news?page=1", "").is(200).has("Link", `</api/news?page=1>; rel="first", </api/news?page=1>; rel="last"`)

	rendered, noindex := `<script type="application/json" id="page-data">`, `content="noindex, follow"`
	for _, path := range []string{"/reviews", "/category/computers"} {
		for range 2 { // never from the cache
			a := s.do("GET", path+"?page=3", "").is(200).says(rendered)
			if a.header.Get("X-Robots-Tag") != "" || strings.Contains(a.body, noindex) {
				t.Errorf("%s?page=3 may not be indexed", path)
			}
			a.says(", page 3 | Candor</title>", `<link rel="canonical" href="`+site1+path+`?page=3">`,
				`<link rel="prev" href="`+site1+path+`?page=2">`).lacks(`rel="next"`)
		}
		s.do("GET", path, "").is(200).says(`<link rel="next" href="` + site1 + path + `?page=2">`).lacks(`<link rel="prev"`)
		s.do("GET", path+"?page=4", "").is(404).says("Back to the first page", "<title>Page Not Found | Candor</title>", "Latest Reviews")
		s.do("GET", path+"?page=4", "").is(404).has("X-Robots-Tag", "noindex").has("Cache-Control", "no-store")
		s.do("GET", path+"?brand=acme&page=3", "").is(200).has("X-Robots-Tag", "noindex").has("Cache-Control", "no-store").says(rendered)
		s.do("GET", path+"?brand=bolt&page=2", "").is(404).has("X-Robots-Tag", "noindex")
		s.do("GET", path+"?brand=bolt", "").is(200).has("X-Robots-Tag", "noindex").says(noindex, `<link rel="canonical" href="`+site1+path+`">`)
		s.do("GET", path+"?year=soon", "").is(200).has("X-Robots-Tag", "noindex").lacks(rendered)
		for _, bad := range []string{"0", "-1", "x", "100001", "1.5"} {
			s.do("GET", path+"?page="+bad, "").is(404).has("X-Robots-Tag", "noindex").says("<title>Page Not Found | Candor</title>").lacks(rendered)
		}
		s.do("GET", path+"?page=1", "").is(301).has("Location", path)
		s.do("GET", path+"?sort=price&page=01&utm=x", "").is(301).has("Location", path+"?sort=price&utm=x")
	}
	s.do("GET", "/tech-articles?page=1", "").is(301).has("Location", "/tech-articles")
	s.do("GET", "/tech-articles?page=2", "").is(404)
	s.do("GET", "/tech-articles?tag=none", "").is(200).has("X-Robots-Tag", "noindex").says(rendered)
	s.do("GET", "/about?page=2", "").is(200).has("Cache-Control", "public, max-age=0, must-revalidate")
}

func TestNamesHavePages(t *testing.T) {
	s := filtered(t)
	for path, words := range map[string][]string{
		"/tags/smart-home": {"<title>Reviews and articles tagged “Smart Home” | Candor</title>",
			`content="Reviews and articles about Smart Home."`, ">Three<", ">News<"},
		"/brands/acme":         {"<title>Reviews of acme products | Candor</title>", `content="Honest reviews of products by acme."`, ">Four<"},
		"/authors/zo%C3%AB-ng": {"<title>zoë ng | Candor</title>", `content="Reviews and articles by zoë ng."`, ">Three<", ">Gadget news<"},
	} {
		a := s.do("GET", path, "").is(200).has("Cache-Control", "public, max-age=0, must-revalidate").says(words...)
		a.says(`<link rel="canonical" href="`+site1+path+`">`, `content="index, follow"`)
		s.do("GET", path, "", with("If-None-Match", a.header.Get("ETag"))).is(304)
		s.do("GET", "/sitemap.xml", "").is(200).says("<loc>" + site1 + path + "</loc>")
	}
	for from, to := range map[string]string{
		"/tags/Smart-Home": "/tags/smart-home", "/tags/smart%20home": "/tags/smart-home", "/tags/%73mart-home": "/tags/smart-home",
		"/tags/C%2B%2B": "/tags/c-plus-plus", "/tags/smart-home/": "/tags/smart-home",
		"/brands/ACME?utm=x": "/brands/acme?utm=x", "/authors/zo%c3%ab-ng": "/authors/zo%C3%AB-ng",
		"/authors/Zo%C3%AB%20Ng": "/authors/zo%C3%AB-ng",
	} {
		s.do("GET", from, "").is(http.StatusMovedPermanently).has("Location", to)
	}
	s.do("GET", "/authors/zoë-ng", "").is(200)
	for path, title := range map[string]string{"/tags/hidden": "Tag Not Found", "/brands/secret": "Brand Not Found",
		"/authors/nobody": "Author Not Found", "/tags/%00": "Not Found"} {
		s.do("GET", path, "").is(404).has("X-Robots-Tag", "noindex").says(title)
	}
	s.do("PATCH", "/api/reviews/3", `{"title":"Renamed"}`, s.asAdmin()).is(200)
	s.do("GET", "/tags/smart-home", "").is(200).says(">Renamed<").lacks(">Three<")
	s.do("GET", "/sitemap.xml", "").is(200).says("/tags/smart-home</loc>").lacks("hidden", "secret")
}
