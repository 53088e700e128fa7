package server_test

// Clients that stop reading in the middle of a subscription.

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// heap is the bytes that are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools let go of goes at the second
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Two hundred clients that stop reading cost pages, not what they have not read: the log is forty times what a page is. Each
// gets everything when it goes on.
func TestStalledSubscribersCostAPageEach(t *testing.T) {
	c := config(t)
	c.Insecure, c.Password = true, ""
	n := open(t, c)
	client := connect(t, n)
	const events, size, stalled = 500, 8 << 10, 200
	data := `"` + strings.Repeat("x", size) + `"`
	for range events / 50 {
		var batch []esdb.EventData
		for range 50 {
			batch = append(batch, event("Large", data))
		}
		appended(t, client, "s", esdb.Any{}, batch...)
	}
	// A client's own window grows with the connection's speed, and this measures both ends: here it may not.
	conn, err := grpc.NewClient(n.Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithInitialWindowSize(64<<10),
		grpc.WithInitialConnWindowSize(64<<10))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	streams, ctx := api.NewStreamsClient(conn), within(t)
	before := heap()
	var subs []api.Streams_ReadClient
	for i := range stalled {
		o := allOptions(0)
		o.CountOption = &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}}
		if i%2 == 0 {
			o.StreamOption = streamFrom("s")
		}
		sub, err := streams.Read(ctx, &api.ReadReq{Options: o})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := sub.Recv(); err != nil || m.GetConfirmation() == nil {
			t.Fatalf("%v, %v", m, err)
		}
		subs = append(subs, sub)
	}
	appended(t, client, "s", esdb.Any{}, event("Large", data))    // live, for who has caught up
	for last := int64(-1); ; time.Sleep(100 * time.Millisecond) { // until all have stalled
		if now := heap(); now <= last {
			break
		} else {
			last = now
		}
	}
	each := (heap() - before) / stalled
	t.Logf("%d KiB a stalled subscriber, both ends of the connection", each>>10)
	if each > 512<<10 {
		t.Errorf("a stalled subscriber costs %d KiB, of %d KiB that it has not read", each>>10, events*size>>10)
	}
	for _, sub := range subs[:4] {
		for revision := uint64(0); revision <= events; {
			m, err := sub.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if e := m.GetEvent().GetEvent(); e != nil {
				if e.StreamRevision != revision {
					t.Fatalf("got revision %d, want %d", e.StreamRevision, revision)
				}
				revision++
			}
		}
	}
}

// streamFrom asks for a stream from its start.
func streamFrom(stream string) *api.ReadReq_Options_Stream {
	return &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
		StreamIdentifier: batchOptions(stream, nil).StreamIdentifier,
		RevisionOption:   &api.ReadReq_Options_StreamOptions_Start{},
	}}
}
