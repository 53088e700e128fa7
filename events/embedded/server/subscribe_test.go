package server_test

// Subscriptions: history, then live, without a seam.

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"pgregory.net/rapid"
)

// next returns the subscription's next message as text: "revision@stream", "caught up", "checkpoint N" or "dropped CODE".
func next(t testing.TB, sub *esdb.Subscription) string {
	t.Helper()
	got := make(chan *esdb.SubscriptionEvent, 1)
	go func() { got <- sub.Recv() }()
	select {
	case ev := <-got:
		return describe(ev)
	case <-time.After(time.Minute):
		t.Fatal("nothing came for a minute")
		return ""
	}
}

func describe(ev *esdb.SubscriptionEvent) string {
	switch {
	case ev.EventAppeared != nil:
		e := ev.EventAppeared.OriginalEvent()
		return fmt.Sprintf("%d@%s", e.EventNumber, e.StreamID)
	case ev.CaughtUp != nil:
		return "caught up"
	case ev.CheckPointReached != nil:
		return fmt.Sprintf("checkpoint %d", ev.CheckPointReached.Commit)
	case ev.SubscriptionDropped != nil:
		return "dropped " + status.Code(ev.SubscriptionDropped.Error).String()
	}
	return "unknown"
}

func expect(t testing.TB, sub *esdb.Subscription, want ...string) {
	t.Helper()
	for _, w := range want {
		if got := next(t, sub); got != w {
			t.Fatalf("got %q, want %q of %q", got, w, want)
		}
	}
}

func TestSubscribeToStream(t *testing.T) {
	client := connect(t, open(t, config(t)))
	subscribe := func(stream string, from esdb.StreamPosition) *esdb.Subscription {
		sub, err := client.SubscribeToStream(within(t), stream, esdb.SubscribeToStreamOptions{From: from})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { sub.Close() })
		return sub
	}
	early := subscribe("s", esdb.Start{}) // before the stream exists
	appended(t, client, "s", esdb.Any{}, events(3)...)
	appended(t, client, "other", esdb.Any{}, events(3)...)
	expect(t, early, "0@s", "1@s", "2@s", "caught up")
	start, after, end := subscribe("s", esdb.Start{}), subscribe("s", esdb.Revision(1)), subscribe("s", esdb.End{})
	expect(t, start, "0@s", "1@s", "2@s", "caught up")
	expect(t, after, "2@s", "caught up")
	expect(t, end, "caught up")
	appended(t, client, "s", esdb.Any{}, events(2)...)
	for _, sub := range []*esdb.Subscription{early, start, after, end} {
		expect(t, sub, "3@s", "4@s")
	}
	// Truncation holds for history; what comes live is delivered as it comes.
	setMetadata(t, client, "s", func(m *esdb.StreamMetadata) { m.SetMaxCount(1) })
	late := subscribe("s", esdb.Start{})
	expect(t, late, "4@s", "caught up")
	appended(t, client, "s", esdb.Any{}, events(3)...)
	expect(t, late, "5@s", "6@s", "7@s")
	// A soft delete ends nothing, a tombstone does.
	if _, err := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	hidden := subscribe("s", esdb.Start{})
	appended(t, client, "s", esdb.Any{}, events(1)...)
	expect(t, late, "8@s")
	expect(t, hidden, "8@s", "caught up")
	if _, err := client.TombstoneStream(within(t), "s", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	expect(t, late, "9223372036854775807@s", "dropped FailedPrecondition")
	expect(t, hidden, "9223372036854775807@s", "dropped FailedPrecondition")
}

func TestSubscribeToAll(t *testing.T) {
	client := connect(t, open(t, config(t)))
	subscribe := func(from esdb.AllPosition) *esdb.Subscription {
		sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: from})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { sub.Close() })
		return sub
	}
	empty := subscribe(esdb.Start{})
	expect(t, empty, "caught up")
	res := appended(t, client, "a", esdb.Any{}, events(2)...)
	appended(t, client, "b", esdb.Any{}, events(1)...)
	expect(t, empty, "0@a", "1@a", "0@b")
	start, zero, after, end := subscribe(esdb.Start{}), subscribe(esdb.Position{}),
		subscribe(esdb.Position{Commit: res.CommitPosition, Prepare: res.PreparePosition}), subscribe(esdb.End{})
	expect(t, start, "0@a", "1@a", "0@b", "caught up")
	expect(t, zero, "0@a", "1@a", "0@b", "caught up")
	expect(t, after, "0@b", "caught up")
	expect(t, end, "caught up")
	appended(t, client, "c", esdb.Any{}, events(1)...)
	for _, sub := range []*esdb.Subscription{empty, start, zero, after, end} {
		expect(t, sub, "0@c")
	}
}

func TestFilteredSubscriptionChecksIn(t *testing.T) {
	client := connect(t, open(t, config(t)))
	appended(t, client, "quiet", esdb.Any{}, events(25)...)
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: 5, CheckpointInterval: 2,
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"loud"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	// History: every ten considered, and once at its end although nothing matched.
	expect(t, sub, "checkpoint 10", "checkpoint 20", "checkpoint 25", "caught up")
	// Live: an event that matches comes before the checkpoint that it makes due.
	appended(t, client, "quiet", esdb.Any{}, events(9)...)
	appended(t, client, "loud", esdb.Any{}, events(1)...)
	expect(t, sub, "0@loud", "checkpoint 35")
	appended(t, client, "quiet", esdb.Any{}, events(10)...)
	expect(t, sub, "checkpoint 45")
}

