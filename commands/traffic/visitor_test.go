package traffic_test

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
)

// brokenOnce is a Locator that panics when it is asked for the first time.
type brokenOnce struct{ asked atomic.Int64 }

func (l *brokenOnce) Locate(netip.Addr) (country, city string) {
	if l.asked.Add(1) == 1 {
		panic("a damaged database of countries")
	}
	return "DE", "Kiel"
}

func TestAPanicOverAnAddressDoesNotShutItOut(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Geo: &brokenOnce{}})
	track := func() error {
		return h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/")},
			netip.MustParseAddr("192.0.2.1"))
	}
	commandstest.WantKind(t, track(), commands.Internal)
	if err := track(); err != nil {
		t.Errorf("the next view from there: %v", err)
	}
	if got := len(commandstest.Surviving(t, log, events.VisitorPrefix)); got != 1 {
		t.Errorf("%d visitors are recorded, want 1", got)
	}
}

func TestAnAddressIsOneVisitorOnAllInstances(t *testing.T) {
	log := commandstest.OpenLog(t)
	var once sync.Once
	log.Fail(func(stream string) (lost bool) { // one answer: its visitor is recorded, and its browser tries again
		if visitor := len(stream) > len(events.VisitorPrefix) && stream[:len(events.VisitorPrefix)] == events.VisitorPrefix; visitor {
			once.Do(func() { lost = true })
		}
		return lost
	}, nil)
	var group sync.WaitGroup
	for range 3 {
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
		for range 4 {
			group.Go(func() {
				for try := 1; ; try++ {
					err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/")},
						netip.MustParseAddr("192.0.2.1"))
					if err == nil || try == 3 {
						if err != nil {
							t.Error(err)
						}
						return
					}
				}
			})
		}
	}
	group.Wait()
	visitors := map[uuid.UUID]bool{}
	views := 0
	if err := log.ReadAll(t.Context(), 0, 1000, func(r events.Recorded) error {
		if e, err := r.Decode(); err == nil {
			if e, ok := e.(events.PageViewed); ok {
				visitors[e.VisitorID] = true
				views++
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(visitors) != 1 || views != 12 {
		t.Errorf("%d views by %d visitors, want 12 by 1", views, len(visitors))
	}
	for id := range visitors {
		if got := commandstest.Types(t, log, events.VisitorStream(id)); len(got) != 1 {
			t.Errorf("the visitor's stream holds %v, want one first visit", got)
		}
	}
}
