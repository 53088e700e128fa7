// Readers go before counters.

package httpapi_test

import (
	"testing"
	"time"

	"candor/httpapi"
)

func TestBesideReadersPageViewsTakeTurns(t *testing.T) {
	p := httpapi.NewPace()
	const now = 5 * time.Millisecond
	turn := func(at time.Duration) time.Duration {
		t.Helper()
		wait, err := p.Turn(at)
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	for tick := range time.Duration(3) {
		for range httpapi.PacePlaces {
			if wait := turn(now); wait != tick*time.Millisecond {
				t.Fatalf("a page view waits %v, want %v", wait, tick*time.Millisecond)
			}
		}
	}
	refused := false
	for range 1_000 * httpapi.PacePlaces {
		wait, err := p.Turn(now)
		if refused = refused || err != nil; !refused && wait > 300*time.Millisecond {
			t.Fatalf("a page view would wait %v", wait)
		}
	}
	if !refused {
		t.Error("any number of page views may wait")
	}
	if wait := turn(time.Second); wait != 0 {
		t.Errorf("a page view waits %v although nobody has read for a second", wait)
	}
}

func TestPageViewsGiveWayWhenProcessorsAreWanted(t *testing.T) {
	p := httpapi.NewPace()
	const now = 5 * time.Millisecond
	if p.GivesWay(now, now+100*time.Microsecond) {
		t.Error("a page view gives way although its turn has come in time")
	}
	if !p.GivesWay(now, now+time.Millisecond) {
		t.Error("a page view whose turn has come late doesn't give way")
	}
	if !p.GivesWay(now+time.Millisecond, now+time.Millisecond) {
		t.Error("one that comes in time, right after, doesn't give way")
	}
	if wait, err := p.Turn(now + time.Millisecond); err != nil || wait < 3*time.Millisecond || wait > 5*time.Millisecond {
		t.Errorf("a new one waits %v (%v), want about 4 ms", wait, err)
	}
	if p.GivesWay(now+10*time.Millisecond, now+10*time.Millisecond) {
		t.Error("page views give way for longer than a moment")
	}
}

func TestABacklogOfPageViewsTakesItsTime(t *testing.T) {
	p := httpapi.NewPace()
	const now, places = 5 * time.Millisecond, 50
	if wait, err := p.TurnOf(now, places); err != nil || wait != 0 {
		t.Errorf("the first one waits %v (%v)", wait, err)
	}
	want := time.Duration(places/httpapi.PacePlaces) * time.Millisecond
	if wait, err := p.Turn(now); err != nil || wait != want {
		t.Errorf("a page view behind it waits %v (%v), want %v", wait, err, want)
	}
}
