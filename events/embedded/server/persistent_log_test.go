package server_test

// Persistent subscriptions: what the log holds of a group, and what a restarted node makes of it.

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

// checkpoints reads the checkpoint stream of a group as texts.
func checkpoints(t testing.TB, c *esdb.Client, stream, group string) (out []string) {
	t.Helper()
	rs, err := c.ReadStream(within(t), "$persistentsubscription-"+stream+"::"+group+"-checkpoint", esdb.ReadStreamOptions{From: esdb.Start{}}, 100)
	events, err := tryCollect(rs, err)
	if err != nil {
		return nil
	}
	for _, e := range events {
		var text string
		must(t, json.Unmarshal(e.Data, &text))
		if e.EventType != "$SubscriptionCheckpoint" {
			t.Errorf("a checkpoint is of type %s", e.EventType)
		}
		out = append(out, text)
	}
	return out
}

// often makes a group write a checkpoint for each message.
func often(s *esdb.PersistentSubscriptionSettings) {
	s.CheckpointLowerBound, s.CheckpointUpperBound = 1, 1
}

func TestCheckpointIsNeverBeyondAnUnansweredMessage(t *testing.T) {
	t.Parallel()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(6)...)
	group(t, client, "s", "g", often)
	con := consume(t, client, "s", "g", 5)
	_, all := con.take(t, 5)
	must(t, con.Ack(all[1], all[2], all[4]))
	con.take(t, 1)
	if got := checkpoints(t, client, "s", "g"); got != nil {
		t.Errorf("with nothing done from the start on, the checkpoints are %v", got)
	}
	must(t, con.Ack(all[0]))
	eventually(t, func() string { return cmp.Diff([]string{"2"}, checkpoints(t, client, "s", "g")) })
	must(t, con.Nack("bad", esdb.NackActionPark, all[3]))
	eventually(t, func() string { return cmp.Diff([]string{"2", "4"}, checkpoints(t, client, "s", "g")) })
	eventually(t, func() string {
		if got := info(t, client, "s", "g").Stats.LastCheckpointedEventRevision; got == nil || *got != 4 {
			return fmt.Sprintf("info says the checkpoint is %v, want 4", got)
		}
		return ""
	})
	must(t, n.Close())

	client = connect(t, open(t, c))
	con = consume(t, client, "s", "g", 5)
	got, _ := con.take(t, 1)
	want(t, got, []string{"5@s"})
	i := info(t, client, "s", "g")
	if i.Stats.ParkedMessagesCount != 1 || i.Settings.CheckpointUpperBound != 1 {
		t.Errorf("after a restart: %+v, %+v", i.Stats, i.Settings)
	}
}

// The state of groups on $all is in $all too; it must not be shown there, and not be handed out, or it would never end.
func TestGroupsOfAllDoNotSeeThemselves(t *testing.T) {
	t.Parallel()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	group(t, client, "$all", "g", often)
	appended(t, client, "s", esdb.Any{}, events(5)...)
	con := consume(t, client, "$all", "g", 100)
	var mine []*esdb.ResolvedEvent
	for len(mine) < 5 {
		ev := con.next(t).Event
		if ev.Event.StreamID == "s" {
			mine = append(mine, ev)
		} else {
			must(t, con.Ack(ev))
		}
	}
	must(t, con.Nack("bad", esdb.NackActionPark, mine[0]))
	must(t, con.Ack(mine[1:]...))
	last := mine[4].OriginalEvent().Position.Commit
	done := fmt.Sprintf("C:%d/P:%d", last, last)
	eventually(t, func() string {
		select {
		case ev := <-con.got: // the metadata of its checkpoint stream is no secret
			must(t, con.Ack(ev.EventAppeared.Event))
		default:
		}
		if p := info(t, client, "$all", "g").Stats.LastCheckpointedPosition; p == nil || p.Commit < last {
			return fmt.Sprintf("the checkpoint is %v, want %s", p, done)
		}
		return ""
	})
	for settled := false; !settled; {
		select {
		case ev := <-con.got:
			must(t, con.Ack(ev.EventAppeared.Event))
		case <-time.After(300 * time.Millisecond):
			settled = true
		}
	}
	before := n.Stats().Position
	for _, e := range all(t, client, esdb.Forwards, esdb.Start{}, 1000) {
		switch e.StreamID {
		case "$persistentsubscription-$all::g-checkpoint", "$persistentsubscription-$all::g-parked":
			t.Errorf("$all shows %s", e.StreamID)
		}
	}
	for _, e := range all(t, client, esdb.Backwards, esdb.End{}, 1000) {
		if e.StreamID == "$persistentsubscription-$all::g-parked" {
			t.Errorf("$all backwards shows %s", e.StreamID)
		}
	}
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"$persistentsubscription-$all"}}})
	must(t, err)
	defer sub.Close()
	for {
		got := next(t, sub)
		if got == "caught up" {
			break
		}
		if len(got) > 10 && got[:10] != "checkpoint" {
			t.Errorf("a subscription to $all gets %s", got)
		}
	}
	if len(forwards(t, client, "$persistentsubscription-$all::g-parked", esdb.Start{}, 10)) != 1 {
		t.Error("the parked stream can't be read by its name")
	}
	con.quiet(t)
	if after := n.Stats().Position; after != before {
		t.Errorf("checkpoints are written for checkpoints: the log grows from %d to %d by itself", before, after)
	}
	must(t, n.Close())
	client = connect(t, open(t, c))
	con = consume(t, client, "$all", "g", 100)
	appended(t, client, "s", esdb.Any{}, events(1)...)
	for {
		ev := con.next(t).Event.Event
		if ev.StreamID == "s" {
			if ev.EventNumber != 5 {
				t.Errorf("after a restart revision %d comes again", ev.EventNumber)
			}
			return
		}
	}
}

