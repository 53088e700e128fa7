package server_test

// Persistent subscriptions: who of several consumers gets what, and what a group costs whose consumers do nothing.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
)

func TestStrategiesChooseTheConsumer(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	two := func(stream string, strategy esdb.ConsumerStrategy) (a, b *consumer) {
		group(t, client, stream, "g", func(s *esdb.PersistentSubscriptionSettings) { s.ConsumerStrategyName = strategy })
		return consume(t, client, stream, "g", 3), consume(t, client, stream, "g", 3)
	}
	a, b := two("turns", esdb.ConsumerStrategyRoundRobin)
	appended(t, client, "turns", esdb.Any{}, events(9)...)
	got, mine := a.take(t, 3)
	want(t, got, []string{"0@turns", "2@turns", "4@turns"})
	got, _ = b.take(t, 3)
	want(t, got, []string{"1@turns", "3@turns", "5@turns"})
	must(t, a.Ack(mine...)) // the other has no free slot: it is left out
	got, _ = a.take(t, 3)
	want(t, got, []string{"6@turns", "7@turns", "8@turns"})

	a, b = two("single", esdb.ConsumerStrategyDispatchToSingle)
	appended(t, client, "single", esdb.Any{}, events(5)...)
	got, _ = a.take(t, 3)
	want(t, got, texts("single", 0, 3))
	got, mine = b.take(t, 2)
	want(t, got, texts("single", 3, 5))
	must(t, b.Ack(mine...))
	eventually(t, func() string {
		if n := info(t, client, "single", "g").Stats.TotalInFlightMessages; n != 3 {
			return fmt.Sprintf("%d in flight", n)
		}
		return ""
	})
	appended(t, client, "single", esdb.Any{}, events(1)...)
	got, _ = b.take(t, 1) // it goes on with the one it is at
	want(t, got, texts("single", 5, 6))
}

// pinned checks that of two consumers each gets all events with a key that it gets one of, and that one gets the other's when that is gone.
func pinned(t *testing.T, client *esdb.Client, stream string, key func(*esdb.RecordedEvent) string, events ...esdb.EventData) {
	t.Helper()
	a, b := consume(t, client, stream, "g", 1000), consume(t, client, stream, "g", 1000)
	appended(t, client, stream, esdb.Any{}, events...)
	who := map[string]string{}
	gone := map[string]bool{}
	var counts []string // who got each event
	seen := 0
	see := func(name string, ev *esdb.PersistentSubscriptionEvent) {
		if ev.EventAppeared == nil {
			t.Fatalf("dropped: %v", ev.SubscriptionDropped.Error)
		}
		e := ev.EventAppeared.Event.Event
		k := key(e)
		if had, ok := who[k]; ok && had != name && !gone[had] {
			t.Fatalf("%s goes to %s and to %s", k, had, name)
		}
		who[k] = name
		counts = append(counts, name)
		seen++
	}
	for seen < len(events) {
		select {
		case ev := <-a.got:
			see("a", ev)
		case ev := <-b.got:
			see("b", ev)
		}
	}
	owners := []string{}
	for _, name := range who {
		owners = append(owners, name)
	}
	slices.Sort(owners)
	if owners[0] == owners[len(owners)-1] {
		t.Fatalf("all events go to %s", owners[0])
	}
	a.Close()
	gone["a"] = true
	left := 0
	for _, name := range counts {
		if name == "a" {
			left++
		}
	}
	for range left { // what a had, unanswered, goes to b
		select {
		case ev := <-b.got:
			see("b", ev)
		case <-time.After(20 * time.Second):
			t.Fatal("what the one had does not come to the other")
		}
	}
}

func TestPinnedKeepsStreamsTogether(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	var links []esdb.EventData
	for i := range 40 {
		stream := fmt.Sprintf("review-%d", i%20)
		appended(t, client, stream, esdb.Any{}, events(1)...)
		links = append(links, event("$>", fmt.Sprintf("%d@%s", i/20, stream)))
	}
	group(t, client, "links", "g", func(s *esdb.PersistentSubscriptionSettings) {
		s.ConsumerStrategyName, s.ResolveLinkTos = esdb.ConsumerStrategyPinned, true
	})
	pinned(t, client, "links", func(e *esdb.RecordedEvent) string { return e.StreamID }, links...)
}

