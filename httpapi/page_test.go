// Pages of the site over the API: the calls of every content kind, and their slugs.

package httpapi_test

import (
	"testing"
	"time"
)

func TestPagesAreWrittenReadAndRestored(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/pages", `{"title":"How we test","content":"With care.","isPublished":true}`, admin).is(201).says(`"id":1`,
		`"slug":"how-we-test"`, `"publishAt":null`)
	s.do("POST", "/api/pages", `{"title":"How we test","content":"Again."}`, admin).is(201).says(`"slug":"how-we-test-2"`)
	s.do("POST", "/api/pages", `{"title":"Another","slug":"how-we-test","content":"C"}`, admin).problem(400,
		"slug").says("Slug is already taken")
	s.do("POST", "/api/pages", `{"title":"Another","slug":"How we","content":"C"}`, admin).problem(400, "slug")
	s.do("POST", "/api/pages", `{"slug":"nothing"}`, admin).problem(400, "title", "content")

	s.do("GET", "/api/pages", "").is(200).has("X-Total-Count", "1").says(`"content":"With care."`)
	s.do("GET", "/api/pages?slug=how-we-test", "").is(200).has("X-Total-Count", "1")
	s.do("GET", "/api/pages?slug=how-we-test-2", "").is(200).has("X-Total-Count", "0") // a draft
	s.do("GET", "/api/pages?search=nowhere", "").is(200).has("X-Total-Count", "0")
	s.do("GET", "/api/pages/1", "").is(200).says(`"title":"How we test"`)
	s.do("GET", "/api/pages/2", "").is(404).says("Page not found")
	s.do("GET", "/api/admin/pages/2", "", admin).is(200).says(`"isPublished":false`)
	s.do("GET", "/api/admin/pages?sort=slug&order=desc", "", admin).is(200).has("X-Total-Count", "2")
	s.do("GET", "/api/admin/pages?sort=category", "", admin).problem(400, "sort")

	s.do("PATCH", "/api/pages/1", `{"content":"With great care."}`, admin, with("If-Match", `"9"`)).is(412)
	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","slug":"tests"}`, admin).is(200).says(`"slug":"tests"`)
	s.do("GET", "/api/admin/pages/1/history/0", "", admin).is(200).says(`"isDeleted":false`, `"slug":"how-we-test"`, `"content":"With care."`)
	s.do("POST", "/api/admin/pages/1/history/0/restore", "", admin).is(200).says(`"slug":"how-we-test"`, `"content":"With care."`)
	s.do("GET", "/api/admin/pages/1/history", "", admin).is(200).says("PageUpdated", "PageCreated")

	s.do("POST", "/api/admin/pages/bulk", `{"action":"publish","ids":[1,2,9]}`, admin).is(200).says(`"id":2`, `"message":"Page not found"`)
	s.do("POST", "/api/admin/pages/bulk", `{"action":"feature","ids":[1]}`, admin).problem(400, "action")
	s.do("DELETE", "/api/pages/2", "", admin).is(204)
	s.do("GET", "/api/admin/pages?deleted=true", "", admin).is(200).has("X-Total-Count", "1")
	s.do("POST", "/api/admin/pages/2/restore", "", admin).is(200).says(`"slug":"how-we-test-2"`)
}

func TestPagesHaveAddresses(t *testing.T) {
	s := newSite(t)
	s.script = nil // shells say enough
	s.restart()
	admin := s.asAdmin()
	s.do("POST", "/api/pages", `{"title":"How we test","content":"With care.","isPublished":true}`, admin).is(201)
	s.do("POST", "/api/pages", `{"title":"A draft","content":"Not yet."}`, admin).is(201)
	s.clock.Add(time.Minute)
	before := s.clock.Now().UTC().Format(time.RFC3339)
	s.clock.Add(time.Minute)
	s.do("GET", "/pages/how-we-test", "").is(200).says("<title>How we test | Candor</title>", `content="With care."`)
	s.do("GET", "/pages/how-we-test/", "").is(301).has("Location", "/pages/how-we-test")
	for _, slug := range []string{"a-draft", "nothing", "A-Draft"} {
		s.do("GET", "/pages/"+slug, "").is(404).says("Page Not Found")
	}
	s.do("GET", "/pages/How-we-test", "").is(301).has("Location", "/pages/how-we-test")
	s.do("PATCH", "/api/pages/1", `{"slug":"tests"}`, admin).is(200)
	s.do("GET", "/pages/tests", "").is(200)
	s.do("GET", "/pages/how-we-test", "").is(301).has("Location", "/pages/tests")
	s.do("PATCH", "/api/pages/2", `{"slug":"how-we-test","isPublished":true}`, admin).is(200)
	s.do("GET", "/pages/how-we-test", "").is(200).says("<title>A draft | Candor</title>")
	s.do("GET", "/pages/how-we-test?asOf="+before, "", admin).is(200).says("<title>How we test | Candor</title>")
	s.do("PATCH", "/api/pages/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", "/pages/tests", "").is(404)
	s.do("DELETE", "/api/pages/2", "", admin).is(204)
	s.do("GET", "/pages/how-we-test", "").is(404)
}