// A group that was to begin at the end begins at the end of then, however often the node is restarted in between.
func TestGroupFromTheEndLosesNothingInARestart(t *testing.T) {
	t.Parallel()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(3)...)
	must(t, client.CreatePersistentSubscription(within(t), "s", "g", esdb.PersistentStreamSubscriptionOptions{StartFrom: esdb.End{}}))
	must(t, client.CreatePersistentSubscriptionToAll(within(t), "g", esdb.PersistentAllSubscriptionOptions{
		StartFrom: esdb.End{}, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"s"}},
	}))
	appended(t, client, "s", esdb.Any{}, events(3)...)
	must(t, n.Close())
	n = open(t, c)
	client = connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(1)...)
	for _, stream := range []string{"s", "$all"} {
		got, _ := consume(t, client, stream, "g", 10).take(t, 4)
		want(t, got, texts("s", 3, 7))
		if from := info(t, client, stream, "g").Settings.StartFrom; from != (esdb.End{}) {
			t.Errorf("the group of %s starts from %v", stream, from)
		}
	}
}

// Replayed messages leave the parked stream when they are done, not when they are handed out.
func TestReplayedMessagesAreNotLostInARestart(t *testing.T) {
	t.Parallel()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(4)...)
	group(t, client, "s", "g", nil)
	con := consume(t, client, "s", "g", 10)
	_, all := con.take(t, 4)
	must(t, con.Nack("bad", esdb.NackActionPark, all...))
	parked := func(want int64) {
		t.Helper()
		eventually(t, func() string {
			if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != want {
				return fmt.Sprintf("%d are parked, want %d", n, want)
			}
			return ""
		})
	}
	parked(4)
	must(t, client.ReplayParkedMessages(within(t), "s", "g", esdb.ReplayParkedMessagesOptions{StopAt: 3}))
	_, all = con.take(t, 3)
	con.quiet(t)
	parked(1)
	must(t, con.Ack(all[0], all[2]))
	eventually(t, func() string {
		if n := info(t, client, "s", "g").Stats.TotalInFlightMessages; n != 1 {
			return fmt.Sprintf("%d in flight", n)
		}
		return ""
	})
	must(t, n.Close())

	client = connect(t, open(t, c))
	parked(3) // the first is done; the second is not, and those after it are still there
	con = consume(t, client, "s", "g", 10)
	con.quiet(t)
	must(t, client.ReplayParkedMessages(within(t), "s", "g", esdb.ReplayParkedMessagesOptions{}))
	for _, want := range []uint64{1, 2, 3} {
		ev := con.next(t).Event
		if ev.Event.EventNumber != want {
			t.Errorf("replayed %d, want %d", ev.Event.EventNumber, want)
		}
		must(t, con.Ack(ev))
	}
	parked(0)
	eventually(t, func() string {
		if left := forwards(t, client, "$persistentsubscription-s::g-parked", esdb.Start{}, 10); len(left) > 0 {
			return fmt.Sprintf("%d are left in the parked stream", len(left))
		}
		return ""
	})
}

