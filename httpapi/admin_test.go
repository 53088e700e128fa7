// Signing in and out, the guard of admin calls, and the activity log.

package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/commands/traffic"
)

func TestSignInAndOut(t *testing.T) {
	s := newSite(t)
	s.do("GET", "/api/admin/session", "").is(200).says(`{"authenticated":false}`)
	s.records(func() {
		s.do("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`).is(401).has("Content-Type", "application/json").
			says(`{"success":false,"message":"Invalid username or password."}`).has("Set-Cookie", "")
	}, "VisitorFirstSeen", "AdminLoginFailed")
	s.records(func() {
		s.do("POST", "/api/admin/login", `{"username":"","password":"x"}`).problem(400, "username").says("Username is required")
		s.do("POST", "/api/admin/login", `{"username":"admin","password":""}`).problem(400, "password").says("Password is required")
		s.do("POST", "/api/admin/login", `{"username":"admin","password":7}`).problem(400, "password")
	})
	var a *answer
	s.records(func() {
		a = s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`).is(200).says(`"success":true`, `"message":`)
	}, "AdminLoggedIn")
	set := a.header.Get("Set-Cookie")
	for _, part := range []string{"candor_session=", "Path=/", "Max-Age=86400", "HttpOnly", "SameSite=Strict"} {
		if !strings.Contains(set, part) {
			t.Errorf("cookie %s lacks %s", set, part)
		}
	}
	if strings.Contains(set, "Secure") {
		t.Errorf("cookie %s could not be sent back over http", set)
	}
	cookie, _, _ := strings.Cut(set, ";")
	s.do("GET", "/api/admin/session", "", with("Cookie", cookie)).is(200).says(`"authenticated":true`, `"username":"admin"`,
		`"loginTime":"2026-11-21T12:00:00Z"`)
	s.do("GET", "/api/admin/reviews", "", with("Cookie", cookie)).is(200).has("Cache-Control", "private, no-cache")

	s.restart()
	s.do("GET", "/api/admin/reviews", "", with("Cookie", cookie)).is(200)
	s.records(func() { s.do("POST", "/api/admin/logout", "", with("Cookie", cookie)).is(204) }, "AdminLoggedOut")
	s.do("GET", "/api/admin/reviews", "", with("Cookie", cookie)).problem(401)
	s.do("POST", "/api/admin/logout", "", with("Cookie", cookie)).problem(401)
}

func TestSessionEndsAfterADay(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.clock.Add(24*time.Hour - time.Second)
	s.do("GET", "/api/admin/reviews", "", admin).is(200)
	s.clock.Add(time.Second)
	s.do("GET", "/api/admin/reviews", "", admin).problem(401)
	s.do("GET", "/api/admin/session", "", admin).is(200).says(`"authenticated":false`)
}

func TestPasswordIsChanged(t *testing.T) {
	s := newSite(t)
	const chosen = "a much better one"
	change := func(current, next string) string {
		return `{"currentPassword":"` + current + `","newPassword":"` + next + `"}`
	}
	admin, elsewhere := s.asAdmin(), with("Cookie", s.signIn())
	s.records(func() {
		s.do("POST", "/api/admin/password", change("", chosen), admin).problem(400, "currentPassword")
		s.do("POST", "/api/admin/password", change(password, "short"), admin).problem(400, "newPassword").says("at least 10 characters")
		s.do("POST", "/api/admin/password", change(password, "passwordpassword"), admin).problem(400, "newPassword").says("too easy to guess")
		s.do("POST", "/api/admin/password", change(password, password), admin).problem(400, "newPassword").says("differs from the current one")
	})
	s.records(func() {
		s.do("POST", "/api/admin/password", change("not the password", chosen), admin).problem(400,
			"currentPassword").says("The current password is wrong")
	}, "VisitorFirstSeen", "AdminLoginFailed")
	var a *answer
	s.records(func() { a = s.do("POST", "/api/admin/password", change(password, chosen), admin).is(204) }, "AdminPasswordSet", "AdminLoggedIn")
	s.do("GET", "/api/admin/account", "", admin).problem(401)
	s.do("GET", "/api/admin/account", "", elsewhere).problem(401)
	cookie, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	s.do("GET", "/api/admin/account", "", with("Cookie", cookie)).is(200)
	s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`).is(401)
	s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+chosen+`"}`).is(200)
}

// A session that somebody took must not help to guess the password.
func TestPasswordIsNotGuessedInASession(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for range 10 {
		s.do("POST", "/api/admin/password", `{"currentPassword":"wrong","newPassword":"a much better one"}`, admin).problem(400,
			"currentPassword")
	}
	s.do("POST", "/api/admin/password", `{"currentPassword":"`+password+`","newPassword":"a much better one"}`,
		admin).problem(429).has("Retry-After", "900")
	s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`).problem(429)
}

func TestSignOutEverywhereElse(t *testing.T) {
	s := newSite(t)
	elsewhere := with("Cookie", s.signIn(with("User-Agent", "Elsewhere")))
	s.clock.Add(time.Hour)
	admin := with("Cookie", s.signIn(with("User-Agent", "Here")))
	const session = `{"current":%t,"loginTime":"2026-11-21T1%d:00:00Z","expiresAt":"2026-11-22T1%d:00:00Z","address":"127.0.0.1","userAgent":"%s"}`
	here := fmt.Sprintf(session, true, 3, 3, "Here")
	s.do("GET", "/api/admin/account", "", admin).is(200).
		says(`{"username":"admin","passwordFromEnvironment":false,"sessions":[` + here + "," + fmt.Sprintf(session, false,
			2, 2, "Elsewhere") + `]}`)
	s.records(func() { s.do("DELETE", "/api/admin/sessions/others", "", admin).is(204) }, "AdminLoggedOut")
	s.records(func() { s.do("DELETE", "/api/admin/sessions/others", "", admin).is(204) })
	s.do("GET", "/api/admin/account", "", elsewhere).problem(401)
	s.do("GET", "/api/admin/account", "", admin).is(200).says(`"sessions":[` + here + `]}`)
}

// Every admin call is refused without a session, before anything else is looked at.
func TestAdminCallsNeedASession(t *testing.T) {
	s := newSite(t)
	calls := []string{
		"POST /api/admin/logout", "GET /api/admin/reviews", "GET /api/admin/reviews/1", "POST /api/admin/reviews/1/restore",
		"GET /api/admin/news", "GET /api/admin/news/1", "POST /api/admin/news/1/restore", "POST /api/admin/categories",
		"PATCH /api/admin/categories/1",
		"GET /api/admin/authors", "POST /api/admin/authors", "GET /api/admin/authors/1", "PATCH /api/admin/authors/1",
		"DELETE /api/admin/authors/1",
		"GET /api/contact-messages", "GET /api/contact-messages/1", "PATCH /api/contact-messages/1/read", "DELETE /api/contact-messages/1",
		"GET /api/admin/api-keys", "POST /api/admin/api-keys", "PATCH /api/admin/api-keys/1/deactivate", "DELETE /api/admin/api-keys/1",
		"POST /api/reviews", "PATCH /api/reviews/1", "DELETE /api/reviews/1", "POST /api/news", "PATCH /api/news/1", "DELETE /api/news/1",
		"GET /api/analytics/summary", "GET /api/admin/subscribers", "GET /api/admin/activity",
		"GET /api/admin/account", "POST /api/admin/password", "DELETE /api/admin/sessions/others",
	}
	plain, _ := s.newKey("bot", "create_reviews", "create_news", "create_categories")
	s.records(func() {
		for _, call := range calls {
			method, path, _ := strings.Cut(call, " ")
			for _, o := range []option{func(*http.Request) {}, with("Cookie", "candor_session=forged"), with("Cookie", "candor_session="),
				key(plain)} {
				s.do(method, path, "", o).problem(401)
			}
		}
	})
}

func TestSignInsAreLimitedByAddress(t *testing.T) {
	s := newSite(t)
	const wrong, right = `{"username":"admin","password":"wrong"}`, `{"username":"admin","password":"` + password + `"}`
	attacker := from("203.0.113.7")
	failed := s.recorded(func() {
		var group sync.WaitGroup
		for range 25 { // only the first ten are tried
			group.Go(func() { s.do("POST", "/api/admin/login", wrong, attacker) })
		}
		group.Wait()
	})
	if len(failed) != 11 || failed[0] != "VisitorFirstSeen" {
		t.Errorf("25 attempts side by side left %v, want a visitor and 10 failures", failed)
	}
	s.records(func() {
		s.do("POST", "/api/admin/login", wrong, attacker).problem(429).has("Retry-After", "900")
		s.do("POST", "/api/admin/login", right, attacker).problem(429)
	})
	s.do("POST", "/api/admin/login", right, from("203.0.113.8")).is(200) // the account is never locked

	s.restart()
	s.records(func() { s.do("POST", "/api/admin/login", right, attacker).problem(429) })
	s.clock.Add(15*time.Minute + time.Second)
	s.do("POST", "/api/admin/login", right, attacker).is(200)
}

// Addresses of an IPv6 network are free, and so are the 65,536 networks of a /48: ten failures close the one, fifty the other.
func TestSignInsAreLimitedByIPv6Network(t *testing.T) {
	const wrong, right = `{"username":"admin","password":"wrong"}`, `{"username":"admin","password":"` + password + `"}`
	for name, keep := range map[string]traffic.IPPolicy{"addresses are kept": traffic.KeepFull, "addresses are not kept": traffic.KeepNone} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.addresses = keep
			s.restart()
			host := 0
			in := func(network int) option { // another address each time
				host++
				return from(fmt.Sprintf("2001:db8:7:%x::%x", network, host))
			}
			fail := func(times, network int) {
				t.Helper()
				for range times {
					s.do("POST", "/api/admin/login", wrong, in(network)).is(401)
				}
			}
			fail(10, 1)
			s.records(func() { s.do("POST", "/api/admin/login", right, in(1)).problem(429).has("Retry-After", "900") })
			s.clock.Add(time.Minute)
			fail(9, 2)
			s.do("POST", "/api/admin/login", right, in(2)).is(200)
			fail(9, 2) // the success has cleared the first nine, of this network alone
			s.do("POST", "/api/admin/login", right, in(1)).problem(429).has("Retry-After", "840")
			for network := 3; network <= 5; network++ {
				fail(9, network)
			}
			fail(4, 6)
			s.records(func() {
				s.do("POST", "/api/admin/login", right, in(7)).problem(429).has("Retry-After", "840")
				s.do("POST", "/api/admin/login", wrong, in(6)).problem(429)
			})
			if keep != traffic.KeepNone { // a process that keeps nothing forgets
				s.caughtUp()
				s.restart()
				s.records(func() { s.do("POST", "/api/admin/login", right, in(7)).problem(429).has("Retry-After", "840") })
			}
			s.do("POST", "/api/admin/login", right, from("2001:db8:8:1::1")).is(200) // another /48
			s.do("POST", "/api/admin/login", right, from("203.0.113.7")).is(200)

			s.clock.Add(14 * time.Minute) // the first ten are over
			s.do("POST", "/api/admin/login", right, in(7)).is(200)
			s.clock.Add(time.Minute)
			s.do("POST", "/api/admin/login", right, in(6)).is(200)
		})
	}
}

func TestSuccessClearsTheCountOfFailedSignIns(t *testing.T) {
	s := newSite(t)
	const wrong, right = `{"username":"admin","password":"wrong"}`, `{"username":"admin","password":"` + password + `"}`
	for range 9 {
		s.do("POST", "/api/admin/login", wrong).is(401)
	}
	s.do("POST", "/api/admin/login", right).is(200)
	for range 2 {
		s.do("POST", "/api/admin/login", wrong).is(401)
	}
}

func TestActivityNamesWhatTheAdminDid(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"title":"Changed"}`, admin).is(200)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A"}`, admin).is(201)
	_, id := s.newKey("bot", "create_news")
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", admin).is(200)
	s.do("DELETE", "/api/admin/api-keys/"+id, "", admin).is(204)
	type entry struct {
		ID     int64
		Action string
	}
	var list []entry
	s.do("GET", "/api/admin/activity", "", admin).is(200).decode(&list)
	var actions []string
	for _, e := range list {
		actions = append(actions, e.Action)
	}
	if got, want := strings.Join(actions, " "),
		"DELETE_API_KEY DEACTIVATE_API_KEY CREATE_API_KEY CREATE_NEWS DELETE_REVIEW UPDATE_REVIEW CREATE_REVIEW LOGIN SET_PASSWORD"; got != want {
		t.Errorf("activity:\n%s\nwant\n%s", got, want)
	}
	s.do("GET", "/api/admin/activity?limit=2", "", admin).is(200).has("X-Total-Count",
		"9").says(`"item":{"kind":"key","id":1,"title":"bot","state":"deleted"}`)
	s.do("GET", "/api/admin/activity?limit=0", "", admin).problem(400, "limit")
	s.do("GET", "/api/admin/activity?limit=1000", "", admin).problem(400, "limit")
	s.do("GET", "/api/admin/activity?before=x", "", admin).problem(400, "before")
	s.do("GET", "/api/admin/activity?limit=1", "", admin).is(200).says("DELETE_API_KEY").lacks("DEACTIVATE_API_KEY")
}
