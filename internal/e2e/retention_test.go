// Retention over months, with a clock that is moved by hand: what expires, what stays, and that nobody sees a difference in
// the charts.

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
	"candor/events/embedded"
	"candor/events/restore"
	"candor/internal/eventually"
	"candor/projections"
	"candor/projections/analytics"
	"candor/projections/answers"
)

const testDay = 24 * time.Hour

// manualClock is a clock that tests set.
type manualClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *manualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *manualClock) to(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = at
}

// retentionSite holds a log, its read models and the commands, with one clock.
type retentionSite struct {
	*testing.T
	clock      *manualClock
	node       *embedded.Node
	log        events.Log
	models     *projections.Models
	handler    *rooms.Handlers
	age        time.Duration
	onExpiring func(stream string)
}

func newRetentionSite(t *testing.T, age time.Duration) *retentionSite {
	t.Helper()
	s := emptyRetentionSite(t, age, &manualClock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	s.open()
	return s
}

// emptyRetentionSite returns a site with an empty log and nothing that follows it.
func emptyRetentionSite(t *testing.T, age time.Duration, clock *manualClock) *retentionSite {
	t.Helper()
	s := &retentionSite{T: t, clock: clock, age: age, onExpiring: func(string) {}}
	var err error
	if s.node, err = embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Clock: s.clock.Now,
		Logger: zerolog.Nop()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.node.Close() })
	s.log = s.node.Log()
	return s
}

// open opens the read models and the commands.
func (s *retentionSite) open() {
	s.Helper()
	s.models = s.replayed()
	var err error
	if s.handler, err = rooms.New(rooms.Config{Log: s.log, Clock: s.clock.Now, Logger: zerolog.Nop(),
		Visitors: s.models.Analytics, Settings: s,
		OnExpiring: func(stream string) { s.onExpiring(stream) }}); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = s.handler.Close(context.Background()) })
}

// PrivacySettings returns settings that store visits for the site's age.
func (s *retentionSite) PrivacySettings() (events.PrivacySettings, error) {
	private := events.DefaultSettings().Privacy
	private.PageViewDays = events.Days(s.age / testDay)
	return private, nil
}

func (s *retentionSite) WaitFor(context.Context, events.Position) error { return nil }

func (s *retentionSite) PrivacyChanged() <-chan struct{} { return nil }

// replayed returns read models that are built from what the log still has.
func (s *retentionSite) replayed() *projections.Models {
	s.Helper()
	m, err := projections.Open(s.Context(), projections.Config{Dir: s.TempDir(), Log: s.log, Logger: zerolog.Nop(), Clock: s.clock.Now,
		Only: []string{"analytics"}})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = m.Close() })
	if err := m.WaitCaughtUp(s.Context()); err != nil {
		s.Fatal(err)
	}
	return m
}

// pass does what the server does every hour. With several read models, that many servers do it at once.
func (s *retentionSite) pass(others ...*projections.Models) {
	s.Helper()
	var passes sync.WaitGroup
	for _, m := range append(others, s.models) {
		passes.Go(func() {
			r := traffic.NewRetention(traffic.RetentionConfig{Log: s.log, Visits: m.Analytics, Settings: s, Clock: s.clock.Now,
				Logger: zerolog.Nop()})
			if err := r.Pass(s.Context()); err != nil {
				s.Error(err)
			}
		})
	}
	passes.Wait()
}

