package e2e

import (
	"testing"
	"time"

	"candor/events"
)

func TestALongerRetentionBringsNothingBack(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 40*testDay)
	first := s.clock.Now()
	s.view("203.0.113.1", "s", "/")
	s.caughtUp(s.models)
	id, _ := s.models.Analytics.VisitorOf("203.0.113.1", s.age)
	s.clock.to(first.Add(20 * time.Hour))
	s.view("203.0.113.1", "s", "/about")
	s.pass()
	pages, visitor := events.PageViewStream(first), events.VisitorStream(id)

	s.clock.to(first.Add(40*testDay + 10*time.Hour)) // the server was off meanwhile
	for _, age := range []time.Duration{400 * testDay, 0} {
		s.age = age
		s.pass()
		if a, b := s.events(pages), s.events(visitor); a != 1 || b != 0 {
			t.Errorf("kept for %v: %d page views and %d events of the visitor are there, of which 1 and 0 hadn't expired", age, a, b)
		}
		if s.age > 0 && s.maxAge(pages) != 400 {
			t.Errorf("the rest of the day is kept for %d days", s.maxAge(pages))
		}
	}
}
