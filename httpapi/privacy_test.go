// Privacy: where personal data lies in the log, and what is kept of addresses.

package httpapi_test

import (
	"bytes"
	"strings"
	"testing"

	"candor/commands/traffic"
	"candor/events"
)

// What a person gives away of themselves, everywhere they can: each value is recognised wherever it lies.
const (
	personAddress = "203.0.113.222"
	personBlock   = "203.0.113.0/24"
	personIPv6    = "2001:db8:dead:beef::77"
	personAgent   = "Mozilla/5.0 ZyxpersonAgent/7.3"
)

var personMarks = []string{"zyxperson", "203.0.113.", "2001:db8:"} // in lower case

// aVisit does everything that a stranger can do, from two addresses.
func (s *site) aVisit() {
	s.Helper()
	for _, address := range []string{personAddress, personIPv6} {
		o := []option{from(address), with("User-Agent", personAgent), with("Referer", "https://mail.example/?q=zyxpersonreferer")}
		s.do("POST", "/api/track", `{"events":[
			{"event":"page_view","page":"/reviews?search=zyxpersonsearch","referrer":"https://search.example/find?q=zyxpersonquery#zyxpersonpart","sessionId":"s-1","userAgent":"`+personAgent+`"},
			{"event":"page_view","page":"/contact","referrer":null,"sessionId":"s-1"}]}`, o...).is(204)
		s.do("POST", "/api/contact", `{"name":"Zyxpersonname","email":"ZyxpersonMail@example.com","subject":"Zyxpersonsubject","message":"Zyxpersontext, as I said."}`, o...).is(201)
		s.do("POST", "/api/newsletter/subscribe", `{"email":"zyxpersonmail@example.com"}`, o...).is(201)
		s.do("POST", "/api/admin/login", `{"username":"zyxpersonuser","password":"zyxpersonpassword"}`, o...).is(401)
		s.do("GET", "/api/reviews?search=zyxpersonsearch", "", o...).is(200)
	}
}

// personal tells whether a stream is one that can be erased.
func personal(stream string) bool {
	stream = strings.TrimPrefix(stream, "$$")
	for _, prefix := range []string{events.MessagePrefix, events.SubscriberPrefix, events.VisitorPrefix, events.AuthorPrefix} {
		if strings.HasPrefix(stream, prefix) {
			return true
		}
	}
	return false
}

// everyEvent visits the whole log, and tells how many events of personal streams hold any of marks.
func (s *site) everyEvent(marks []string, elsewhere func(r events.Recorded, mark string)) (held int) {
	s.Helper()
	err := s.log.ReadAll(s.Context(), 0, 1<<40, func(r events.Recorded) error {
		all := bytes.ToLower(bytes.Join([][]byte{[]byte(r.Stream), []byte(r.Type), r.Data, r.Meta}, []byte{0}))
		for _, mark := range marks {
			switch {
			case !bytes.Contains(all, []byte(mark)):
			case personal(r.Stream):
				held++
			default:
				elsewhere(r, mark)
			}
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return held
}

func TestPersonalDataLivesOnlyWhereItCanBeErased(t *testing.T) {
	for keep, want := range map[traffic.IPPolicy]struct {
		stored  []string // of the addresses, anywhere
		missing []string
	}{
		traffic.KeepFull:      {[]string{personAddress, personIPv6}, nil},
		traffic.KeepTruncated: {[]string{personBlock, "2001:db8:dead::/48"}, []string{personAddress, personIPv6, ":beef"}},
		traffic.KeepNone:      {nil, []string{"203.0.113.", "2001:db8:"}},
	} {
		t.Run(string(keep), func(t *testing.T) {
			s := newSite(t)
			s.addresses = keep
			s.restart()
			s.aVisit()
			elsewhere := func(r events.Recorded, mark string) {
				t.Errorf("%s, revision %d, %s holds %q: %s %s", r.Stream, r.Revision, r.Type, mark, r.Data, r.Meta)
			}
			if s.everyEvent(personMarks, elsewhere) == 0 {
				t.Error("the log holds nothing of the visit")
			}
			for _, text := range want.stored {
				if s.everyEvent([]string{text}, elsewhere) == 0 {
					t.Errorf("%s is nowhere in the log", text)
				}
			}
			for _, text := range want.missing {
				if n := s.everyEvent([]string{text}, elsewhere); n != 0 {
					t.Errorf("%d events hold %s", n, text)
				}
			}
			for _, text := range []string{personAddress, personIPv6, "zyxpersonmail", "zyxpersontext"} {
				if strings.Contains(strings.ToLower(s.lines.String()), text) {
					t.Errorf("a log line holds %s", text)
				}
			}
		})
	}
}

// Without addresses a session is a visitor, of whom nothing but what they read is known.
func TestVisitorsWithoutAddressesAreSessions(t *testing.T) {
	s := newSite(t)
	s.addresses = traffic.KeepNone
	s.restart()
	view := func(session, address string) {
		s.do("POST", "/api/track", `{"event":"page_view","page":"/","sessionId":"`+session+`","userAgent":"Mozilla/5.0"}`, from(address)).is(204)
	}
	s.records(func() {
		view("a", "203.0.113.1")
		view("a", "203.0.113.2")
		view("b", "203.0.113.1")
	}, "PageViewed", "PageViewed", "PageViewed")
	s.caughtUp()
	s.do("GET", "/api/analytics/summary", "", s.asAdmin()).is(200).says(`"uniqueVisitors":2`, `"ipAddress":"[not kept]"`)
}

func TestAdminErasesAPerson(t *testing.T) {
	s := newSite(t)
	s.aVisit()
	admin := s.asAdmin()
	s.do("POST", "/api/admin/privacy/preview", `{"email":"zyxpersonMAIL@example.com"}`, admin).is(200).
		says(`"subject":"Zyxpersonsubject"`, `"subscribers":[{"id":1,`, `"visitors":[]`).has("Cache-Control", "no-store")
	s.do("POST", "/api/admin/privacy/erase", `{"email":"zyxpersonMAIL@example.com"}`, admin).is(200).
		says(`"messages":2`, `"subscribers":1`, `"streams":["message-1","message-2","subscriber-1"]`,
			`"forgottenBy":["access","analytics","history","inbox"]`,
			`"note":"Candor no longer shows this data. Programs that read the log directly`)
	s.do("GET", "/api/contact-messages", "", admin).is(200).says(`[]`)
	s.do("GET", "/api/contact-messages?search=zyxperson", "", admin).is(200).says(`[]`)
	s.do("GET", "/api/admin/subscribers", "", admin).is(200).says(`[]`)
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`"action":"ERASE_PERSON"`)
	s.do("POST", "/api/admin/privacy/erase", `{"email":"zyxpersonMAIL@example.com"}`, admin).problem(404)

	s.do("POST", "/api/admin/privacy/preview", `{"ip":"`+personAddress+`"}`, admin).is(200).says(`"ipAddress":"` + personAddress + `"`)
	s.do("POST", "/api/admin/privacy/erase", `{"ip":"`+personAddress+`"}`, admin).is(200).says(`"visitors":1`)
	if body := s.do("GET", "/api/analytics/summary", "", admin).is(200).says("[erased]").body; strings.Contains(body, personAddress) {
		t.Errorf("the summary still shows the address: %s", body)
	}
	for _, body := range []string{`{}`, `{"email":"x"}`, `{"ip":"10.0.0.0/8"}`, `{"email":"a@example.com","ip":"192.0.2.1"}`} {
		s.do("POST", "/api/admin/privacy/preview", body, admin).problem(400)
	}
}
