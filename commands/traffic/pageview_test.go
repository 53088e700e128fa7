// Page views: durable when answered, counted once, never more waiting than there is room for.

package traffic_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const today = "pageviews-2026-11-21"

// tracker is a handler at noon.
func tracker(t testing.TB, log *commandstest.Door) *rooms.Handlers {
	t.Helper()
	return commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return noon }})
}

// counted returns how often each id is in a stream.
func counted(t testing.TB, log *commandstest.Door, stream string) map[uuid.UUID]int {
	t.Helper()
	ids := map[uuid.UUID]int{}
	for _, r := range commandstest.Recorded(t, log, stream) {
		ids[r.ID]++
	}
	return ids
}

func TestViewsAreDurableWhenAnswered(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := tracker(t, log)
	var group sync.WaitGroup
	const writers, each = 32, 20
	for w := range writers {
		group.Go(func() {
			for i := range each {
				if err := h.Traffic.Track(t.Context(), commandstest.Guest,
					[]traffic.TrackInput{commandstest.View(uuid.New(), fmt.Sprintf("/reviews/%d?q=%d", w, i))}, commandstest.Home); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	all := commandstest.Recorded(t, log, today)
	if len(all) != writers*each {
		t.Fatalf("%d views are in the log, want %d", len(all), writers*each)
	}
	e, err := all[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	v := e.(events.PageViewed)
	if strings.Contains(v.Page, "?") || v.Browser != "Firefox" || v.System != "Linux" || v.Device != "desktop" || v.Country != "Unknown" ||
		!v.At.Equal(noon) {
		t.Errorf("the event: %+v", v)
	}
	for _, secret := range []string{"192.0.2.1", "Gecko"} {
		if strings.Contains(string(all[0].Data)+string(all[0].Meta), secret) {
			t.Errorf("a page view holds %s", secret)
		}
	}
	visitor := commandstest.Recorded(t, log, events.VisitorStream(v.VisitorID))
	if len(visitor) != 1 || visitor[0].Position >= all[0].Position {
		t.Fatalf("the visitor's stream: %+v", visitor)
	}
	for _, r := range all {
		if e, err := r.Decode(); err != nil || e.(events.PageViewed).VisitorID != v.VisitorID {
			t.Fatalf("one address became two visitors: %+v, %v", e, err)
		}
	}
	if n := log.Appends.Load(); n > writers*each/2 {
		t.Errorf("%d views took %d appends: nothing was batched", writers*each, n)
	}
}

func TestSameIDCountsOnce(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := tracker(t, log)
	ids := make([]uuid.UUID, 40)
	for i := range ids {
		ids[i] = uuid.New()
	}
	// Each id is sent by several requests at once, alone, in backlogs, and mixed with new views.
	var group sync.WaitGroup
	for round := range 4 {
		for i := range ids {
			group.Go(func() {
				views := []traffic.TrackInput{commandstest.View(uuid.Nil, "/new"), commandstest.View(ids[i], "/a"),
					commandstest.View(ids[(i+round)%len(ids)], "/a"), commandstest.View(ids[i], "/a")}
				if err := h.Traffic.Track(t.Context(), commandstest.Guest, views[round%2:], commandstest.Home); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	got := counted(t, log, today)
	for _, id := range ids {
		if got[id] != 1 {
			t.Errorf("%v is there %d times", id, got[id])
		}
	}
	if want := len(ids) + 2*len(ids); len(got) != want {
		t.Errorf("%d views, want %d", len(got), want)
	}
}

func TestRetryAfterALostAnswerCountsOnce(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := tracker(t, log)
	ctx := t.Context()
	first, second := commandstest.View(uuid.New(), "/a"), commandstest.View(uuid.New(), "/b")
	isViews := func(stream string) bool { return stream == today }
	log.Fail(isViews, nil) // stored, but the answer is lost
	commandstest.WantKind(t, h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{first}, commandstest.Home), commands.Unavailable)
	log.Fail(nil, isViews) // not stored
	commandstest.WantKind(t, h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{second}, commandstest.Home), commands.Unavailable)
	log.Fail(nil, nil)
	for range 2 {
		if err := h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/new"), first, second},
			commandstest.Home); err != nil {
			t.Fatal(err)
		}
	}
	got := counted(t, log, today)
	if got[first.ID] != 1 || got[second.ID] != 1 || len(got) != 4 {
		t.Errorf("the stream: %v", got)
	}
}

func TestRetryAfterARestartCountsOnce(t *testing.T) {
	log := commandstest.OpenLog(t)
	ctx := t.Context()
	early, late := commandstest.View(uuid.New(), "/early"), commandstest.View(uuid.New(), "/late")
	early.At = noon.Add(-time.Hour) // a browser's backlog
	h := tracker(t, log)
	if err := h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/x"), early, late},
		commandstest.Home); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(ctx); err != nil {
		t.Fatal(err)
	}
	h = tracker(t, log)
	if err := h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/y"), late, early},
		commandstest.Home); err != nil {
		t.Fatal(err)
	}
	// Another instance, which has been running for a while and saw neither: the log itself knows the old one.
	other := tracker(t, log)
	if err := other.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/warm")},
		commandstest.Home); err != nil {
		t.Fatal(err)
	}
	old := commandstest.View(uuid.New(), "/old")
	old.At = noon.Add(-time.Minute)
	for _, instance := range []*rooms.Handlers{h, other} {
		if err := instance.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/z"), old,
			commandstest.View(uuid.New(), "/z")}, commandstest.Home); err != nil {
			t.Fatal(err)
		}
	}
	for id, n := range counted(t, log, today) {
		if n != 1 {
			t.Errorf("%v is there %d times", id, n)
		}
	}
	if got := len(commandstest.Recorded(t, log, today)); got != 3+1+1+1+4 {
		t.Errorf("%d views", got)
	}
}

func TestBatchOfKnownAndNewIDsIsTakenApart(t *testing.T) {
	log := commandstest.OpenLog(t)
	ctx := t.Context()
	known := commandstest.View(uuid.New(), "/known")
	// Both instances are running before the view, so neither learns of it from the log's end.
	one, two := tracker(t, log), tracker(t, log)
	for _, h := range []*rooms.Handlers{one, two} {
		if err := h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/")},
			commandstest.Home); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{known}, commandstest.Home); err != nil {
		t.Fatal(err)
	}
	// The first id is known to the log, the second isn't: it refuses them together.
	if err := two.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{known, commandstest.View(uuid.New(), "/new")},
		commandstest.Home); err != nil {
		t.Fatal(err)
	}
	got := counted(t, log, today)
	if got[known.ID] != 1 || len(got) != 4 {
		t.Errorf("the stream: %v", got)
	}
}

