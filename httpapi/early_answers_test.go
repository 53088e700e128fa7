// The dashboard's page: what it carries for whoever is signed in, and for nobody else.

package httpapi_test

import "testing"

func TestTheDashboardsPageAnswersItsFirstCalls(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Nobody's yet </script><script>alert(1)</script>", "")
	const list = `"/api/admin/reviews?limit=10\u0026offset=0\u0026texts=false":{"body":[{`
	for _, path := range []string{"/admin", "/admin/reviews"} {
		s.do("GET", path, "", admin).is(200).has("Cache-Control", "no-store").
			says(`id="early-answers">`, `"/api/admin/session":{"body":{"authenticated":true`, list, `"total":1}`, `"/api/admin/week":{`,
				`"/api/categories":{`, "Nobody's yet").lacks("<script>alert")
		s.do("GET", path, "").is(200).lacks("early-answers", "Nobody's yet")
	}
	// another list is shown
	s.do("GET", "/admin/reviews?status=draft", "", admin).is(200).says(`"/api/admin/overview":{`).lacks("Nobody's yet")
	s.do("GET", "/admin/messages", "", admin).is(200).says(`"/api/admin/session":{`).lacks("Nobody's yet")
	s.do("GET", "/admin/reviews/1/edit", "", admin).is(200).says(`"/api/admin/session":{`).lacks("Nobody's yet")
	s.do("GET", "/admin-login", "", admin).is(200).lacks("early-answers")
	s.do("POST", "/api/admin/logout", "", admin).is(204)
	s.do("GET", "/admin/reviews", "", admin).is(200).lacks("early-answers", "Nobody's yet")
}
