// Overload: who is refused, who never is, and that it ends.

package httpapi_test

import (
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/httpapi"
)

func TestUnderPressureTheDearestGoFirstAndTheAdminNever(t *testing.T) {
	s := scripted(t, counting)
	var wait atomic.Int64
	s.wait = func() time.Duration { return time.Duration(wait.Load()) }
	s.restart()
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("Read by all"), admin).is(201)
	plain, _ := s.newKey("press", "create_reviews")
	bot := key(plain)
	s.do("GET", "/reviews/1", "").is(200).says("made 1")
	n := 0
	ask := map[string]func() *answer{
		"views": func() *answer { return s.do("POST", "/api/track", view) },
		"lists": func() *answer {
			n++
			return s.do("GET", "/api/reviews?search=never"+strconv.Itoa(n), "")
		},
		"pages": func() *answer { return s.do("GET", "/reviews/"+strconv.Itoa(70+n), "") },
		"items": func() *answer { return s.do("GET", "/api/reviews/1", "") },
		"kept":  func() *answer { return s.do("GET", "/reviews/1", "") },
	}
	refused := func(name string) bool {
		t.Helper()
		a := ask[name]()
		if a.status != 503 {
			return false
		}
		a.has("Retry-After", "1").has("Cache-Control", "no-store")
		if name == "pages" || name == "kept" {
			a.has("Content-Type", "text/html; charset=utf-8").says("<h1>One moment, please</h1>").says(`<a href="">Try again</a>`)
		} else {
			a.has("Content-Type", "application/problem+json").says("urn:candor:problem:overloaded")
		}
		return true
	}
	for name := range ask {
		if refused(name) {
			t.Errorf("%s are refused although nobody waits", name)
		}
	}

	wait.Store(int64(time.Hour)) // one request in minutes is a crowd then: this machine may be slow
	var views, made, ready bool
	for deadline := time.Now().Add(20 * time.Second); !ready || !made || !views; {
		if time.Now().After(deadline) {
			t.Fatalf("refused: views %t, what is to be made %t, what is ready %t", views, made, ready)
		}
		// The level only rises, so whoever is asked for later is refused all the more.
		was := refused("items")
		ready = ready || was
		if was = refused("lists"); ready && !was {
			t.Error("an item was refused, and then a search answered")
		}
		made = made || was
		if was = refused("views"); made && !was {
			t.Error("a list was refused, and then a page view taken")
		}
		views = views || was
	}
	// By lot at first, then everybody: the level is at its highest after twenty measurements.
	for until := time.Now().Add(time.Second); time.Now().Before(until); {
		refused("items")
	}
	for _, name := range []string{"kept", "items", "pages"} {
		if !refused(name) {
			t.Errorf("%s are answered in the worst of times", name)
		}
	}
	s.do("GET", "/healthz", "").is(200)
	s.do("GET", "/metrics", "").is(200).says(`candor_http_shed_total{class="views"}`)
	s.do("GET", "/readyz", "").is(200)
	s.do("GET", "/api/admin/reviews", "", admin).is(200)
	s.do("GET", "/api/reviews/1", "", admin).is(200)
	s.do("GET", "/reviews/1", "", admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"title":"Edited all the same"}`, admin).is(200)
	s.do("POST", "/api/bot/reviews", review, bot).is(200)
	s.do("GET", "/api/reviews/1", "", with("Cookie", "candor_session=made-up")).problem(503)

	wait.Store(0)
	for name := range ask {
		for deadline := time.Now().Add(20 * time.Second); refused(name); {
			if time.Now().After(deadline) {
				t.Fatalf("%s are refused although nobody waits any more", name)
			}
		}
	}
	time.Sleep(10 * time.Millisecond)
	s.do("GET", "/api/reviews/1", "").is(200).says("Edited all the same")
}

// What a crowded machine does to a few requests is no reason to refuse them: nobody would be served any sooner.
func TestAFewWhoWaitAreNotRefused(t *testing.T) {
	p := httpapi.NewPressure(func() time.Duration { return 200 * time.Millisecond })
	at := time.Now()
	for range 100 { // 20 a second: 4 wait
		at = at.Add(50 * time.Millisecond)
		p.Note(at)
	}
	if p.Level() != 0 {
		t.Errorf("level %v with four who wait", p.Level())
	}
	for range 2_000 { // 1,000 a second: 200 wait
		at = at.Add(time.Millisecond)
		p.Note(at)
	}
	if p.Level() != 3 {
		t.Errorf("level %v with two hundred who wait, want 3", p.Level())
	}
	if p.Note(at.Add(time.Second)); p.Level() != 0 {
		t.Errorf("level %v after a second in which nobody came", p.Level())
	}
}

func TestTheSchedulersWaitIsThatOfGoroutines(t *testing.T) {
	wait := httpapi.SchedulerWait()
	wait()
	var group sync.WaitGroup
	end := time.Now().Add(300 * time.Millisecond)
	for range 8 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for time.Now().Before(end) {
				for turn := time.Now(); time.Since(turn) < time.Millisecond; {
				}
				runtime.Gosched() // after a millisecond seven others have theirs; what else runs in this process hardly counts
			}
		})
	}
	group.Wait()
	if got := wait(); got < time.Millisecond {
		t.Errorf("eight goroutines a processor waited %v for it", got)
	}
}