func TestClosingEndsSubscriptionsWithUnavailable(t *testing.T) {
	n := open(t, config(t))
	client := connect(t, n)
	everything, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	one, err := client.SubscribeToStream(within(t), "s", esdb.SubscribeToStreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, everything, "caught up")
	expect(t, one, "caught up")
	if got := n.Stats().Subscriptions; got != 2 {
		t.Errorf("%d subscriptions are counted, want 2", got)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, everything, "dropped "+codes.Unavailable.String())
	expect(t, one, "dropped "+codes.Unavailable.String())
}

// A subscription gets every event after its start once, in order, however slowly it reads and whatever is appended
// meanwhile. Filtered ones get all that match, and checkpoints that never pass a match not yet sent.
func TestNoGapAndNoRepetition(t *testing.T) {
	c := config(t)
	c.Insecure, c.Password = true, "" // quicker to connect
	client := connect(t, open(t, c))
	position := uint64(0)
	rapid.Check(t, func(r *rapid.T) {
		streams := []string{"apple", "pear", "plum"}
		write := func(n int) {
			stream := rapid.SampledFrom(streams).Draw(r, "stream")
			position = appended(t, client, stream, esdb.Any{}, views(n)...).CommitPosition
		}
		size := rapid.SampledFrom([]int{1, 2, 7, 40, 300})
		for range rapid.IntRange(0, 5).Draw(r, "before") {
			write(size.Draw(r, "n"))
		}
		from := uint64(0)
		if position > 0 {
			from = rapid.Uint64Range(position-min(position, 900), position).Draw(r, "from")
		}
		options := esdb.SubscribeToAllOptions{From: esdb.Position{Commit: from, Prepare: from}}
		filter := rapid.SampledFrom([]string{"", "p", "plum", "none"}).Draw(r, "filter")
		interval := uint64(0)
		if filter != "" {
			options.Filter = &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{filter}}
			options.MaxSearchWindow = rapid.IntRange(1, 50).Draw(r, "window")
			options.CheckpointInterval = rapid.IntRange(1, 3).Draw(r, "multiplier")
			interval = uint64(options.MaxSearchWindow * options.CheckpointInterval)
		}
		sub, err := client.SubscribeToAll(within(t), options)
		if err != nil {
			r.Fatal(err)
		}
		defer sub.Close()
		slow := rapid.IntRange(0, 3).Draw(r, "reads before more is written")
		var got []uint64
		caughtUp, last, checkpoint := false, from, from
		read := func() {
			ev := sub.Recv()
			switch {
			case ev.EventAppeared != nil:
				p := ev.EventAppeared.Event.Position.Commit
				if p <= last || p <= checkpoint {
					r.Fatalf("event %d after %d and checkpoint %d", p, last, checkpoint)
				}
				last = p
				got = append(got, p)
			case ev.CheckPointReached != nil:
				p := ev.CheckPointReached.Commit
				if interval == 0 || p <= checkpoint || p < last {
					r.Fatalf("checkpoint %d after %d and event %d", p, checkpoint, last)
				}
				if p-checkpoint > interval {
					r.Fatalf("checkpoint %d after %d, the interval is %d", p, checkpoint, interval)
				}
				checkpoint = p
			case ev.CaughtUp != nil:
				caughtUp = true
			default:
				r.Fatal(describe(ev))
			}
		}
		for range slow {
			read()
			if caughtUp {
				break
			}
		}
		var wg sync.WaitGroup
		sizes := rapid.SliceOfN(size, 0, 6).Draw(r, "meanwhile")
		wg.Go(func() {
			for i, n := range sizes {
				appended(t, client, streams[i%3], esdb.Any{}, views(n)...)
			}
		})
		wg.Wait()
		end := appended(t, client, "plum-last", esdb.Any{}, views(1)...).CommitPosition
		position = end
		var want []uint64
		rs, err := client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Position{Commit: from + 1, Prepare: from + 1}}, 1<<40)
		for _, e := range collect(t, rs, err) {
			if strings.HasPrefix(e.StreamID, filter) {
				want = append(want, e.Position.Commit)
			}
		}
		for len(got) < len(want) || !caughtUp || interval > 0 && end-checkpoint >= interval {
			read()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatalf("positions (-want +got):\n%s", diff)
		}
	})
}

// A client that stops reading costs the node little, and gets everything when it goes on.
func TestStalledSubscriptionGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a client must fall far behind first")
	}
	client := connect(t, open(t, config(t)))
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "caught up")
	const batches, size = 60, 500
	for range batches {
		appended(t, client, "s", esdb.Any{}, views(size)...)
	}
	for i := 0; i < batches*size; {
		ev := sub.Recv()
		if ev.EventAppeared == nil {
			if ev.CaughtUp == nil {
				t.Fatal(describe(ev))
			}
			continue
		}
		if n := ev.EventAppeared.Event.EventNumber; n != uint64(i) {
			t.Fatalf("got revision %d, want %d", n, i)
		}
		i++
	}
	for got := next(t, sub); got != "caught up"; got = next(t, sub) {
		t.Fatalf("got %q, want to be told that it caught up again", got)
	}
}

// A subscription may begin where the log is not yet: it says nothing until it is.
func TestSubscribeToAllAfterTheEnd(t *testing.T) {
	client := connect(t, open(t, config(t)))
	end := appended(t, client, "s", esdb.Any{}, events(1)...).CommitPosition
	from := esdb.Position{Commit: end + 2, Prepare: end + 2}
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: from})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "caught up")
	for range 2 {
		appended(t, client, "s", esdb.Any{}, events(2)...)
	}
	expect(t, sub, "3@s", "4@s")
}
