// What a position in a request may do, and what it must not.

package httpapi_test

import (
	"strconv"
	"strings"
	"testing"

	"candor/events"
)

// neverWritten is a position that no log of a test reaches.
const neverWritten = "99999999999"

// cookieAt is a browser's cookies: the given ones and a position.
func cookieAt(cookies, position string) option {
	return instead("Cookie", strings.TrimPrefix(cookies+"; candor_position="+position, "; "))
}

// withinTheLog checks that no read model claims more than the log holds.
func (s *site) withinTheLog() {
	s.Helper()
	var health struct {
		Log    struct{ Head events.Position }
		Models []struct {
			Name          string
			Position, Lag events.Position
		}
	}
	s.do("GET", "/readyz", "").decode(&health)
	for _, m := range health.Models {
		if m.Position > health.Log.Head {
			s.Errorf("%s says it is at %d (lag %d), the log ends at %d", m.Name, m.Position, m.Lag, health.Log.Head)
		}
	}
}

func TestAPositionBeyondTheLogHarmsNobody(t *testing.T) {
	s := newSite(t)
	other := s.instance(0)
	s.asAdmin()
	plain, _ := s.newKey("bot", "create_reviews")
	other.caughtUp()
	for who, asks := range map[string][]option{
		"a stranger with the header": {with("Candor-Position", neverWritten), with("Cookie", "x=1")},
		"a stranger with the cookie": {cookieAt("x=1", neverWritten)},
		"a made up session":          {with("Candor-Position", neverWritten), with("Cookie", "candor_session=made-up")},
		"the admin with the header":  {with("Candor-Position", neverWritten), with("Cookie", s.cookie)},
		"the admin with the cookie":  {cookieAt(s.cookie, neverWritten)},
		"a bot":                      {with("Candor-Position", neverWritten), key(plain)},
	} {
		for _, at := range []*site{s, other} {
			for _, path := range []string{"/api/categories", "/api/admin/overview", "/api/contact-messages", "/api/analytics/summary",
				"/api/admin/history", "/api/checkpoint", "/reviews"} {
				if a := at.do("GET", path, "", asks...); a.header.Get("Candor-Position") != "" || a.status >= 500 {
					t.Errorf("%s asks for %s: %d, Candor-Position %s", who, path, a.status, a.header.Get("Candor-Position"))
				}
			}
			at.withinTheLog()
		}
		s.readsItsWrites(other, who, asks)
	}
}

// readsItsWrites checks that whoever writes at one instance, with more in the requests, reads that at both.
func (s *site) readsItsWrites(other *site, who string, asks []option) {
	s.Helper()
	admin := append(asks[:len(asks):len(asks)], instead("Cookie", s.cookie+"; candor_position="+neverWritten))
	watch := s.watch("?kind=review", instead("Cookie", s.cookie), with("Last-Event-ID", neverWritten))
	made := s.do("POST", "/api/reviews", published("Made by "+who), admin...).is(201)
	if e := watch.next(); !strings.HasPrefix(e, "ReviewPublished Made by "+who) {
		s.Errorf("%s: the live trail shows %q", who, e)
	}
	watch.end()
	changed := s.do("PATCH", "/api/reviews/"+made.id(), `{"title":"Changed by `+who+`"}`, admin...).is(200).says("Changed by " + who)
	if changed.header.Get("ETag") == made.header.Get("ETag") {
		s.Errorf("%s: the changed review has the old ETag %s", who, made.header.Get("ETag"))
	}
	position := changed.header.Get("Candor-Position")
	if p, err := strconv.ParseUint(position, 10, 64); err != nil || p > 1e9 {
		s.Errorf("%s: the change is at position %q", who, position)
	}
	for _, at := range []*site{s, other} {
		at.do("GET", "/api/reviews/"+made.id(), "", instead("Cookie", s.cookie),
			with("Candor-Position", position)).is(200).says("Changed by " + who)
	}
	a := s.do("POST", "/api/admin/login", rightPassword, asks...).is(200)
	session, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	out := s.do("POST", "/api/admin/logout", "", cookieAt(session, neverWritten)).is(204)
	s.do("GET", "/api/admin/overview", "", cookieAt(session, neverWritten)).is(401)
	other.do("GET", "/api/admin/overview", "", instead("Cookie", session), with("Candor-Position", out.header.Get("Candor-Position"))).is(401)
}

// A browser keeps its cookie from a log that went a little further than the backup that was restored.
func TestACookieFromBeforeARestoredBackupDoesNoHarm(t *testing.T) {
	s := newSite(t)
	s.asAdmin()
	head, err := s.log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for beyond := events.Position(1); beyond < 2000; beyond *= 3 { // the first ones are passed on the way
		asks := cookieAt(s.cookie, strconv.FormatUint(uint64(head+beyond), 10))
		s.do("GET", "/api/admin/overview", "", asks).is(200)
		made := s.do("POST", "/api/reviews", published("After the restore"), asks).is(201)
		s.do("GET", "/api/reviews/"+made.id(), "", asks).is(200)
		s.do("PATCH", "/api/reviews/"+made.id(), `{"title":"Changed since"}`, asks).is(200).says("Changed since")
		s.withinTheLog()
	}
}

// Whether a position counts shows while it can't be reached: an answer then says how far it goes.
func TestPositionsCountForCallersWhoAreKnown(t *testing.T) {
	s := newRemoteSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("bot", "create_reviews")
	s.do("GET", "/api/bot/status", "", key(plain)).is(200)
	s.caughtUp()
	s.stopNode()
	for who, tt := range map[string]struct {
		asks   option
		counts bool
	}{
		"the admin":     {admin, true},
		"a bot":         {key(plain), true},
		"a stranger":    {with("Cookie", "x=1"), false},
		"no key at all": {key("not-a-key"), false},
	} {
		a := s.do("GET", "/api/categories", "", tt.asks, with("Candor-Position", neverWritten)).is(200)
		if told := a.header.Get("Candor-Position"); (told != "") != tt.counts {
			t.Errorf("%s: Candor-Position %q", who, told)
		}
	}
	s.startNode()
}