func TestPinnedByCorrelationKeepsRequestsTogether(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	raw := connectRaw(t, n)
	_, err := raw.persistent.Create(raw.ctx, &api.CreateReq{Options: &api.CreateReq_Options{
		GroupName: "g", StreamOption: &api.CreateReq_Options_Stream{Stream: &api.CreateReq_StreamOptions{
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")},
			RevisionOption:   &api.CreateReq_StreamOptions_Start{Start: &shared.Empty{}},
		}},
		Settings: &api.CreateReq_Settings{ConsumerStrategy: "PinnedByCorrelation", HistoryBufferSize: 500, LiveBufferSize: 500, ReadBatchSize: 20, MaxRetryCount: 10},
	}})
	must(t, err)
	var batch []esdb.EventData
	for i := range 40 {
		e := event("X", "{}")
		e.Metadata = fmt.Appendf(nil, `{"$correlationId":"request-%d"}`, i%20)
		batch = append(batch, e)
	}
	pinned(t, client, "s", func(e *esdb.RecordedEvent) string { return string(e.UserMetadata) }, batch...)
}

// Two events with one id can't be told apart in an answer, so they are never out at the same time.
func TestEventsWithTheSameIDAreHandedOutOneAfterTheOther(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	group(t, client, "$all", "g", nil)
	twin := event("X", "{}")
	appended(t, client, "a", esdb.Any{}, twin)
	appended(t, client, "b", esdb.Any{}, twin)
	appended(t, client, "c", esdb.Any{}, events(1)...)
	con := consume(t, client, "$all", "g", 100)
	var mine []*esdb.ResolvedEvent
	for len(mine) < 2 {
		if e := con.next(t).Event; !strings.HasPrefix(e.Event.StreamID, "$") {
			mine = append(mine, e)
		}
	}
	if mine[0].Event.StreamID != "a" || mine[1].Event.StreamID != "c" {
		t.Errorf("got %s and %s, want a and c", mine[0].Event.StreamID, mine[1].Event.StreamID)
	}
	con.quiet(t)
	must(t, con.Ack(mine[0]))
	if e := con.next(t).Event.Event; e.StreamID != "b" {
		t.Errorf("got %s, want b", e.StreamID)
	}
}

// It runs alone: it looks at the memory of the whole process.
func TestConsumersThatNeverAnswerCostLittle(t *testing.T) {
	n := open(t, config(t))
	client := connect(t, n)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) { s.MessageTimeout, s.MaxRetryCount = 500, 1<<30 })
	// A client's own window grows with the connection's speed, and this measures both ends: here it may not.
	raw := connectRaw(t, n, grpc.WithInitialWindowSize(64<<10), grpc.WithInitialConnWindowSize(64<<10))
	for range 4 { // none of them reads or answers
		call, err := raw.persistent.Read(raw.ctx)
		must(t, err)
		must(t, call.Send(&api.ReadReq{Content: &api.ReadReq_Options_{Options: &api.ReadReq_Options{
			StreamOption: &api.ReadReq_Options_StreamIdentifier{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")}},
			GroupName:    "g", BufferSize: 100,
			UuidOption: &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_String_{String_: &shared.Empty{}}},
		}}}))
		_, err = call.Recv() // the confirmation
		must(t, err)
	}
	text := `"` + strings.Repeat("x", 100<<10) + `"`
	appended(t, client, "other", esdb.Any{}, event("Large", text)) // what the first append costs once
	before := heap()
	const megabytes = 32
	for range megabytes {
		var batch []esdb.EventData
		for range 10 {
			batch = append(batch, event("Large", text))
		}
		appended(t, client, "s", esdb.Any{}, batch...)
	}
	eventually(t, func() string {
		i := info(t, client, "s", "g")
		if i.Stats.TotalInFlightMessages+i.Stats.RetryBufferCount+i.Stats.LiveBufferCount+i.Stats.ReadBufferCount != 10*megabytes {
			return fmt.Sprintf("the group has %+v", i.Stats)
		}
		return ""
	})
	grown := heap() - before
	t.Logf("%d MiB of events cost %d KiB of memory", megabytes, grown>>10)
	if grown > megabytes<<20/3 {
		t.Errorf("%d MiB of events cost %d KiB of memory", megabytes, grown>>10)
	}
}
