package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/internal/eventually"
)

var at = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// node is an embedded node that a test can stop and start again at the same address.
type node struct {
	t      *testing.T
	config nodeserver.Config
	*nodeserver.Server
}

func newNode(t *testing.T) *node {
	t.Helper()
	n := &node{t: t, config: nodeserver.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Insecure: true, Logger: zerolog.Nop()}}
	n.start()
	t.Cleanup(func() { n.stop() })
	return n
}

func (n *node) start() {
	n.t.Helper()
	var err error
	if n.Server, err = nodeserver.Open(context.Background(), n.config); err != nil {
		n.t.Fatal(err)
	}
	n.config.Listen = n.Addr()
}

func (n *node) stop() {
	n.t.Helper()
	if err := n.Close(); err != nil {
		n.t.Error(err)
	}
}

func newLog(t *testing.T, n *node) *esdb.Log {
	t.Helper()
	log, err := esdb.Open(esdb.Config{ConnectionString: n.ConnectionString(), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func proposed(t *testing.T, e events.Event) events.Proposed {
	t.Helper()
	p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustAppend(t *testing.T, log *esdb.Log, stream string, es ...events.Event) events.Written {
	t.Helper()
	ps := make([]events.Proposed, len(es))
	for i, e := range es {
		ps[i] = proposed(t, e)
	}
	w, err := log.Append(testContext(t), stream, events.Any, ps...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWrongCredentialsAreTyped(t *testing.T) {
	n, err := nodeserver.Open(context.Background(), nodeserver.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Username: "admin", Password: "right", CertDir: t.TempDir(),
		Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	log, err := esdb.Open(esdb.Config{ConnectionString: strings.Replace(n.ConnectionString(), "right", "wrong", 1), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.Head(testContext(t)); !errors.Is(err, events.ErrAccessDenied) {
		t.Errorf("got error %v, want ErrAccessDenied", err)
	}
	for range 100 {
		if _, err := log.Append(testContext(t), "review-1", events.Any, proposed(t, events.ReviewPublished{ReviewID: 1, At: at})); !errors.Is(err,
			events.ErrAccessDenied) {
			t.Fatalf("append: got error %v, want ErrAccessDenied", err)
		}
	}
	many := make([]events.Proposed, 1000) // of which the server refuses the first before the last is sent
	for i := range many {
		many[i] = proposed(t, events.ReviewPublished{ReviewID: 1, At: at})
	}
	for range 20 {
		if _, err := log.Append(testContext(t), "review-1", events.Any, many...); !errors.Is(err, events.ErrAccessDenied) {
			t.Fatalf("append of many: got error %v, want ErrAccessDenied", err)
		}
	}
	err = log.Subscribe(testContext(t), 0, events.Filter{}, func(events.Message) error { return nil })
	if !errors.Is(err, events.ErrAccessDenied) {
		t.Errorf("subscribe: got error %v, want ErrAccessDenied at once", err)
	}
}

func TestHeadOfAnEmptyLogIsZero(t *testing.T) {
	log := newLog(t, newNode(t))
	if head, err := log.Head(testContext(t)); err != nil || head != 0 {
		t.Errorf("got %d, %v", head, err)
	}
}

// follower collects what a subscription says.
type follower struct {
	mu      sync.Mutex
	changed chan struct{}
	numbers []int64 // of the reviews, in the order of arrival
	reached events.Position
	broken  int
}

func follow(t *testing.T, log *esdb.Log, after events.Position, f events.Filter) *follower {
	t.Helper()
	fl := &follower{changed: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- log.Subscribe(ctx, after, f, func(m events.Message) error {
			fl.mu.Lock()
			defer fl.mu.Unlock()
			switch m.Kind {
			case events.EventAppeared:
				n, _ := events.Number(m.Event.Stream, events.ReviewPrefix)
				fl.numbers = append(fl.numbers, n)
			case events.Interrupted:
				fl.broken++
			}
			fl.reached = max(fl.reached, m.Position)
			select {
			case fl.changed <- struct{}{}:
			default:
			}
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the subscription ended with %v", err)
		}
	})
	return fl
}

// until waits for a condition on what has arrived.
func (fl *follower) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		fl.mu.Lock()
		ok := done()
		fl.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-fl.changed:
		case <-deadline:
			t.Fatalf("no %s; arrived: %v", what, fl.numbers)
		}
	}
}

func TestSubscriptionSurvivesTheNodeGoingAway(t *testing.T) {
	n := newNode(t)
	log := newLog(t, n)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	fl := follow(t, log, 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}})
	fl.until(t, "first event", func() bool { return len(fl.numbers) == 1 })
	for i := int64(2); i <= 4; i++ {
		n.stop()
		began := time.Now()
		ctx, cancel := context.WithTimeout(testContext(t), 200*time.Millisecond) // it would wait longer for the node's return
		_, err := log.Append(ctx, "review-0", events.Any, proposed(t, events.ReviewPublished{At: at}))
		if !errors.Is(err, events.ErrUnavailable) {
			t.Fatalf("append while the node is away: got error %v, want ErrUnavailable (after %v)", err, time.Since(began))
		}
		cancel()
		n.start()
		other := newLog(t, n) // somebody else writes before our own connection is back
		mustAppend(t, other, events.ReviewID(i).Stream(), events.ReviewPublished{ReviewID: events.ReviewID(i), At: at})
		fl.until(t, "event after the node came back", func() bool { return int64(len(fl.numbers)) >= i })
	}
	if want := []int64{1, 2, 3, 4}; !cmp.Equal(fl.numbers, want) {
		t.Errorf("got reviews %v, want each once: %v", fl.numbers, want)
	}
	if fl.broken == 0 {
		t.Error("the subscriber was never told of an interruption")
	}
	mustAppend(t, log, "review-5", events.ReviewPublished{ReviewID: 5, At: at}) // our own connection is back, too
}

func TestLogThatIsAwayFailsFast(t *testing.T) {
	n := newNode(t)
	log := newLog(t, n)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	n.stop()
	if _, err := log.Head(testContext(t)); !errors.Is(err, events.ErrUnavailable) {
		t.Fatalf("got error %v, want ErrUnavailable", err)
	}
	for range 100 { // were each of these to wait for the client, the test would run out of time
		if _, err := log.Head(testContext(t)); !errors.Is(err, events.ErrUnavailable) {
			t.Fatalf("got error %v, want ErrUnavailable", err)
		}
	}
	if log.Available() == nil {
		t.Error("the log counts as available")
	}
	n.start()
	eventually.Holds(t, log.Available)
	mustAppend(t, log, "review-1", events.ReviewFeatured{ReviewID: 1, At: at})
}

// However often the node dies, nothing is left of the connections to it: not of those that broke, and not of those that were
// tried in vain.
func TestOutagesLeaveNoConnectionBehind(t *testing.T) {
	n := newNode(t)
	log := newLog(t, n)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	fl := follow(t, log, 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}})
	fl.until(t, "first event", func() bool { return len(fl.numbers) == 1 })
	ctx, stop := context.WithCancel(context.Background())
	var busy sync.WaitGroup
	defer busy.Wait()
	defer stop()
	for range 8 { // requests are on their way when it dies
		busy.Go(func() {
			for ctx.Err() == nil {
				if _, err := log.Head(ctx); err != nil {
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	outage := func(id events.ReviewID) {
		n.stop()
		time.Sleep(150 * time.Millisecond) // the probe asks in vain
		n.start()
		other := newLog(t, n)
		mustAppend(t, other, id.Stream(), events.ReviewPublished{ReviewID: id, At: at})
		fl.until(t, "event after the node came back", func() bool { return len(fl.numbers) >= int(id) })
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
	}
	outage(2)
	before := goroutines(t)
	for id := events.ReviewID(3); id < 8; id++ {
		outage(id)
	}
	eventually.Holds(t, func() error {
		if now := goroutines(t); now > before {
			return fmt.Errorf("%d goroutines of gRPC's connections after five more outages, %d before", now, before)
		}
		return nil
	})
}

// Others have found out already that the node is gone, and the client has looked for it in vain, when a read that was in its middle
// comes back for more.
func TestReadEndsWhenItsConnectionIsLost(t *testing.T) {
	n := newNode(t)
	log := newLog(t, n)
	long := proposed(t, events.ReviewPublished{ReviewID: 1, At: at})
	long.Data = fmt.Appendf(nil, "{%q: %q}", "reviewId", strings.Repeat("1", 32<<10))
	for range 40 { // more than is on its way to a reader who doesn't read
		long.ID = uuid.New()
		if _, err := log.Append(testContext(t), "review-1", events.Any, long); err != nil {
			t.Fatal(err)
		}
	}
	before := goroutines(t)
	stragglers := log.Stragglers(t)
	inside, lost, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	read := 0
	go func() {
		ended <- log.Load(testContext(t), "review-1", 0, func(events.Recorded) error {
			if read++; read == 1 {
				close(inside)
				<-lost
			}
			return nil
		})
	}()
	<-inside
	n.stop()
	stragglers()
	close(lost)
	select {
	case err := <-ended:
		if !errors.Is(err, events.ErrUnavailable) {
			t.Errorf("got error %v after %d events, want ErrUnavailable", err, read)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the read doesn't end")
	}
	n.start()
	eventually.Holds(t, func() error {
		if err, now := log.Available(), goroutines(t); err != nil || now > before {
			return fmt.Errorf("available: %v; %d goroutines of gRPC's connections, %d before", err, now, before)
		}
		return nil
	})
}

// goroutines is how many of gRPC's goroutines there are that live as long as a connection.
func goroutines(t *testing.T) int {
	t.Helper()
	var stacks strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&stacks, 2); err != nil {
		t.Fatal(err)
	}
	return strings.Count(stacks.String(), "created by google.golang.org/grpc/internal/grpcsync.NewCallbackSerializer")
}

func TestConnectionStringIsChecked(t *testing.T) {
	for _, text := range []string{"", "http://127.0.0.1:2113", "esdb://127.0.0.1:2113/path?tls=false", "esdb://"} {
		if log, err := esdb.Open(esdb.Config{ConnectionString: text, Logger: zerolog.Nop()}); err == nil {
			_ = log.Close()
			t.Errorf("%q was accepted", text)
		}
	}
}
