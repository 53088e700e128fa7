package server_test

// Persistent subscriptions: what a consumer gets, and what becomes of its answers.

import (
	"fmt"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

func want(t testing.TB, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
}

func TestGroupStartsWhereItWasToldTo(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(5)...)
	res := appended(t, client, "t", esdb.Any{}, events(5)...)
	for name, from := range map[string]esdb.StreamPosition{"start": esdb.Start{}, "end": esdb.End{}, "here": esdb.Revision(3), "beyond": esdb.Revision(6)} {
		must(t, client.CreatePersistentSubscription(within(t), "s", name, esdb.PersistentStreamSubscriptionOptions{StartFrom: from}))
	}
	for name, from := range map[string]esdb.AllPosition{"start": esdb.Start{}, "end": esdb.End{}, "here": esdb.Position{Commit: res.CommitPosition, Prepare: res.CommitPosition}} {
		must(t, client.CreatePersistentSubscriptionToAll(within(t), name, esdb.PersistentAllSubscriptionOptions{
			StartFrom: from, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"s", "t"}},
		}))
	}
	appended(t, client, "s", esdb.Any{}, events(2)...)
	for _, c := range []struct {
		stream, group string
		want          []string
	}{
		{"s", "start", texts("s", 0, 7)},
		{"s", "end", texts("s", 5, 7)},
		{"s", "here", texts("s", 3, 7)},
		{"s", "beyond", texts("s", 6, 7)},
		{"$all", "start", append(append(texts("s", 0, 5), texts("t", 0, 5)...), texts("s", 5, 7)...)},
		{"$all", "end", texts("s", 5, 7)},
		{"$all", "here", append(texts("t", 4, 5), texts("s", 5, 7)...)},
	} {
		con := consume(t, client, c.stream, c.group, 100)
		got, _ := con.take(t, len(c.want))
		want(t, got, c.want)
		con.quiet(t)
	}
}

func TestConsumerGetsNoMoreThanItHasSlotsFor(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	group(t, client, "s", "g", nil)
	con := consume(t, client, "s", "g", 3)
	appended(t, client, "s", esdb.Any{}, events(10)...)
	got, all := con.take(t, 3)
	want(t, got, texts("s", 0, 3))
	con.quiet(t)
	must(t, con.Ack(all[1], all[2]))
	got, _ = con.take(t, 2)
	want(t, got, texts("s", 3, 5))
	con.quiet(t)
	i := info(t, client, "s", "g")
	if i.Stats.TotalInFlightMessages != 3 || i.Stats.TotalItems != 5 || i.Status != "Live" || i.Stats.LiveBufferCount != 5 {
		t.Errorf("info: %+v, %s", i.Stats, i.Status)
	}
	if n := len(i.Connections); n != 1 || i.Connections[0].AvailableSlots != 0 || i.Connections[0].InFlightMessages != 3 || i.Connections[0].TotalItemsProcessed != 5 || i.Connections[0].Username != user || i.Connections[0].From == "" {
		t.Errorf("connections: %+v", i.Connections)
	}
}

func TestNackDoesWhatItSays(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(6)...)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) { s.MaxRetryCount = 2 })
	con := consume(t, client, "s", "g", 5)
	_, all := con.take(t, 5)
	must(t, con.Nack("again", esdb.NackActionRetry, all[0]))
	got, again := con.take(t, 1)
	want(t, got, []string{"0@s x1"})
	must(t, con.Nack("you decide", esdb.NackActionUnknown, again...))
	got, again = con.take(t, 1)
	want(t, got, []string{"0@s x2"})
	must(t, con.Nack("once more", esdb.NackActionRetry, again...)) // too often: parked
	got, _ = con.take(t, 1)
	want(t, got, []string{"5@s"})
	must(t, con.Nack("no use", esdb.NackActionPark, all[1]))
	must(t, con.Nack("never mind", esdb.NackActionSkip, all[2]))
	eventually(t, func() string {
		if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 2 {
			return fmt.Sprintf("%d messages are parked, want 2", n)
		}
		return ""
	})
	links := forwards(t, client, "$persistentsubscription-s::g-parked", esdb.Start{}, 10)
	if len(links) != 2 || links[0].EventType != "$>" || string(links[0].Data) != "0@s" || string(links[1].Data) != "1@s" {
		t.Fatalf("parked: %+v", links)
	}
	for i, reason := range []string{`"reason":"Reached retry count of 2"`, `"reason":"Client explicitly NAK'ed message.\nno use"`} {
		if !contains(links[i].UserMetadata, reason) || !contains(links[i].UserMetadata, `"added":"`) || !contains(links[i].UserMetadata, fmt.Sprintf(`"subscriptionEventNumber":%d`, i)) {
			t.Errorf("metadata of a parked message: %s, want %s", links[i].UserMetadata, reason)
		}
	}
	con.quiet(t)
	must(t, client.ReplayParkedMessages(within(t), "s", "g", esdb.ReplayParkedMessagesOptions{}))
	_, replayed := con.take(t, 2)
	for i, e := range replayed {
		if e.Event.EventNumber != uint64(i) || e.Event.StreamID != "s" || e.Link.StreamID != "$persistentsubscription-s::g-parked" {
			t.Errorf("replayed %d: %+v by %+v", i, e.Event, e.Link)
		}
	}
	if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 0 {
		t.Errorf("%d messages are parked after the replay", n)
	}
	must(t, con.Ack(replayed[0]))
	must(t, con.Nack("still not", esdb.NackActionPark, replayed[1]))
	eventually(t, func() string {
		left := forwards(t, client, "$persistentsubscription-s::g-parked", esdb.Start{}, 10)
		if len(left) != 1 || left[0].EventNumber != 2 || string(left[0].Data) != "1@s" {
			return fmt.Sprintf("parked at the end: %v", revisions(left))
		}
		return ""
	})
}