// view tracks views of one browser.
func (s *retentionSite) view(address, session string, pages ...string) {
	s.Helper()
	var views []traffic.TrackInput
	for _, page := range pages {
		views = append(views, traffic.TrackInput{Event: "page_view", Page: page, SessionID: session,
			UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"})
	}
	if err := s.handler.Traffic.Track(s.Context(), commands.Caller{RequestID: "req"}, views, netip.MustParseAddr(address)); err != nil {
		s.Fatal(err)
	}
}

// caughtUp waits until the read model shows all of the log.
func (s *retentionSite) caughtUp(m *projections.Models) {
	s.Helper()
	head, err := s.log.Head(s.Context())
	if err := errors.Join(err, m.WaitFor(s.Context(), head)); err != nil {
		s.Fatal(err)
	}
}

// charts returns everything that analytics shows about whole days, and since the beginning.
func (s *retentionSite) charts(m *projections.Models, first, last time.Time) string {
	s.Helper()
	s.caughtUp(m)
	var text strings.Builder
	say := func(a *answers.Answer, err error) {
		if err != nil {
			s.Fatal(err)
		}
		text.Write(a.Body())
		text.WriteByte('\n')
	}
	say(m.Analytics.SeriesAnswer(analytics.RangeAll, analytics.BucketDay, s.clock.Now()))
	for from := first; from.Before(last); from = from.Add(17 * testDay) {
		for _, days := range []int{1, 5, 31, 200} {
			say(m.Analytics.SeriesBetween(from, from.AddDate(0, 0, days), analytics.BucketDay, s.clock.Now()))
		}
	}
	say(m.Analytics.SeriesBetween(first, first.AddDate(0, 0, 30), analytics.BucketHour, s.clock.Now()))
	a, err := m.Analytics.SummaryAnswer()
	var summary analytics.Summary
	if err := errors.Join(err, json.Unmarshal(a.Body(), &summary)); err != nil {
		s.Fatal(err)
	}
	fmt.Fprintf(&text, "%d visitors, %v, %v\n", summary.UniqueVisitors, summary.TopPages, summary.TopCountries)
	return text.String()
}

// maxAge returns the $maxAge of a stream in days, -1 without one.
func (s *retentionSite) maxAge(stream string) int {
	s.Helper()
	last, err := s.log.Last(s.Context(), "$$"+stream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return -1
	}
	var m struct {
		MaxAge *int `json:"$maxAge"`
	}
	if err := errors.Join(err, json.Unmarshal(last.Data, &m)); err != nil {
		s.Fatal(err)
	}
	if m.MaxAge == nil {
		return -1
	}
	return *m.MaxAge / 86400
}

func (s *retentionSite) events(stream string) int {
	s.Helper()
	n := 0
	err := s.log.Load(s.Context(), stream, 0, func(events.Recorded) error { n++; return nil })
	if err != nil && !errors.Is(err, events.ErrStreamNotFound) {
		s.Fatal(err)
	}
	return n
}

func TestChartsStayRightWhenViewsHaveExpired(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 40*testDay)
	first := s.clock.Now()
	random := rand.New(rand.NewPCG(5, 26))
	another := s.replayed() // of a second server on the same log
	var early uuid.UUID
	for day := range 110 {
		s.clock.to(first.Add(time.Duration(day)*testDay + 6*time.Hour))
		for range 1 + random.IntN(4) {
			who := random.IntN(5)
			s.view(fmt.Sprint("203.0.113.", who), fmt.Sprint("s", who, "-", day/2), []string{"/", "/about", "/reviews/1"}[:1+random.IntN(3)]...)
			s.clock.to(s.clock.Now().Add(time.Duration(random.IntN(5)) * time.Hour))
		}
		if day == 0 {
			s.view("198.51.100.1", "", "/early")
			s.caughtUp(s.models)
			early, _ = s.models.Analytics.VisitorOf("198.51.100.1", s.age)
		}
		if day%3 == 0 && (day < 50 || day > 65) { // the server's task is off for two weeks: what is due then is done at once afterwards
			s.pass(another)
		}
	}
	s.pass(another)
	last := first.Add(110 * testDay)
	want := s.charts(s.models, first, last)
	if views := strings.Count(want, `"views":0`); views > len(want)/50 || early == uuid.Nil {
		t.Fatalf("the test tells of nothing: %d", views)
	}
	for name, stream := range map[string]string{"page views": events.PageViewStream(first), "visitor": events.VisitorStream(early)} {
		if got := s.maxAge(stream); got != 40 {
			t.Errorf("%s are kept for %d days", name, got)
		}
		if n := s.events(stream); n != 0 {
			t.Errorf("%s: %d events are still to be read", name, n)
		}
	}
	if n := s.events(events.DaySummaryStream(first)); n != 1 {
		t.Errorf("%d summaries of the first day", n)
	}
	if diff := cmp.Diff(want, s.charts(another, first, last)); diff != "" {
		t.Errorf("another server: %s", diff)
	}
	if diff := cmp.Diff(want, s.charts(s.replayed(), first, last)); diff != "" {
		t.Errorf("expired views that still come count: %s", diff)
	}
	done, err := s.node.Scavenge(t.Context(), nil)
	if err != nil || done.Removed == 0 {
		t.Fatalf("scavenged: %+v %v", done, err)
	}
	left := s.replayed()
	if diff := cmp.Diff(want, s.charts(left, first, last)); diff != "" {
		t.Errorf("after a scavenge: %s", diff)
	}
	if err := s.models.Check(t.Context(), "analytics", nil); err != nil {
		t.Errorf("a check of the read model: %v", err)
	}
	if _, known := left.Analytics.VisitorOf("198.51.100.1", s.age); known {
		t.Error("an expired visitor's address is still known")
	}
	s.view("198.51.100.1", "", "/back")
	s.caughtUp(s.models)
	if again, known := s.models.Analytics.VisitorOf("198.51.100.1", s.age); !known || again == early {
		t.Error("an expired visitor who comes back is not new")
	}
}

// A store that a log was moved to counts $maxAge from the move.
func TestWhatHasExpiredIsDeletedFromAMovedLogToo(t *testing.T) {
	t.Parallel()
	old := newRetentionSite(t, 40*testDay)
	first := old.clock.Now()
	view := func(address string) (pages, visitor string) {
		old.view(address, "s", "/")
		old.caughtUp(old.models)
		id, _ := old.models.Analytics.VisitorOf(address, old.age)
		return events.PageViewStream(old.clock.Now()), events.VisitorStream(id)
	}
	earlyPages, earlyVisitor := view("203.0.113.1")
	old.clock.to(first.Add(20 * testDay))
	latePages, lateVisitor := view("203.0.113.2")
	old.pass()
	old.clock.to(first.Add(30 * testDay))
	var backup bytes.Buffer
	if _, err := old.node.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	s := emptyRetentionSite(t, old.age, old.clock)
	if _, err := restore.Into(t.Context(), s.log, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(backup.Bytes())), nil },
		nil); err != nil {
		t.Fatal(err)
	}
	s.open()
	for _, step := range []struct{ day, early, late int }{{30, 1, 1}, {42, 0, 1}, {62, 0, 0}} {
		s.clock.to(first.Add(time.Duration(step.day) * testDay))
		s.pass()
		if a, b, c, d := s.events(earlyPages), s.events(earlyVisitor), s.events(latePages), s.events(lateVisitor); a != step.early ||
			b != step.early || c != step.late || d != step.late {
			t.Errorf("day %d: %d and %d early events, %d and %d late ones", step.day, a, b, c, d)
		}
		before, _ := s.log.Head(t.Context())
		s.pass()
		if after, _ := s.log.Head(t.Context()); after != before {
			t.Errorf("day %d: a second pass writes something", step.day)
		}
		if err := s.models.Check(t.Context(), "analytics", nil); err != nil {
			t.Errorf("day %d: a check of the read model: %v", step.day, err)
		}
	}
	if days := s.maxAge(earlyPages); days != 40 {
		t.Errorf("the page views are kept for %d days", days)
	}
	want := s.charts(s.models, first, first.Add(31*testDay))
	if _, err := s.node.Scavenge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := s.charts(s.replayed(), first, first.Add(31*testDay)); got != want || !strings.Contains(want, "2 visitors") {
		t.Errorf("the charts: %s", cmp.Diff(want, got))
	}
}

