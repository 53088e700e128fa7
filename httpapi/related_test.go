// Where readers go from an item: to related ones, and to the ones before and after it.

package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestRelatedItemsAreTheClosestFirst(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.publish("/api/reviews", "Nothing", `"productBrand":"Bolt","categoryId":2`)
	s.publish("/api/reviews", "Silent", `"productBrand":"Bolt","categoryId":2,"title":"A SILENT engine"`)
	s.publish("/api/reviews", "Category", `"productBrand":"Bolt","productName":"Q","categoryId":1`)
	s.publish("/api/reviews", "Brand", `"productName":"Q","productBrand":"ACME","categoryId":2`)
	s.publish("/api/reviews", "OneTag", `"productBrand":"Bolt","categoryId":2,"tags":["Fast"]`)
	s.publish("/api/reviews", "TwoTags", `"productBrand":"Bolt","categoryId":2,"tags":["FAST","loud"]`)
	s.publish("/api/reviews", "Product", `"productName":"p","categoryId":2`)
	id := s.publish("/api/reviews", "It", `"tags":["fast","Loud"],"title":"Its silent, its new"`)
	related := "/api/reviews/" + id + "/related"
	is := func(want string) {
		t.Helper()
		if got := s.do("GET", related, "").is(200).order(); got != want {
			t.Errorf("related are %q, want %q", got, want)
		}
	}
	is("Product TwoTags OneTag Brand Category A SILENT engine")
	s.do("GET", related, "").is(200).has("X-Total-Count", "6").lacks(`"content":"C","contentHtml"`)
	s.publish("/api/reviews", "Newer", `"productName":"p","categoryId":2`)
	is("Newer Product TwoTags OneTag Brand Category")

	// A change of one that was not among them, and of the item itself.
	s.do("PATCH", "/api/reviews/1", `{"tags":["fast","loud"]}`, admin).is(200)
	is("Newer Product TwoTags Nothing OneTag Brand")
	s.do("PATCH", "/api/reviews/1", `{"tags":[]}`, admin).is(200)
	s.do("PATCH", "/api/reviews/"+id, `{"tags":["x"]}`, admin).is(200)
	is("Newer Product Brand Category A SILENT engine")
	s.do("PATCH", "/api/reviews/"+id, `{"tags":["fast","Loud"]}`, admin).is(200)

	// What readers of one see follows what becomes of the others.
	s.do("PATCH", "/api/reviews/5", `{"tags":["fast","loud","x"],"productBrand":"acme","productName":"Q"}`, admin).is(200)
	is("Newer Product OneTag TwoTags Brand Category")
	s.do("PATCH", "/api/reviews/6", `{"isPublished":false}`, admin).is(200)
	is("Newer Product OneTag Brand Category A SILENT engine")
	s.do("PATCH", "/api/reviews/4", `{"title":"Renamed"}`, admin).is(200)
	is("Newer Product OneTag Renamed Category A SILENT engine")
	s.do("DELETE", "/api/reviews/7", "", admin).is(204)
	is("Newer OneTag Renamed Category A SILENT engine")
	s.do("GET", "/reviews/"+id, "").is(200).says("Related Reviews", ">Renamed<").lacks(">Nothing<")

	s.do("GET", "/api/reviews/6/related", "").problem(404)
	s.do("GET", "/api/reviews/99/related", "").problem(404)
	s.do("PATCH", "/api/reviews/"+id, `{"isPublished":false}`, admin).is(200)
	s.do("GET", related, "").problem(404)

	s.publish("/api/news", "First", `"category":"AI"`)
	s.publish("/api/news", "Second", `"category":"Cars","tags":["x"]`)
	s.publish("/api/news", "Third", `"category":"ai","tags":["X"]`)
	if got := s.do("GET", "/api/news/3/related", "").is(200).order(); got != "Second First" {
		t.Errorf("related articles are %q", got)
	}
}

func TestItemsLeadToTheOnesBesideThem(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for i := range 4 {
		s.publish("/api/reviews", fmt.Sprint("R", i+1), "")
	}
	beside := func(id, previous, next string) {
		t.Helper()
		one := func(id string) string {
			if id == "" {
				return "null"
			}
			return fmt.Sprintf(`{"id":%s,"title":"R%s","url":"/reviews/%s"}`, id, id, id)
		}
		a := s.do("GET", "/api/reviews/"+id+"/neighbours", "").is(200)
		if want := `{"previous":` + one(previous) + `,"next":` + one(next) + `}`; strings.TrimSpace(a.body) != want {
			t.Errorf("beside %s are %s, want %s", id, a.body, want)
		}
		s.do("GET", "/api/reviews/"+id+"/neighbours", "", with("If-None-Match", a.header.Get("ETag"))).is(304)
	}
	beside("1", "2", "")
	beside("2", "3", "1")
	beside("4", "", "3")
	page := s.do("GET", "/reviews/2", "").is(200).says(`rel="prev" class="`, `href="/reviews/3"`, `rel="next" class="`)
	s.do("PATCH", "/api/reviews/3", `{"isPublished":false}`, admin).is(200)
	beside("2", "4", "1")
	s.do("GET", "/reviews/2", "", with("If-None-Match", page.header.Get("ETag"))).is(200).says(`href="/reviews/4"`).lacks(`href="/reviews/3"`)
	s.do("GET", "/api/reviews/3/neighbours", "").problem(404)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	beside("2", "4", "")

	s.publish("/api/news", "N", "")
	s.do("GET", "/api/news/1/neighbours", "").is(200).says(`{"previous":null,"next":null}`)
	s.do("GET", "/tech-articles/1", "").is(200).lacks(`rel="prev"`)
	s.do("GET", "/api/news/2/neighbours", "").problem(404)
}
