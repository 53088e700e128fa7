// A clock that is put right, or wrong, while the site runs: nobody is locked out or in for ever, and nothing is lost.

package httpapi_test

import (
	"strings"
	"testing"
	"time"
)

func TestVisitorsAndKeysAreNotLockedOutByTheClock(t *testing.T) {
	s := newSite(t)
	const message = `{"name":"Bo","email":"bo@example.com","subject":"Hello","message":"Hi."}`
	const wrong, right = `{"username":"admin","password":"wrong"}`, `{"username":"admin","password":"` + password + `"}`
	reader := from("203.0.113.7")
	s.clock.Add(5 * time.Hour) // wrong
	for range 30 {
		s.do("POST", "/api/contact", message, reader).is(201)
	}
	for range 10 {
		s.do("POST", "/api/admin/login", wrong, reader).is(401)
	}
	s.clock.Add(-5 * time.Hour) // right again
	s.do("POST", "/api/contact", message, reader).problem(429)
	s.do("POST", "/api/admin/login", right, reader).problem(429)
	s.clock.Add(time.Minute)
	s.do("POST", "/api/contact", message, reader).is(201)
	s.clock.Add(15 * time.Minute)
	s.do("POST", "/api/admin/login", right, reader).is(200)
}

func TestSessionsOfAClockThatJumps(t *testing.T) {
	s := newSite(t)
	signIn := func() option {
		a := s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`).is(200)
		cookie, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
		return with("Cookie", cookie)
	}
	admin := signIn()
	s.clock.Add(-2 * time.Hour)
	s.do("GET", "/api/admin/reviews", "", admin).is(200) // a small step signs nobody out
	s.clock.Add(26*time.Hour - time.Second)
	s.do("GET", "/api/admin/reviews", "", admin).is(200)
	s.clock.Add(time.Second)
	s.do("GET", "/api/admin/reviews", "", admin).problem(401)

	// Begun by a clock that was years ahead, a session would last for years.
	const years = 5 * 365 * 24 * time.Hour
	s.clock.Add(years)
	admin = signIn()
	s.do("GET", "/api/admin/reviews", "", admin).is(200)
	s.clock.Add(-years)
	s.do("GET", "/api/admin/reviews", "", admin).problem(401)
	s.do("GET", "/api/admin/reviews", "", signIn()).is(200) // nor is anybody kept out
}

// What is written while the clock is back comes after what was there, and visits are counted whatever the time.
func TestWritesWhileTheClockIsBack(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone X", `,"isPublished":true`)
	s.do("POST", "/api/track", view, from("203.0.113.7")).is(204)
	s.clock.Add(-2 * time.Hour)
	s.do("PATCH", "/api/reviews/1", `{"title":"Phone Y"}`, admin).is(200).says(`"title":"Phone Y"`)
	s.do("POST", "/api/track", view, from("203.0.113.8")).is(204)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"title":"Phone Y"`)
	all := s.do("GET", "/api/admin/reviews/1/history", "", admin).revisions()
	if len(all) == 0 || all[0].Type != "ReviewUpdated" {
		t.Errorf("the history begins with %+v", all)
	}
	s.clock.Add(2 * time.Hour)
	s.analytics()
	s.do("GET", "/api/analytics/series?range=24h", "", admin).is(200).says(`"views":2,"visitors":2`)
	s.restart()
	s.do("GET", "/api/reviews/1", "").is(200).says(`"title":"Phone Y"`)
}