func TestAnotherRetentionAppliesToWhatExists(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 0)
	today := events.PageViewStream(s.clock.Now())
	s.view("203.0.113.1", "s", "/")
	s.view("203.0.113.2", "s", "/")
	s.caughtUp(s.models)
	visitor := func(address string) string {
		id, _ := s.models.Analytics.VisitorOf(address, s.age)
		return events.VisitorStream(id)
	}
	streams := []string{today, visitor("203.0.113.1"), visitor("203.0.113.2")}
	if _, err := s.log.Append(t.Context(), "$$"+today, events.NoStream, events.Proposed{ID: uuid.New(), Type: "$metadata",
		Data: []byte(`{"$maxCount":9000,"note":{"by":"somebody"}}`)}); err != nil {
		t.Fatal(err)
	}
	if err := s.log.DeleteStream(t.Context(), streams[2], events.Any); err != nil { // erased meanwhile: must stay so
		t.Fatal(err)
	}
	for _, step := range []struct{ set, want int }{{0, -1}, {400, 400}, {400, 400}, {90, 90}, {0, -1}} {
		s.age = time.Duration(step.set) * testDay
		s.pass()
		before, _ := s.log.Head(t.Context())
		s.pass()
		if after, _ := s.log.Head(t.Context()); after != before {
			t.Errorf("%d days: a second pass writes something", step.set)
		}
		for _, stream := range streams[:2] {
			if got := s.maxAge(stream); got != step.want {
				t.Errorf("%d days: %s is kept for %d", step.set, stream, got)
			}
		}
	}
	last, err := s.log.Last(t.Context(), "$$"+today)
	if err != nil || string(last.Data) != `{"$maxCount":9000,"note":{"by":"somebody"}}` {
		t.Errorf("the rest of the metadata: %s %v", last.Data, err)
	}
	if n := s.events(streams[2]); n != 0 {
		t.Error("a deleted visitor is back")
	}
}

func TestNewStreamsAreKeptForTheRetentionFromTheBeginning(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 400*testDay)
	r := traffic.NewRetention(traffic.RetentionConfig{Log: s.log, Visits: s.models.Analytics, Settings: s, Clock: s.clock.Now,
		Logger: zerolog.Nop()})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	s.onExpiring = r.Note
	s.view("203.0.113.1", "s", "/")
	s.caughtUp(s.models)
	id, _ := s.models.Analytics.VisitorOf("203.0.113.1", s.age)
	for _, stream := range []string{events.PageViewStream(s.clock.Now()), events.VisitorStream(id)} {
		eventually.Holds(t, func() error {
			if days := s.maxAge(stream); days != 400 {
				return fmt.Errorf("%s is kept for %d days", stream, days)
			}
			return nil
		})
	}
	stop()
	<-ended
	head, _ := s.log.Head(t.Context())
	s.pass() // finds nothing to do
	s.view("203.0.113.1", "s", "/about")
	if after, _ := s.log.Head(t.Context()); after <= head || s.events("$$"+events.PageViewStream(s.clock.Now())) != 1 {
		t.Error("$maxAge is written more than once")
	}
}
