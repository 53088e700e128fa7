package httpapi_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

const laptop = `{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"A quiet laptop","content":"It is silent, with a <b>thirty</b>-hour battery.","rating":4,"authorName":"Ada","tags":["fanless"],"isPublished":true}`

// foundFor returns the titles that a search finds.
func (s *site) foundFor(query string, options ...option) string {
	s.Helper()
	var result struct {
		Total int
		Hits  []struct{ Title, Snippet, URL string }
	}
	s.do("GET", "/api/search?q="+query, "", options...).is(200).decode(&result)
	var all []string
	for _, hit := range result.Hits {
		all = append(all, hit.Title)
	}
	if result.Total != len(all) {
		s.Errorf("%q finds %d of %d", query, len(all), result.Total)
	}
	return strings.Join(all, ", ")
}

func TestWhatIsWrittenIsFoundWithTheAnswer(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	finds := func(query, want string) {
		t.Helper()
		if got := s.foundFor(query); got != want {
			t.Errorf("%q finds %q, not %q", query, got, want)
		}
	}
	for range 3 { // each write is followed by a read at once
		finds("quiet", "")
		id := s.do("POST", "/api/reviews", laptop, admin).is(201).id()
		path := "/api/reviews/" + id
		finds("laptop+quiet", "A quiet laptop")
		finds("fanless", "A quiet laptop")
		finds("computers", "A quiet laptop")
		s.do("PATCH", path, `{"title":"A loud laptop","isPublished":false}`, admin).is(200)
		finds("laptop", "")
		s.do("PATCH", path, `{"isPublished":true}`, admin).is(200)
		finds("loud", "A loud laptop")
		finds("quiet", "")
		s.do("DELETE", path, "", admin).is(204)
		finds("laptop", "")
		s.do("POST", "/api/admin/reviews/"+id+"/restore", "", admin).is(200)
		s.do("PATCH", "/api/admin/categories/1", `{"name":"Thinking Machines"}`, admin).is(200)
		finds("thinking", "A loud laptop")
		s.do("PATCH", "/api/admin/categories/1", `{"name":"Computers"}`, admin).is(200)
		finds("thinking", "")
		s.do("DELETE", path, "", admin).is(204)
	}
	s.do("POST", "/api/pages", `{"title":"How we test","content":"We listen to laptops.","isPublished":true}`, admin).is(201)
	s.do("GET", "/api/search?q=listen", "").is(200).says(`"type":"page"`, `"url":"/pages/how-we-test"`,
		`We \u003cmark\u003elisten\u003c/mark\u003e to laptops.`)
	s.do("GET", "/api/search/suggest?q=comp", "").is(200).says(`{"type":"category","label":"Computers","url":"/category/computers"}`)
}

func TestSearchesNameWhatIsWrongWithThem(t *testing.T) {
	s := newSite(t)
	long := strings.Repeat("x", 257)
	for query, field := range map[string]string{
		"": "q", "?q=": "q", "?q=+%20": "q", "?q=" + long: "q", "?q=%ff": "q", "?q=a%00b": "q", "?q=%zz": "query", "?q=a&type=news": "type",
		"?q=a&limit=0": "limit", "?q=a&limit=101": "limit",
		"?q=a&limit=x": "limit", "?q=a&offset=-1": "offset", "?q=a&offset=10001": "offset", "?q=a&year=x": "year", "?q=a&minScore=9": "minScore",
		"?q=a&brand=" + long: "brand",
	} {
		s.do("GET", "/api/search"+query, "").problem(400, field)
	}
	for query, field := range map[string]string{"": "q", "?q=+": "q", "?q=" + long: "q"} {
		s.do("GET", "/api/search/suggest"+query, "").problem(400, field)
	}
	s.do("GET", "/api/search?q="+long[1:]+"&limit=100&offset=10000", "").is(200)
	// characters, however they are stored
	for _, text := range []string{strings.Repeat("静かな", 85), strings.Repeat("e\u0301", 256), strings.Repeat("𝒳", 256)} {
		s.do("GET", "/api/search?q="+url.QueryEscape(text), "").is(200)
		s.do("GET", "/api/search/suggest?q="+url.QueryEscape(text), "").is(200)
		s.do("GET", "/api/reviews?search="+url.QueryEscape(text), "").is(200)
	}
	tag := s.do("GET", "/api/search?q=quiet", "").is(200).header.Get("ETag")
	s.do("GET", "/api/search?q=quiet", "", with("If-None-Match", tag)).is(304)
}

