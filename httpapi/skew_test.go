// Instances on one log whose clocks differ: what holds all the same, and how far what goes by the clock may be off.
// docs/clusters.md, "What instances agree on", has the bounds.

package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/commands/traffic"
	"candor/events"
)

// instance starts another instance on the site's log, with a clock that is off by so much.
func (s *site) instance(off time.Duration) *site {
	s.Helper()
	other := &site{TB: s.TB, dir: s.TempDir(), clock: &clock{now: s.clock.Now().Add(off)}, lines: &lines{}, script: s.script, origin: s.origin,
		node: s.node, beside: true}
	other.logTo = other.lines
	other.start()
	s.Cleanup(func() { other.stop() })
	other.caughtUp()
	return other
}

// skewed is a log with two instances: one whose clock is an hour ahead of the node's, and one whose clock is an hour behind.
type skewed struct {
	*site
	fast, slow *site
}

func newSkewed(t *testing.T) *skewed {
	s := newSite(t)
	return &skewed{s, s.instance(time.Hour), s.instance(-time.Hour)}
}

// pass lets time pass, by every clock.
func (s *skewed) pass(d time.Duration) {
	for _, c := range []*site{s.site, s.fast, s.slow} {
		c.clock.Add(d)
	}
}

// followed returns when both know everything that is in the log.
func (s *skewed) followed() {
	s.Helper()
	s.fast.caughtUp()
	s.slow.caughtUp()
}

