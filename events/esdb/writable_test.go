package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/events"
	"candor/internal/eventually"
	"candor/internal/logproxy"
)

// forwardingTimeout is how long a follower takes to refuse an append while its cluster has no leader.
const forwardingTimeout = 5 * time.Second

// leaderless has a server behave as a follower whose cluster has no quorum: it answers reads, and each append after some seconds with a
// refusal. The count is of the refused appends.
func leaderless(t *testing.T, p *logproxy.Proxy) *atomic.Int64 {
	t.Helper()
	var refused atomic.Int64
	p.OnSend(func(c logproxy.Call) error {
		if c.Method != "Append" {
			return nil
		}
		select {
		case <-time.After(forwardingTimeout):
		case <-t.Context().Done():
		}
		refused.Add(1)
		return drops["no leader"]
	})
	return &refused
}

func TestALogWithoutAQuorumIsUnwritableUntilItHasOneAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a write waits for 8 seconds of real time before it is refused")
	}
	t.Parallel()
	n := newNode(t)
	p := newProxy(t, n.Addr())
	log := openThrough(t, p)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	refused := leaderless(t, p)

	first := proposed(t, events.ReviewFeatured{ReviewID: 1, At: at})
	ended := make(chan error, 1)
	go func() {
		_, err := log.Append(testContext(t), "review-1", events.Any, first)
		ended <- err
	}()
	eventually.Holds(t, func() error {
		if log.Writable() == nil {
			return errors.New("the log counts as writable")
		}
		return nil
	})
	if n := refused.Load(); n > 0 {
		t.Errorf("it counts as unwritable only after %d refusals", n)
	}
	if err := log.RefusesWrites(); err != nil {
		t.Errorf("writes are refused before they have waited: %v", err)
	}
	for waiting := true; waiting; {
		select {
		case err := <-ended:
			if !errors.Is(err, events.ErrUnavailable) || !errors.Is(err, events.ErrUnknownOutcome) {
				t.Errorf("an append that was sent: %v", err)
			}
			waiting = false
		case <-time.After(5 * time.Millisecond):
			if log.Writable() == nil {
				t.Fatal("it counts as writable again, and has carried out nothing")
			}
		}
	}
	if n := refused.Load(); n > 1 {
		t.Errorf("the append waited for %d refusals", n)
	}
	if err := log.RefusesWrites(); !errors.Is(err, events.ErrUnavailable) {
		t.Errorf("writes are not refused: %v", err)
	}
	second := proposed(t, events.ReviewUnfeatured{ReviewID: 1, At: at})
	if _, err := log.Append(testContext(t), "review-1", events.Any, second); !errors.Is(err, events.ErrUnavailable) ||
		errors.Is(err, events.ErrUnknownOutcome) {
		t.Errorf("an append to a log that is known to carry out none: %v", err)
	}
	eventually.Holds(t, log.Available) // on a busy machine a question of its own may go unanswered for once
	if _, err := log.Last(testContext(t), "review-1"); err != nil {
		t.Errorf("a read: %v", err)
	}

	p.OnSend(nil)
	eventually.Holds(t, log.Writable) // nobody writes
	for range 2 {
		if _, err := log.Append(testContext(t), "review-1", events.Any, first); err != nil {
			t.Errorf("the first append again: %v", err)
		}
	}
	count := 0
	if err := log.Load(testContext(t), "review-1", 0, func(events.Recorded) error { count++; return nil }); err != nil || count != 2 {
		t.Errorf("the stream holds %d events (%v), want 2", count, err)
	}
	all := 0
	if err := log.ReadAll(testContext(t), 0, 100, func(r events.Recorded) error { all++; return nil }); err != nil || all != 2 {
		t.Errorf("the log holds %d events (%v): trying to write has left something", all, err)
	}
}

// Refusals for a moment are waited out, and the log doesn't count as unwritable afterwards, whether the writer has waited or not.
func TestAnAppendThatIsGivenUpLeavesTheLogWritable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"no leader", "the server is not there right now"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t)
			p := newProxy(t, n.Addr())
			log := openThrough(t, p)
			mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
			var tries atomic.Int64
			p.OnSend(func(c logproxy.Call) error {
				if c.Method != "Append" {
					return nil
				}
				tries.Add(1)
				return drops[name]
			})
			short, cancel := context.WithTimeout(testContext(t), 200*time.Millisecond)
			defer cancel()
			_, err := log.Append(short, "review-1", events.Any, proposed(t, events.ReviewFeatured{ReviewID: 1, At: at}))
			if !errors.Is(err, events.ErrUnknownOutcome) {
				t.Errorf("an append whose caller has no more time: %v", err)
			}
			if err := log.Writable(); err != nil {
				t.Errorf("after a moment it counts as unwritable: %v", err)
			}
			if err := log.Available(); err != nil {
				t.Errorf("it counts as away, and answers reads: %v", err)
			}
			p.OnSend(func(c logproxy.Call) error {
				if c.Method == "Append" {
					tries.Add(1)
				}
				return nil
			})
			before := tries.Load()
			eventually.Holds(t, func() error { // without a writer
				if tries.Load() == before {
					return errors.New("nothing was tried since")
				}
				return nil
			})
			if err := log.Writable(); err != nil {
				t.Errorf("after it is over: %v", err)
			}
			mustAppend(t, log, "review-1", events.ReviewUnfeatured{ReviewID: 1, At: at})
		})
	}
}

func TestAWriteThatWasNotSentHasAKnownOutcome(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	log := newLog(t, n)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	n.stop()
	defer n.start()
	short := func() context.Context {
		ctx, cancel := context.WithTimeout(testContext(t), 200*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	if _, err := log.Head(short()); !errors.Is(err, events.ErrUnavailable) {
		t.Fatalf("the node is away: %v", err)
	}
	for name, write := range map[string]func(context.Context) error{
		"an append": func(ctx context.Context) error {
			_, err := log.Append(ctx, "review-1", events.Any, proposed(t, events.ReviewFeatured{ReviewID: 1, At: at}))
			return err
		},
		"a deletion":  func(ctx context.Context) error { return log.DeleteStream(ctx, "review-1", events.Any) },
		"a tombstone": func(ctx context.Context) error { return log.TombstoneStream(ctx, "review-1") },
	} {
		if err := write(short()); !errors.Is(err, events.ErrUnavailable) || errors.Is(err, events.ErrUnknownOutcome) {
			t.Errorf("%s to a node that is known to be away: %v", name, err)
		}
	}
}

// A node that is back takes writes at once, although those that were under way when it went have been unanswered for long.
func TestANodeThatIsBackTakesWritesAtOnce(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	p := newProxy(t, n.Addr())
	log := openThrough(t, p)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	n.stop()
	var waiting sync.WaitGroup
	for i := range 20 {
		waiting.Go(func() {
			_, err := log.Append(testContext(t), fmt.Sprintf("review-%d", i+2), events.Any,
				proposed(t, events.ReviewPublished{ReviewID: events.ReviewID(i + 2), At: at}))
			if err != nil {
				t.Errorf("an append that waited: %v", err)
			}
		})
	}
	eventually.Holds(t, func() error {
		if log.Available() == nil {
			return errors.New("the node counts as there")
		}
		return nil
	})
	n.start()
	waiting.Wait()
	if err := errors.Join(log.Available(), log.Writable(), log.RefusesWrites()); err != nil {
		t.Error(err)
	}
}
