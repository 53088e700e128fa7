// Messages and subscribers, and their limits.

package httpapi_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/events"
)

const message = `{"name":"Cleo","email":"cleo@example.com","subject":"Hello","message":"A question."}`

func TestMessageFromContactToErasure(t *testing.T) {
	s := newSite(t)
	s.records(func() {
		s.do("POST", "/api/contact", message).is(201).says(`"success":true`).lacks("cleo@example.com")
	}, "MessageReceived")
	admin := s.asAdmin()
	s.do("GET", "/api/contact-messages", "", admin).is(200).has("X-Total-Count", "1").golden("messages")
	s.records(func() { s.do("PATCH", "/api/contact-messages/1/read", "", admin).is(200).says(`"isRead":true`) }, "MessageRead")
	s.records(func() { s.do("PATCH", "/api/contact-messages/1/read", "", admin).is(200) })
	s.do("GET", "/api/contact-messages/1", "", admin).is(200).says("cleo@example.com")
	s.do("DELETE", "/api/contact-messages/1", "", admin).is(204)
	s.do("GET", "/api/contact-messages", "", admin).is(200).has("X-Total-Count", "0").says("[]")
	s.do("DELETE", "/api/contact-messages/1", "", admin).problem(404)
	s.do("PATCH", "/api/contact-messages/1/read", "", admin).problem(404)
	err := s.log.Load(t.Context(), events.MessageID(1).Stream(), 0, func(events.Recorded) error { return nil })
	if !errors.Is(err, events.ErrStreamNotFound) {
		t.Errorf("the stream of the deleted message: %v, want it gone", err)
	}
}

func TestTheInboxIsPagedFilteredAndSearched(t *testing.T) {
	s := newSite(t)
	for _, subject := range []string{"First", "Second", "Third"} {
		s.do("POST", "/api/contact", strings.Replace(message, "Hello", subject, 1)).is(201)
	}
	admin := s.asAdmin()
	s.do("PATCH", "/api/contact-messages/2/read", "", admin).is(200)
	const list = "/api/contact-messages"
	s.do("GET", list+"?limit=1", "", admin).is(200).has("X-Total-Count", "3").has("Link",
		`</api/contact-messages?limit=1&offset=1>; rel="next"`).says("Third").lacks("Second")
	s.do("GET", list+"?limit=1&offset=2", "", admin).is(200).says("First").lacks("Second")
	s.do("GET", list+"?read=true", "", admin).is(200).has("X-Total-Count", "1").says("Second")
	s.do("GET", list+"?read=false&limit=1", "", admin).is(200).has("X-Total-Count", "2").has("Link",
		`</api/contact-messages?read=false&limit=1&offset=1>; rel="next"`)
	s.do("GET", list+"?search=sECOND", "", admin).is(200).has("X-Total-Count", "1").says("Second")
	s.do("GET", list+"?read=&search=", "", admin).is(200).has("X-Total-Count", "3")
	s.do("GET", list+"?read=yes", "", admin).problem(400, "read")
	s.do("GET", list+"?limit=0", "", admin).problem(400, "limit")
	s.do("GET", list+"?offset=-1", "", admin).problem(400, "offset")
	s.do("GET", list+"?search="+strings.Repeat("x", 257), "", admin).problem(400, "search")
	s.do("GET", list+"?read=true", "").problem(401)
	s.do("GET", "/api/reviews?read=yes", "").is(200) // the parameter is the inbox's alone
}

func TestContactNamesEveryBadField(t *testing.T) {
	s := newSite(t)
	s.records(func() {
		s.do("POST", "/api/contact", `{"name":" ","email":"nonsense","subject":""}`).problem(400, "name", "email", "subject", "message")
		s.do("POST", "/api/contact", strings.Replace(message, "cleo@example.com", "cleo", 1)).problem(400, "email").says("email")
	})
}

func TestARobotThatFillsTheHiddenFieldIsThankedAndForgotten(t *testing.T) {
	s := newSite(t)
	person := s.do("POST", "/api/contact", strings.Replace(message, "{", `{"website":"",`, 1)).is(201)
	s.records(func() {
		robot := s.do("POST", "/api/contact", strings.Replace(message, "{", `{"website":"https://pills.example",`, 1)).is(201)
		if robot.body != person.body {
			t.Errorf("a robot is answered %s, a person %s", robot.body, person.body)
		}
	})
	s.do("GET", "/api/contact-messages", "", s.asAdmin()).is(200).has("X-Total-Count", "1")
}

func TestPublicWritesAreLimitedByAddress(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		s.do("POST", "/api/contact", message, from("203.0.113.7")).is(201)
		s.do("POST", "/api/newsletter/subscribe", fmt.Sprintf(`{"email":"a%d@example.com"}`, i), from("203.0.113.7")).is(201)
	}
	s.records(func() {
		s.do("POST", "/api/contact", message, from("203.0.113.7")).problem(429).has("Retry-After", "60")
		s.do("POST", "/api/newsletter/subscribe", `{"email":"b@example.com"}`, from("203.0.113.7")).problem(429)
		s.do("POST", "/api/newsletter/unsubscribe", `{"email":"a1@example.com"}`, from("203.0.113.7")).problem(429)
	})
	s.do("POST", "/api/contact", message, from("203.0.113.8")).is(201)
	s.clock.Add(time.Minute)
	s.do("POST", "/api/contact", message, from("203.0.113.7")).is(201)
}

