// Page views: durable when answered, counted once, never more waiting than there is room for.

package commands_test

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
	"candor/events"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const today = "pageviews-2026-11-21"

// tracker is a handler at noon.
func tracker(t testing.TB, log *door) *commands.Handler {
	t.Helper()
	return handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop(), Clock: func() time.Time { return noon }})
}

// counted returns how often each id is in a stream.
func counted(t testing.TB, log *door, stream string) map[uuid.UUID]int {
	t.Helper()
	ids := map[uuid.UUID]int{}
	for _, r := range recorded(t, log, stream) {
		ids[r.ID]++
	}
	return ids
}

func TestViewsAreDurableWhenAnswered(t *testing.T) {
	log := openLog(t)
	h := tracker(t, log)
	var group sync.WaitGroup
	const writers, each = 32, 20
	for w := range writers {
		group.Go(func() {
			for i := range each {
				if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.New(), fmt.Sprintf("/reviews/%d?q=%d", w, i))}, home); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	all := recorded(t, log, today)
	if len(all) != writers*each {
		t.Fatalf("%d views are in the log, want %d", len(all), writers*each)
	}
	e, err := all[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	v := e.(events.PageViewed)
	if strings.Contains(v.Page, "?") || v.Browser != "Firefox" || v.System != "Linux" || v.Device != "desktop" || v.Country != "Unknown" || !v.At.Equal(noon) {
		t.Errorf("the event: %+v", v)
	}
	for _, secret := range []string{"192.0.2.1", "Gecko"} {
		if strings.Contains(string(all[0].Data)+string(all[0].Meta), secret) {
			t.Errorf("a page view holds %s", secret)
		}
	}
	visitor := recorded(t, log, events.VisitorStream(v.VisitorID))
	if len(visitor) != 1 || visitor[0].Position >= all[0].Position {
		t.Fatalf("the visitor's stream: %+v", visitor)
	}
	for _, r := range all {
		if e, err := r.Decode(); err != nil || e.(events.PageViewed).VisitorID != v.VisitorID {
			t.Fatalf("one address became two visitors: %+v, %v", e, err)
		}
	}
	if n := log.appends.Load(); n > writers*each/2 {
		t.Errorf("%d views took %d appends: nothing was batched", writers*each, n)
	}
}

func TestSameIDCountsOnce(t *testing.T) {
	log := openLog(t)
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
				views := []commands.TrackInput{view(uuid.Nil, "/new"), view(ids[i], "/a"), view(ids[(i+round)%len(ids)], "/a"), view(ids[i], "/a")}
				if err := h.Track(t.Context(), guest, views[round%2:], home); err != nil {
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
	log := openLog(t)
	h := tracker(t, log)
	ctx := t.Context()
	first, second := view(uuid.New(), "/a"), view(uuid.New(), "/b")
	isViews := func(stream string) bool { return stream == today }
	log.fail(isViews, nil) // stored, but the answer is lost
	wantKind(t, h.Track(ctx, guest, []commands.TrackInput{first}, home), commands.Unavailable)
	log.fail(nil, isViews) // not stored
	wantKind(t, h.Track(ctx, guest, []commands.TrackInput{second}, home), commands.Unavailable)
	log.fail(nil, nil)
	for range 2 {
		if err := h.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/new"), first, second}, home); err != nil {
			t.Fatal(err)
		}
	}
	got := counted(t, log, today)
	if got[first.ID] != 1 || got[second.ID] != 1 || len(got) != 4 {
		t.Errorf("the stream: %v", got)
	}
}

func TestRetryAfterARestartCountsOnce(t *testing.T) {
	log := openLog(t)
	ctx := t.Context()
	early, late := view(uuid.New(), "/early"), view(uuid.New(), "/late")
	early.At = noon.Add(-time.Hour) // a browser's backlog
	h := tracker(t, log)
	if err := h.Track(ctx, guest, []commands.TrackInput{view(uuid.Nil, "/x"), early, late}, home); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(ctx); err != nil {
		t.Fatal(err)
	}
	h = tracker(t, log)
	if err := h.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/y"), late, early}, home); err != nil {
		t.Fatal(err)
	}
	// Another instance, which has been running for a while and saw neither: the log itself knows the old one.
	other := tracker(t, log)
	if err := other.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/warm")}, home); err != nil {
		t.Fatal(err)
	}
	old := view(uuid.New(), "/old")
	old.At = noon.Add(-time.Minute)
	for _, instance := range []*commands.Handler{h, other} {
		if err := instance.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/z"), old, view(uuid.New(), "/z")}, home); err != nil {
			t.Fatal(err)
		}
	}
	for id, n := range counted(t, log, today) {
		if n != 1 {
			t.Errorf("%v is there %d times", id, n)
		}
	}
	if got := len(recorded(t, log, today)); got != 3+1+1+1+4 {
		t.Errorf("%d views", got)
	}
}