func TestTimesOfViews(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := tracker(t, log)
	yesterday, ahead, ancient := commandstest.View(uuid.New(), "/yesterday"), commandstest.View(uuid.New(), "/ahead"),
		commandstest.View(uuid.New(), "/ancient")
	yesterday.At, ahead.At, ancient.At = noon.Add(-24*time.Hour), noon.Add(time.Hour), noon.Add(-8*24*time.Hour)
	if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/now"), yesterday, ahead,
		ancient}, commandstest.Home); err != nil {
		t.Fatal(err)
	}
	if got := counted(t, log, "pageviews-2026-11-20"); got[yesterday.ID] != 1 || len(got) != 1 {
		t.Errorf("yesterday's stream: %v", got)
	}
	all := commandstest.Recorded(t, log, today)
	if len(all) != 3 {
		t.Fatalf("today's stream holds %d views, want 3", len(all))
	}
	for _, r := range all {
		if e, err := r.Decode(); err != nil || !e.(events.PageViewed).At.Equal(noon) {
			t.Errorf("a time that can't be counts for now: %+v, %v", e, err)
		}
	}
}

// Batches are appended one after the other; who waits behind some that aren't answered is refused in time all the same.
func TestAViewThatIsNotConfirmedIsRefusedInTimeAndCountsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		h := tracker(t, log)
		unblock := log.Block()
		defer unblock()
		began := time.Now()
		first, second := []traffic.TrackInput{commandstest.View(uuid.New(), "/a")}, []traffic.TrackInput{commandstest.View(uuid.New(), "/b")}
		results := make(chan error, 2)
		go func() { results <- h.Traffic.Track(context.Background(), commandstest.Guest, first, commandstest.Home) }()
		time.Sleep(time.Second)
		go func() {
			results <- h.Traffic.Track(context.Background(), commandstest.Guest, second, commandstest.Home)
		}()
		for range 2 {
			var refused *commands.Error
			err := <-results
			if !errors.As(err, &refused) || refused.Kind != commands.Unavailable || refused.RetryAfter == 0 ||
				!errors.Is(err, events.ErrUnknownOutcome) ||
				!strings.Contains(refused.Message, "may have been counted") || !strings.Contains(refused.Message, "same id counts once") {
				t.Errorf("a view that nobody confirms: %v", err)
			}
		}
		if took := time.Since(began); took > time.Second+events.RetryTimeout {
			t.Errorf("the second view was refused %v after the first was sent", took)
		}
		unblock()
		for range 2 {
			for _, views := range [][]traffic.TrackInput{first, second} {
				if err := h.Traffic.Track(t.Context(), commandstest.Guest, views, commandstest.Home); err != nil {
					t.Error(err)
				}
			}
		}
		if got := counted(t, log, today); len(got) != 2 || got[first[0].ID] != 1 || got[second[0].ID] != 1 {
			t.Errorf("the stream: %v", got)
		}
	})
}

func TestTooManyWaitingViewsAreRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		registry := prometheus.NewRegistry()
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Registerer: registry})
		unblock := log.Block()
		defer unblock()
		const requests, each = 8, 511
		results := make(chan error, requests)
		for range requests {
			views := make([]traffic.TrackInput, each)
			for i := range views {
				views[i] = commandstest.View(uuid.New(), "/a")
			}
			go func() { results <- h.Traffic.Track(context.Background(), commandstest.Guest, views, commandstest.Home) }()
		}
		synctest.Wait()
		if got := commandstest.MetricsOf(t, registry)["candor_pageview_queue_views"]; got != requests*each {
			t.Fatalf("%v views are queued, want %d", got, requests*each)
		}
		for range 4096 - requests*each {
			go func() {
				results <- h.Traffic.Track(context.Background(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/b")},
					commandstest.Home)
			}()
		}
		synctest.Wait()
		var refused *commands.Error
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := h.Traffic.Track(ctx, commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/c")}, commandstest.Home)
		if !errors.As(err, &refused) || refused.Kind != commands.Unavailable || refused.RetryAfter != time.Second {
			t.Errorf("one view too many: got %v", err)
		}
		unblock()
		for range requests + 4096 - requests*each {
			if err := <-results; err != nil {
				t.Errorf("an accepted request: %v", err)
			}
		}
		if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/c")},
			commandstest.Home); err != nil {
			t.Errorf("after the jam: %v", err)
		}
		found := commandstest.MetricsOf(t, registry)
		if found["candor_pageviews_rejected_total"] != 1 || found["candor_pageview_queue_views"] != 0 ||
			found["candor_events_appended_total"] < 1 {
			t.Errorf("metrics: %v", found)
		}
	})
}

// Views that arrive during an append wait for it and are then appended together.
func TestViewsThatArriveDuringAnAppendAreBatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		h := tracker(t, log)
		track := func() error {
			return h.Traffic.Track(context.Background(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/a")},
				commandstest.Home)
		}
		if err := track(); err != nil { // the visitor is known from here on
			t.Fatal(err)
		}
		before := log.Appends.Load()
		unblock := log.Block()
		defer unblock()
		results := make(chan error, 32)
		send := func() { results <- track() }
		go send()
		synctest.Wait()
		for range 31 {
			go send()
		}
		synctest.Wait()
		if n := log.Inside.Load(); n != 1 {
			t.Errorf("%d appends at the same time, want 1", n)
		}
		unblock()
		for range 32 {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if n := log.Appends.Load() - before; n != 2 {
			t.Errorf("32 views, of which 31 waited, took %d appends, want 2", n)
		}
		if n := len(commandstest.Recorded(t, log, today)); n != 33 {
			t.Errorf("%d views are in the log, want 33", n)
		}
	})
}

func TestCloseDrainsTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := commandstest.OpenLog(t)
		h := tracker(t, log)
		if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/")},
			commandstest.Home); err != nil {
			t.Fatal(err)
		}
		unblock := log.Block()
		defer unblock()
		const waiting = 50
		results := make(chan error, waiting)
		for range waiting {
			go func() {
				results <- h.Traffic.Track(context.Background(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/a")},
					commandstest.Home)
			}()
		}
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := h.Close(short); err == nil {
			t.Error("Close returned while views were under way")
		}
		unblock()
		if err := h.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range waiting {
			if err := <-results; err != nil {
				t.Errorf("a view that was queued: %v", err)
			}
		}
		if got := len(commandstest.Recorded(t, log, today)); got != 1+waiting {
			t.Errorf("%d views are in the log, want %d", got, 1+waiting)
		}
		commandstest.WantKind(t, h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.New(), "/late")},
			commandstest.Home), commands.Unavailable)
	})
}

// index is a read model that knows one address.
type index struct {
	address string
	id      uuid.UUID
}

func (i index) VisitorOf(address string, _ time.Duration) (uuid.UUID, bool) {
	return i.id, address == i.address
}
func (i index) AddressOf(id uuid.UUID) (string, bool) { return i.address, id == i.id }

func TestKnownAddressIsNoNewVisitor(t *testing.T) {
	log := commandstest.OpenLog(t)
	known := index{"192.0.2.1", uuid.New()}
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Visitors: known, Clock: func() time.Time { return noon }})
	for _, addr := range []string{"::ffff:192.0.2.1", "192.0.2.1"} {
		if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/")},
			netip.MustParseAddr(addr)); err != nil {
			t.Fatal(err)
		}
	}
	if commandstest.Recorded(t, log, events.VisitorStream(known.id)) != nil {
		t.Error("a known visitor was seen for the first time again")
	}
	for _, r := range commandstest.Recorded(t, log, today) {
		if e, err := r.Decode(); err != nil || e.(events.PageViewed).VisitorID != known.id {
			t.Errorf("%+v, %v", e, err)
		}
	}
	if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{commandstest.View(uuid.Nil, "/")},
		netip.Addr{}); err != nil {
		t.Errorf("no address: %v", err)
	}
}
