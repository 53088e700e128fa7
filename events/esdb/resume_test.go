package esdb_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events"
	"candor/events/esdb"
	"candor/internal/logproxy"
)

// drops are how a real EventStoreDB ends a subscription, or refuses an append, while nothing is wrong with its log.
var drops = map[string]error{
	"too slow while live": status.Error(codes.Aborted,
		"Operation timed out: Consumer too slow to handle event while live. Client resubscription required."),
	"too slow while transitioning": status.Error(codes.Aborted,
		"Operation timed out: Consumer too slow to handle event while transitioning to live. Client resubscription required."),
	"no leader":                         status.Error(codes.Aborted, "Operation timed out: Forwarding timeout"),
	"the server is not there right now": status.Error(codes.Unavailable, "Server Is Not Ready"),
}

func newProxy(t *testing.T, node string) *logproxy.Proxy {
	t.Helper()
	p, err := logproxy.Open(node)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func openThrough(t *testing.T, p *logproxy.Proxy) *esdb.Log {
	t.Helper()
	log, err := esdb.Open(esdb.Config{ConnectionString: p.ConnectionString(), HeartbeatTimeout: 3 * time.Second, Logger: zerolog.Nop()})
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

func TestADroppedSubscriptionGoesOnWithoutGapOrRepeat(t *testing.T) {
	t.Parallel()
	const history, live = 200, 60
	for name, drop := range drops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t)
			p := newProxy(t, n.Addr())
			log := openThrough(t, p)
			want := make([]int64, 0, history+live)
			publish := func(i int64) {
				mustAppend(t, log, events.ReviewID(i).Stream(), events.ReviewPublished{ReviewID: events.ReviewID(i), At: at})
				want = append(want, i)
			}
			for i := range int64(history) {
				publish(i + 1)
			}
			p.OnAnswer(func(c logproxy.Call) error { // each subscription breaks off again while it catches up
				if c.Subscription && c.Answers == 45 {
					return drop
				}
				return nil
			})
			fl := follow(t, log, 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}})
			fl.until(t, "history", func() bool { return len(fl.numbers) == history })
			for i := range int64(live) { // and while it is live
				publish(history + i + 1)
				if i%20 == 10 {
					p.Drop(drop)
				}
				if err := log.Available(); err != nil {
					t.Fatalf("the log counts as away: %v", err)
				}
				if err := log.Writable(); err != nil {
					t.Fatalf("the log counts as unwritable: %v", err)
				}
			}
			fl.until(t, "live events", func() bool { return len(fl.numbers) >= history+live })
			if diff := cmp.Diff(want, fl.numbers); diff != "" {
				t.Errorf("arrived (+), and appended (-):\n%s", diff)
			}
			if fl.broken < 5 {
				t.Errorf("the subscriber was told of %d interruptions", fl.broken)
			}
		})
	}
}

// A server that is busy also refuses subscriptions before it has confirmed them.
func TestASubscriptionThatIsRefusedIsNoOutage(t *testing.T) {
	t.Parallel()
	for name, refusal := range drops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t)
			p := newProxy(t, n.Addr())
			log := openThrough(t, p)
			mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
			var refusals atomic.Int64
			p.OnSend(func(c logproxy.Call) error {
				if c.Subscription && refusals.Add(1) <= 3 {
					return refusal
				}
				return nil
			})
			arrived := errors.New("the event has arrived")
			err := log.Subscribe(testContext(t), 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}}, func(m events.Message) error {
				if away := log.Available(); away != nil {
					t.Errorf("the log counts as away: %v", away)
				}
				if m.Kind == events.EventAppeared {
					return arrived
				}
				return nil
			})
			if !errors.Is(err, arrived) {
				t.Fatal(err)
			}
			if n := refusals.Load(); n < 4 {
				t.Errorf("%d subscriptions were opened, want 4", n)
			}
		})
	}
}

// While a cluster chooses another leader, appends fail for a moment, before they reach the log or after.
func TestAnAppendThatFailsForAMomentIsMadeOnce(t *testing.T) {
	t.Parallel()
	first, second := proposed(t, events.ReviewPublished{ReviewID: 1, At: at}), proposed(t, events.ReviewFeatured{ReviewID: 1, At: at})
	for _, name := range []string{"no leader", "the server is not there right now"} {
		for _, reached := range []bool{false, true} {
			for which, want := range map[string]events.ExpectedRevision{"any": events.Any, "exactly": events.Exactly(0)} {
				t.Run(fmt.Sprintf("%s, reached the log: %v, %s", name, reached, which), func(t *testing.T) {
					t.Parallel()
					n := newNode(t)
					p := newProxy(t, n.Addr())
					log := openThrough(t, p)
					if _, err := log.Append(testContext(t), "review-1", events.NoStream, first); err != nil {
						t.Fatal(err)
					}
					var failures atomic.Int64
					fail := func(c logproxy.Call) error {
						if (c.Method == "Append") && failures.Add(1) <= 3 {
							return drops[name]
						}
						return nil
					}
					if reached {
						p.OnAnswer(fail)
					} else {
						p.OnSend(fail)
					}
					written, err := log.Append(testContext(t), "review-1", want, second)
					if err != nil || written.Revision != 1 {
						t.Fatalf("got %+v, %v after %d failures", written, err, failures.Load())
					}
					if failures.Load() < 3 {
						t.Errorf("%d failures, want 3", failures.Load())
					}
					count := 0
					if err := log.Load(testContext(t), "review-1", 0, func(events.Recorded) error { count++; return nil }); err != nil || count != 2 {
						t.Errorf("the stream holds %d events (%v), want 2", count, err)
					}
				})
			}
		}
	}
}
