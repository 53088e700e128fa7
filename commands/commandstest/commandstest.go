// Package commandstest holds what the tests of all rooms of commands share: a real embedded node, and a door to it that can be made to
// fail.
package commandstest

import (
	"context"
	"errors"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
	"candor/events/embedded"
)

var (
	Admin = commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, RequestID: "req-1"}
	Bot   = commands.Caller{Actor: events.Actor{Kind: events.ActorBot, ID: "2", Name: "bot"}, RequestID: "req-2"}
	Guest = commands.Caller{Actor: events.Actor{Kind: events.ActorVisitor}, RequestID: "req-3"}
)

// Door is the log, counting appends, with a switch for lost answers and one for outages.
type Door struct {
	events.Log
	Appends atomic.Int64

	mu      sync.Mutex
	lose    func(stream string) bool // the append happens, but its answer is lost
	refuse  func(stream string) bool // the append doesn't happen
	blocked chan struct{}            // appends to page view streams wait for it
	Inside  atomic.Int64             // how many have come to wait
}

func (d *Door) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	d.mu.Lock()
	lose, refuse, blocked := d.lose, d.refuse, d.blocked
	d.mu.Unlock()
	if refuse != nil && refuse(stream) {
		return events.Written{}, events.ErrUnavailable
	}
	if blocked != nil && len(stream) > len(events.PageViewPrefix) && stream[:len(events.PageViewPrefix)] == events.PageViewPrefix {
		d.Inside.Add(1)
		<-blocked
	}
	d.Appends.Add(1)
	w, err := d.Log.Append(ctx, stream, want, ps...)
	if err == nil && lose != nil && lose(stream) {
		return events.Written{}, events.ErrUnavailable
	}
	return w, err
}

// Fail sets the switches; nil is no failure.
func (d *Door) Fail(lose, refuse func(stream string) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lose, d.refuse = lose, refuse
}

// Block makes page view appends wait until the returned function is called.
func (d *Door) Block() (unblock func()) {
	c := make(chan struct{})
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocked = c
	return sync.OnceFunc(func() {
		d.mu.Lock()
		d.blocked = nil
		d.mu.Unlock()
		close(c)
	})
}

// OpenLog starts a node of the test's own and opens the door to it.
func OpenLog(t testing.TB) *Door {
	t.Helper()
	node, err := embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := node.Close(); err != nil {
			t.Errorf("close the node: %v", err)
		}
	})
	return &Door{Log: node.Log()}
}

// Start is a handler on a log of its own; category 1 exists.
func Start(t testing.TB) (*rooms.Handlers, *Door) {
	t.Helper()
	log := OpenLog(t)
	h := HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	if _, err := h.Categories.CreateCategory(t.Context(), Admin, ParseCategory(t, `{"name":"Computers","slug":"computers"}`)); err != nil {
		t.Fatal(err)
	}
	return h, log
}

// HandlerOn is closed with the test.
func HandlerOn(t testing.TB, c rooms.Config) *rooms.Handlers {
	t.Helper()
	h, err := rooms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := h.Close(ctx); err != nil {
			t.Errorf("close the handler: %v", err)
		}
	})
	return h
}

// Recorded returns what a stream holds, nil when it isn't there.
func Recorded(t testing.TB, log *Door, stream string) []events.Recorded {
	t.Helper()
	var all []events.Recorded
	err := log.Load(t.Context(), stream, 0, func(r events.Recorded) error {
		all = append(all, r)
		return nil
	})
	if err != nil && !isAbsent(err) {
		t.Fatal(err)
	}
	return all
}

// Types names what a stream holds.
func Types(t testing.TB, log *Door, stream string) []string {
	t.Helper()
	var names []string
	for _, r := range Recorded(t, log, stream) {
		names = append(names, r.Type)
	}
	return names
}

func isAbsent(err error) bool {
	return errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted)
}