func TestLinksAreResolvedForGroups(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(2)...)
	appended(t, client, "l", esdb.Any{}, event("$>", "1@s"), event("$>", "9@s"), event("$>", "nonsense"))
	group(t, client, "l", "plain", nil)
	group(t, client, "l", "resolved", func(s *esdb.PersistentSubscriptionSettings) { s.ResolveLinkTos = true })
	con := consume(t, client, "l", "plain", 10)
	for i := range 3 {
		if ev := con.next(t).Event; ev.Link != nil || ev.Event.EventType != "$>" || ev.Event.EventNumber != uint64(i) {
			t.Errorf("unresolved: %+v, %+v", ev.Link, ev.Event)
		}
	}
	con = consume(t, client, "l", "resolved", 10)
	ev := con.next(t).Event
	if ev.Event == nil || ev.Event.StreamID != "s" || ev.Event.EventNumber != 1 || ev.Link == nil || ev.Link.StreamID != "l" || *ev.Commit != ev.Link.Position.Commit {
		t.Fatalf("resolved: %+v, %+v", ev.Link, ev.Event)
	}
	lost := con.next(t).Event
	if lost.Event != nil || lost.Link == nil || lost.Link.EventNumber != 1 {
		t.Fatalf("a link that leads nowhere: %+v, %+v", lost.Link, lost.Event)
	}
	must(t, con.Nack("bad", esdb.NackActionPark, ev, lost))
	eventually(t, func() string {
		if n := info(t, client, "l", "resolved").Stats.ParkedMessagesCount; n != 2 {
			return fmt.Sprintf("%d are parked", n)
		}
		return ""
	})
	links := forwards(t, client, "$persistentsubscription-l::resolved-parked", esdb.Start{}, 10)
	if len(links) != 2 || string(links[0].Data) != "1@s" || string(links[1].Data) != "9@s" {
		t.Errorf("parked: %+v", links)
	}
	must(t, client.ReplayParkedMessages(within(t), "l", "resolved", esdb.ReplayParkedMessagesOptions{}))
	must(t, con.Ack(con.next(t).Event)) // nonsense
	if ev := con.next(t).Event; ev.Event == nil || ev.Event.StreamID != "s" {
		t.Errorf("replayed: %+v, %+v", ev.Link, ev.Event)
	}
	con.quiet(t) // nothing is left of the other
}

func TestFilteredGroupGetsWhatItsFilterSays(t *testing.T) {
	t.Parallel()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	for name, filter := range map[string]*esdb.SubscriptionFilter{
		"stream prefix": {Type: esdb.StreamFilterType, Prefixes: []string{"a,b-", "c-"}},
		"stream regex":  {Type: esdb.StreamFilterType, Regex: "^(a,b|c)-"},
		"type prefix":   {Type: esdb.EventFilterType, Prefixes: []string{"Wanted"}},
		"type regex":    {Type: esdb.EventFilterType, Regex: "ant.d$"},
	} {
		must(t, client.CreatePersistentSubscriptionToAll(within(t), name, esdb.PersistentAllSubscriptionOptions{Filter: filter, StartFrom: esdb.Start{}}))
	}
	for range 3 {
		appended(t, client, "a,b-1", esdb.Any{}, event("Wanted", "{}"))
		appended(t, client, "b-1", esdb.Any{}, event("Other", "{}"))
		appended(t, client, "c-1", esdb.Any{}, event("Wanted", "{}"))
	}
	for _, restarted := range []bool{false, true} {
		if restarted {
			must(t, n.Close())
			n = open(t, c)
			client = connect(t, n)
		}
		for _, name := range []string{"stream prefix", "stream regex", "type prefix", "type regex"} {
			con := consume(t, client, "$all", name, 10)
			got, _ := con.take(t, 6)
			for i := range got {
				got[i] = got[i][:5]
			}
			want(t, got, []string{"0@a,b", "0@c-1", "1@a,b", "1@c-1", "2@a,b", "2@c-1"})
			con.quiet(t)
		}
	}
}
