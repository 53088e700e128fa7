package httpapi_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestEditorsOfOneItemLearnOfEachOther(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, kind := range drafted {
		s.do("POST", "/api/"+kind.path, kind.item, admin).is(201)
	}
	for _, path := range []string{"/api/admin/reviews/1/editing", "/api/admin/news/1/editing", "/api/admin/pages/1/editing",
		"/api/admin/drafts/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/editing", "/api/admin/settings/site/editing"} {
		one, two := uuid.NewString(), uuid.NewString()
		began := s.clock.Now().Format(time.RFC3339)
		open := func(window string) *answer {
			return s.do("PUT", path, `{"window":"`+window+`"}`, admin).is(200).has("Cache-Control", "no-store")
		}
		s.records(func() {
			open(one).says(`{"others":[]}`)
			s.clock.Add(50 * time.Second)
			other := `{"others":[{"since":"` + began + `","by":{"kind":"admin","id":"admin","name":"admin"}}]}`
			open(two).says(other)
			open(one).lacks(began)
			s.clock.Add(50 * time.Second)
			open(two).says(other) // it has called since
			s.do("DELETE", path+"?window="+one, "", admin).is(204)
			open(two).says(`{"others":[]}`)
			open(one).says(`"since"`)
			s.clock.Add(60 * time.Second)
			open(one).says(`{"others":[]}`)
		})
		s.do("DELETE", path+"?window="+one, "", admin).is(204)
		s.do("DELETE", path+"?window="+one, "", admin).is(204)
		for _, body := range []string{`{}`, `{"window":7}`, `{"window":"x"}`} {
			s.do("PUT", path, body, admin).problem(400, "window")
		}
		s.do("PUT", path, `[]`, admin).problem(400, "body")
		s.do("DELETE", path, "", admin).problem(400, "window")
		s.do("PUT", path, `{"window":"`+one+`"}`).problem(401)
		s.do("DELETE", path+"?window="+one, "").problem(401)
	}
	window := `{"window":"` + uuid.NewString() + `"}`
	for _, path := range []string{"/api/admin/reviews/2/editing", "/api/admin/drafts/x/editing", "/api/admin/settings/other/editing"} {
		s.do("PUT", path, window, admin).problem(404)
		s.do("DELETE", path, "", admin).problem(404)
	}
}
