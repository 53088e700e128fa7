// How much a network may track slides with time, and is remembered for a bounded number of networks.

package limit_test

import (
	"math/rand"
	"net/netip"
	"testing"
	"time"

	"candor/httpapi/limit"
)

var alice = netip.MustParseAddr("203.0.113.7")

func TestTrackBudgetSlides(t *testing.T) {
	b := limit.NewSmallTracking(10, 100)
	at := func(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }
	for _, step := range []struct {
		at     float64
		events int
		ok     bool
		wait   time.Duration
	}{
		{at: 0, events: 4, ok: true},
		{at: 30, events: 6, ok: true},
		{at: 31, events: 1, wait: 30 * time.Second},
		{at: 59.9, events: 1, wait: 1100 * time.Millisecond}, // no fixed minute begins
		{at: 61, events: 5, wait: 30 * time.Second},
		{at: 61, events: 4, ok: true},
		{at: 62, events: 11, wait: time.Minute},
	} {
		if ok, wait := b.Take(at(step.at), alice, step.events, 1); ok != step.ok || wait != step.wait {
			t.Errorf("%d events after %g s: %v, wait %v; want %v, %v", step.events, step.at, ok, wait, step.ok, step.wait)
		}
	}
}

// However requests are spread, no 60 seconds hold more than the budget.
func TestTrackBudgetHoldsInAnyMinute(t *testing.T) {
	b, random := limit.NewSmallTracking(3000, 100), rand.New(rand.NewSource(7))
	type request struct {
		at            time.Time
		events, bytes int
	}
	var taken []request
	now := noon
	for range 5000 {
		now = now.Add(time.Duration(random.Intn(900)) * time.Millisecond)
		r := request{now, 1 + random.Intn(500), random.Intn(1 << 20)}
		if ok, wait := b.Take(r.at, alice, r.events, r.bytes); ok {
			taken = append(taken, r)
		} else if wait <= 0 || wait > 61*time.Second {
			t.Fatalf("a wait of %v", wait)
		}
	}
	for i, first := range taken {
		events, bytes := 0, 0
		for _, r := range taken[i:] {
			if r.at.Sub(first.at) >= time.Minute {
				break
			}
			events, bytes = events+r.events, bytes+r.bytes
		}
		if events > 3000 || bytes > 4<<20 {
			t.Fatalf("%d events and %d bytes in the minute from %v", events, bytes, first.at)
		}
	}
}

func TestTrackBudgetIsOfANetwork(t *testing.T) {
	b := limit.NewSmallTracking(10, 100)
	for _, step := range []struct {
		who string
		ok  bool
	}{
		{"203.0.113.7", true}, {"::ffff:203.0.113.7", false}, {"203.0.113.8", true},
		{"2001:db8:0:1::1", true}, {"2001:db8:0:1:ffff::2", false}, {"2001:db8:0:2::1", true},
	} {
		if ok, _ := b.Take(noon, netip.MustParseAddr(step.who), 10, 1); ok != step.ok {
			t.Errorf("%s: %v", step.who, ok)
		}
	}
}

// A flood of addresses neither gives anybody a new budget nor makes the table grow.
func TestTrackBudgetUnderAFloodOfAddresses(t *testing.T) {
	b := limit.NewSmallTracking(10, 3)
	b.Take(noon, alice, 10, 1)
	accepted := 0
	for i := range 1000 {
		if ok, _ := b.Take(noon.Add(10*time.Second), netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)}), 10, 1); ok {
			accepted++
		}
	}
	if accepted != 2+1 {
		t.Errorf("%d of a thousand new networks got a budget of their own, or shared one; want 3", accepted)
	}
	if ok, _ := b.Take(noon.Add(50*time.Second), alice, 1, 1); ok {
		t.Error("the flood has given a network its budget back")
	}
	if ok, _ := b.Take(noon.Add(80*time.Second), netip.MustParseAddr("192.0.2.1"), 10, 1); !ok {
		t.Error("networks of which nothing counts any more are remembered")
	}
}