func TestWhatIsFoundHasScoresAndPricesAndIsNarrowedAsListsAre(t *testing.T) {
	s := newSite(t)
	s.publish("/api/reviews", "A quiet kettle",
		`"productBrand":"Wi Fi","tags":["Wi-Fi"],"rating":4.5,"productPrice":1299,"imageUrls":["https://example.org/a.jpg"]`)
	s.publish("/api/reviews", "A loud kettle", `"productBrand":"Other","tags":["wi fi"],"rating":3`)
	s.publish("/api/news", "Kettles return", `"category":"Kitchen"`)
	type choice struct {
		Value, Label string
		Count        int
	}
	type hit struct {
		Title        string
		Rating       *float64
		ProductPrice *float64
		ImageURL     *string
	}
	search := func(query string) (result struct {
		Total  int
		Hits   []hit
		Facets struct{ Types, Categories, Brands, Tags, Scores, Prices []choice }
	}) {
		t.Helper()
		s.do("GET", "/api/search?q=kettle"+query, "").is(200).decode(&result)
		return result
	}
	all := search("")
	for _, one := range all.Hits {
		switch one.Title {
		case "A quiet kettle":
			if *one.Rating != 4.5 || *one.ProductPrice != 1299 || *one.ImageURL != "https://example.org/a.jpg" {
				t.Errorf("got %+v", one)
			}
		case "A loud kettle":
			if *one.Rating != 3 || one.ProductPrice != nil || one.ImageURL != nil {
				t.Errorf("got %+v", one)
			}
		default:
			if one.Rating != nil || one.ProductPrice != nil {
				t.Errorf("got %+v", one)
			}
		}
	}
	if all.Total != 3 || !slices.Contains(all.Facets.Types, choice{"article", "Tech articles", 1}) ||
		!slices.Contains(all.Facets.Categories, choice{"kitchen", "Kitchen", 1}) ||
		!slices.Contains(all.Facets.Scores, choice{"4", "4 and up", 1}) ||
		!slices.Equal(all.Facets.Prices, []choice{{"2000", "Up to $2,000", 1}}) || len(all.Facets.Tags) != 2 {
		t.Errorf("got %d, %+v", all.Total, all.Facets)
	}
	for _, tag := range all.Facets.Tags { // two names, whose slugs are alike
		if found := search("&tag=" + tag.Value); found.Total != 1 || tag.Count != 1 {
			t.Errorf("the tag %+v leaves %+v", tag, found.Hits)
		}
	}
	for query, want := range map[string]int{"&type=article": 1, "&type=review": 2, "&category=kitchen": 1, "&category=computers": 2,
		"&brand=other": 1, "&brand=nobody": 0,
		"&minScore=4": 1, "&maxPrice=1300": 1, "&year=1990": 0, "&type=review&minScore=2&tag=wi-fi": 1} {
		if found := search(query); found.Total != want || len(found.Hits) != want {
			t.Errorf("%s leaves %d, want %d", query, found.Total, want)
		}
	}
}

func TestSnippetsHaveNoMarkupButMarks(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(laptop, "It is silent", `A silent <script>alert(1)</script> & \"quotes\" <mark>`, 1),
		admin).is(201)
	for _, query := range []string{"silent", "script", "<script>", "alert(1)", "mark", `"quotes"`, "&"} {
		var result struct{ Hits []struct{ Snippet string } }
		s.do("GET", "/api/search?q="+url.QueryEscape(query), "").is(200).decode(&result)
		if len(result.Hits) != 1 {
			t.Fatalf("%q finds %d", query, len(result.Hits))
		}
		snippet := result.Hits[0].Snippet
		bare := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(snippet)
		if strings.ContainsAny(bare, `<>"`) || strings.Count(snippet, "<mark>") != strings.Count(snippet, "</mark>") {
			t.Errorf("%q: %s", query, snippet)
		}
	}
}

func TestEarlierMomentsAreSearchedAsTheyWere(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	before := s.minute()
	s.do("POST", "/api/reviews", laptop, admin).is(201)
	first := s.minute()
	s.do("PATCH", "/api/reviews/1", `{"title":"A loud laptop","correction":"It was loud."}`, admin).is(200)
	s.minute()
	finds := func(query, want string) {
		t.Helper()
		if got := s.foundFor(query, admin); got != want {
			t.Errorf("%q finds %q, not %q", query, got, want)
		}
	}
	for range 2 {
		finds("laptop&asOf="+before, "")
		finds("laptop&asOf="+first, "A quiet laptop")
		finds("loud&asOf="+first, "")
		finds("laptop", "A loud laptop")
	}
	s.do("GET", "/api/search/suggest?q=tarn&asOf="+first, "", admin).is(200).says("Slate 14")
	s.do("GET", "/api/search/suggest?q=tarn&asOf="+before, "", admin).is(200).lacks("Slate 14")
	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A court order."}`, admin).is(200)
	finds("laptop&asOf="+first, "")
	finds("laptop", "A loud laptop")
}

// Two names may have one slug in another number than one would guess: suggestions lead where the pages are.
func TestSuggestionsLeadToThePagesOfTheirNames(t *testing.T) {
	s := newSite(t)
	s.publish("/api/reviews", "One", `"productBrand":"Zyx 2","authorName":"Zyx","tags":["zyx!","Zyx","zyx 2"]`)
	s.publish("/api/reviews", "Two", `"productBrand":"zyx-2","tags":["ZYX?"]`)
	var all []struct{ Type, Label, URL string }
	s.do("GET", "/api/search/suggest?q=zyx", "").is(200).decode(&all)
	folders := map[string]string{"tag": "tags", "brand": "brands", "author": "authors"}
	found := map[string]int{}
	for _, one := range all {
		found[one.Type]++
		if folders[one.Type] == "" {
			continue
		}
		slug := one.URL[strings.LastIndexByte(one.URL, '/')+1:]
		s.do("GET", "/api/"+folders[one.Type]+"/"+slug, "").is(200).says(`"slug":"`+slug+`"`, `"name":"`+one.Label+`"`)
	}
	if found["tag"] < 3 || found["brand"] != 2 || found["author"] != 1 {
		t.Errorf("got %+v", all)
	}
}