func TestBatchOfKnownAndNewIDsIsTakenApart(t *testing.T) {
	log := openLog(t)
	ctx := t.Context()
	known := view(uuid.New(), "/known")
	// Both instances are running before the view, so neither learns of it from the log's end.
	one, two := tracker(t, log), tracker(t, log)
	for _, h := range []*commands.Handler{one, two} {
		if err := h.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/")}, home); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Track(ctx, guest, []commands.TrackInput{known}, home); err != nil {
		t.Fatal(err)
	}
	// The first id is known to the log, the second isn't: it refuses them together.
	if err := two.Track(ctx, guest, []commands.TrackInput{known, view(uuid.New(), "/new")}, home); err != nil {
		t.Fatal(err)
	}
	got := counted(t, log, today)
	if got[known.ID] != 1 || len(got) != 4 {
		t.Errorf("the stream: %v", got)
	}
}

func TestTimesOfViews(t *testing.T) {
	log := openLog(t)
	h := tracker(t, log)
	yesterday, ahead, ancient := view(uuid.New(), "/yesterday"), view(uuid.New(), "/ahead"), view(uuid.New(), "/ancient")
	yesterday.At, ahead.At, ancient.At = noon.Add(-24*time.Hour), noon.Add(time.Hour), noon.Add(-8*24*time.Hour)
	if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.Nil, "/now"), yesterday, ahead, ancient}, home); err != nil {
		t.Fatal(err)
	}
	if got := counted(t, log, "pageviews-2026-11-20"); got[yesterday.ID] != 1 || len(got) != 1 {
		t.Errorf("yesterday's stream: %v", got)
	}
	all := recorded(t, log, today)
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
		log := openLog(t)
		h := tracker(t, log)
		unblock := log.block()
		defer unblock()
		began := time.Now()
		first, second := []commands.TrackInput{view(uuid.New(), "/a")}, []commands.TrackInput{view(uuid.New(), "/b")}
		results := make(chan error, 2)
		go func() { results <- h.Track(context.Background(), guest, first, home) }()
		time.Sleep(time.Second)
		go func() { results <- h.Track(context.Background(), guest, second, home) }()
		for range 2 {
			var refused *commands.Error
			err := <-results
			if !errors.As(err, &refused) || refused.Kind != commands.Unavailable || refused.RetryAfter == 0 || !errors.Is(err, events.ErrUnknownOutcome) ||
				!strings.Contains(refused.Message, "may have been counted") || !strings.Contains(refused.Message, "same id counts once") {
				t.Errorf("a view that nobody confirms: %v", err)
			}
		}
		if took := time.Since(began); took > time.Second+events.RetryTimeout {
			t.Errorf("the second view was refused %v after the first was sent", took)
		}
		unblock()
		for range 2 {
			for _, views := range [][]commands.TrackInput{first, second} {
				if err := h.Track(t.Context(), guest, views, home); err != nil {
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
		log := openLog(t)
		registry := prometheus.NewRegistry()
		h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop(), Registerer: registry})
		unblock := log.block()
		defer unblock()
		const requests, each = 8, 511
		results := make(chan error, requests)
		for range requests {
			views := make([]commands.TrackInput, each)
			for i := range views {
				views[i] = view(uuid.New(), "/a")
			}
			go func() { results <- h.Track(context.Background(), guest, views, home) }()
		}
		synctest.Wait()
		if got := metricsOf(t, registry)["candor_pageview_queue_views"]; got != requests*each {
			t.Fatalf("%v views are queued, want %d", got, requests*each)
		}
		for range 4096 - requests*each {
			go func() {
				results <- h.Track(context.Background(), guest, []commands.TrackInput{view(uuid.New(), "/b")}, home)
			}()
		}
		synctest.Wait()
		var refused *commands.Error
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := h.Track(ctx, guest, []commands.TrackInput{view(uuid.New(), "/c")}, home)
		if !errors.As(err, &refused) || refused.Kind != commands.Unavailable || refused.RetryAfter != time.Second {
			t.Errorf("one view too many: got %v", err)
		}
		unblock()
		for range requests + 4096 - requests*each {
			if err := <-results; err != nil {
				t.Errorf("an accepted request: %v", err)
			}
		}
		if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.New(), "/c")}, home); err != nil {
			t.Errorf("after the jam: %v", err)
		}
		found := metricsOf(t, registry)
		if found["candor_pageviews_rejected_total"] != 1 || found["candor_pageview_queue_views"] != 0 || found["candor_events_appended_total"] < 1 {
			t.Errorf("metrics: %v", found)
		}
	})
}