// stored returns the events of a type, in the log's order.
func (s *skewed) stored(eventType string) (all []events.Recorded) {
	s.Helper()
	err := s.log.ReadAll(s.Context(), 0, 1<<40, func(r events.Recorded) error {
		if r.Type == eventType {
			all = append(all, r)
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return all
}

const rightPassword, wrongPassword = `{"username":"admin","password":"` + password + `"}`, `{"username":"admin","password":"wrong"}`

// signIn signs in at one of the instances.
func (s *skewed) signIn(at *site) option {
	s.Helper()
	cookie, _, _ := strings.Cut(at.do("POST", "/api/admin/login", rightPassword).is(200).header.Get("Set-Cookie"), ";")
	return with("Cookie", cookie)
}

func TestSessionsBetweenClocksThatDiffer(t *testing.T) {
	s := newSkewed(t)
	byFast, bySlow, ended := s.signIn(s.fast), s.signIn(s.slow), s.signIn(s.fast)
	for _, at := range []*site{s.fast, s.slow} {
		for _, cookie := range []option{byFast, bySlow, ended} {
			at.do("GET", "/api/admin/overview", "", cookie).is(200)
		}
	}
	s.slow.do("POST", "/api/admin/logout", "", ended).is(204)
	s.followed()
	s.fast.do("GET", "/api/admin/overview", "", ended).problem(401)

	// 24 hours, less or more by how far the clocks are apart: two hours.
	s.pass(22*time.Hour - time.Second)
	s.fast.do("GET", "/api/admin/overview", "", bySlow).is(200)
	s.pass(time.Second)
	s.fast.do("GET", "/api/admin/overview", "", bySlow).problem(401)
	s.slow.do("GET", "/api/admin/overview", "", bySlow).is(200)
	s.pass(4*time.Hour - time.Second)
	s.slow.do("GET", "/api/admin/overview", "", byFast).is(200)
	s.pass(time.Second)
	s.slow.do("GET", "/api/admin/overview", "", byFast).problem(401)
}

func TestLimitsBetweenClocksThatDiffer(t *testing.T) {
	s := newSkewed(t)
	intruder := from("203.0.113.7")
	tries := func(at *site) (n int) {
		for at.do("POST", "/api/admin/login", wrongPassword, intruder).status == 401 {
			n++
		}
		return n
	}
	plain, _ := s.newKey("busy", "create_reviews")
	s.followed()
	bulk := `{"reviews":[` + strings.TrimSuffix(strings.Repeat("7,", 600), ",") + `]}`
	spent := func(at *site) (n int) {
		for at.do("POST", "/api/bot/reviews/bulk", bulk, key(plain)).status == 400 { // none of them is a review
			n += 600
		}
		s.followed()
		return n
	}
	for _, order := range [][]*site{{s.slow, s.fast}, {s.fast, s.slow}} {
		failures, requests := 0, 0
		for range 2 {
			for _, at := range order {
				failures += tries(at)
				requests += spent(at)
			}
		}
		// Who is ahead by more than the span does not count what the other has recorded: each of the two counts its own.
		if failures < 10 || failures > 20 || requests < 600 || requests > 1200 {
			t.Errorf("%d sign-ins of 10 were tried, and a key spent %d requests of 1,000", failures, requests)
		}
		t.Logf("%d sign-ins of 10 were tried, and a key spent %d requests of 1,000", failures, requests)
		for _, at := range order {
			at.do("POST", "/api/admin/login", rightPassword, intruder).problem(429)
		}
		s.pass(15 * time.Minute) // and nobody is locked out for longer than by one clock
		for _, at := range order {
			at.do("POST", "/api/admin/login", rightPassword, intruder).is(200)
		}
		s.pass(45 * time.Minute)
		for _, at := range order {
			at.do("GET", "/api/bot/status", "", key(plain)).is(200)
		}
		s.pass(3 * time.Hour) // for the next order
	}
}

func TestSchedulesBetweenClocksThatDiffer(t *testing.T) {
	s := newSkewed(t)
	admin := s.asAdmin()
	s.followed()
	due := s.slow.clock.Now().Add(30 * time.Minute) // which the other's clock has behind it
	draft := strings.Replace(review, "{", `{"isPublished":false,"publishAt":"`+due.Format(time.RFC3339)+`",`, 1)
	id := s.slow.do("POST", "/api/reviews", draft, admin).is(201).id()
	for _, at := range []*site{s.fast, s.slow} {
		at.awaitStatus("/api/reviews/"+id, 200) // by one of the clocks it is due
	}
	if n := len(s.stored("ReviewPublished")); n != 1 {
		t.Errorf("it was published %d times", n)
	}
	// Nor does the one behind take it back when its own clock comes there.
	s.pass(2 * time.Hour)
	s.slow.do("PATCH", "/api/reviews/"+id, `{"title":"Later"}`, admin).is(200)
	s.followed()
	s.fast.do("GET", "/api/reviews/"+id, "").is(200).says(`"title":"Later"`)
	if n := len(s.stored("ReviewPublished")); n != 1 {
		t.Errorf("it was published %d times", n)
	}
}

func TestVisitsBetweenClocksThatDiffer(t *testing.T) {
	s := newSkewed(t)
	s.pass(11*time.Hour + 30*time.Minute) // one clock is past midnight, the other before
	visit := func(at *site, id, address string) {
		at.do("POST", "/api/track", strings.Replace(view, "{", `{"id":"`+id+`",`, 1), from(address)).is(204)
	}
	const twice = "0196f2f4-6f3a-7cc0-8f00-1234567890ab"
	visit(s.slow, twice, "203.0.113.7")
	s.followed()
	visit(s.fast, twice, "203.0.113.7") // again, because its answer was lost
	visit(s.fast, "0196f2f4-6f3a-7cc0-8f00-1234567890ac", "203.0.113.7")
	s.followed()
	visit(s.slow, "0196f2f4-6f3a-7cc0-8f00-1234567890ad", "203.0.113.8")
	s.followed()
	var streams []string
	for _, r := range s.stored("PageViewed") {
		streams = append(streams, r.Stream)
	}
	slices.Sort(streams)
	if got := fmt.Sprint(slices.Compact(streams)); got != "[pageviews-2026-11-21 pageviews-2026-11-22]" {
		t.Errorf("the views are in %s", got)
	}
	if n := len(s.stored("VisitorFirstSeen")); n != 2 {
		t.Errorf("two addresses are %d visitors", n)
	}
	s.pass(25 * time.Hour) // all of it lies behind both
	const days = "/api/analytics/series?from=2026-11-21&to=2026-11-23T00:00:00Z&bucket=day"
	before := s.fast.do("GET", days, "", s.signIn(s.fast)).is(200).says(`"views":3,"visitors":2`).body
	if other := s.slow.do("GET", days, "", s.signIn(s.slow)).is(200).body; other != before {
		t.Errorf("the instances tell apart:\n%s\n%s", before, other)
	}

	// Both summarise what is about to expire, at the same moment: each day is summarised once, and the numbers stay.
	const kept = 30 * 24 * time.Hour
	s.pass(kept - 7*24*time.Hour)
	var passes sync.WaitGroup
	for _, at := range []*site{s.fast, s.slow} {
		r := traffic.NewRetention(traffic.RetentionConfig{Log: at.log, Visits: at.models.Analytics, Settings: viewsFor(kept), Clock: at.clock.Now,
			Logger: zerolog.Nop()})
		passes.Go(func() {
			if err := r.Pass(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	passes.Wait()
	s.followed()
	var summarised []string
	for _, r := range s.stored("DaySummarized") {
		summarised = append(summarised, r.Stream)
	}
	if got := fmt.Sprint(summarised); got != "[daysummary-2026-11-21 daysummary-2026-11-22]" {
		t.Errorf("summarised are %s", got)
	}
	for _, at := range []*site{s.fast, s.slow} {
		if after := at.do("GET", days, "", s.signIn(at)).is(200).body; after != before {
			t.Errorf("before the summaries:\n%s\nafter:\n%s", before, after)
		}
	}
}