func TestAnIPv6NetworkIsOneAddress(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		s.do("POST", "/api/contact", `{}`, from(fmt.Sprintf("2001:db8:0:1::%x", i+1))).problem(400)
	}
	s.do("POST", "/api/contact", message, from("2001:db8:0:1:ffff::1")).problem(429)
	s.do("POST", "/api/contact", message, from("2001:db8:0:2::1")).is(201)
}

// What is sent back, and up to where the answer waits, is the same whether an address is subscribed or not: an answer that came with a
// position of the log, or without waiting for anything, would tell.
func TestAnswersDoNotTellWhoIsSubscribed(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/newsletter/subscribe", `{"email":"cleo@example.com"}`).is(201)
	shown := func(call, email string, options ...option) string {
		a := s.do("POST", "/api/newsletter/"+call, `{"email":"`+email+`"}`, options...)
		h := a.header.Clone()
		h.Del("Date")
		h.Del("X-Request-Id")
		return fmt.Sprint(a.status, h, a.body)
	}
	for _, options := range [][]option{nil, {s.asAdmin(), with("Origin", s.url)}, {with("Idempotency-Key", "one")}} {
		for _, call := range []string{"subscribe", "unsubscribe"} {
			known, unknown := shown(call, "cleo@example.com", options...), shown(call, "dora@example.com", options...)
			if known != unknown {
				t.Errorf("%s: a known address is answered\n%s\nan unknown one\n%s", call, known, unknown)
			}
		}
		s.do("POST", "/api/newsletter/subscribe", `{"email":"cleo@example.com"}`).is(201)
		s.do("POST", "/api/newsletter/unsubscribe", `{"email":"dora@example.com"}`).is(204)
	}
}

// The time of an answer is rounded up, so that a small difference between known and unknown addresses isn't in it.
func TestAnswersAboutSubscriptionsTakeWholeSteps(t *testing.T) {
	s := newSite(t)
	for _, call := range []string{"subscribe", "subscribe", "unsubscribe", "unsubscribe"} {
		began := time.Now()
		s.do("POST", "/api/newsletter/"+call, `{"email":"cleo@example.com"}`)
		if took := time.Since(began); took < 50*time.Millisecond {
			t.Errorf("%s was answered after %v", call, took)
		}
	}
}

func TestSubscribersComeAndGoWithoutATrace(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	first := s.do("POST", "/api/newsletter/subscribe", `{"email":"Cleo@Example.com"}`).is(201)
	if again := s.do("POST", "/api/newsletter/subscribe", `{"email":"cleo@example.com "}`).is(201); again.body != first.body {
		t.Errorf("a known address is answered %s, an unknown one %s", again.body, first.body)
	}
	s.do("GET", "/api/admin/subscribers", "", admin).is(200).has("X-Total-Count", "1").says(`"isActive":true`)
	s.do("POST", "/api/newsletter/unsubscribe", `{"email":"cleo@example.com"}`).is(204)
	s.do("POST", "/api/newsletter/unsubscribe", `{"email":"cleo@example.com"}`).is(204)
	s.do("GET", "/api/admin/subscribers", "", admin).is(200).has("X-Total-Count", "0")
	s.do("POST", "/api/newsletter/subscribe", `{"email":"nonsense"}`).problem(400, "email")
	s.do("POST", "/api/newsletter/subscribe", `{"email":7}`).problem(400, "email")
}

// Two instances on one log: whose read models lag behind each other's writes.
func TestAnAddressHasOneSubscriberOnAllInstances(t *testing.T) {
	here := newSite(t)
	there := here.instance(0)
	sites := []*site{here, there}
	for round := range 5 {
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				for _, email := range []string{"ada@example.com", fmt.Sprintf("reader%d.%d@example.com", round, n)} {
					sites[n%2].do("POST", "/api/newsletter/subscribe", `{"email":"`+email+`"}`, from(fmt.Sprintf("198.51.100.%d", round*8+n))).is(201)
				}
			})
		}
		group.Wait()
		for _, s := range sites {
			s.caughtUp()
			all := s.do("GET", "/api/admin/subscribers", "", s.asAdmin()).is(200).has("X-Total-Count", strconv.Itoa(1+8*(round+1)))
			if n := strings.Count(all.body, "ada@example.com"); n != 1 {
				t.Fatalf("round %d: the address has %d subscribers", round, n)
			}
		}
		sites[round%2].do("POST", "/api/newsletter/unsubscribe", `{"email":"ada@example.com"}`).is(204) // and comes back at both
	}
}