// Views that arrive during an append wait for it and are then appended together.
func TestViewsThatArriveDuringAnAppendAreBatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := openLog(t)
		h := tracker(t, log)
		track := func() error {
			return h.Track(context.Background(), guest, []commands.TrackInput{view(uuid.Nil, "/a")}, home)
		}
		if err := track(); err != nil { // the visitor is known from here on
			t.Fatal(err)
		}
		before := log.appends.Load()
		unblock := log.block()
		defer unblock()
		results := make(chan error, 32)
		send := func() { results <- track() }
		go send()
		synctest.Wait()
		for range 31 {
			go send()
		}
		synctest.Wait()
		if n := log.inside.Load(); n != 1 {
			t.Errorf("%d appends at the same time, want 1", n)
		}
		unblock()
		for range 32 {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if n := log.appends.Load() - before; n != 2 {
			t.Errorf("32 views, of which 31 waited, took %d appends, want 2", n)
		}
		if n := len(recorded(t, log, today)); n != 33 {
			t.Errorf("%d views are in the log, want 33", n)
		}
	})
}

func TestCloseDrainsTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := openLog(t)
		h := tracker(t, log)
		if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.Nil, "/")}, home); err != nil {
			t.Fatal(err)
		}
		unblock := log.block()
		defer unblock()
		const waiting = 50
		results := make(chan error, waiting)
		for range waiting {
			go func() {
				results <- h.Track(context.Background(), guest, []commands.TrackInput{view(uuid.New(), "/a")}, home)
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
		if got := len(recorded(t, log, today)); got != 1+waiting {
			t.Errorf("%d views are in the log, want %d", got, 1+waiting)
		}
		wantKind(t, h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.New(), "/late")}, home), commands.Unavailable)
	})
}

// index is a read model that knows one address.
type index struct {
	address string
	id      uuid.UUID
}

func (i index) VisitorOf(address string) (uuid.UUID, bool) { return i.id, address == i.address }
func (i index) AddressOf(id uuid.UUID) (string, bool)      { return i.address, id == i.id }

func TestKnownAddressIsNoNewVisitor(t *testing.T) {
	log := openLog(t)
	known := index{"192.0.2.1", uuid.New()}
	h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop(), Visitors: known, Clock: func() time.Time { return noon }})
	for _, addr := range []string{"::ffff:192.0.2.1", "192.0.2.1"} {
		if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.Nil, "/")}, netip.MustParseAddr(addr)); err != nil {
			t.Fatal(err)
		}
	}
	if recorded(t, log, events.VisitorStream(known.id)) != nil {
		t.Error("a known visitor was seen for the first time again")
	}
	for _, r := range recorded(t, log, today) {
		if e, err := r.Decode(); err != nil || e.(events.PageViewed).VisitorID != known.id {
			t.Errorf("%+v, %v", e, err)
		}
	}
	if err := h.Track(t.Context(), guest, []commands.TrackInput{view(uuid.Nil, "/")}, netip.Addr{}); err != nil {
		t.Errorf("no address: %v", err)
	}
}
