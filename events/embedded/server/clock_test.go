package server_test

// A clock that is put forward and back while the node runs.

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

func TestAClockThatJumps(t *testing.T) {
	c := config(t)
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var ahead atomic.Int64
	at := func() time.Time { return start.Add(time.Duration(ahead.Load())) }
	c.Clock = at
	n := open(t, c)
	client := connect(t, n)
	setMetadata(t, client, "young", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Hour) })
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "0@$$young", "caught up")
	young, err := client.SubscribeToStream(within(t), "young", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer young.Close()
	visible := func(when string, want []uint64) {
		t.Helper()
		if diff := cmp.Diff(want, revisions(forwards(t, client, "young", esdb.Start{}, 100))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	again := events(1)
	var created []time.Time
	last := uint64(0)
	// On time, five hours ahead, two hours back, on time again: event i of the stream is written at the i-th.
	for i, jump := range []time.Duration{0, 5 * time.Hour, -2 * time.Hour, 0} {
		ahead.Store(int64(jump))
		for _, stream := range []string{"young", "s"} {
			res := appended(t, client, stream, esdb.Any{}, events(1)...)
			if res.NextExpectedVersion != uint64(i) || res.CommitPosition <= last {
				t.Fatalf("%v: %s is at revision %d and position %d after %d", jump, stream, res.NextExpectedVersion, res.CommitPosition, last)
			}
			last = res.CommitPosition
		}
		created = append(created, at())
		expect(t, sub, []string{"0@", "1@", "2@", "3@"}[i]+"young", []string{"0@", "1@", "2@", "3@"}[i]+"s")
		expect(t, young, []string{"0@young", "1@young", "2@young", "3@young"}[i])
		if i == 0 {
			expect(t, young, "caught up") // with a stream that was not there before
		}
		if i == 1 {
			visible("ahead, what is an hour old is hidden", []uint64{1})
		}
		if res := appended(t, client, "repeated", esdb.Any{}, again...); res.NextExpectedVersion != 0 {
			t.Errorf("%v: a repetition is written again", jump)
		}
		if i == 0 {
			expect(t, sub, "0@repeated")
			last++
		}
	}
	// What the wrong clock hid is back; what was written two hours back is old by now.
	visible("on time again", []uint64{0, 1, 3})
	// What the log says of when is what the clock said, also where that goes back.
	for i, e := range forwards(t, client, "s", esdb.Start{}, 10) {
		if !e.CreatedDate.Equal(created[i]) {
			t.Errorf("event %d was created at %v, want %v", i, e.CreatedDate, created[i])
		}
	}
	// After a restart, and a scavenge, everything is still there that should be.
	if s, err := n.Scavenge(within(t), nil); err != nil || s.Removed != 1 {
		t.Errorf("scavenge removed %d events, want the one that is old: %v", s.Removed, err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	n = open(t, c)
	client = connect(t, n)
	visible("after a restart", []uint64{0, 1, 3})
	if err := n.Verify(within(t)); err != nil {
		t.Error(err)
	}
	if got := revisions(forwards(t, client, "s", esdb.Start{}, 10)); !cmp.Equal(got, span(0, 3)) {
		t.Errorf("s has %v", got)
	}
}