func ParseCategory(t testing.TB, body string) categories.Input {
	t.Helper()
	in, err := categories.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func WantKind(t testing.TB, err error, want commands.Kind) {
	t.Helper()
	if err == nil || commands.KindOf(err) != want {
		t.Fatalf("got error %v of kind %v, want kind %v", err, commands.KindOf(err), want)
	}
}

// MetricsOf returns the first counter or gauge of each name.
func MetricsOf(t testing.TB, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, f := range families {
		if m := f.GetMetric()[0]; m.GetCounter() != nil {
			found[f.GetName()] = m.GetCounter().GetValue()
		} else if m.GetGauge() != nil {
			found[f.GetName()] = m.GetGauge().GetValue()
		}
	}
	return found
}

// Brittle is a log whose nth change, and every later one, fails.
type Brittle struct {
	*Door
	Left int // changes that still work
}

func (b *Brittle) change() error {
	if b.Left--; b.Left < 0 {
		return events.ErrUnavailable
	}
	return nil
}

func (b *Brittle) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	if err := b.change(); err != nil {
		return events.Written{}, err
	}
	return b.Door.Append(ctx, stream, want, ps...)
}

func (b *Brittle) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	return errors.Join(b.change(), b.Door.DeleteStream(ctx, stream, want)) // the deletion happens, its answer is lost
}

func (b *Brittle) TombstoneStream(ctx context.Context, stream string) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.Door.TombstoneStream(ctx, stream)
}

// Surviving counts the streams with a prefix that can still be read.
func Surviving(t testing.TB, log *Door, prefix string) (streams []string) {
	t.Helper()
	seen := map[string]bool{}
	err := log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
		if strings.HasPrefix(r.Stream, prefix) && !seen[r.Stream] {
			seen[r.Stream] = true
			streams = append(streams, r.Stream)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := streams[:0]
	for _, s := range streams {
		if Recorded(t, log, s) != nil {
			kept = append(kept, s)
		}
	}
	return kept
}

// FieldsOf returns the messages of an Invalid error by field.
func FieldsOf(t testing.TB, err error) map[string]string {
	t.Helper()
	var e *commands.Error
	if !errors.As(err, &e) || e.Kind != commands.Invalid {
		t.Fatalf("got error %v, want one of kind Invalid", err)
	}
	fields := map[string]string{}
	for _, f := range e.Fields {
		if also, ok := fields[f.Field]; ok {
			t.Errorf("%s is named twice: %q and %q", f.Field, also, f.Message)
		}
		fields[f.Field] = f.Message
	}
	return fields
}

// WithPeople fills a log: Ada wrote twice and subscribed, Bob once and visited from two addresses of a block.
func WithPeople(t *testing.T, log commands.EventLog) *rooms.Handlers {
	t.Helper()
	h := HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	for _, email := range []string{"ada@example.com", "bob@example.com", "ADA@Example.Com"} {
		if _, err := h.People.ReceiveMessage(t.Context(), Guest,
			people.MessageInput{Name: "N", Email: email, Subject: "S", Message: "M"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, email := range []string{"bob@example.com", "ada@example.com"} {
		if _, err := h.People.Subscribe(t.Context(), Guest, people.EmailInput{Email: email}); err != nil {
			t.Fatal(err)
		}
	}
	for _, ip := range []string{"203.0.113.9", "203.0.113.77", "198.51.100.1", "2001:db8::1"} {
		if err := h.Traffic.Track(t.Context(), Guest, []traffic.TrackInput{{Event: "page_view", Page: "/", UserAgent: "x"}},
			netip.MustParseAddr(ip)); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// PersonBy returns who the input means.
func PersonBy(t *testing.T, email, ip string) people.Person {
	t.Helper()
	p, err := people.PersonBy(email, ip)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Home is where visitors and the admin are.
var Home = netip.MustParseAddr("192.0.2.1")

// View returns a page view; a zero id is none of the browser's own.
func View(id uuid.UUID, page string) traffic.TrackInput {
	return traffic.TrackInput{ID: id, Event: "page_view", Page: page,
		UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}
}
