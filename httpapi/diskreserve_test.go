// While the log's disk is nearly full, what is left is the admin's.

package httpapi_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// Every call that writes is walked, so that a new one can't be forgotten: those of visitors and bots are refused before they cost anything.
func TestOnlyTheAdminUsesTheDiskReserve(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("bot", "create_reviews", "create_news", "create_categories")
	bot := key(plain)
	var low atomic.Bool
	s.diskLow = low.Load
	s.restart()
	low.Store(true)
	writes := callsOf(t, 20, func(string) bool { return true })
	strangers := 0
	for route, c := range writes {
		if c.method == "GET" {
			continue
		}
		t.Run(route, func(t *testing.T) {
			switch {
			case c.who == "admin", route == "POST /api/admin/login", route == "POST /api/admin/logout":
				if a := s.do(c.method, c.path, "{}"); a.status == 503 { // the reserve comes before the session
					t.Errorf("the admin's call is refused: %d %s", a.status, a.body)
				}
			case c.who == "control token":
				if a := s.do(c.method, c.path, "{}", with("Authorization", "Bearer wrong")); a.status != 401 {
					t.Errorf("the command line's call answers %d %s", a.status, a.body)
				}
			default:
				strangers++
				s.records(func() {
					a := s.do(c.method, c.path, "{}", bot)
					if a.status != 503 || a.header.Get("Retry-After") != "60" || a.header.Get("Ratelimit-Remaining") != "" {
						t.Errorf("answers %d %v: %s", a.status, a.header, a.body)
					}
					if strings.HasPrefix(c.path, "/api/") {
						a.problem(503).says("urn:candor:problem:disk-low", "the event log's disk is nearly full")
					}
				})
			}
		})
	}
	if strangers < 10 {
		t.Errorf("only %d calls of visitors and bots", strangers)
	}
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	s.do("POST", "/contact", "name=A", form).is(503).has("Content-Type", "text/html; charset=utf-8").says("Your message wasn&#39;t sent",
		"disk is nearly full", "Go back in your browser")
	s.do("GET", "/about", "").is(200)
	s.do("GET", "/api/bot/status", "", bot).is(200)
	s.do("DELETE", "/about", "").is(405)
	s.do("POST", "/api/reviews", review, admin).is(201)
	s.cookie = s.signIn()
	low.Store(false)
	s.do("POST", "/api/contact", message).is(201)
	s.do("POST", "/api/track", view).is(204)
}
